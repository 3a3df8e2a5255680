#include "pipeline/request.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipeline {

std::string Engines::words() const {
  std::string result;
  for (const auto& [engine, word] : words_of(Engine{})) {
    if (contains(engine)) result += fmt::format("{}{}", result.empty() ? "" : " ", word);
  }
  return result;
}

std::string Engines::alternatives() const {
  std::vector<std::string_view> names;
  for (const auto& [engine, word] : words_of(Engine{})) {
    if (contains(engine)) names.push_back(word);
  }
  std::string result(names.front());
  for (std::size_t i = 1; i < names.size(); ++i) {
    result += fmt::format("{} {}", i + 1 == names.size() ? " or" : ",", names[i]);
  }
  return result;
}

Engines engines_of(SearchMode mode) {
  static constexpr Engines kEngines[] = {
#define SEARCH(value, word, engines) engines,
#include "pipeline/search_modes.def"
#undef SEARCH
  };
  return kEngines[static_cast<std::size_t>(mode)];
}

bool Request::is_given(std::string_view option) const {
  return std::any_of(given.begin(), given.end(), [&](const GivenOption& g) {
    return std::string_view(g.name).substr(0, g.name.find(' ')) == option;
  });
}

interp::Options interp_options(const Request& request) {
  interp::Options result;
  result.semantics = request.semantics;
  if (request.array_size) result.bounds.array_size = *request.array_size;
  return result;
}

std::optional<Engine> engine_meant(const std::vector<GivenOption>& given) {
  std::optional<Engine> result;
  for (const auto& [engine, word] : words_of(Engine{})) {
    Engine candidate = engine;
    bool fits = std::all_of(given.begin(), given.end(), [&](const GivenOption& option) {
      return option.engines.contains(candidate);
    });
    if (!fits) continue;
    if (result) return std::nullopt;
    result = candidate;
  }
  return result;
}

std::optional<std::string> refused_option(const std::vector<GivenOption>& given, Engine engine,
                                          bool is_chosen) {
  for (const GivenOption& option : given) {
    if (option.engines.contains(engine)) continue;
    std::string text =
        fmt::format("{} is for --engine {}", option.name, option.engines.alternatives());
    text += is_chosen ? fmt::format("; this program would be verified by {}", base::word_of(engine))
                      : fmt::format(", not for {}", base::word_of(engine));
    return text;
  }
  return std::nullopt;
}

}  // namespace pipeline
