// Lambdas and method references: each place that makes one has a class of its own, whose objects
// hold what was captured and whose one method calls the code behind it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/jvm/graph.h"

namespace jvm {

struct LambdaSite {
  std::string interface;  // internal name
  std::string method;     // of the interface
  MethodType erased;      // its type there
  MethodType actual;      // with type arguments in the place of type variables
  MethodHandle implementation;
  std::vector<Type> captured;
};

struct Lambda {
  ClassInfo* cls = nullptr;
  std::vector<ir::FieldId> fields;  // what was captured
};

Lambda make_lambda_class(World& world, ClassInfo& owner, const LambdaSite& site, ir::ProcId from);

// UTF-16 without surrogates, as UTF-8.
std::string utf8_of(std::u16string_view units);

}  // namespace jvm
