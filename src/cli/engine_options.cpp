#include "cli/engine_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace cli {

namespace {

constexpr std::string_view kEveryEngine = "";
constexpr std::string_view kEngines = "symex interp mc spin nusmv modular";

bool reads(const OptionRow& row, std::string_view engine) {
  if (row.engines.empty()) return true;
  auto engines = base::split_words(row.engines);
  return std::find(engines.begin(), engines.end(), engine) != engines.end();
}

// `mc, spin or nusmv`
std::string alternatives(std::string_view engines) {
  auto all = base::split_words(engines);
  std::string result(all.front());
  for (std::size_t i = 1; i < all.size(); ++i) {
    result += fmt::format("{} {}", i + 1 == all.size() ? " or" : ",", all[i]);
  }
  return result;
}

}  // namespace

const std::vector<OptionRow>& option_table() {
  static const std::vector<OptionRow> kTable{
#define OPTION(name, group, engines) {name, group, engines},
#include "cli/options.def"
#undef OPTION
  };
  return kTable;
}

const OptionRow* find_option(std::string_view name, std::string_view value) {
  std::string with_value = fmt::format("{} {}", name, value);
  const OptionRow* found = nullptr;
  for (const OptionRow& row : option_table()) {
    if (row.name == with_value) return &row;
    if (row.name == name) found = &row;
  }
  return found;
}

bool depends_on_value(std::string_view name) {
  std::string start = fmt::format("{} ", name);
  return std::any_of(option_table().begin(), option_table().end(),
                     [&](const OptionRow& row) { return row.name.starts_with(start); });
}

std::optional<std::string> engine_meant(const std::vector<GivenOption>& given) {
  std::optional<std::string> result;
  for (std::string_view engine : base::split_words(kEngines)) {
    bool fits = std::all_of(given.begin(), given.end(), [&](const GivenOption& option) {
      const OptionRow* row = find_option(option.name, option.value);
      return !row || reads(*row, engine);
    });
    if (!fits) continue;
    if (result) return std::nullopt;
    result = engine;
  }
  return result;
}

std::optional<std::string> refused_option(const std::vector<GivenOption>& given,
                                          std::string_view engine, bool is_chosen) {
  if (engine == "auto") return std::nullopt;
  for (const GivenOption& option : given) {
    const OptionRow* row = find_option(option.name, option.value);
    if (!row || reads(*row, engine)) continue;
    std::string name = option.name;
    if (depends_on_value(name)) name += " " + option.value;
    std::string text = fmt::format("{} is for --engine {}", name, alternatives(row->engines));
    text += is_chosen ? fmt::format("; this program would be verified by {}", engine)
                      : fmt::format(", not for {}", engine);
    return text;
  }
  return std::nullopt;
}

}  // namespace cli
