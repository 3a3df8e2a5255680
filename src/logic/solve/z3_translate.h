// Terms as expressions of Z3. The translation means the same as the evaluator, with two
// exceptions that only lose answers: fmod is an uninterpreted function (so a model may
// fail its evaluation), and strings are sequences over Z3's alphabet of 196,608
// characters (so more strings of one length than that cannot be told apart, and a question
// with more than 1,504 characters from beyond that alphabet is not answered).
#pragma once

#include <z3.h>

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/term/terms.h"

namespace solve {

class Z3Translator {
 public:
  // The context counts references (Z3_mk_context_rc) and has a harmless error handler.
  Z3Translator(const term::Terms& terms, Z3_context context);
  Z3Translator(const Z3Translator&) = delete;
  Z3Translator& operator=(const Z3Translator&) = delete;
  ~Z3Translator();

  // Null on an error of Z3. Valid as long as the translator and the term.
  Z3_ast translate(term::Term t);
  // What must hold besides, because the sort is smaller in Braid than in Z3; null:
  // nothing.
  Z3_ast domain(term::Variable variable);
  // The value of a variable in a model of Z3; nullopt if it cannot be read.
  std::optional<term::Value> value(Z3_model model, term::Variable variable);

  std::size_t size() const { return known_.size(); }
  // To be called before Terms::rollback(mark).
  void rollback(term::Terms::Mark mark);

 private:
  // Z3 frees an expression that nobody counts when the next one is made; this one stays
  // until the next call of drop_kept().
  Z3_ast keep(Z3_ast made);
  void drop_kept();
  Z3_ast leaf(term::Term t);
  Z3_ast operation(term::Term t);
  Z3_ast arithmetic(term::Op op, term::Sort sort, unsigned count, const Z3_ast* args);
  Z3_ast truncated(term::Op op, bool is_divisor_known, Z3_ast a, Z3_ast b);
  Z3_ast shift(term::Op op, term::Sort sort, Z3_ast a, Z3_ast b);
  Z3_ast conversion(term::Op op, term::Sort from, term::Sort to, Z3_ast a);
  Z3_ast word_of_float(term::Sort from, term::Sort to, Z3_ast a);
  Z3_ast part(term::Op op, const std::vector<Z3_ast>& args);
  // The declaration of a function that the interface of Z3 lacks, from a formula in SMT-LIB.
  Z3_func_decl declared(const char* formula);
  Z3_ast integer(std::int64_t value);
  Z3_ast string(std::string_view utf8);
  std::optional<std::uint32_t> code_of(char32_t c);  // nothing: Z3 has no code left
  std::optional<std::string> read_string(Z3_ast value);
  bool has_codes();  // makes to_code_ and from_code_
  std::optional<term::Value> read(Z3_ast value, term::Sort sort);
  std::optional<double> read_float(Z3_ast value, term::Sort sort);

  const term::Terms& terms_;
  Z3_context context_;
  Z3_sort sort_of(term::Sort sort) const { return sorts_[static_cast<std::size_t>(sort)]; }

  Z3_sort sorts_[9] = {};
  Z3_ast rounding_ = nullptr;
  Z3_func_decl fmod_ = nullptr;
  Z3_func_decl fmod32_ = nullptr;
  Z3_func_decl to_code_ = nullptr;    // made when first needed
  Z3_func_decl from_code_ = nullptr;  // the same
  std::unordered_map<term::Term, Z3_ast> known_;
  std::vector<Z3_ast> kept_;
  std::vector<Z3_ast> domains_;  // by variable; null: not made or none
  // Characters that Z3 does not know, see z3_value.cpp.
  std::unordered_map<char32_t, std::uint32_t> codes_;
  std::vector<char32_t> characters_;
};

}  // namespace solve
