#include "logic/term/term.h"

#include <array>
#include <cstddef>

#include "logic/term/rule.h"

namespace term {

namespace {

struct OpInfo {
  std::string_view name;
  std::string_view spelling;
  std::size_t least;
  std::size_t most;
};

constexpr OpInfo kOps[] = {
#define OP(name, spelling, least, most) {#name, spelling, least, most},
#include "logic/term/ops.def"
#undef OP
};

constexpr std::string_view kSorts[] = {
#define SORT(name, keyword) keyword,
#include "logic/term/sorts.def"
#undef SORT
};

constexpr std::string_view kRules[] = {
#define RULE(name, before, after) #name,
#include "logic/term/rules.def"
#undef RULE
};

}  // namespace

std::string_view keyword(Sort sort) { return kSorts[static_cast<std::size_t>(sort)]; }
std::string_view name(Op op) { return kOps[static_cast<std::size_t>(op)].name; }
std::string_view spelling(Op op) { return kOps[static_cast<std::size_t>(op)].spelling; }

bool is_arity(Op op, std::size_t count) {
  const OpInfo& info = kOps[static_cast<std::size_t>(op)];
  return count >= info.least && (info.most == 0 ? info.least > 0 : count <= info.most);
}

std::string_view name(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

}  // namespace term
