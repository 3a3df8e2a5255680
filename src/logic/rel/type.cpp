#include "logic/rel/type.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace rel {

namespace {

// Types with more products than this are widened: a wider type is never wrong, but resolves
// fewer names.
constexpr std::size_t kMostProducts = 512;

Product nothing(std::size_t arity) { return Product(arity, kNoneType); }

}  // namespace

// ------------------------------------------------------------------ basic types

BasicType Hierarchy::add(std::string name) {
  sigs_.push_back({std::move(name), kUnivType});
  return kFirstSig + static_cast<BasicType>(sigs_.size()) - 1;
}

bool Hierarchy::is_below(BasicType a, BasicType b) const {
  while (a != b && a >= kFirstSig) a = sigs_[a - kFirstSig].parent;
  return a == b;
}

BasicType Hierarchy::meet(BasicType a, BasicType b) const {
  if (a == kNoneType || b == kNoneType) return kNoneType;
  if (b == kUnivType || is_below(a, b)) return a;
  if (a == kUnivType || is_below(b, a)) return b;
  return kNoneType;
}

std::string Hierarchy::name(BasicType type) const {
  switch (type) {
    case kNoneType: return "none";
    case kUnivType: return "univ";
    case kIntType: return "Int";
    default: return sigs_[type - kFirstSig].name;
  }
}

// ------------------------------------------------------------------ products

bool has_tuples(const Product& product) { return !product.empty() && product[0] != kNoneType; }

Product TypeRules::meet(const Product& a, const Product& b) const {
  CHECK(a.size() == b.size(), "products with {} and {} columns", a.size(), b.size());
  Product result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    result.push_back(hierarchy_.meet(a[i], b[i]));
    if (result.back() == kNoneType) return nothing(a.size());
  }
  return result;
}

std::optional<Product> TypeRules::join(const Product& a, const Product& b) const {
  if (a.size() + b.size() < 3) return std::nullopt;
  if (hierarchy_.meet(a.back(), b.front()) == kNoneType) return nothing(a.size() + b.size() - 2);
  Product result(a.begin(), a.end() - 1);
  result.insert(result.end(), b.begin() + 1, b.end());
  return result;
}

Product TypeRules::restrict_domain(BasicType set, const Product& a) const {
  Product result = a;
  result.front() = hierarchy_.meet(set, a.front());
  return result.front() == kNoneType ? nothing(a.size()) : result;
}

Product TypeRules::restrict_range(const Product& a, BasicType set) const {
  Product result = a;
  result.back() = hierarchy_.meet(set, a.back());
  return result.back() == kNoneType ? nothing(a.size()) : result;
}

// ------------------------------------------------------------------ types

bool Type::has_tuples() const {
  return std::any_of(products.begin(), products.end(),
                     [](const Product& p) { return rel::has_tuples(p); });
}

bool Type::has_arity(std::size_t arity) const {
  return std::any_of(products.begin(), products.end(),
                     [&](const Product& p) { return p.size() == arity; });
}

void Type::add(const Product& product) {
  if (std::find(products.begin(), products.end(), product) != products.end()) return;
  if (products.size() >= kMostProducts) {
    std::erase_if(products, [&](const Product& p) { return p.size() == product.size(); });
    products.emplace_back(product.size(), kUnivType);
    return;
  }
  // A product of none says something only if it is alone with its arity.
  if (!rel::has_tuples(product) && has_arity(product.size())) return;
  if (rel::has_tuples(product)) std::erase(products, nothing(product.size()));
  products.push_back(product);
}

void Type::add(const Type& other) {
  for (const Product& product : other.products) add(product);
  is_formula = is_formula || other.is_formula;
}

namespace {

// What `make` makes of every pair.
template <class Make>
Type for_pairs(const Type& a, const Type& b, Make make) {
  Type result;
  for (const Product& p : a.products) {
    for (const Product& q : b.products) {
      if (std::optional<Product> made = make(p, q)) result.add(*made);
    }
  }
  return result;
}

}  // namespace

Type TypeRules::meet(const Type& a, const Type& b) const {
  return for_pairs(a, b, [&](const Product& p, const Product& q) -> std::optional<Product> {
    if (p.size() != q.size()) return std::nullopt;
    return meet(p, q);
  });
}

Type TypeRules::join(const Type& a, const Type& b) const {
  return for_pairs(a, b, [&](const Product& p, const Product& q) { return join(p, q); });
}

Type TypeRules::product(const Type& a, const Type& b) const {
  return for_pairs(a, b, [&](const Product& p, const Product& q) -> std::optional<Product> {
    if (!rel::has_tuples(p) || !rel::has_tuples(q)) return nothing(p.size() + q.size());
    Product both = p;
    both.insert(both.end(), q.begin(), q.end());
    return both;
  });
}

Type TypeRules::restrict_domain(const Type& set, const Type& a) const {
  return for_pairs(set, a, [&](const Product& p, const Product& q) -> std::optional<Product> {
    if (p.size() != 1) return std::nullopt;
    return restrict_domain(p[0], q);
  });
}

Type TypeRules::restrict_range(const Type& a, const Type& set) const {
  return for_pairs(a, set, [&](const Product& p, const Product& q) -> std::optional<Product> {
    if (q.size() != 1) return std::nullopt;
    return restrict_range(p, q[0]);
  });
}

Type TypeRules::transpose(const Type& a) const {
  Type result;
  for (const Product& p : a.products) {
    if (p.size() == 2) result.add(Product{p[1], p[0]});
  }
  return result;
}

Type TypeRules::closure(const Type& a) const {
  Type result;
  for (const Product& p : a.products) {
    if (p.size() == 2) result.add(p);
  }
  Type edges = result;
  for (;;) {
    std::size_t before = result.products.size();
    result.add(join(result, edges));
    // Widening may make it smaller.
    if (result.products.size() <= before) return result;
  }
}

bool TypeRules::meets(const Product& a, const Type& b) const {
  return std::any_of(b.products.begin(), b.products.end(), [&](const Product& q) {
    return q.size() == a.size() && rel::has_tuples(meet(a, q));
  });
}

bool TypeRules::meets(const Type& a, const Type& b) const {
  if (a.is_formula && b.is_formula) return true;
  return std::any_of(a.products.begin(), a.products.end(),
                     [&](const Product& p) { return meets(p, b); });
}

bool TypeRules::shares_arity(const Type& a, const Type& b) const {
  if (a.is_formula && b.is_formula) return true;
  return std::any_of(a.products.begin(), a.products.end(),
                     [&](const Product& p) { return b.has_arity(p.size()); });
}

Type TypeRules::relevant(const Type& a, const Type& relevant) const {
  Type result;
  result.is_formula = a.is_formula && relevant.is_formula;
  for (const Product& p : a.products) {
    if (meets(p, relevant)) result.add(p);
  }
  if (result.is_formula || !result.products.empty()) return result;
  for (const Product& p : a.products) {
    if (relevant.has_arity(p.size())) result.add(p);
  }
  return result.products.empty() ? a : result;
}

Type TypeRules::relevant_to_closure(const Type& a, const Type& relevant) const {
  std::vector<Product> edges;
  for (const Product& p : a.products) {
    if (p.size() == 2 && rel::has_tuples(p)) edges.push_back(p);
  }
  Type result;
  // Edges that are reached from those that `is_start` marks.
  auto reach = [&](auto is_start, auto follows) {
    std::vector<bool> seen(edges.size());
    std::vector<std::size_t> work;
    auto visit = [&](std::size_t i) {
      if (!seen[i]) work.push_back(i);
      seen[i] = true;
    };
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (is_start(edges[i])) visit(i);
    }
    while (!work.empty()) {
      const Product edge = edges[work.back()];
      work.pop_back();
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if (follows(edge, edges[i])) visit(i);
      }
    }
    return seen;
  };
  auto meet_some = [&](BasicType x, BasicType y) { return hierarchy_.meet(x, y) != kNoneType; };
  for (const Product& wanted : relevant.products) {
    if (wanted.size() != 2) continue;
    auto forward =
        reach([&](const Product& e) { return meet_some(e[0], wanted[0]); },
              [&](const Product& e, const Product& next) { return meet_some(e[1], next[0]); });
    auto backward =
        reach([&](const Product& e) { return meet_some(e[1], wanted[1]); },
              [&](const Product& e, const Product& next) { return meet_some(e[0], next[1]); });
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (forward[i] && backward[i]) result.add(edges[i]);
    }
  }
  return result.products.empty() ? this->relevant(a, Type::any(2)) : result;
}

std::string TypeRules::text(const Type& type) const {
  std::vector<std::string> parts;
  for (const Product& product : type.products) {
    std::vector<std::string> columns;
    for (BasicType column : product) columns.push_back(hierarchy_.name(column));
    parts.push_back(fmt::format("{}", fmt::join(columns, "->")));
  }
  return fmt::format("{}", fmt::join(parts, " + "));
}

}  // namespace rel
