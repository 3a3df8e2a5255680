#include "logic/dl/expr.h"

#include <array>

namespace dl {

namespace {

struct BinaryInfo {
  std::string_view text;
  std::string_view symbol;
  int precedence = 0;
};

constexpr std::array kBinary = {
#define DL_BINARY(name, text, symbol, precedence) BinaryInfo{text, symbol, precedence},
#include "logic/dl/operators.def"
#undef DL_BINARY
};

const BinaryInfo& info(BinaryOp op) { return kBinary[static_cast<std::size_t>(op)]; }

}  // namespace

std::string_view spelling(Sort sort) { return sort == Sort::Int ? "int" : "bool"; }
std::string_view spelling(BinaryOp op) { return info(op).text; }
std::string_view symbol(BinaryOp op) { return info(op).symbol; }
int precedence(BinaryOp op) { return info(op).precedence; }

Sort operand_sort(BinaryOp op) { return op <= BinaryOp::And ? Sort::Bool : Sort::Int; }
Sort result_sort(BinaryOp op) { return op < BinaryOp::Add ? Sort::Bool : Sort::Int; }

}  // namespace dl
