// Types of relational expressions, by which overloaded names are resolved. A type is a union of
// products of basic types, and bounds the tuples that an expression can have. Basic types are
// the signatures that are no subsets, integers, everything (`univ`) and nothing (`none`). Two
// signatures meet if one extends the other. This is the type system of Edwards, Jackson and
// Torlak, "A type system for object models" (FSE 2004), as the Alloy analyzer simplified it:
// products may differ in arity, since a name may stand for relations of several arities until
// it is resolved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rel {

// A basic type; signatures are numbered from kFirstSig by their hierarchy.
using BasicType = std::uint32_t;
constexpr BasicType kNoneType = 0;
constexpr BasicType kUnivType = 1;
constexpr BasicType kIntType = 2;
constexpr BasicType kFirstSig = 3;

// Which signature extends which.
class Hierarchy {
 public:
  BasicType add(std::string name);
  void set_parent(BasicType sig, BasicType parent) { sigs_[sig - kFirstSig].parent = parent; }
  BasicType meet(BasicType a, BasicType b) const;  // kNoneType: they have nothing in common
  std::string name(BasicType type) const;

 private:
  struct Sig {
    std::string name;
    BasicType parent = kUnivType;
  };
  bool is_below(BasicType a, BasicType b) const;

  std::vector<Sig> sigs_;
};

// One basic type per column. If one column is none, all are.
using Product = std::vector<BasicType>;

struct Type {
  std::vector<Product> products;  // no two are equal
  bool is_formula = false;        // a formula, or one of several meanings is one

  static Type of(Product product) { return {{std::move(product)}, false}; }
  static Type any(unsigned arity) { return of(Product(arity, kUnivType)); }
  static Type integer() { return of({kIntType}); }
  static Type formula() { return {{}, true}; }

  bool has_tuples() const;  // not only none
  bool has_arity(std::size_t arity) const;
  void add(const Product& product);
  void add(const Type& other);
};

// The operators on types. The products of results that cannot have tuples are products of none,
// so that their arity is known.
class TypeRules {
 public:
  explicit TypeRules(const Hierarchy& hierarchy) : hierarchy_(hierarchy) {}

  Product meet(const Product& a, const Product& b) const;  // of equal arity
  std::optional<Product> join(const Product& a, const Product& b) const;
  Product restrict_domain(BasicType set, const Product& a) const;
  Product restrict_range(const Product& a, BasicType set) const;

  Type meet(const Type& a, const Type& b) const;
  Type join(const Type& a, const Type& b) const;
  Type product(const Type& a, const Type& b) const;
  Type restrict_domain(const Type& set, const Type& a) const;
  Type restrict_range(const Type& a, const Type& set) const;
  Type transpose(const Type& a) const;
  Type closure(const Type& a) const;

  bool meets(const Product& a, const Type& b) const;
  bool meets(const Type& a, const Type& b) const;  // or both are formulas
  bool shares_arity(const Type& a, const Type& b) const;

  // The products of `a` that matter where only tuples of `relevant` do; if none do, those that
  // have its arity, and if there are none either, all of them.
  Type relevant(const Type& a, const Type& relevant) const;
  // The edges of `a` on paths from the first to the second column of a product of `relevant`.
  Type relevant_to_closure(const Type& a, const Type& relevant) const;

  std::string text(const Type& type) const;  // A->B + C->D

 private:
  const Hierarchy& hierarchy_;
};

bool has_tuples(const Product& product);

}  // namespace rel
