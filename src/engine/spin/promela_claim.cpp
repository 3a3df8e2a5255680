#include "engine/spin/promela_claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace spin {

namespace {

using ltl::Term;
using ltl::TermKind;

const PromelaWatch* find(const std::vector<PromelaWatch>& watches, ir::ProcId proc,
                         ir::LocId location, ir::LocalId local) {
  auto at = std::find_if(watches.begin(), watches.end(), [&](const PromelaWatch& watch) {
    return watch.proc == proc && watch.location == location && watch.local == local;
  });
  return at == watches.end() ? nullptr : &*at;
}

void collect(const Term& term, std::vector<PromelaWatch>& watches) {
  for (const Term& arg : term.args) collect(arg, watches);
  if (!term.proc) return;
  auto add = [&](ir::LocId location, ir::LocalId local) {
    if (find(watches, term.proc, location, local)) return;
    watches.push_back({term.proc, location, local, fmt::format("watch_{}", watches.size())});
  };
  // The value of a variable counts only while the thread runs.
  if (term.kind != TermKind::ThreadAt) add({}, {});
  if (term.kind != TermKind::SomeThread) add(term.location, term.local);
}

// A term as text, with the condition under which it has a value.
class TermWriter {
 public:
  TermWriter(const PromelaLayout& layout, const std::vector<PromelaWatch>& watches)
      : layout_(layout), watches_(watches) {}

  struct Text {
    std::string value;
    std::string defined = "true";
    PromelaRange range{0, 1};
  };

  Text write(const Term& term) {
    switch (term.kind) {
      case TermKind::Constant:
        return {term.number < 0 ? fmt::format("({})", term.number) : std::to_string(term.number),
                "true",
                {term.number, term.number}};
      case TermKind::Global:
        return {layout_.global(term.global), "true",
                layout_.values_of(layout_.program().global(term.global).type)};
      case TermKind::Field: return field(term);
      case TermKind::ThreadAt: return thread_at(term);
      case TermKind::ThreadVariable: return thread_variable(term);
      case TermKind::SomeThread: return some_thread(term);
      case TermKind::Add:
      case TermKind::Subtract: return sum(term);
      case TermKind::Not: {
        Text a = write(term.args[0]);
        return {promela_not(a.value), a.defined};
      }
      case TermKind::And: return operation(term, "&&");
      case TermKind::Or: return operation(term, "||");
      case TermKind::Equal: return comparison(term, "==");
      case TermKind::NotEqual: return comparison(term, "!=");
      case TermKind::Less: return comparison(term, "<");
      case TermKind::LessEqual: return comparison(term, "<=");
    }
    UNREACHABLE("kind of term");
  }

 private:
  Text field(const Term& term) {
    Text object = write(term.args[0]);
    if (layout_.class_range(layout_.program().field(term.field).owner).size() == 0) {
      return {"0", "false"};
    }
    return {layout_.field(object.value, term.field),
            promela_and(object.defined, fmt::format("({} != 0)", object.value)),
            layout_.values_of(layout_.program().field(term.field).type)};
  }

  Text sum(const Term& term) {
    bool adds = term.kind == TermKind::Add;
    PromelaRange a = write(term.args[0]).range;
    PromelaRange b = write(term.args[1]).range;
    Text result = operation(term, adds ? "+" : "-");
    result.range =
        adds ? PromelaRange{a.lo + b.lo, a.hi + b.hi} : PromelaRange{a.lo - b.hi, a.hi - b.lo};
    bool fits = result.range.lo >= std::numeric_limits<std::int32_t>::min() &&
                result.range.hi <= std::numeric_limits<std::int32_t>::max();
    if (!fits) throw PromelaUnsupported{fmt::format("{} may need more than 32 bits", result.value)};
    return result;
  }

  // What is known of the process; false if nothing starts the procedure.
  std::string watched(const Term& term, ir::LocId location, ir::LocalId local,
                      const std::string& process) const {
    if (!term.proc) return "0";
    const PromelaWatch* watch = find(watches_, term.proc, location, local);
    CHECK(watch, "nobody watches for a proposition");
    return fmt::format("{}[{}]", watch->variable, process);
  }

  std::string runs(const Term& term, const std::string& process) const {
    return fmt::format("({} != 0)", watched(term, {}, {}, process));
  }

  Text thread_at(const Term& term) {
    auto is_there = [&](const std::string& process) {
      return fmt::format("({} != 0)", watched(term, term.location, {}, process));
    };
    if (!term.args.empty()) {
      Text which = write(term.args[0]);
      return {is_there(promela_bare(which.value)), which.defined};
    }
    std::string any = "false";
    for (std::int64_t i = 1; i <= layout_.options().threads; ++i) {
      any = promela_or(any, is_there(std::to_string(i)));
    }
    return {any};
  }

  Text thread_variable(const Term& term) {
    Text which{process_};
    if (!term.args.empty()) which = write(term.args[0]);
    std::string process = promela_bare(which.value);
    Text result{watched(term, {}, term.local, process),
                promela_and(which.defined, runs(term, process))};
    if (!term.proc) return result;
    const ir::Procedure& proc = layout_.program().proc(term.proc);
    result.range = layout_.values_of(proc.local(term.local).type);
    return result;
  }

  Text some_thread(const Term& term) {
    std::string any = "false";
    for (std::int64_t i = 1; i <= layout_.options().threads; ++i) {
      process_ = std::to_string(i);
      Text one = write(term.args[0]);
      any = promela_or(any, promela_and(one.defined, one.value));
    }
    return {any};
  }

  Text operation(const Term& term, const char* op) {
    Text a = write(term.args[0]);
    Text b = write(term.args[1]);
    return {fmt::format("({} {} {})", a.value, op, b.value), promela_and(a.defined, b.defined)};
  }

  // False if an operand has no value.
  Text comparison(const Term& term, const char* op) {
    Text both = operation(term, op);
    return {promela_and(both.defined, both.value)};
  }

  const PromelaLayout& layout_;
  const std::vector<PromelaWatch>& watches_;
  std::string process_;  // the one that SomeThread speaks of
};

}  // namespace

std::vector<PromelaWatch> find_watches(const std::vector<ltl::Proposition>& propositions) {
  std::vector<PromelaWatch> result;
  for (const ltl::Proposition& p : propositions) collect(p.condition, result);
  return result;
}

// Process 1 runs the entry from the start; the others are set when they are started.
std::string declare_watches(const PromelaLayout& layout, const std::vector<PromelaWatch>& watches) {
  const ir::Program& program = layout.program();
  const ir::Procedure& main = program.proc(program.entry);
  std::string out;
  for (const PromelaWatch& watch : watches) {
    std::string first = "0";
    if (watch.proc == program.entry && watch.location) {
      first = watch.location == main.entry ? "1" : "0";
    } else if (watch.proc == program.entry && !watch.local) {
      first = "1";
    } else if (watch.proc == program.entry) {
      const ir::Local& local = main.local(watch.local);
      first = layout.initial_text(local.type, local.initial);
    }
    std::string values = "0, " + first;
    for (std::int64_t i = 2; i <= layout.options().threads; ++i) values += ", 0";
    std::string type = "bit";
    if (watch.local) type = layout.type_text(program.proc(watch.proc).local(watch.local).type);
    out += fmt::format("{} {}[{}] = {{ {} }};  /* by process */\n", type, watch.variable,
                       layout.options().threads + 1, values);
  }
  return out;
}

std::string write_claim(const PromelaLayout& layout, const PromelaClaim& claim,
                        const std::vector<PromelaWatch>& watches) {
  TermWriter writer(layout, watches);
  std::string out;
  std::vector<std::string> names;
  for (const ltl::Proposition& p : *claim.propositions) {
    TermWriter::Text text = writer.write(p.condition);
    names.push_back(fmt::format("p{}", names.size()));
    out += fmt::format("#define {} {}\n", names.back(), promela_and(text.defined, text.value));
  }
  ltl::Automaton automaton = *claim.automaton;
  CHECK(names.size() < ltl::Automaton::kMaxProps, "too many propositions");
  automaton.props = static_cast<std::uint32_t>(names.size() + 1);
  names.emplace_back("COUNTS");
  // What a bound cuts stays where it was cut, if the bound is no error.
  bool cuts_count = layout.needs.cuts && !layout.options().limit_is_error;
  out += !layout.needs.over ? "#define COUNTS true\n"
         : cuts_count       ? "#define COUNTS (over == 0 || over == 2 || over == 4)\n"
                            : "#define COUNTS (over == 0 || over == 4)\n";
  std::uint64_t counts = std::uint64_t{1} << (names.size() - 1);
  for (ltl::Automaton::State& state : automaton.states) {
    for (ltl::Automaton::Edge& edge : state.edges) edge.label.positive |= counts;
  }
  std::string comment;
  for (char c : claim.text) comment += c == '*' ? 'x' : c < ' ' ? ' ' : c;
  return out + "\n" + ltl::never_claim(automaton, names, comment);
}

}  // namespace spin
