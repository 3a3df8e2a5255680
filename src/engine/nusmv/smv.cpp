#include "engine/nusmv/smv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "engine/nusmv/smv_layout.h"
#include "engine/nusmv/smv_ltl.h"
#include "engine/nusmv/smv_step.h"
#include "ir/printer.h"

namespace nusmv {

namespace {

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

// Every word of the text.
std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> result;
  std::string word;
  for (char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else if (!word.empty()) {
      result.insert(std::move(word));
      word.clear();
    }
  }
  return result;
}

class SmvWriter {
 public:
  SmvWriter(const ir::Program& program, const SmvOptions& options)
      : program_(program),
        options_(options),
        propositions_(options.property ? smv_bound(*options.property, program)
                                       : std::vector<ltl::Proposition>()),
        layout_(program, options, smv_observed(propositions_)),
        traps_(layout_) {}

  SmvModel write() {
    for (std::size_t i = 0; i < layout_.threads.size(); ++i) write_thread(i);
    SmvModel result;
    std::string behaviour = transitions_ + scheduling() + next_values();
    specs_ = traps_.specs();
    specs_.push_back({SmvSpecKind::Deadlock, "!deadlocked", {}, {}});
    if (options_.property) behaviour += property();
    result.text = header() + inputs() + variables() + constants(behaviour) + initial_values() +
                  behaviour + specifications();
    result.specs = specs_;
    for (const SmvThread& thread : layout_.threads) {
      result.slots.push_back({thread.name, thread.proc, thread.ordinal,
                              layout_.vars[thread.pc].name,
                              layout_.locations[thread.proc.index()]});
    }
    return result;
  }

 private:
  std::string position(base::Span span) const {
    return options_.sources && span.is_valid() ? options_.sources->describe(span) : std::string();
  }

  void write_thread(std::size_t index) {
    const SmvThread& thread = layout_.threads[index];
    const ir::Procedure& proc = program_.proc(thread.proc);
    auto outgoing = ir::outgoing(proc);
    for (std::size_t at = 0; at < outgoing.size(); ++at) {
      for (std::size_t i = 0; i < outgoing[at].size(); ++i) {
        write_transition(index, outgoing[at][i], i);
      }
    }
  }

  // The definitions of one transition; what it does to the variables is kept for later.
  void write_transition(std::size_t index, ir::TransId id, std::size_t branch) {
    const SmvThread& thread = layout_.threads[index];
    const ir::Procedure& proc = program_.proc(thread.proc);
    const ir::Transition& t = proc.transitions[id.index()];
    const std::string& source = proc.location(t.source).name;
    std::string prefix = layout_.names().make(fmt::format("{}_{}_{}", thread.name, source, branch));
    std::string enabled = layout_.names().make(prefix + "_enabled");
    std::string taken = layout_.names().make(prefix + "_taken");
    SmvStep step(layout_, traps_, index, id, prefix);
    step.write();
    transitions_ += comment(thread, proc, t);
    transitions_ += "DEFINE\n";
    for (const auto& [name, text] : step.defines()) define(name, text);
    define(enabled, step.enabled());
    define(taken,
           fmt::format("trap = none & runs = {} & branch = {} & {}", thread.name, branch, enabled));
    if (!step.failures().empty()) {
      std::string trap = layout_.names().make(prefix + "_trap");
      define(trap, cases(step.failures(), "none"));
      failures_.emplace_back(taken, trap);
    }
    transitions_ += "\n";
    enabled_.push_back(enabled);
    taken_.push_back(taken);
    most_branches_ = std::max(most_branches_, branch);
    for (const auto& [var, text] : step.updates()) updates_[var].emplace_back(taken, text);
    for (std::size_t i = 0; i < step.choices().size(); ++i) {
      if (choices_.size() == i) choices_.emplace_back();
      const SmvStep::Choice& choice = step.choices()[i];
      choices_[i].most = std::max(choices_[i].most, choice.count);
      choices_[i].conditions.emplace_back(
          taken, smv_and(fmt::format("(choice_{} < {})", i, choice.count), choice.condition));
    }
  }

  std::string comment(const SmvThread& thread, const ir::Procedure& proc,
                      const ir::Transition& t) const {
    std::string out = fmt::format("-- {}: {} to {}", thread.name, proc.location(t.source).name,
                                  proc.location(t.target).name);
    std::string where = position(t.span);
    if (!where.empty()) out += ", " + where;
    out += "\n";
    if (!options_.sources) return out;
    if (t.guard) out += fmt::format("--   when {}\n", one_line(ir::print(program_, proc, t.guard)));
    for (const ir::Action& action : t.actions) {
      out += fmt::format("--   {}\n", one_line(ir::print(program_, proc, action)));
    }
    return out;
  }

  void define(const std::string& name, const std::string& text) {
    transitions_ += fmt::format("  {} := {};\n", name, text);
  }

  static std::string cases(const SmvCases& all, const std::string& otherwise) {
    if (all.empty()) return otherwise;
    std::string out = "case\n";
    for (const auto& [condition, value] : all) {
      out += fmt::format("      {} : {};\n", condition, value);
    }
    return out + fmt::format("      TRUE : {};\n    esac", otherwise);
  }

  std::string header() const {
    std::string out =
        fmt::format("-- {}, written by braid emit --to smv\n", one_line(program_.name));
    out +=
        "-- runs: the thread that moves; branch: which transition of its location, from 0;\n"
        "-- choice_i: the alternatives that the choices in it take, from 0.\n"
        "-- trap: why an execution was cut; such a state stays as it is.\n"
        "MODULE main\n\n";
    return out;
  }

  std::string inputs() const {
    std::vector<std::string> names;
    for (const SmvThread& thread : layout_.threads) names.push_back(thread.name);
    std::string out = fmt::format("IVAR\n  runs : {{{}, nobody}};\n", fmt::join(names, ", "));
    out += fmt::format("  branch : 0..{};\n", most_branches_);
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      out += fmt::format("  choice_{} : 0..{};\n", i, choices_[i].most - 1);
    }
    return out + "\n";
  }

  std::string variables() const {
    std::vector<std::string> traps{"none"};
    traps.insert(traps.end(), traps_.names().begin(), traps_.names().end());
    std::string out = fmt::format("VAR\n  trap : {{{}}};\n", fmt::join(traps, ", "));
    for (const SmvVar& var : layout_.vars) {
      out += fmt::format("  {} : {};", var.name, layout_.type_text(var.domain));
      if (!var.comment.empty()) out += "  -- " + one_line(var.comment);
      out += "\n";
    }
    return out + "\n";
  }

  // Names of objects that no variable can have as its value must be declared.
  std::string constants(const std::string& behaviour) const {
    std::set<std::string> declared;
    for (const SmvVar& var : layout_.vars) {
      for (const std::string& word : words_of(layout_.type_text(var.domain))) {
        declared.insert(word);
      }
    }
    std::set<std::string> used = words_of(behaviour);
    std::vector<std::string> missing;
    auto need = [&](const std::string& name) {
      if (used.contains(name) && !declared.contains(name)) missing.push_back(name);
    };
    need(layout_.null);
    for (const SmvObject& object : layout_.objects) need(object.name);
    if (missing.empty()) return {};
    return fmt::format("CONSTANTS\n  {};\n\n", fmt::join(missing, ", "));
  }

  std::string initial_values() const {
    std::string out = "ASSIGN\n  init(trap) := none;\n";
    for (const SmvVar& var : layout_.vars) {
      out += fmt::format("  init({}) := {};\n", var.name, var.initial);
    }
    return out + "\n";
  }

  std::string scheduling() const {
    std::string out = "-- Who moves, and how it can fail.\nDEFINE\n";
    out += fmt::format("  can_move := trap = none & ({});\n",
                       enabled_.empty() ? "FALSE" : fmt::format("{}", fmt::join(enabled_, " | ")));
    std::vector<std::string> over;
    for (const SmvThread& thread : layout_.threads) {
      const std::string& pc = layout_.vars[thread.pc].name;
      over.push_back(fmt::format("{} in {{{}, {}}}", pc, layout_.idle, layout_.ended));
      if (options_.semantics.deadlock == ir::DeadlockMode::Main) break;
    }
    out +=
        fmt::format("  deadlocked := trap = none & !can_move & !({});\n", fmt::join(over, " & "));
    out += fmt::format("  failure := {};\n\n", cases(failures_, "none"));
    out += fmt::format("TRANS case runs = nobody : !can_move & branch = 0; TRUE : {}; esac;\n",
                       taken_.empty() ? "FALSE" : fmt::format("{}", fmt::join(taken_, " | ")));
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      out += fmt::format("TRANS {};\n",
                         cases(choices_[i].conditions, fmt::format("choice_{} = 0", i)));
    }
    return out + "\n";
  }

  // A failure leads to one state for each trap, with all variables at their first values.
  std::string next_values() const {
    std::string out = "ASSIGN\n  next(trap) := case trap = none : failure; TRUE : trap; esac;\n";
    for (std::size_t i = 0; i < layout_.vars.size(); ++i) {
      const SmvVar& var = layout_.vars[i];
      SmvCases all;
      if (!failures_.empty()) all.emplace_back("failure != none", var.initial);
      auto found = updates_.find(i);
      if (found == updates_.end()) {
        out += fmt::format("  next({}) := {};\n", var.name, var.name);
        continue;
      }
      all.insert(all.end(), found->second.begin(), found->second.end());
      out += fmt::format("  next({}) := {};\n", var.name, cases(all, var.name));
    }
    return out + "\n";
  }

  // Its propositions as definitions.
  std::string property() {
    std::string out = "-- " + one_line(options_.property->text) + "\nDEFINE\n";
    std::vector<std::string> names;
    for (const ltl::Proposition& p : propositions_) {
      names.push_back(layout_.names().make(fmt::format("property_{}", names.size())));
      out += fmt::format("  -- {}\n  {} := {};\n", one_line(p.text), names.back(),
                         smv_proposition(layout_, p.condition));
    }
    if (names.empty()) out = "";
    specs_.push_back({SmvSpecKind::Ltl, smv_formula(*options_.property, names), {}, {}});
    return out + "\n";
  }

  std::string specifications() const {
    std::string out;
    for (const SmvSpec& spec : specs_) {
      std::string where = position(spec.span);
      if (!where.empty()) out += fmt::format("-- {}\n", where);
      bool is_invariant = spec.kind != SmvSpecKind::Ltl;
      out += fmt::format("{} {};\n", is_invariant ? "INVARSPEC" : "LTLSPEC", spec.text);
    }
    return out;
  }

  struct ChoiceInput {
    std::size_t most = 1;
    SmvCases conditions;
  };

  const ir::Program& program_;
  SmvOptions options_;
  std::vector<ltl::Proposition> propositions_;  // of the property, bound to the program
  SmvLayout layout_;
  SmvTraps traps_;
  std::vector<SmvSpec> specs_;
  std::string transitions_;
  std::vector<std::string> enabled_;
  std::vector<std::string> taken_;
  SmvCases failures_;
  std::size_t most_branches_ = 0;
  std::map<std::size_t, SmvCases> updates_;  // by variable
  std::vector<ChoiceInput> choices_;
};

}  // namespace

tl::expected<SmvModel, std::string> smv(const ir::Program& program, const SmvOptions& options) {
  try {
    return SmvWriter(program, options).write();
  } catch (const SmvUnsupported& unsupported) {
    return tl::make_unexpected(unsupported.what);
  }
}

}  // namespace nusmv
