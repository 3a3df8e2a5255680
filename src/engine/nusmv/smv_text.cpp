#include "engine/nusmv/smv_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace nusmv {

namespace {

// The words of NuSMV 2.6 and of nuXmv 2.
constexpr std::string_view kWords[] = {
    "MODULE",   "DEFINE",     "MDEFINE",   "CONSTANTS",  "VAR",     "IVAR",       "FROZENVAR",
    "INIT",     "TRANS",      "INVAR",     "SPEC",       "CTLSPEC", "LTLSPEC",    "PSLSPEC",
    "COMPUTE",  "NAME",       "INVARSPEC", "FAIRNESS",   "JUSTICE", "COMPASSION", "ISA",
    "ASSIGN",   "CONSTRAINT", "SIMPWFF",   "CTLWFF",     "LTLWFF",  "PSLWFF",     "COMPWFF",
    "IN",       "MIN",        "MAX",       "MIRROR",     "PRED",    "PREDICATES", "PARSYNTH",
    "COMPID",   "ITYPE",      "FUN",       "process",    "array",   "of",         "boolean",
    "integer",  "real",       "clock",     "word",       "word1",   "bool",       "signed",
    "unsigned", "extend",     "resize",    "sizeof",     "uwconst", "swconst",    "EX",
    "AX",       "EF",         "AF",        "EG",         "AG",      "E",          "F",
    "O",        "G",          "H",         "X",          "Y",       "Z",          "A",
    "U",        "S",          "V",         "T",          "BU",      "EBF",        "ABF",
    "EBG",      "ABG",        "case",      "esac",       "mod",     "next",       "init",
    "union",    "in",         "xor",       "xnor",       "self",    "TRUE",       "FALSE",
    "count",    "abs",        "max",       "min",        "toint",   "floor",      "running",
    "time",     "READ",       "WRITE",     "CONSTARRAY", "typeof",  "const",      "noncontinuous"};

}  // namespace

SmvNames::SmvNames() : used_(std::begin(kWords), std::end(kWords)) {}

std::string SmvNames::make(std::string_view wanted) {
  std::string name;
  for (char c : wanted) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    name += plain ? c : '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = "_" + name;
  std::string unique = name;
  for (int i = 2; !used_.insert(unique).second; ++i) unique = fmt::format("{}__{}", name, i);
  return unique;
}

std::string smv_not(const std::string& a) {
  if (a == "TRUE") return "FALSE";
  if (a == "FALSE") return "TRUE";
  return a.starts_with('!') ? a.substr(1) : "!" + a;
}

std::string smv_and(const std::vector<std::string>& all) {
  std::vector<std::string> kept;
  for (const std::string& a : all) {
    if (a == "FALSE") return "FALSE";
    if (a != "TRUE" && std::find(kept.begin(), kept.end(), a) == kept.end()) kept.push_back(a);
  }
  if (kept.empty()) return "TRUE";
  return kept.size() == 1 ? kept[0] : fmt::format("({})", fmt::join(kept, " & "));
}

std::string smv_or(const std::vector<std::string>& all) {
  std::vector<std::string> kept;
  for (const std::string& a : all) {
    if (a == "TRUE") return "TRUE";
    if (a != "FALSE" && std::find(kept.begin(), kept.end(), a) == kept.end()) kept.push_back(a);
  }
  if (kept.empty()) return "FALSE";
  return kept.size() == 1 ? kept[0] : fmt::format("({})", fmt::join(kept, " | "));
}

std::string smv_and(const std::string& a, const std::string& b) {
  return smv_and(std::vector{a, b});
}
std::string smv_or(const std::string& a, const std::string& b) { return smv_or(std::vector{a, b}); }

std::string smv_equal(const std::string& a, const std::string& b) {
  return a == b ? "TRUE" : fmt::format("({} = {})", a, b);
}

std::string smv_case(const SmvCases& cases, const std::string& otherwise) {
  SmvCases kept;
  std::string last = otherwise;
  for (const auto& [condition, value] : cases) {
    if (condition == "FALSE") continue;
    if (condition == "TRUE") {
      last = value;
      break;
    }
    kept.emplace_back(condition, value);
  }
  while (!kept.empty() && kept.back().second == last) kept.pop_back();
  if (kept.empty()) return last;
  std::string out = "case ";
  for (const auto& [condition, value] : kept) out += fmt::format("{} : {}; ", condition, value);
  return out + fmt::format("TRUE : {}; esac", last);
}

}  // namespace nusmv
