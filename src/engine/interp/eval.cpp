#include "engine/interp/eval.h"

#include "base/check.h"
#include "base/utf8.h"
#include "engine/interp/arithmetic.h"
#include "engine/interp/failure.h"
#include "ir/float_text.h"

namespace interp {

namespace {

class Evaluator {
 public:
  explicit Evaluator(const Scope& scope) : scope_(scope), program_(scope.model.program()) {}

  Value eval(ir::ExprId id) {
    const ir::Expr& e = program_.expr(id);
    switch (e.kind) {
      case ir::ExprKind::Constant: return from_constant(program_.constant(e.constant));
      case ir::ExprKind::Local: return local(e.local);
      case ir::ExprKind::Unary:
        if (e.unary == ir::UnaryOp::ToText && ir::is_floating(program_.type_of(e.a).kind)) {
          return text_of_float(e);
        }
        return apply(program_.int_mode, program_.type(e.type).kind, e.unary, eval(e.a));
      case ir::ExprKind::Binary: return binary(e);
      case ir::ExprKind::Ite: return boolean(e.a) ? eval(e.b) : eval(e.c);
      case ir::ExprKind::Length: return length(eval(e.a));
      case ir::ExprKind::CharAt: return char_at(e);
      case ir::ExprKind::Substring: return substring(e);
      case ir::ExprKind::InstanceOf: return instance_of(e);
      case ir::ExprKind::Cast: return cast(e);
      case ir::ExprKind::Accepts: return accepts(e);
      case ir::ExprKind::Forall: return quantified(e, true);
      case ir::ExprKind::Exists: return quantified(e, false);
      case ir::ExprKind::FieldOf: return field(e);
      case ir::ExprKind::ElementOf: return element(e);
      case ir::ExprKind::GlobalOf:
        touch(Place::global_variable(e.global));
        return scope_.state.globals[e.global.index()];
    }
    UNREACHABLE("expression kind");
  }

  bool boolean(ir::ExprId id) {
    Value value = eval(id);
    if (const bool* b = std::get_if<bool>(&value)) return *b;
    throw UndefinedOperation{"a condition is no boolean"};
  }

 private:
  // The innermost binding of a quantifier wins over the frame.
  Value local(ir::LocalId id) const {
    for (auto at = bound_.rbegin(); at != bound_.rend(); ++at) {
      if (at->first == id) return at->second;
    }
    CHECK(id.index() < scope_.locals.size(), "local {} does not exist", id.index());
    return scope_.locals[id.index()];
  }

  Value binary(const ir::Expr& e) {
    switch (e.binary) {
      case ir::BinaryOp::And: return boolean(e.a) && boolean(e.b);
      case ir::BinaryOp::Or: return boolean(e.a) || boolean(e.b);
      case ir::BinaryOp::Implies: return !boolean(e.a) || boolean(e.b);
      default: break;
    }
    Value a = eval(e.a);
    Value b = eval(e.b);
    return apply(program_.int_mode, program_.type(e.type).kind, e.binary, a, b);
  }

  Value length(const Value& value) const {
    if (const auto* text = std::get_if<std::string>(&value)) {
      return base::Integer(static_cast<std::int64_t>(base::utf8_length(*text)));
    }
    const Object& array = scope_.state.object(array_of(value));
    return base::Integer(static_cast<std::int64_t>(array.slots.size()));
  }

  std::string text(ir::ExprId id) {
    Value value = eval(id);
    if (is_null(value)) throw UndefinedOperation{"null dereference"};
    if (auto* text = std::get_if<std::string>(&value)) return std::move(*text);
    throw UndefinedOperation{"not a string"};
  }

  // A position from `least` to `most`.
  std::size_t position(ir::ExprId id, std::size_t least, std::size_t most) {
    Value value = eval(id);
    const auto* number = std::get_if<base::Integer>(&value);
    auto at = number != nullptr ? number->to_int64() : std::nullopt;
    bool is_inside =
        at && *at >= static_cast<std::int64_t>(least) && *at <= static_cast<std::int64_t>(most);
    if (!is_inside) throw UndefinedOperation{"a position outside of the string"};
    return static_cast<std::size_t>(*at);
  }

  Value char_at(const ir::Expr& e) {
    std::string whole = text(e.a);
    std::size_t length = base::utf8_length(whole);
    if (length == 0) throw UndefinedOperation{"a position outside of the string"};
    std::string_view one = base::utf8_substring(whole, position(e.b, 0, length - 1), 1);
    std::size_t start = 0;
    char32_t c = base::utf8_decode(one, start).value_or(0xfffd);
    return base::Integer(std::int64_t{base::utf16_of_character(c)});
  }

  Value substring(const ir::Expr& e) {
    std::string whole = text(e.a);
    std::size_t length = base::utf8_length(whole);
    std::size_t begin = position(e.b, 0, length);
    std::size_t end = position(e.c, begin, length);
    return std::string(base::utf8_substring(whole, begin, end - begin));
  }

  ObjectId array_of(const Value& value) const {
    if (is_null(value)) throw UndefinedOperation{"null dereference"};
    const auto* id = std::get_if<ObjectId>(&value);
    if (!id || !scope_.state.object(*id).is_array()) throw UndefinedOperation{"not an array"};
    return *id;
  }

  Value text_of_float(const ir::Expr& e) {
    bool is_single = program_.type_of(e.a).kind == ir::TypeKind::Float32;
    auto text = ir::text_of_float(std::get<double>(eval(e.a)), is_single);
    if (!text) throw ResourceExhausted{std::string(ir::kTextDepends)};
    return *text;
  }
  Value instance_of(const ir::Expr& e) {
    Value value = eval(e.a);
    const auto* id = std::get_if<ObjectId>(&value);
    if (!id) return false;
    const Object& object = scope_.state.object(*id);
    return e.cls ? is_instance(program_, object, e.cls) : is_instance(program_, object, e.tested);
  }

  Value cast(const ir::Expr& e) {
    Value value = eval(e.a);
    const auto* id = std::get_if<ObjectId>(&value);
    if (id && !is_instance(program_, scope_.state.object(*id), e.type)) {
      throw UndefinedOperation{fmt::format("{} is no {}", name_of(program_, scope_.state, *id),
                                           program_.type_name(e.type))};
    }
    return value;
  }

  Value accepts(const ir::Expr& e) {
    ObjectId array = array_of(eval(e.a));
    Value held = eval(e.b);
    const auto* id = std::get_if<ObjectId>(&held);
    if (!id) return true;
    ir::TypeId element = program_.type(scope_.state.object(array).array).element;
    return is_instance(program_, scope_.state.object(*id), element);
  }

  // Stops at the first element that decides.
  Value quantified(const ir::Expr& e, bool all) {
    ObjectId id = array_of(eval(e.a));
    const Object& array = scope_.state.object(id);
    for (std::size_t i = 0; i < array.slots.size(); ++i) {
      touch(Place::element_of(id, i));
      bound_.emplace_back(e.local, array.slots[i]);
      bound_.emplace_back(e.index, base::Integer(static_cast<std::int64_t>(i)));
      bool holds = boolean(e.b);
      bound_.resize(bound_.size() - 2);
      if (holds != all) return !all;
    }
    return all;
  }

  Value field(const ir::Expr& e) {
    Value value = eval(e.a);
    const auto* id = std::get_if<ObjectId>(&value);
    if (!id) throw UndefinedOperation{"null dereference"};
    const Object& object = scope_.state.object(*id);
    std::size_t slot = slot_of(scope_.model, object, e.field);
    touch(Place::field_of(*id, e.field));
    return object.slots[slot];
  }

  Value element(const ir::Expr& e) {
    ObjectId id = array_of(eval(e.a));
    Value index = eval(e.b);
    const auto* number = std::get_if<base::Integer>(&index);
    if (!number) throw UndefinedOperation{"an integer is needed"};
    const Object& array = scope_.state.object(id);
    std::size_t at = checked_index(array, *number);
    touch(Place::element_of(id, at));
    return array.slots[at];
  }

  void touch(const Place& place) const {
    if (scope_.touched) scope_.touched->push_back({AccessKind::Read, place});
  }

  const Scope& scope_;
  const ir::Program& program_;
  std::vector<std::pair<ir::LocalId, Value>> bound_;
};

}  // namespace

Value eval(const Scope& scope, ir::ExprId expr) { return Evaluator(scope).eval(expr); }
bool eval_bool(const Scope& scope, ir::ExprId expr) { return Evaluator(scope).boolean(expr); }

base::Integer eval_integer(const Scope& scope, ir::ExprId expr) {
  Value value = eval(scope, expr);
  if (const auto* number = std::get_if<base::Integer>(&value)) return *number;
  throw UndefinedOperation{"an integer is needed"};
}

ObjectId eval_object(const Scope& scope, ir::ExprId expr) {
  Value value = eval(scope, expr);
  if (const auto* id = std::get_if<ObjectId>(&value)) return *id;
  throw UndefinedOperation{is_null(value) ? "null dereference" : "not an object"};
}

ObjectId eval_array(const Scope& scope, ir::ExprId expr) {
  ObjectId id = eval_object(scope, expr);
  if (!scope.state.object(id).is_array()) throw UndefinedOperation{"not an array"};
  return id;
}

ThreadId eval_thread(const Scope& scope, ir::ExprId expr) {
  Value value = eval(scope, expr);
  if (const auto* thread = std::get_if<ThreadId>(&value)) return *thread;
  throw UndefinedOperation{"not a thread"};
}

LockKey eval_lock(const Scope& scope, const ir::LockPlace& place) {
  if (place.global) return {.global = place.global};
  LockKey key{.object = eval_object(scope, place.object), .field = place.field};
  if (place.field) slot_of(scope.model, scope.state.object(key.object), place.field);
  return key;
}

bool holds(const Scope& scope, ir::ExprId condition) {
  try {
    return eval_bool(scope, condition);
  } catch (const UndefinedOperation&) {
    return false;
  }
}

std::size_t checked_index(const Object& array, const base::Integer& index) {
  std::optional<std::int64_t> at = index.to_int64();
  if (!at || *at < 0 || static_cast<std::size_t>(*at) >= array.slots.size()) {
    throw UndefinedOperation{fmt::format("index {} out of bounds 0..{}", index.to_string(),
                                         static_cast<std::int64_t>(array.slots.size()) - 1)};
  }
  return static_cast<std::size_t>(*at);
}

}  // namespace interp
