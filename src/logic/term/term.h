// The vocabulary of terms: handles, sorts and operations. Terms are made and owned
// by a Terms store (terms.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "base/ids.h"

namespace term {

struct TermTag;
using Term = base::Id<TermTag>;

// Variables are numbered densely in the order in which they were made, so that an
// assignment is a vector.
struct VariableTag;
using Variable = base::Id<VariableTag>;

enum class Sort : std::uint8_t {
#define SORT(name, keyword) name,
#include "logic/term/sorts.def"
#undef SORT
};

enum class Op : std::uint8_t {
#define OP(name, spelling, least, most) name,
#include "logic/term/ops.def"
#undef OP
};

std::string_view keyword(Sort sort);
std::string_view name(Op op);
std::string_view spelling(Op op);
// Whether `op` may have `count` operands.
bool is_arity(Op op, std::size_t count);

constexpr bool is_bits(Sort sort) { return sort == Sort::Bits32 || sort == Sort::Bits64; }
constexpr bool is_float(Sort sort) { return sort == Sort::Float || sort == Sort::Float32; }
constexpr unsigned width(Sort sort) { return sort == Sort::Bits32 ? 32 : 64; }

// How an operation on words reads them; other sorts ignore it.
enum class Sign : std::uint8_t { Signed, Unsigned };

}  // namespace term
