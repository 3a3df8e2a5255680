// Values on their way from one type to another, as lambdas and method handles give them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lang/jvm/graph.h"

namespace jvm {

// int of java/lang/Integer; nothing of other classes.
std::optional<Type> primitive_of_box(std::string_view class_name);

// And back; of primitive types only.
std::string_view box_of_primitive(const Type& type);

// Writes what takes values from one type to another: casts, boxes, unboxes and widens
// (LambdaMetafactory says how).
class Adapter {
 public:
  Adapter(World& world, Graph& g) : world_(world), g_(g) {}

  // Invalid: it cannot be done.
  ir::ExprId adapt(ir::ExprId value, const Type& from, const Type& to);
  ir::ExprId call(const MethodRef& method, std::vector<ir::ExprId> args, const Type& result);

 private:
  ir::ExprId checked(ir::ExprId value, const Type& to);
  ir::ExprId box(ir::ExprId value, const Type& from, const Type& to);
  ir::ExprId widen(ir::ExprId value, const Type& from, const Type& to);

  World& world_;
  Graph& g_;
};

}  // namespace jvm
