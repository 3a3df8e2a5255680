#include "engine/symex/eval.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "ir/float_text.h"
#include "ir/typing.h"

namespace symex {

namespace {

// Numbers and strings may grow, but not without end, as in the interpreter.
constexpr int kMostIntegerBitsLog2 = 20;
constexpr std::size_t kMostStringBytes = std::size_t{1} << 26;

base::Integer power_of_two(int log2_of_exponent) {
  base::Integer power = 2;
  for (int i = 0; i < log2_of_exponent; ++i) power = power * power;
  return power;
}

}  // namespace

Evaluator::Evaluator(const ProgramTables& tables, const Heap& heap, term::Terms& terms,
                     run::Run* run)
    : tables_(tables),
      heap_(heap),
      terms_(terms),
      run_(run),
      constants_(tables.program().expr_count()) {
  const ir::Program& program = tables.program();
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    const ir::Expr& e = program.expr(ir::ExprId(i));
    if (e.kind != ir::ExprKind::Constant) continue;
    constants_[i] = heap.constant(e.type, program.constant(e.constant));
  }
}

Value Evaluator::compute(State& state, Frame& frame, const ir::Expr& e) const {
  const ir::Program& program = tables_.program();
  switch (e.kind) {
    case ir::ExprKind::Constant:
    case ir::ExprKind::Local: break;
    case ir::ExprKind::Unary: return unary(e, value(state, frame, e.a).term());
    case ir::ExprKind::Binary: return binary(state, frame, e);
    case ir::ExprKind::Ite: return ite(state, frame, e);
    case ir::ExprKind::Length: return length(state, frame, e);
    case ir::ExprKind::CharAt:
    case ir::ExprKind::Substring: return part_of_string(state, frame, e);
    case ir::ExprKind::InstanceOf: {
      Value a = value(state, frame, e.a);
      return Value::data(terms_.boolean(heap_.is_instance(state, a, e.cls, e.tested)));
    }
    case ir::ExprKind::Cast: return value(state, frame, e.a);
    case ir::ExprKind::Accepts: return accepts(state, frame, e);
    case ir::ExprKind::Forall:
    case ir::ExprKind::Exists: return quantifier(state, frame, e);
    case ir::ExprKind::FieldOf: {
      Value object = value(state, frame, e.a);
      ir::ClassId owner = program.field(e.field).owner;
      // Null, or an object behind a cast that fails: undefined, and guarded.
      if (!heap_.is_instance(state, object, owner, {})) return heap_.default_value(e.type);
      return Heap::known(state, heap_.load(state, *heap_.object(state, object), e.field));
    }
    case ir::ExprKind::ElementOf: return element(state, frame, e);
    case ir::ExprKind::GlobalOf: return Heap::known(state, (*state.globals)[e.global.index()]);
  }
  UNREACHABLE("expression kind");
}

// At an index that is no constant, data are merged by conditions. References are not: the index
// has to be decided.
Value Evaluator::element(State& state, Frame& frame, const ir::Expr& e) const {
  auto array = heap_.object(state, value(state, frame, e.a));
  term::Term index = value(state, frame, e.b).term();
  std::size_t size = array ? heap_.size(state, *array) : 0;
  if (size == 0) return heap_.default_value(e.type);  // undefined, and guarded
  auto is_at = [&](std::size_t i) { return terms_.eq(index, heap_.number(terms_.sort(index), i)); };
  std::optional<std::size_t> last;
  for (std::size_t i = size; i-- > 0;) {
    if (terms_.is_true(is_at(i))) last = i;
  }
  auto at = [&](std::size_t i) { return Heap::known(state, heap_.element(state, *array, i)); };
  if (last) return at(*last);
  if (terms_.is_constant(index)) return heap_.default_value(e.type);
  Value result = at(size - 1);
  for (std::size_t i = size - 1; i-- > 0;) {
    Value other = at(i);
    if (other == result) continue;
    if (other.is_data() && result.is_data()) {
      result = Value::data(terms_.ite(is_at(i), other.term(), result.term()));
    } else if (decided(state, is_at(i))) {
      return other;
    }
  }
  return result;
}

// Which of the two holds of a condition that has to be decided: after the split the path
// condition says it.
bool Evaluator::decided(const State& state, term::Term condition) const {
  const auto& known = state.condition;
  if (std::find(known.begin(), known.end(), condition) != known.end()) return true;
  if (std::find(known.begin(), known.end(), terms_.negate(condition)) != known.end()) return false;
  throw NeedsSplit{{.kind = Split::Kind::Condition, .term = condition}};
}

Value Evaluator::accepts(State& state, Frame& frame, const ir::Expr& e) const {
  auto array = heap_.object(state, value(state, frame, e.a));
  Value held = value(state, frame, e.b);
  bool is_accepted = true;  // by no array at all, too: that is undefined, and guarded
  if (array && !heap_.is_null(state, held)) {
    const ir::Program& program = tables_.program();
    ir::TypeId element = program.type(state.object(*array).array).element;
    ir::ClassId cls = program.type(element).cls;
    is_accepted = heap_.is_instance(state, held, cls, cls ? ir::TypeId() : element);
  }
  return Value::data(terms_.boolean(is_accepted));
}

term::Term Evaluator::assumption(State& state, Frame& frame, ir::ExprId id) const {
  struct Assuming {
    bool& flag;
    explicit Assuming(bool& f) : flag(f) { flag = true; }
    Assuming(const Assuming&) = delete;
    Assuming& operator=(const Assuming&) = delete;
    ~Assuming() { flag = false; }
  } assuming(is_assuming_);
  return condition(state, frame, id);
}

Value Evaluator::length(State& state, Frame& frame, const ir::Expr& e) const {
  Value a = value(state, frame, e.a);
  term::Sort sort = heap_.sort(e.type);
  if (heap_.is_null(state, a)) return Value::data(heap_.number(sort, 0));  // undefined, and guarded
  a = Heap::known(state, a);
  if (a.is_data()) {
    return Value::data(terms_.to_integers(terms_.length(a.term()), sort));
  }
  ObjectId array = *heap_.object(state, a);
  if (is_assuming_ && !state.object(array).has_size) {
    return Value::data(heap_.length(state, array, sort));
  }
  return Value::data(heap_.number(sort, heap_.size(state, array)));
}

Value Evaluator::part_of_string(State& state, Frame& frame, const ir::Expr& e) const {
  bool is_char = e.kind == ir::ExprKind::CharAt;
  Value text = value(state, frame, e.a);
  auto position = [&](ir::ExprId id) {
    return terms_.to_integers(value(state, frame, id).term(), term::Sort::Int);
  };
  term::Term begin = position(e.b);
  term::Term end = is_char ? term::Term() : position(e.c);
  if (heap_.is_null(state, text)) {  // undefined, and guarded
    return is_char ? Value::data(heap_.number(heap_.sort(e.type), 0)) : Value::null();
  }
  term::Term whole = Heap::known(state, text).term();
  if (!is_char) return Value::data(terms_.substring(whole, begin, terms_.sub(end, begin)));
  return Value::data(terms_.to_integers(terms_.code_at(whole, begin), heap_.sort(e.type)));
}

Value Evaluator::unary(const ir::Expr& e, term::Term a) const {
  term::Sort to = heap_.sort(e.type);
  bool is_float = term::is_float(terms_.sort(a));
  auto number = [&] { return terms_.to_integers(a, term::Sort::Int); };
  // Ranges are numbers, which have no bits until they are words.
  auto word = [&] {
    bool is_number = terms_.sort(a) == term::Sort::Int;
    return is_number ? terms_.to_integers(a, heap_.sort(ir::simple_type(ir::TypeKind::Int))) : a;
  };
  switch (e.unary) {
    case ir::UnaryOp::Not: return Value::data(terms_.negate(a));
    case ir::UnaryOp::Neg: return Value::data(terms_.neg(a));
    case ir::UnaryOp::ToInt:
    case ir::UnaryOp::ToLong:
      return Value::data(is_float ? terms_.float_to_word(a, to) : terms_.to_integers(a, to));
    case ir::UnaryOp::ToFloat:
    case ir::UnaryOp::ToFloat32: return Value::data(terms_.to_float(word(), to));
    case ir::UnaryOp::ToByte: return Value::data(terms_.low_bits(word(), 8, term::Sign::Signed));
    case ir::UnaryOp::ToShort: return Value::data(terms_.low_bits(word(), 16, term::Sign::Signed));
    case ir::UnaryOp::ToChar16:
      return Value::data(terms_.low_bits(word(), 16, term::Sign::Unsigned));
    case ir::UnaryOp::ToText:
      if (is_float) return Value::data(text_of_float(a));
      if (terms_.sort(a) != term::Sort::Bool) return Value::data(terms_.decimal(number()));
      return Value::data(terms_.ite(a, terms_.string("true"), terms_.string("false")));
    case ir::UnaryOp::CharText: return Value::data(terms_.of_code(number()));
  }
  UNREACHABLE("unary operator");
}

term::Term Evaluator::text_of_float(term::Term a) const {
  if (!terms_.is_constant(a)) {
    throw UnsupportedStep{{"the text of a floating-point number that is not known"}};
  }
  auto text = ir::text_of_float(terms_.float_value(a), terms_.sort(a) == term::Sort::Float32);
  if (!text) throw UnsupportedStep{{std::string(ir::kTextDepends)}};
  return terms_.string(*text);
}

Value Evaluator::bits(const ir::Expr& e, term::Term a, term::Term b) const {
  term::Sort sort = heap_.sort(e.type);
  a = terms_.to_integers(a, sort);
  b = terms_.to_integers(b, sort);  // of the places of a shift only the low bits count
  switch (e.binary) {
    case ir::BinaryOp::BitAnd: return Value::data(terms_.bit_and(a, b));
    case ir::BinaryOp::BitOr: return Value::data(terms_.bit_or(a, b));
    case ir::BinaryOp::BitXor: return Value::data(terms_.bit_xor(a, b));
    case ir::BinaryOp::Shl: return Value::data(terms_.shift_left(a, b));
    case ir::BinaryOp::Shr: return Value::data(terms_.shift_right(a, b, term::Sign::Signed));
    case ir::BinaryOp::Ushr: return Value::data(terms_.shift_right(a, b, term::Sign::Unsigned));
    default: break;
  }
  UNREACHABLE("operator on bits");
}

term::Term Evaluator::bounded(term::Term result) const {
  if (!terms_.is_constant(result)) return result;
  term::Sort sort = terms_.sort(result);
  if (sort == term::Sort::String && terms_.string_value(result).size() > kMostStringBytes) {
    throw Unsupported{fmt::format("strings of more than {} bytes", kMostStringBytes)};
  }
  if (sort == term::Sort::Int && !terms_.small_value(result)) {
    static const base::Integer kLargest = power_of_two(kMostIntegerBitsLog2);
    base::Integer value = terms_.integer_value(result);
    if (value > kLargest || -value > kLargest) {
      throw Unsupported{fmt::format("integers of more than {} bits", 1 << kMostIntegerBitsLog2)};
    }
  }
  return result;
}

Value Evaluator::binary(State& state, Frame& frame, const ir::Expr& e) const {
  if (e.binary <= ir::BinaryOp::And) return logical(state, frame, e);
  Value a = value(state, frame, e.a);
  Value b = value(state, frame, e.b);
  if (e.binary == ir::BinaryOp::Eq || e.binary == ir::BinaryOp::Ne) {
    return equality(state, e.binary, a, b);
  }
  bool is_string = tables_.program().type_of(e.a).kind == ir::TypeKind::String;
  if (is_string) {
    auto text = [&](Value v) {
      if (heap_.is_null(state, v)) return terms_.string("null");  // as in Java
      return Heap::known(state, v).term();
    };
    return Value::data(bounded(terms_.concat(text(a), text(b))));
  }
  bool natural = tables_.program().type_of(e.a).kind == ir::TypeKind::Uint;
  term::Sign sign = natural ? term::Sign::Unsigned : term::Sign::Signed;
  term::Term x = a.term();
  term::Term y = b.term();
  if (e.binary >= ir::BinaryOp::BitAnd) return bits(e, x, y);
  switch (e.binary) {
    case ir::BinaryOp::Lt: return Value::data(terms_.lt(x, y, sign));
    case ir::BinaryOp::Le: return Value::data(terms_.le(x, y, sign));
    case ir::BinaryOp::Gt: return Value::data(terms_.gt(x, y, sign));
    case ir::BinaryOp::Ge: return Value::data(terms_.ge(x, y, sign));
    case ir::BinaryOp::Add: return Value::data(bounded(terms_.add(x, y)));
    case ir::BinaryOp::Sub: return Value::data(bounded(terms_.sub(x, y)));
    case ir::BinaryOp::Mul: return Value::data(bounded(terms_.mul(x, y)));
    case ir::BinaryOp::Div: return Value::data(terms_.div(x, y, sign));
    case ir::BinaryOp::Rem: return Value::data(terms_.rem(x, y, sign));
    default: break;
  }
  UNREACHABLE("binary operator");
}

// The right operand is evaluated only if the left one does not decide: it may need
// a split that would be pointless otherwise.
Value Evaluator::logical(State& state, Frame& frame, const ir::Expr& e) const {
  term::Term a = condition(state, frame, e.a);
  if (e.binary == ir::BinaryOp::Or) a = terms_.negate(a);
  // Now the result is decided if `a` is false.
  bool is_and = e.binary == ir::BinaryOp::And;
  if (terms_.is_false(a)) return Value::data(terms_.boolean(!is_and));
  term::Term b = condition(state, frame, e.b);
  return Value::data(is_and ? terms_.conjunction(a, b) : terms_.implies(a, b));
}

Value Evaluator::equality(State& state, ir::BinaryOp op, Value a, Value b) const {
  term::Term result;
  if (a.is_data() && b.is_data()) {
    result = terms_.eq(a.term(), b.term());
  } else if (a.is_data() || b.is_data()) {
    // A string against null or against a string symbol.
    Value other = a.is_data() ? b : a;
    Value text = a.is_data() ? a : b;
    result = heap_.is_null(state, other) ? terms_.boolean(false)
                                         : terms_.eq(text.term(), Heap::known(state, other).term());
  } else {
    result = terms_.boolean(heap_.same(state, a, b));
  }
  return Value::data(op == ir::BinaryOp::Eq ? result : terms_.negate(result));
}

Value Evaluator::ite(State& state, Frame& frame, const ir::Expr& e) const {
  term::Term c = condition(state, frame, e.a);
  if (terms_.is_true(c)) return value(state, frame, e.b);
  if (terms_.is_false(c)) return value(state, frame, e.c);
  Value then = value(state, frame, e.b);
  Value otherwise = value(state, frame, e.c);
  if (then == otherwise) return then;
  if (then.is_data() && otherwise.is_data()) {
    return Value::data(terms_.ite(c, then.term(), otherwise.term()));
  }
  return decided(state, c) ? then : otherwise;  // of references one must be chosen
}

Value Evaluator::quantifier(State& state, Frame& frame, const ir::Expr& e) const {
  bool is_forall = e.kind == ir::ExprKind::Forall;
  Value a = value(state, frame, e.a);
  auto array = heap_.object(state, a);
  if (!array) return Value::data(terms_.boolean(is_forall));  // undefined, and guarded
  std::vector<term::Term> parts;
  std::size_t size = heap_.size(state, *array);
  term::Sort sort = heap_.sort(tables_.proc(frame.proc).local(e.index).type);
  for (std::size_t i = 0; i < size; ++i) {
    if (run_ != nullptr) {
      if (auto reason = run_->stop_reason()) throw Stopped{*reason};
    }
    frame.locals[e.local.index()] = heap_.element(state, *array, i);
    frame.locals[e.index.index()] = Value::data(heap_.number(sort, i));
    term::Term part = condition(state, frame, e.b);
    if (is_forall ? terms_.is_false(part) : terms_.is_true(part)) return Value::data(part);
    parts.push_back(part);
  }
  return Value::data(is_forall ? terms_.conjunction(parts) : terms_.disjunction(parts));
}

}  // namespace symex
