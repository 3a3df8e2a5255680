#include "logic/ltl/observe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "logic/ltl/automaton.h"
#include "logic/ltl/condition.h"
#include "logic/ltl/short_names.h"
#include "logic/ltl/translate.h"
#include "logic/ltl/weave.h"

namespace ltl {

namespace {

constexpr const char* kCounter = "$at";

class Observer {
 public:
  Observer(ir::Program& program, const base::Sources& sources, diag::Sink& sink,
           const ObserveOptions& options)
      : program_(program),
        sources_(sources),
        sink_(sink),
        options_(options),
        f_(std::make_unique<Formulas>()) {}

  std::optional<Property> run(const SyntaxPtr& syntax) {
    try {
      return observed(syntax);
    } catch (const ObserveError&) {
      return std::nullopt;
    }
  }

 private:
  Property observed(const SyntaxPtr& syntax) {
    Names names;
    const Syntax* body = syntax.get();
    std::vector<Term> bound;
    for (; body->kind == SyntaxKind::Forall; body = body->args[0].get()) {
      ir::ClassId cls = quantified_class(*body);
      ir::GlobalId global = reference("$" + body->name, cls);
      bindings_.push_back({.global = global, .cls = cls});
      names[body->name] = {program_.global(global).name, global, cls};
      bound.push_back(is_bound(global));
    }
    FormulaId formula = this->formula(*body, names);
    if (!bound.empty()) {
      Term all = bound[0];
      for (std::size_t i = 1; i < bound.size(); ++i) all = both(all, bound[i]);
      formula = from_then_on(proposition("bound", std::move(all)), formula, true);
    }
    Property result;
    result.text = std::string(sources_.text(syntax->span));
    if (has_expanded(*syntax)) result.written_out = readable(*syntax);
    result.span = syntax->span;
    result.is_stutter_invariant = is_stutter_invariant(*f_, formula);
    result.formula = formula;
    result.formulas = std::move(f_);
    result.propositions = std::move(propositions_);
    for (const Proposition& p : result.propositions) collect(p.condition, result.observed);
    std::size_t first = program_.globals.size() - added_;
    for (std::size_t i = first; i < program_.globals.size(); ++i) {
      result.observed.insert(program_.globals[i].name);
    }
    weave(program_, std::move(watches_), bindings_);
    return result;
  }

  static Term both(Term a, Term b) {
    return Term::apply(TermKind::And, {std::move(a), std::move(b)});
  }
  Term is_bound(ir::GlobalId global) {
    return Term::apply(TermKind::NotEqual,
                       {Term::variable(program_.global(global).name), Term::constant(0)});
  }
  // Strong: nothing is asked if the moment never comes. Else it must come.
  FormulaId from_then_on(FormulaId moment, FormulaId formula, bool weak) {
    FormulaId before = f_->not_(moment);
    FormulaId then = f_->and_(moment, formula);
    return weak ? f_->weak_until(before, then) : f_->until(before, then);
  }

  static void collect(const Term& term, std::set<std::string>& into) {
    if (term.kind == TermKind::Global) into.insert(term.name);
    bool is_part = term.kind == TermKind::Field || term.kind == TermKind::ThreadVariable;
    if (is_part) into.insert(term.owner + "." + term.name);
    for (const Term& arg : term.args) collect(arg, into);
  }

  ir::GlobalId new_global(const std::string& name, ir::TypeId type) {
    ++added_;
    return add_global(program_, name, type);
  }
  ir::GlobalId reference(const std::string& name, ir::ClassId cls) {
    return new_global(name, program_.types.make_ref(cls));
  }
  ir::TypeId range(std::int64_t high) {
    return program_.types.make(ir::Type{.kind = ir::TypeKind::Range, .lo = 0, .hi = high});
  }

  // --- quantifiers
  ir::ClassId quantified_class(const Syntax& s) {
    ir::ClassId cls = program_.find_class(s.text);
    if (!cls.is_valid()) {
      std::vector<std::string_view> all;
      for (const ir::Class& c : program_.classes) all.push_back(c.name);
      fail_name(sink_, s.text_span, "class", s.text, all);
    }
    const ir::Procedure& entry = program_.proc(program_.entry);
    for (ir::LocalId param : entry.params) {
      if (!ir::is_reference(program_.type(entry.local(param).type).kind)) continue;
      fail(sink_, diag::Kind::LtlNoObjects, s.text_span, s.text,
           fmt::format("the inputs of `{}` may be objects, which are not quantified over",
                       entry.name));
    }
    if (!is_created(cls)) {
      fail(sink_, diag::Kind::LtlNoObjects, s.text_span, s.text,
           "the program creates no object of this class");
    }
    return cls;
  }

  bool is_created(ir::ClassId cls) const {
    for (const ir::Procedure& proc : program_.procs) {
      for (const ir::Transition& t : proc.transitions) {
        for (const ir::Action& action : t.actions) {
          const auto* created = std::get_if<ir::New>(&action);
          if (created && program_.is_subclass(created->cls, cls)) return true;
        }
      }
    }
    return false;
  }

  // The globals for the first objects of the class, made at the first need.
  const std::vector<ir::GlobalId>& numbered(ir::ClassId cls) {
    auto [found, is_new] = numbered_.try_emplace(cls);
    if (!is_new) return found->second;
    const std::string name = program_.cls(cls).name;
    ir::GlobalId count = new_global("$count." + name, range(options_.instances));
    for (std::int64_t i = 1; i <= options_.instances; ++i) {
      ir::GlobalId global =
          reference(fmt::format("${}.{}", "object", name) + std::to_string(i), cls);
      bindings_.push_back({.global = global, .cls = cls, .number = i, .count = count});
      found->second.push_back(global);
    }
    return found->second;
  }

  FormulaId expanded(const Syntax& s, const Names& names) {
    bool is_forall = s.kind == SyntaxKind::Forall;
    ir::ClassId cls = quantified_class(s);
    FormulaId result = is_forall ? f_->true_() : f_->false_();
    for (ir::GlobalId global : numbered(cls)) {
      Names inner = names;
      inner[s.name] = {program_.global(global).name, global, cls};
      FormulaId moment = proposition(program_.global(global).name + " exists", is_bound(global));
      FormulaId one = from_then_on(moment, formula(*s.args[0], inner), is_forall);
      result = is_forall ? f_->and_(result, one) : f_->or_(result, one);
    }
    return result;
  }

  // --- formulas
  FormulaId formula(const Syntax& s, const Names& names) {
    // Operands first, from left to right: they number the propositions.
    bool is_inner = s.kind <= SyntaxKind::Iff;
    std::vector<FormulaId> args;
    for (std::size_t i = 0; is_inner && i < s.args.size(); ++i) {
      args.push_back(formula(*s.args[i], names));
    }
    auto arg = [&](std::size_t i) { return args[i]; };
    switch (s.kind) {
      case SyntaxKind::True: return f_->true_();
      case SyntaxKind::False: return f_->false_();
      case SyntaxKind::Next: return f_->next(arg(0));
      case SyntaxKind::Globally: return f_->globally(arg(0));
      case SyntaxKind::Finally: return f_->finally(arg(0));
      case SyntaxKind::Until: return f_->until(arg(0), arg(1));
      case SyntaxKind::Release: return f_->release(arg(0), arg(1));
      case SyntaxKind::WeakUntil: return f_->weak_until(arg(0), arg(1));
      case SyntaxKind::Not: return f_->not_(arg(0));
      case SyntaxKind::And: return f_->and_(arg(0), arg(1));
      case SyntaxKind::Or: return f_->or_(arg(0), arg(1));
      case SyntaxKind::Implies: return f_->implies(arg(0), arg(1));
      case SyntaxKind::Iff: return f_->iff(arg(0), arg(1));
      case SyntaxKind::Forall:
      case SyntaxKind::Exists: return expanded(s, names);
      case SyntaxKind::At: return place(s, names);
      case SyntaxKind::ThreadAt: return thread_place(key_of(s, names), s, names);
      default: return condition(s, names);
    }
  }

  FormulaId proposition(const std::string& text, Term term) {
    auto [found, is_new] = by_text_.try_emplace(text, f_->true_());
    if (!is_new) return found->second;
    if (propositions_.size() == Automaton::kMaxProps) {
      fail(sink_, diag::Kind::LtlTooLarge, {}, "more than 64 propositions");
    }
    found->second = f_->prop(static_cast<std::uint32_t>(propositions_.size()));
    propositions_.push_back({text, std::move(term)});
    return found->second;
  }

  // A text that is the same for the same proposition only: the objects that variables stand
  // for are part of it.
  static std::string key_of(const Syntax& s, const Names& names) {
    std::string result = text_of(s);
    std::vector<const Syntax*> todo{&s};
    std::set<std::string> used;
    while (!todo.empty()) {
      const Syntax* at = todo.back();
      todo.pop_back();
      if (at->kind == SyntaxKind::Name) used.insert(at->name.substr(0, at->name.find('.')));
      for (const SyntaxPtr& arg : at->args) todo.push_back(arg.get());
    }
    for (const std::string& name : used) {
      auto found = names.find(name);
      if (found == names.end() || found->second.global == "$" + name) continue;
      result += fmt::format(" where {} is {}", name, found->second.global);
    }
    return result;
  }

  FormulaId condition(const Syntax& s, const Names& names) {
    for (const ir::Predicate& p : program_.predicates) {
      bool is_place = s.kind == SyntaxKind::Name && p.name == s.name && p.location;
      if (is_place) return thread_place(s.name, *syntax_of(program_, p, s.span), names);
    }
    return proposition(key_of(s, names), StateCondition(program_, names, sink_).build(s));
  }

  // T[null]@location, T[g]@location
  FormulaId thread_place(const std::string& text, const Syntax& s, const Names& names) {
    const ir::Procedure& proc = find_thread(program_, s.name, s.span, sink_);
    Watch watch{.proc = program_.find_proc(s.name)};
    find_place(s, watch);
    if (s.args[0]->kind == SyntaxKind::Null) return watched(text, std::move(watch));
    check_told_apart(program_, proc, s.span, sink_);
    if (watch.at.size() != 1) {
      fail(sink_, diag::Kind::LtlUnknownPlace, s.text_span, proc.name,
           fmt::format("single location `{}`", s.text));
    }
    Term term{.kind = TermKind::ThreadAt,
              .owner = proc.name,
              .name = proc.location(*watch.at.begin()).name,
              .args = {StateCondition(program_, names, sink_).thread(*s.args[0])}};
    return proposition(text, std::move(term));
  }

  // --- places
  FormulaId watched(const std::string& text, Watch watch) {
    if (auto found = by_text_.find(text); found != by_text_.end()) return found->second;
    watch.counter = new_global(kCounter + std::to_string(watches_.size()), range(options_.threads));
    Term term =
        Term::apply(TermKind::NotEqual,
                    {Term::variable(program_.global(watch.counter).name), Term::constant(0)});
    watches_.push_back(std::move(watch));
    return proposition(text, std::move(term));
  }

  FormulaId place(const Syntax& s, const Names& names) {
    std::string key = key_of(s, names);
    if (auto found = by_text_.find(key); found != by_text_.end()) return found->second;
    Watch watch;
    watch.proc = program_.find_proc(s.name);
    if (!watch.proc.is_valid()) {
      std::vector<std::string_view> all;
      for (const ir::Procedure& p : program_.procs) all.push_back(p.name);
      fail_name(sink_, s.span, "method", s.name, all);
    }
    find_place(s, watch);
    if (!s.args.empty()) {
      base::Span where = first_span(watch);
      PlaceCondition(program_, names, sink_, watch, where).build(*s.args[0]);
    }
    return watched(key, std::move(watch));
  }

  // Where the statement at the place begins: variables declared later are not meant.
  base::Span first_span(const Watch& watch) const {
    for (const ir::Transition& t : program_.proc(watch.proc).transitions) {
      if (watch.at.contains(t.source) && t.span.is_valid()) return t.span;
    }
    return {};
  }

  void find_place(const Syntax& s, Watch& watch) {
    const ir::Procedure& proc = program_.proc(watch.proc);
    bool is_around = s.text == "entry" || s.text == "exit";
    if (is_around && s.kind == SyntaxKind::At) {
      watch.kind = s.text == "entry" ? PlaceKind::Entry : PlaceKind::Exit;
      return;
    }
    watch.kind = PlaceKind::Locations;
    bool is_line =
        std::all_of(s.text.begin(), s.text.end(), [](char c) { return c >= '0' && c <= '9'; });
    std::set<std::uint32_t> lines;
    for (const ir::Transition& t : proc.transitions) {
      if (!t.span.is_valid()) continue;
      std::uint32_t line = sources_.begin(t.span).line;
      lines.insert(line);
      if (is_line && std::to_string(line) == s.text) watch.at.insert(t.source);
    }
    for (std::size_t i = 0; i < proc.locations.size() && !is_line; ++i) {
      ir::LocId at(i);
      bool is_end = at == proc.exit || at == proc.except;
      if (proc.locations[i].name == s.text && !is_end) watch.at.insert(at);
    }
    if (!watch.at.empty()) return;
    std::string what = is_line ? "statement that begins in line " + s.text
                               : fmt::format("location `{}` in which a thread can be", s.text);
    diag::Diagnostic& report =
        sink_.report(diag::Kind::LtlUnknownPlace, s.text_span, proc.name, what);
    if (is_line)
      report.help(fmt::format("its statements begin in lines {}", fmt::join(lines, ", ")));
    throw ObserveError{};
  }

  ir::Program& program_;
  const base::Sources& sources_;
  diag::Sink& sink_;
  const ObserveOptions& options_;
  std::unique_ptr<Formulas> f_;
  std::vector<Proposition> propositions_;
  std::map<std::string, FormulaId> by_text_;
  std::vector<Watch> watches_;
  std::vector<Binding> bindings_;
  std::map<ir::ClassId, std::vector<ir::GlobalId>> numbered_;
  std::size_t added_ = 0;  // globals, the last ones of the program
};

}  // namespace

std::optional<Property> observe(const SyntaxPtr& syntax, ir::Program& program,
                                const base::Sources& sources, diag::Sink& sink,
                                const ObserveOptions& options) {
  return Observer(program, sources, sink, options).run(with_full_names(syntax, program));
}

bool is_counter(std::string_view global) {
  return global.starts_with(kCounter) || global.starts_with("$count.");
}

}  // namespace ltl
