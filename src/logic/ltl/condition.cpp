#include "logic/ltl/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/check.h"

namespace ltl {

namespace {

std::optional<Sort> sort_of_type(const ir::Type& type) {
  if (type.kind == ir::TypeKind::Bool) return Sort::Boolean;
  if (ir::is_integer(type.kind)) return Sort::Integer;
  if (type.kind == ir::TypeKind::Ref || type.kind == ir::TypeKind::Null) return Sort::Reference;
  if (type.kind == ir::TypeKind::Tid) return Sort::Reference;
  return std::nullopt;
}

// The values of `const` and of members of enumerations; `Color.red` and `red`.
std::optional<std::int64_t> find_constant(const ir::Program& program, const std::string& name) {
  for (const ir::NamedConstant& c : program.constants) {
    const auto* value = std::get_if<base::Integer>(&c.value);
    if (c.name == name && value && value->to_int64()) return value->to_int64();
  }
  for (const ir::Enum& e : program.enums) {
    for (const ir::Enum::Member& m : e.members) {
      if (m.name == name || e.name + "." + m.name == name) return m.value;
    }
  }
  return std::nullopt;
}

void check_comparison(diag::Sink& sink, const Syntax& s, Sort a, Sort b) {
  bool is_order = s.text != "==" && s.text != "!=";
  if (a != b) fail(sink, diag::Kind::LtlType, s.span, "the operands have different types");
  if (is_order && a != Sort::Integer) {
    fail(sink, diag::Kind::LtlType, s.span, fmt::format("`{}` compares integers", s.text));
  }
}

}  // namespace

void fail_name(diag::Sink& sink, base::Span span, std::string_view kind, const std::string& name,
               const std::vector<std::string_view>& candidates) {
  diag::Diagnostic& report = sink.report(diag::Kind::LtlUnknownName, span, kind, name);
  if (auto near = diag::nearest(name, candidates)) {
    report.help(fmt::format("did you mean `{}`?", *near));
  }
  throw ObserveError{};
}

const ir::Procedure& find_thread(const ir::Program& program, const std::string& name,
                                 base::Span span, diag::Sink& sink) {
  ir::ProcId id = program.find_proc(name);
  if (id.is_valid() && program.proc(id).kind == ir::ProcKind::Thread) return program.proc(id);
  std::vector<std::string_view> all;
  for (const ir::Procedure& p : program.procs) {
    if (p.kind == ir::ProcKind::Thread) all.push_back(p.name);
  }
  fail_name(sink, span, "thread of BIR", name, all);
}

void check_told_apart(const ir::Program& program, const ir::Procedure& proc, base::Span span,
                      diag::Sink& sink) {
  ir::ProcId id = program.find_proc(proc.name);
  auto is_other = [&](const ir::Action& action) {
    const auto* fork = std::get_if<ir::Fork>(&action);
    return fork && fork->callee.proc == id && (fork->is_daemon || id == program.entry);
  };
  for (const ir::Procedure& from : program.procs) {
    for (const ir::Transition& t : from.transitions) {
      if (std::none_of(t.actions.begin(), t.actions.end(), is_other)) continue;
      fail(sink, diag::Kind::LtlType, span,
           fmt::format(
               "`{}` is started and the entry, or a daemon: only `{}[null]@` can be observed",
               proc.name, proc.name));
    }
  }
}

SyntaxPtr syntax_of(const ir::Program& program, const ir::Predicate& p, base::Span span) {
  Syntax which;
  which.span = span;
  which.kind = p.instance_global ? SyntaxKind::Name : SyntaxKind::Null;
  if (p.instance_global) which.name = program.global(p.instance_global).name + p.instance_path;
  const ir::Procedure& proc = program.proc(p.thread);
  Syntax result;
  result.span = result.text_span = span;
  result.kind = p.location ? SyntaxKind::ThreadAt : SyntaxKind::ThreadVariable;
  result.name = proc.name;
  result.text = p.location ? proc.location(p.location).name : p.reference;
  result.args = {std::make_shared<const Syntax>(std::move(which))};
  return std::make_shared<const Syntax>(std::move(result));
}

// ---------------------------------------------------------------- over the state
Term StateCondition::build(const Syntax& s) {
  Term result = comparison(s);
  if (some_.empty()) return result;
  return {.kind = TermKind::SomeThread, .owner = some_, .args = {std::move(result)}};
}

Term StateCondition::comparison(const Syntax& s) {
  if (s.kind != SyntaxKind::Compare) {
    Typed value = operand(s);
    if (value.sort != Sort::Boolean) {
      fail(sink_, diag::Kind::LtlType, s.span, "this is a value, not a condition");
    }
    return Term::apply(TermKind::NotEqual, {value.term, Term::constant(0)});
  }
  Typed a = operand(*s.args[0]);
  Typed b = operand(*s.args[1]);
  check_comparison(sink_, s, a.sort, b.sort);
  if (s.text == "==") return Term::apply(TermKind::Equal, {a.term, b.term});
  if (s.text == "!=") return Term::apply(TermKind::NotEqual, {a.term, b.term});
  if (s.text == "<") return Term::apply(TermKind::Less, {a.term, b.term});
  if (s.text == "<=") return Term::apply(TermKind::LessEqual, {a.term, b.term});
  if (s.text == ">") return Term::apply(TermKind::Less, {b.term, a.term});
  return Term::apply(TermKind::LessEqual, {b.term, a.term});
}

StateCondition::Typed StateCondition::operand(const Syntax& s) {
  auto integer = [&](const Syntax& arg) {
    Typed value = operand(arg);
    if (value.sort != Sort::Integer) {
      fail(sink_, diag::Kind::LtlType, arg.span, "this is no integer");
    }
    return value.term;
  };
  switch (s.kind) {
    case SyntaxKind::True: return {Term::constant(1), Sort::Boolean, {}};
    case SyntaxKind::False: return {Term::constant(0), Sort::Boolean, {}};
    case SyntaxKind::Null: return {Term::constant(0), Sort::Reference, {}};
    case SyntaxKind::Number: return {Term::constant(s.number), Sort::Integer, {}};
    case SyntaxKind::Name: return name(s);
    case SyntaxKind::ThreadVariable: return thread_variable(s);
    case SyntaxKind::Negative: {
      Term value = integer(*s.args[0]);
      return {Term::apply(TermKind::Subtract, {Term::constant(0), value}), Sort::Integer, {}};
    }
    case SyntaxKind::Add:
    case SyntaxKind::Subtract: {
      TermKind kind = s.kind == SyntaxKind::Add ? TermKind::Add : TermKind::Subtract;
      Term a = integer(*s.args[0]);
      return {Term::apply(kind, {a, integer(*s.args[1])}), Sort::Integer, {}};
    }
    default: fail(sink_, diag::Kind::LtlType, s.span, "this is a formula, not a value");
  }
}

Term StateCondition::thread(const Syntax& s) {
  Typed value = operand(s);
  bool is_thread = s.kind == SyntaxKind::Name && value.sort == Sort::Reference && !value.cls;
  if (!is_thread) fail(sink_, diag::Kind::LtlType, s.span, "this is no thread identifier");
  return value.term;
}

// T[g.f]:v.f, T[null]:v
StateCondition::Typed StateCondition::thread_variable(const Syntax& s) {
  const ir::Procedure& proc = find_thread(program_, s.name, s.span, sink_);
  check_told_apart(program_, proc, s.span, sink_);
  std::size_t dot = std::min(s.text.find('.'), s.text.size());
  std::string head = s.text.substr(0, dot);
  auto local = std::find_if(proc.locals.begin(), proc.locals.end(),
                            [&](const ir::Local& l) { return l.name == head; });
  if (local == proc.locals.end()) {
    std::vector<std::string_view> all;
    for (const ir::Local& l : proc.locals) {
      if (!l.is_temp) all.push_back(l.name);
    }
    fail_name(sink_, s.text_span, "variable of " + proc.name, head, all);
  }
  const ir::Type& type = program_.type(local->type);
  auto sort = sort_of_type(type);
  if (!sort) {
    fail(sink_, diag::Kind::LtlType, s.text_span,
         fmt::format("variables of type {} cannot be observed", program_.type_name(local->type)));
  }
  Term term{.kind = TermKind::ThreadVariable, .owner = proc.name, .name = head};
  if (s.args[0]->kind != SyntaxKind::Null) {
    term.args.push_back(thread(*s.args[0]));
  } else if (some_.empty()) {
    some_ = proc.name;
  } else {
    fail(sink_, diag::Kind::LtlPredicate, s.span);
  }
  Typed result{std::move(term), *sort, type.cls};
  return dot == s.text.size() ? result : with_fields(result, s.text.substr(dot + 1), s);
}

// The longest beginning of the name that is a variable, then fields.
StateCondition::Typed StateCondition::name(const Syntax& s) {
  for (const ir::Predicate& p : program_.predicates) {
    if (p.name == s.name) return operand(*syntax_of(program_, p, s.span));
  }
  std::string rest;
  for (std::string head = s.name;;) {
    std::optional<Typed> found;
    auto variable = names_.find(head);
    auto global = std::find_if(program_.globals.begin(), program_.globals.end(),
                               [&](const ir::Global& g) { return g.name == head; });
    if (variable != names_.end()) {
      found = {Term::variable(variable->second.global), Sort::Reference, variable->second.cls};
    } else if (global != program_.globals.end()) {
      const ir::Type& type = program_.type(global->type);
      bool is_object = type.kind == ir::TypeKind::Record;
      auto sort = is_object ? Sort::Reference : sort_of_type(type);
      if (!sort) {
        fail(sink_, diag::Kind::LtlType, s.span,
             fmt::format("variables of type {} cannot be observed",
                         program_.type_name(global->type)));
      }
      found = {Term::variable(head), *sort, type.cls};
    } else if (auto value = find_constant(program_, head)) {
      found = {Term::constant(*value), Sort::Integer, {}};
    }
    if (found) return with_fields(*found, rest, s);
    std::size_t dot = head.rfind('.');
    if (dot == std::string::npos) break;
    rest = rest.empty() ? head.substr(dot + 1) : head.substr(dot + 1) + "." + rest;
    head.resize(dot);
  }
  std::vector<std::string_view> all;
  for (const ir::Predicate& p : program_.predicates) all.push_back(p.name);
  for (const ir::Global& g : program_.globals) {
    if (!g.name.starts_with('$')) all.push_back(g.name);
  }
  for (const auto& [variable, unused] : names_) all.push_back(variable);
  fail_name(sink_, s.span, "predicate or variable", s.name, all);
}

StateCondition::Typed StateCondition::with_fields(Typed object, const std::string& path,
                                                  const Syntax& s) {
  for (std::size_t at = 0; at < path.size();) {
    std::size_t end = std::min(path.find('.', at), path.size());
    object = field_of(std::move(object), path.substr(at, end - at), s);
    at = end + 1;
  }
  return object;
}

StateCondition::Typed StateCondition::field_of(Typed object, const std::string& field,
                                               const Syntax& s) {
  if (!object.cls.is_valid()) {
    fail(sink_, diag::Kind::LtlType, s.span, fmt::format("`{}` is no field of an object", field));
  }
  std::vector<std::string_view> all;
  for (ir::FieldId id : program_.all_fields(object.cls)) {
    const ir::Field& f = program_.field(id);
    all.push_back(f.name);
    if (f.name != field) continue;
    const ir::Type& type = program_.type(f.type);
    auto sort = sort_of_type(type);
    if (!sort) {
      fail(sink_, diag::Kind::LtlType, s.span,
           fmt::format("fields of type {} cannot be observed", program_.type_name(f.type)));
    }
    Term term{.kind = TermKind::Field,
              .owner = program_.cls(f.owner).name,
              .name = f.name,
              .args = {std::move(object.term)}};
    return {std::move(term), *sort, type.cls};
  }
  fail_name(sink_, s.span, "field of " + program_.cls(object.cls).name, field, all);
}

// ---------------------------------------------------------------- over a thread
ir::ExprId PlaceCondition::condition(const Syntax& s, bool positive) {
  auto arg = [&](std::size_t i, bool sign) { return condition(*s.args[i], sign); };
  switch (s.kind) {
    case SyntaxKind::True: return program_.bool_constant(true);
    case SyntaxKind::False: return program_.bool_constant(false);
    case SyntaxKind::Not: return negated(arg(0, false));
    case SyntaxKind::And:
    case SyntaxKind::Or: {
      ir::BinaryOp op = s.kind == SyntaxKind::And ? ir::BinaryOp::And : ir::BinaryOp::Or;
      ir::ExprId left = arg(0, positive);
      return apply(program_, op, left, arg(1, positive));
    }
    case SyntaxKind::Implies: {
      ir::ExprId left = negated(arg(0, false));
      return apply(program_, ir::BinaryOp::Or, left, arg(1, positive));
    }
    case SyntaxKind::Iff: {
      ir::ExprId left = arg(0, false);
      return apply(program_, ir::BinaryOp::Eq, left, arg(1, false));
    }
    case SyntaxKind::Compare: return compare(s, positive);
    default: {
      ir::ExprId value = operand(s);
      if (sort_of(value, s) != Sort::Boolean) {
        fail(sink_, diag::Kind::LtlType, s.span, "this is a value, not a condition");
      }
      return value;
    }
  }
}

ir::ExprId PlaceCondition::compare(const Syntax& s, bool positive) {
  const Syntax& a = *s.args[0];
  const Syntax& b = *s.args[1];
  bool is_quantified_a = is_quantified(a);
  bool is_quantified_b = is_quantified(b);
  if (is_quantified_a || is_quantified_b) {
    if (!positive || s.text != "==" || is_quantified_a == is_quantified_b) {
      fail(sink_, diag::Kind::LtlCondition, s.span,
           fmt::format("`{}` is bound by a quantifier: a condition behind a place can only ask "
                       "which variable equals it",
                       is_quantified_a ? a.name : b.name));
    }
    ir::ExprId object = quantified(is_quantified_a ? a : b);
    ir::ExprId other = operand(is_quantified_a ? b : a);
    check_comparison(sink_, s, sort_of(object, s), sort_of(other, s));
    ir::ExprId null = program_.constant_expr(program_.expr(object).type, ir::NullValue{});
    return apply(program_, ir::BinaryOp::And, apply(program_, ir::BinaryOp::Ne, object, null),
                 apply(program_, ir::BinaryOp::Eq, other, object));
  }
  static const std::map<std::string, ir::BinaryOp> kOps{
      {"==", ir::BinaryOp::Eq}, {"!=", ir::BinaryOp::Ne}, {"<", ir::BinaryOp::Lt},
      {"<=", ir::BinaryOp::Le}, {">", ir::BinaryOp::Gt},  {">=", ir::BinaryOp::Ge}};
  ir::ExprId left = operand(a);
  ir::ExprId right = operand(b);
  check_comparison(sink_, s, sort_of(left, a), sort_of(right, b));
  return apply(program_, kOps.at(s.text), left, right);
}

ir::ExprId PlaceCondition::operand(const Syntax& s) {
  switch (s.kind) {
    case SyntaxKind::True:
    case SyntaxKind::False: return program_.bool_constant(s.kind == SyntaxKind::True);
    case SyntaxKind::Null:
      return program_.constant_expr(program_.types.make(ir::TypeKind::Null), ir::NullValue{});
    case SyntaxKind::Number: return program_.int_constant(s.number);
    case SyntaxKind::Negative: {
      ir::ExprId value = operand(*s.args[0]);
      if (sort_of(value, s) != Sort::Integer) {
        fail(sink_, diag::Kind::LtlType, s.span, "this is no integer");
      }
      return apply(program_, ir::BinaryOp::Sub, program_.int_constant(0), value);
    }
    case SyntaxKind::Add:
    case SyntaxKind::Subtract: {
      ir::ExprId a = operand(*s.args[0]);
      ir::ExprId b = operand(*s.args[1]);
      if (sort_of(a, s) != Sort::Integer || sort_of(b, s) != Sort::Integer) {
        fail(sink_, diag::Kind::LtlType, s.span, "this is no integer");
      }
      return apply(program_, s.kind == SyntaxKind::Add ? ir::BinaryOp::Add : ir::BinaryOp::Sub, a,
                   b);
    }
    case SyntaxKind::Name: {
      if (s.name == "retval" && watch_.kind == PlaceKind::Exit &&
          program_.type(proc_.result).kind != ir::TypeKind::Void) {
        return program_.local_expr(proc_, result_local(program_, proc_));
      }
      ir::LocalId local = find_local(s.name);
      return local.is_valid() ? program_.local_expr(proc_, local) : constant(s);
    }
    default: fail(sink_, diag::Kind::LtlType, s.span, "this is no value");
  }
}

// Of several variables with this name, the last one that is declared before the place.
ir::LocalId PlaceCondition::find_local(const std::string& name) const {
  ir::LocalId found;
  for (std::size_t i = 0; i < proc_.locals.size(); ++i) {
    const ir::Local& local = proc_.locals[i];
    if (ir::display_name(local) != name || local.is_bound) continue;
    bool is_later = where_.is_valid() && local.span.is_valid() && local.span.file == where_.file &&
                    local.span.begin > where_.begin;
    if (!is_later || !found.is_valid()) found = ir::LocalId(i);
  }
  return found;
}

ir::ExprId PlaceCondition::constant(const Syntax& s) {
  if (auto value = find_constant(program_, s.name)) return program_.int_constant(*value);
  std::vector<std::string_view> all;
  for (const ir::Local& local : proc_.locals) {
    if (!local.is_temp) all.push_back(ir::display_name(local));
  }
  if (watch_.kind == PlaceKind::Exit) all.push_back("retval");
  fail_name(sink_, s.span, "variable of " + proc_.name, s.name, all);
}

ir::ExprId PlaceCondition::quantified(const Syntax& s) {
  const QuantifiedName& name = names_.at(s.name);
  for (const auto& [local, global] : watch_.loads) {
    if (global == name.id) return program_.local_expr(proc_, local);
  }
  ir::LocalId local = add_local(proc_, "$the", program_.global(name.id).type);
  watch_.loads.emplace_back(local, name.id);
  return program_.local_expr(proc_, local);
}

Sort PlaceCondition::sort_of(ir::ExprId e, const Syntax& s) {
  auto sort = sort_of_type(program_.type_of(e));
  if (sort) return *sort;
  fail(sink_, diag::Kind::LtlType, s.span,
       fmt::format("values of type {} cannot be observed",
                   program_.type_name(program_.expr(e).type)));
}

}  // namespace ltl
