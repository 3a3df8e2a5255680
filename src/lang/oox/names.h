// Names of types, and suggestions for misspelt names: what declare.cpp and the
// checker of bodies share.
#pragma once

#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "lang/oox/symbols.h"

namespace oox {

class Names {
 public:
  Names(Program& program, diag::Sink& sink) : program_(program), sink_(sink) {}
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  // The type that is written, or Error after a report. `void` is one only for
  // resolve_result; elsewhere the parser has reported it.
  TypeId resolve(const TypeExpr& type);
  TypeId resolve_result(const TypeExpr& type);

  // Adds "did you mean …?" if one of the candidates is near. `fill` appends the
  // candidates to a vector; it does not run when enough has been suggested.
  template <class Fill>
  void suggest(diag::Diagnostic& to, Symbol name, Fill fill) {
    if (budget_ == 0) return;
    std::vector<std::string_view> candidates;
    fill(candidates);
    suggest_from(to, name, candidates);
  }
  void add_classes(std::vector<std::string_view>& candidates) const;

 private:
  void suggest_from(diag::Diagnostic& to, Symbol name,
                    const std::vector<std::string_view>& candidates);

  Program& program_;
  diag::Sink& sink_;
  // How many more names may be compared. Keeps a large program in which every
  // name is wrong from taking quadratic time.
  std::size_t budget_ = 500'000;
};

// `int m(int, C)` with its class: what an overriding method has to look like.
std::string signature(const Program& program, const MethodInfo& method);

// "1 argument", "2 arguments".
std::string count(std::size_t n, std::string_view noun);

}  // namespace oox
