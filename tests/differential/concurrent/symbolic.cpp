#include "symbolic.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/check.h"
#include "certify/certify.h"
#include "certify/shorten.h"
#include "engine/symex/engine.h"
#include "engine/symex/heap.h"
#include "logic/term/eval.h"

namespace concurrent {

namespace {

constexpr std::uint64_t kSearchDepth = 5000;
constexpr std::uint32_t kUnwind = 1000;  // no loop is left because of it

constexpr std::uint64_t kShortenWork = 10'000;
constexpr std::uint64_t kShortTurn = 30;  // steps: so that small programs have several

// Turns a symbolic final state into the concrete ones that it stands for.
class Observer {
 public:
  Observer(const symex::ProgramTables& tables, const term::Terms& terms, const symex::State& state,
           std::int64_t magnitude)
      : tables_(tables), terms_(terms), state_(state), magnitude_(magnitude) {
    observe_globals();
    text(ending());
  }

  void add_to(Finals& finals) {
    std::vector<term::Term> roots = state_.condition;
    for (const Piece& piece : pieces_) {
      if (piece.term) roots.push_back(piece.term);
    }
    std::vector<term::Variable> variables = term::variables_of(terms_, roots);
    assign(variables, 0, {}, finals);
  }

 private:
  // Either text or a term with the text of its value.
  struct Piece {
    std::string text;
    term::Term term;
  };
  void text(std::string content) { pieces_.push_back({std::move(content), {}}); }
  void value(symex::Value v) {
    CHECK(v.is_data(), "only data are observed");
    text(" ");
    pieces_.push_back({"", v.term()});
  }

  void observe_globals() {
    const ir::Program& program = tables_.program();
    for (std::size_t i = 0; i < program.globals.size(); ++i) {
      const ir::Global& global = program.globals[i];
      if (!is_observed(global)) continue;
      text(global.name + " =");
      symex::Value v = symex::Heap::known(state_, (*state_.globals)[i]);
      if (v.is_null()) {
        text(" null");
      } else if (v.is_object()) {
        contents(state_.object(v.object()));
      } else {
        value(v);
      }
      text("; ");
    }
  }

  void contents(const symex::Object& object) {
    const ir::Program& program = tables_.program();
    CHECK(!object.is_input, "the objects of inputs are not observed");
    auto slot = [&](std::size_t at, ir::TypeId type) {
      if (!ir::is_reference(program.type(type).kind)) value(object.slots[at]);
    };
    if (object.is_array()) {
      for (std::size_t i = 0; i < object.slots.size(); ++i) {
        slot(i, program.type(object.array).element);
      }
      return;
    }
    for (ir::FieldId field : tables_.fields(object.classes.front())) {
      slot(tables_.slot(field), program.field(field).type);
    }
  }

  std::string ending() const {
    bool all_ended = true;
    for (std::uint32_t t = 0; t < state_.threads.size(); ++t) {
      const symex::Thread& thread = state_.thread(t);
      if (thread.has_ended() && thread.exception) return "exception";
      all_ended = all_ended && thread.has_ended();
    }
    return all_ended ? "finished" : "stuck";
  }

  // Tries all values of the variables from `next` on.
  void assign(const std::vector<term::Variable>& variables, std::size_t next,
              const term::Assignment& values, Finals& finals) const {
    if (next == variables.size()) return evaluate(values, finals);
    term::Sort sort = terms_.sort(variables[next]);
    auto with = [&](term::Value v) {
      term::Assignment extended = values;
      extended.set(variables[next], std::move(v));
      assign(variables, next + 1, extended, finals);
    };
    if (sort == term::Sort::Bool) {
      with(false);
      with(true);
      return;
    }
    for (std::int64_t i = -magnitude_; i <= magnitude_; ++i) {
      base::Integer number(i);
      if (term::is_bits(sort)) {
        with(term::to_word(number, sort));
      } else {
        with(number);
      }
    }
  }

  void evaluate(const term::Assignment& values, Finals& finals) const {
    term::Evaluator evaluator(terms_, values);
    for (term::Term t : state_.condition) {
      if (!evaluator.is_true(t)) return;
    }
    std::string result;
    for (const Piece& piece : pieces_) {
      result +=
          piece.term ? shown(evaluator.value(piece.term), terms_.sort(piece.term)) : piece.text;
    }
    finals.insert(std::move(result));
  }

  static std::string shown(const term::Value& value, term::Sort sort) {
    if (const auto* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
    if (const auto* word = std::get_if<term::Word>(&value)) {
      return term::to_integer(*word, sort, term::Sign::Signed).to_string();
    }
    return std::get<base::Integer>(value).to_string();
  }

  const symex::ProgramTables& tables_;
  const term::Terms& terms_;
  const symex::State& state_;
  std::int64_t magnitude_;
  std::vector<Piece> pieces_;
};

std::size_t inputs_of(const symex::State& state) {
  return static_cast<std::size_t>(std::count_if(state.heap->begin(), state.heap->end(),
                                                [](const auto& o) { return o->is_input; }));
}

symex::Options symex_options(const Subject& subject, const Setting& setting) {
  symex::Options options;
  options.depth = kSearchDepth;
  options.unwind = kUnwind;
  options.array_size = static_cast<std::uint32_t>(subject.bounds.array_size);
  if (subject.join_children) options.semantics.join = ir::JoinMode::Children;
  if (subject.deadlock_main) options.semantics.deadlock = ir::DeadlockMode::Main;
  options.reduction = setting.reduction;
  options.coarsen = setting.coarsen;
  options.stateful = setting.stateful;
  options.jobs = setting.jobs;
  options.distinct_indices = setting.distinct_indices;
  options.equal_writes = setting.equal_writes;
  options.early_inputs = setting.early_inputs;
  options.automatic = setting.in_turns;
  if (setting.in_turns) options.first_turn = kShortTurn;
  return options;
}

// What is wrong with the counterexample once it is shortened; empty: nothing.
std::string shorten(const interp::Model& model, verdict::Result found) {
  run::Run run;
  verdict::Result shorter = found;
  certify::shorten(run, model, shorter, {.work = kShortenWork});
  bool is_same = shorter.violation && shorter.violation->kind == found.violation->kind &&
                 shorter.violation->span == found.violation->span;
  if (!is_same) return "the shorter counterexample shows something else";
  if (shorter.counterexample->trace.size() > found.counterexample->trace.size()) {
    return "the counterexample became longer";
  }
  return "";
}

}  // namespace

std::string name(const Setting& setting) {
  std::string text(base::word_of(setting.reduction));
  if (!setting.coarsen) text += ", no coarsening";
  if (setting.stateful) text += ", stateful";
  if (setting.jobs > 1) text += fmt::format(", {} jobs", setting.jobs);
  if (setting.in_turns) text += ", in turns";
  if (!setting.distinct_indices) text += ", no distinct indices";
  if (!setting.equal_writes) text += ", no equal writes";
  if (!setting.early_inputs) text += ", no early inputs";
  return text;
}

std::vector<Setting> all_settings() {
  using symex::Reduction;
  std::vector<Setting> result;
  for (Reduction reduction :
       {Reduction::None, Reduction::Simple, Reduction::Guarded, Reduction::Mpor, Reduction::Sympath,
        Reduction::Optimal, Reduction::ReadsFrom}) {
    for (bool coarsen : {true, false}) {
      for (bool stateful : {false, true}) {
        for (std::uint32_t jobs : {1U, 2U}) {
          // State matching knows no reduction, and one worker counts classes.
          bool is_other = reduction == Reduction::ReadsFrom && (stateful || jobs > 1);
          if (is_other) continue;
          result.push_back({reduction, coarsen, stateful, jobs, false});
        }
      }
    }
    // With none of the three, and with each alone.
    for (int alone = 0; alone < 4; ++alone) {
      Setting less{reduction};
      less.distinct_indices = alone == 1;
      less.equal_writes = alone == 2;
      less.early_inputs = alone == 3;
      result.push_back(less);
    }
  }
  for (bool coarsen : {true, false}) {
    for (bool stateful : {false, true}) {
      result.push_back({Reduction::Optimal, coarsen, stateful, 1, true});
    }
  }
  return result;
}

Symbolic execute(const Subject& subject, const ir::Program& program, const Setting& setting,
                 const Effort& effort, const ir::Program* whole) {
  symex::ProgramTables tables(program);
  symex::Options options = symex_options(subject, setting);
  Symbolic out;
  std::mutex mutex;
  options.on_final = [&](const term::Terms& terms, const symex::State& state) {
    if (inputs_of(state) > subject.bounds.objects) return;  // nobody else has looked at these
    Finals found;
    Observer(tables, terms, state, subject.bounds.int_magnitude).add_to(found);
    std::lock_guard lock(mutex);
    out.finals.merge(found);
  };
  run::Limits limits;
  limits.steps = effort.symbolic_steps;
  limits.seconds = effort.seconds;
  run::Run run(limits, 1);
  symex::Answer answer = symex::verify(run, tables, options);
  out.result = std::move(answer.result);
  out.allows_foreign_unlocks = answer.allows_foreign_unlocks;
  out.reduction = answer.reduction;
  if (!out.result.violation) return out;
  interp::Model concrete(whole ? *whole : program, interp_options(subject));
  auto execution = certify::certify(concrete, answer.claim);
  if (!execution) {
    out.problem = execution.error();
    return out;
  }
  out.result.counterexample = execution->counterexample;
  out.problem = shorten(concrete, std::move(*execution));
  return out;
}

}  // namespace concurrent
