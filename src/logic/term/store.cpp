// The hash-consing half of Terms: nodes, constants, variables and their removal.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/check.h"
#include "base/utf8.h"
#include "logic/term/terms.h"

namespace term {

namespace {

constexpr std::size_t kFirstTable = std::size_t{1} << 12;
constexpr std::size_t kArgsChunk = std::size_t{1} << 14;
constexpr std::size_t kMostTerms = std::numeric_limits<std::uint32_t>::max() - 2;

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}

}  // namespace

static_assert(sizeof(Node) == 16);

Terms::Terms(Rewrite rewrite) : rewrite_(rewrite), table_(kFirstTable) {
  false_ = intern_leaf(Op::Constant, Sort::Bool, 0);
  true_ = intern_leaf(Op::Constant, Sort::Bool, 1);
}

Terms::~Terms() = default;

std::uint64_t Terms::hash_of(const Node& node, std::span<const Term> operands) {
  std::uint64_t hash = (static_cast<std::uint64_t>(node.op) << 40) |
                       (static_cast<std::uint64_t>(node.sort) << 32) | node.count;
  if (node.op <= Op::Variable) return mix(mix(0, hash), node.payload);
  hash = mix(0, hash);
  for (Term operand : operands) hash = mix(hash, operand.index());
  return hash;
}

bool Terms::is_equal(const Node& wanted, std::span<const Term> operands, Term other) const {
  const Node& found = node(other);
  if (found.op != wanted.op || found.sort != wanted.sort || found.count != wanted.count) {
    return false;
  }
  if (wanted.op <= Op::Variable) return found.payload == wanted.payload;
  return std::equal(operands.begin(), operands.end(), args(other).begin());
}

const Term* Terms::store_args(std::span<const Term> operands) {
  if (arg_chunks_.empty() ||
      arg_chunks_.back().capacity - arg_chunks_.back().used < operands.size()) {
    ArgsChunk chunk;
    chunk.capacity = std::max(kArgsChunk, operands.size());
    chunk.terms = std::make_unique<Term[]>(chunk.capacity);
    arg_chunks_.push_back(std::move(chunk));
  }
  ArgsChunk& chunk = arg_chunks_.back();
  Term* place = chunk.terms.get() + chunk.used;
  std::copy(operands.begin(), operands.end(), place);
  chunk.used += operands.size();
  return place;
}

Term Terms::find_or_insert(const Node& wanted, std::span<const Term> operands) {
  return Term(table_.find_or_add(
      hash_of(wanted, operands),
      [&](std::uint32_t number) { return is_equal(wanted, operands, Term(number)); },
      [&] { return add(wanted, operands); },
      [&](std::uint32_t number) { return hash_of(Term(number)); }));
}

std::uint32_t Terms::add(Node node, std::span<const Term> operands) {
  CHECK(size_ < kMostTerms, "more than {} terms", kMostTerms);
  if (node.op > Op::Variable) {
    if (operands.size() > 2) {
      node.outer_args = store_args(operands);
    } else {
      std::copy(operands.begin(), operands.end(), node.inline_args);
    }
  }
  if (size_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique<Node[]>(kChunk));
  chunks_[size_ >> kChunkBits][size_ & (kChunk - 1)] = node;
  return static_cast<std::uint32_t>(size_++);
}

Term Terms::intern(Op op, Sort sort, std::span<const Term> operands) {
  DCHECK(is_arity(op, operands.size()), "{} with {} operands", term::name(op), operands.size());
  Node wanted;
  wanted.op = op;
  wanted.sort = sort;
  wanted.count = static_cast<std::uint32_t>(operands.size());
  return find_or_insert(wanted, operands);
}

Term Terms::intern_leaf(Op op, Sort sort, std::uint64_t payload, std::uint32_t count) {
  Node wanted;
  wanted.op = op;
  wanted.sort = sort;
  wanted.count = count;
  wanted.payload = payload;
  return find_or_insert(wanted, {});
}

// ---------------------------------------------------------------- constants

Term Terms::integer(const base::Integer& value) {
  if (auto small = value.to_int64()) {
    return intern_leaf(Op::Constant, Sort::Int, static_cast<std::uint64_t>(*small));
  }
  std::size_t hash = value.hash();
  auto [first, last] = big_integer_terms_.equal_range(hash);
  for (auto found = first; found != last; ++found) {
    if (big_integers_[node(found->second).payload] == value) return found->second;
  }
  big_integers_.push_back(value);
  Term made = intern_leaf(Op::Constant, Sort::Int, big_integers_.size() - 1, 1);
  big_integer_terms_.emplace(hash, made);
  return made;
}

Term Terms::bits(Sort sort, std::uint64_t value) {
  DCHECK(is_bits(sort), "not a sort of words");
  return intern_leaf(Op::Constant, sort, sort == Sort::Bits32 ? value & 0xffffffffU : value);
}

Term Terms::bits(Sort sort, const base::Integer& value) {
  return intern_leaf(Op::Constant, sort, to_word(value, sort).bits);
}

Term Terms::floating(double value, Sort sort) {
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  if (sort == Sort::Float32) value = to_single(value);
  return intern_leaf(Op::Constant, sort, std::bit_cast<std::uint64_t>(value));
}

Term Terms::character(char32_t value) {
  CHECK(value <= 0x10ffff && (value < 0xd800 || value > 0xdfff), "{:x} is no character",
        static_cast<std::uint32_t>(value));
  return intern_leaf(Op::Constant, Sort::Char, value);
}

Term Terms::string(std::string_view utf8) {
  CHECK(!base::utf8_invalid_at(utf8), "a string constant that is not UTF-8");
  if (auto found = string_terms_.find(utf8); found != string_terms_.end()) return found->second;
  strings_.emplace_back(utf8);
  Term made = intern_leaf(Op::Constant, Sort::String, strings_.size() - 1);
  string_terms_.emplace(strings_.back(), made);
  return made;
}

Term Terms::object(std::uint32_t number) { return intern_leaf(Op::Constant, Sort::Ref, number); }

Term Terms::constant(Sort sort, const Value& value) {
  CHECK(has_sort(value, sort), "{} is no {}", to_string(value), keyword(sort));
  switch (sort) {
    case Sort::Bool: return boolean(std::get<bool>(value));
    case Sort::Int: return integer(std::get<base::Integer>(value));
    case Sort::Bits32:
    case Sort::Bits64: return bits(sort, std::get<Word>(value).bits);
    case Sort::Float:
    case Sort::Float32: return floating(std::get<double>(value), sort);
    case Sort::Char: return character(std::get<char32_t>(value));
    case Sort::String: return string(std::get<std::string>(value));
    case Sort::Ref: return object(std::get<Object>(value).number);
  }
  UNREACHABLE("sort {}", static_cast<int>(sort));
}

Term Terms::zero(Sort sort) { return constant(sort, default_value(sort)); }

// ---------------------------------------------------------------- variables

Term Terms::made_variable(Sort sort, std::string name) {
  Variable variable(variables_.size());
  Term made = intern_leaf(Op::Variable, sort, variable.index());
  names_.emplace(name, variable);
  variables_.push_back({made, std::move(name), next_fresh_});
  return made;
}

Term Terms::variable(Sort wanted, std::string_view name) {
  std::string key(name);
  if (auto found = names_.find(key); found != names_.end()) {
    Term t = variables_[found->second.index()].term;
    CHECK(sort(t) == wanted, "variable {} is of sort {}", name, keyword(sort(t)));
    return t;
  }
  return made_variable(wanted, std::move(key));
}

Term Terms::fresh(Sort sort, std::string_view prefix) {
  std::uint64_t before = next_fresh_;
  std::string name;
  do {
    name = fmt::format("{}!{}", prefix, next_fresh_++);
  } while (names_.contains(name));
  Term made = made_variable(sort, std::move(name));
  variables_.back().fresh = before;
  return made;
}

// ---------------------------------------------------------------- looking

Value Terms::value(Term t) const {
  switch (sort(t)) {
    case Sort::Bool: return is_true(t);
    case Sort::Int: return integer_value(t);
    case Sort::Bits32:
    case Sort::Bits64: return Word{bits_value(t)};
    case Sort::Float:
    case Sort::Float32: return float_value(t);
    case Sort::Char: return char_value(t);
    case Sort::String: return std::string(string_value(t));
    case Sort::Ref: return Object{object_value(t)};
  }
  UNREACHABLE("sort {}", static_cast<int>(sort(t)));
}

base::Integer Terms::integer_value(Term t) const {
  const Node& n = node(t);
  CHECK(n.op == Op::Constant && n.sort == Sort::Int, "not an integer constant");
  if (n.count == 1) return big_integers_[n.payload];
  return static_cast<std::int64_t>(n.payload);
}

std::optional<std::int64_t> Terms::small_value(Term t) const {
  const Node& n = node(t);
  CHECK(n.op == Op::Constant && n.sort == Sort::Int, "not an integer constant");
  if (n.count == 1) return std::nullopt;
  return static_cast<std::int64_t>(n.payload);
}

std::uint64_t Terms::bits_value(Term t) const {
  const Node& n = node(t);
  CHECK(n.op == Op::Constant && is_bits(n.sort), "not a constant word");
  return n.payload;
}

double Terms::float_value(Term t) const {
  const Node& n = node(t);
  CHECK(n.op == Op::Constant && is_float(n.sort), "not a constant float");
  return std::bit_cast<double>(n.payload);
}

char32_t Terms::char_value(Term t) const {
  const Node& n = node(t);
  CHECK(n.op == Op::Constant && n.sort == Sort::Char, "not a constant character");
  return static_cast<char32_t>(n.payload);
}

std::string_view Terms::string_value(Term t) const {
  const Node& n = node(t);
  CHECK(n.op == Op::Constant && n.sort == Sort::String, "not a constant string");
  return strings_[n.payload];
}

std::uint32_t Terms::object_value(Term t) const {
  const Node& n = node(t);
  CHECK(n.op == Op::Constant && n.sort == Sort::Ref, "not a constant reference");
  return static_cast<std::uint32_t>(n.payload);
}

Variable Terms::variable_of(Term t) const {
  const Node& n = node(t);
  CHECK(n.op == Op::Variable, "not a variable");
  return Variable(n.payload);
}

std::size_t Terms::memory() const {
  std::size_t bytes = chunks_.size() * kChunk * sizeof(Node) + table_.memory();
  for (const ArgsChunk& chunk : arg_chunks_) bytes += chunk.capacity * sizeof(Term);
  return bytes;
}

// ---------------------------------------------------------------- taking back

void Terms::remove_last() {
  Term last(size_ - 1);
  table_.remove_last(hash_of(last), last.index());
  const Node& n = node(last);
  if (n.op == Op::Constant && n.sort == Sort::String) {
    string_terms_.erase(strings_.back());
    strings_.pop_back();
  } else if (n.op == Op::Constant && n.sort == Sort::Int && n.count == 1) {
    auto found = big_integer_terms_.find(big_integers_.back().hash());
    while (found->second != last) ++found;
    big_integer_terms_.erase(found);
    big_integers_.pop_back();
  } else if (n.op == Op::Variable) {
    next_fresh_ = variables_.back().fresh;
    names_.erase(variables_.back().name);
    variables_.pop_back();
  } else if (n.op > Op::Variable && n.count > 2) {
    while (arg_chunks_.back().used == 0) arg_chunks_.pop_back();
    arg_chunks_.back().used -= n.count;
  }
  --size_;
}

void Terms::rollback(Mark mark) {
  CHECK(mark.terms >= 2 && mark.terms <= size_, "a mark of another store");
  while (size_ > mark.terms) remove_last();
  CHECK(variables_.size() == mark.variables, "a mark of another store");
  chunks_.resize((size_ + kChunk - 1) / kChunk);
}

}  // namespace term
