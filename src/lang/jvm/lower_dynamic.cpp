// invokedynamic: lambdas and method references, concatenation of texts, methods of records.
#include <fmt/format.h>

#include "base/check.h"
#include "lang/jvm/adapter.h"
#include "lang/jvm/body.h"
#include "lang/jvm/inputs.h"
#include "lang/jvm/lambda.h"

namespace jvm {

void Body::invoke_dynamic() {
  DynamicRef site = file_.pool.dynamic(static_cast<std::uint16_t>(current_->operand));
  const BootstrapMethod& bootstrap = file_.bootstrap_methods[site.bootstrap];
  MemberRef maker = file_.pool.method_handle(bootstrap.handle).member;
  if (maker.owner == "java/lang/invoke/LambdaMetafactory") return make_lambda(site, bootstrap);
  if (maker.owner == "java/lang/invoke/StringConcatFactory") return concatenate(site, bootstrap);
  if (maker.owner == "java/lang/runtime/ObjectMethods") return record_method(site, bootstrap);
  g_.unsupported(fmt::format("an invokedynamic instruction of {}", external_name(maker.owner)));
}

// ---------------------------------------------------------------- lambdas

void Body::make_lambda(const DynamicRef& site, const BootstrapMethod& bootstrap) {
  MethodType type = *parse_method_type(site.descriptor);
  const ConstantPool& pool = file_.pool;
  bool is_right = bootstrap.arguments.size() >= 3 && !type.result.is_array() &&
                  pool.kind(bootstrap.arguments[0]) == ConstantKind::MethodType &&
                  pool.kind(bootstrap.arguments[1]) == ConstantKind::MethodHandle &&
                  pool.kind(bootstrap.arguments[2]) == ConstantKind::MethodType;
  if (!is_right) return g_.unsupported("a lambda that is not as javac makes it");
  if (world_.load(type.result.class_name).is_missing) {
    return g_.unsupported(
        fmt::format("the class {}, which is missing", external_name(type.result.class_name)));
  }
  std::vector<ir::ExprId> captured = pop_arguments(type);
  LambdaSite lambda{.interface = type.result.class_name,
                    .method = std::string(site.name),
                    .erased = *parse_method_type(pool.method_type(bootstrap.arguments[0])),
                    .actual = *parse_method_type(pool.method_type(bootstrap.arguments[2])),
                    .implementation = pool.method_handle(bootstrap.arguments[1]),
                    .captured = type.parameters};
  if (!world_.load(lambda.interface).is_interface() ||
      lambda.erased.parameters.size() != lambda.actual.parameters.size()) {
    return g_.unsupported("a lambda that is not as javac makes it");
  }
  // A method reference `x::m` evaluates x, and fails on null.
  bool binds_receiver = lambda.implementation.kind != ReferenceKind::InvokeStatic &&
                        lambda.implementation.kind != ReferenceKind::NewInvokeSpecial &&
                        !captured.empty();
  if (binds_receiver) g_.require_not_null(captured[0]);
  Lambda made = make_lambda_class(world_, owner_, lambda, g_.id());
  ir::LocalId target = g_.new_temp(g_.ir().types.make_ref(made.cls->id));
  std::vector<ir::Action> actions{ir::New{.target = target, .cls = made.cls->id}};
  for (std::size_t i = 0; i < captured.size(); ++i) {
    actions.emplace_back(ir::StoreField{g_.local(target), made.fields[i], captured[i]});
  }
  g_.step(std::move(actions));
  push(g_.local(target), type.result, true);
}

// ---------------------------------------------------------------- texts

// The text of a value, as `"" + value` has it.
ir::ExprId Body::text_of(Operand value) {
  auto text = [&](ir::UnaryOp op, ir::ExprId of) {
    return g_.convert(op, of, ir::TypeKind::String);
  };
  if (!value.type.is_reference()) {
    switch (value.type.base) {
      case BaseType::Char: return text(ir::UnaryOp::CharText, as_int(value));
      case BaseType::Float:
      case BaseType::Double: {
        // A step of its own, which ends the path if the number is not known.
        ir::LocalId result = g_.new_temp(world_.simple(ir::TypeKind::String));
        g_.step({ir::Assign{result, text(ir::UnaryOp::ToText, value.expr)}});
        return g_.local(result);
      }
      default: return text(ir::UnaryOp::ToText, value.expr);
    }
  }
  if (value.is_null) return g_.text("null");
  // String.valueOf(Object) says "null" itself; toString() may give null, too.
  bool is_string = !value.type.is_array() && value.type.class_name == kString;
  if (!is_string) {
    MethodRef method = world_.resolve_method(world_.load(kString), "valueOf",
                                             "(Ljava/lang/Object;)Ljava/lang/String;");
    if (!method) {
      g_.unsupported("the text of an object");
      g_.go_on_at(g_.new_location());
      return g_.text("");
    }
    call({.proc = world_.reach(method, g_.id())}, {g_.cast(value.expr, world_.ref(kObject))},
         class_type(kString));
    value = pop();
  }
  ir::LocalId result = g_.new_temp(world_.simple(ir::TypeKind::String));
  ir::LocId is_null = g_.new_location();
  ir::LocId is_there = g_.new_location();
  ir::LocId next = g_.new_location();
  ir::ExprId object = g_.cast(value.expr, world_.ref(kString));
  g_.branch(g_.binary(ir::BinaryOp::Eq, object, g_.null()), is_null, is_there);
  g_.go_on_at(is_null);
  g_.step_to(next, {ir::Assign{result, g_.text("null")}});
  g_.go_on_at(is_there);
  g_.step_to(next, {ir::LoadField{result, object, g_.string_value()}});
  g_.go_on_at(next);
  return g_.local(result);
}

void Body::concatenate(const DynamicRef& site, const BootstrapMethod& bootstrap) {
  MethodType type = *parse_method_type(site.descriptor);
  const ConstantPool& pool = file_.pool;
  if (type.result != class_type(kString)) {
    return g_.unsupported("a concatenation that is not as javac makes it");
  }
  // Without a recipe, the arguments one behind the other.
  std::u16string recipe(type.parameters.size(), u'\1');
  std::size_t next_constant = 1;
  if (site.name == "makeConcatWithConstants") {
    bool is_right =
        !bootstrap.arguments.empty() && pool.kind(bootstrap.arguments[0]) == ConstantKind::String;
    if (!is_right) return g_.unsupported("a concatenation that is not as javac makes it");
    recipe = pool.units(pool.string_utf8(bootstrap.arguments[0]));
  }
  std::vector<Operand> arguments(type.parameters.size());
  for (std::size_t i = arguments.size(); i-- > 0;) {
    arguments[i] = pop_value();
    const Type& declared = type.parameters[i];
    if (declared.is_primitive()) {
      arguments[i].expr = as_type(arguments[i], declared);
      arguments[i].type = declared;
    } else if (!arguments[i].is_null) {
      arguments[i].type = declared;
    }
  }
  ir::ExprId result;
  auto append = [&](ir::ExprId text) {
    result = result ? g_.binary(ir::BinaryOp::Add, result, text) : text;
  };
  std::size_t next_argument = 0;
  std::u16string literal;
  auto flush = [&] {
    if (!literal.empty()) append(g_.text(utf8_of(literal)));
    literal.clear();
  };
  for (char16_t unit : recipe) {
    if (unit == u'\1') {
      flush();
      if (next_argument >= arguments.size()) break;
      append(text_of(arguments[next_argument++]));
    } else if (unit == u'\2') {
      flush();
      if (next_constant >= bootstrap.arguments.size() ||
          pool.kind(bootstrap.arguments[next_constant]) != ConstantKind::String) {
        return g_.unsupported("a concatenation with a constant that is not a text");
      }
      literal = pool.units(pool.string_utf8(bootstrap.arguments[next_constant++]));
      flush();
    } else if (unit >= 0xd800 && unit < 0xe000) {
      return g_.unsupported("a text with characters beyond U+FFFF");
    } else {
      literal += unit;
    }
  }
  flush();
  push(g_.local(g_.make_string(result ? result : g_.text(""))), class_type(kString), true);
}

// ---------------------------------------------------------------- records

void Body::record_method(const DynamicRef& site, const BootstrapMethod& bootstrap) {
  const ConstantPool& pool = file_.pool;
  struct Component {
    FieldRef field;
    Type type;
  };
  std::vector<Component> components;
  for (std::size_t i = 2; i < bootstrap.arguments.size(); ++i) {
    if (pool.kind(bootstrap.arguments[i]) != ConstantKind::MethodHandle) {
      return g_.unsupported("a record that is not as javac makes it");
    }
    MemberRef ref = pool.method_handle(bootstrap.arguments[i]).member;
    FieldRef field = world_.resolve_field(owner_, ref.name, ref.descriptor);
    if (!field) return g_.unsupported("a record that is not as javac makes it");
    components.push_back({field, *parse_type(ref.descriptor)});
  }
  ir::TypeId self_type = g_.ir().types.make_ref(owner_.id);
  auto load = [&](ir::ExprId object, const Component& c) {
    Type type = c.type.is_int_like() && c.type.base != BaseType::Boolean && !c.type.is_reference()
                    ? int_type()
                    : c.type;
    ir::LocalId target = g_.new_temp(world_.type(type));
    g_.step({ir::LoadField{target, object, world_.instance_field(c.field)}});
    admit(g_, target, c.type);
    return Operand{.expr = g_.local(target), .type = c.type};
  };
  auto call_static = [&](std::string_view owner, std::string_view name, std::string_view descriptor,
                         std::vector<ir::ExprId> args) {
    MethodRef method = world_.resolve_method(world_.load(owner), name, descriptor);
    if (!method) {
      g_.unsupported(fmt::format("calls {}.{}, which is not modelled", external_name(owner), name));
      g_.go_on_at(g_.new_location());
      return Operand{.expr = g_.number(0), .type = int_type()};
    }
    call({.proc = world_.reach(method, g_.id())}, std::move(args),
         parse_method_type(descriptor)->result);
    return pop();
  };
  bool is_right = site.descriptor.ends_with(site.name == "toString" ? ")Ljava/lang/String;" : ")Z");
  if (site.name != "hashCode" && !is_right) {
    return g_.unsupported("a record that is not as javac makes it");
  }
  if (site.name == "toString") {
    ir::ExprId self = g_.cast(pop_value().expr, self_type);
    std::string_view simple = owner_.name;
    simple = simple.substr(simple.find_last_of("/$") + 1);
    ir::ExprId result = g_.text(fmt::format("{}[", simple));
    for (std::size_t i = 0; i < components.size(); ++i) {
      result =
          g_.binary(ir::BinaryOp::Add, result,
                    g_.text(fmt::format("{}{}=", i ? ", " : "", components[i].field.field->name)));
      result = g_.binary(ir::BinaryOp::Add, result, text_of(load(self, components[i])));
    }
    result = g_.binary(ir::BinaryOp::Add, result, g_.text("]"));
    return push(g_.local(g_.make_string(result)), class_type(kString), true);
  }
  if (site.name == "hashCode") {
    // As the JDK computes it: 31 times what was before, plus the next one.
    ir::ExprId self = g_.cast(pop_value().expr, self_type);
    ir::ExprId result = g_.number(0);
    for (const Component& c : components) {
      Operand value = load(self, c);
      Operand hash;
      if (c.type.is_reference()) {
        hash = call_static("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I",
                           {g_.cast(value.expr, world_.ref(kObject))});
      } else {
        hash = call_static(box_of_primitive(c.type), "hashCode",
                           fmt::format("({})I", descriptor(c.type)), {value.expr});
      }
      result = g_.binary(ir::BinaryOp::Add, g_.binary(ir::BinaryOp::Mul, result, g_.number(31)),
                         as_int(hash));
    }
    return push(result, int_type());
  }
  if (site.name != "equals")
    return g_.unsupported(fmt::format("the method {} of a record", site.name));
  Operand other = pop_value();
  ir::ExprId self = g_.cast(pop_value().expr, self_type);
  ir::LocalId result = g_.new_temp(world_.simple(ir::TypeKind::Bool));
  ir::LocId differs = g_.new_location();
  ir::LocId next = g_.new_location();
  ir::LocId same = g_.new_location();
  g_.branch(g_.instance_of(other.expr, class_type(owner_.name)), same, differs);
  g_.go_on_at(same);
  ir::ExprId that = g_.cast(other.expr, self_type);
  for (const Component& c : components) {
    Operand a = load(self, c);
    Operand b = load(that, c);
    ir::ExprId equal;
    if (c.type.is_reference()) {
      equal =
          call_static("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z",
                      {g_.cast(a.expr, world_.ref(kObject)), g_.cast(b.expr, world_.ref(kObject))})
              .expr;
    } else if (c.type.base == BaseType::Double || c.type.base == BaseType::Float) {
      // As Double.compare: NaN equals itself, 0.0 and -0.0 differ.
      bool is_double = c.type.base == BaseType::Double;
      Operand order = call_static(is_double ? "java/lang/Double" : "java/lang/Float", "compare",
                                  is_double ? "(DD)I" : "(FF)I", {a.expr, b.expr});
      equal = g_.binary(ir::BinaryOp::Eq, as_int(order), g_.number(0));
    } else {
      equal = g_.binary(ir::BinaryOp::Eq, a.expr, b.expr);
    }
    ir::LocId more = g_.new_location();
    g_.branch(equal, more, differs);
    g_.go_on_at(more);
  }
  g_.step_to(next, {ir::Assign{result, g_.truth(true)}});
  g_.go_on_at(differs);
  g_.step_to(next, {ir::Assign{result, g_.truth(false)}});
  g_.go_on_at(next);
  push(g_.local(result), boolean_type());
}

}  // namespace jvm
