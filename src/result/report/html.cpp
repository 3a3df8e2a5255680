#include <nlohmann/json.hpp>

#include "result/report/item.h"
#include "result/report/page.h"

namespace report {

namespace {

constexpr std::string_view kData = "@DATA@";

// So that nothing in the data looks like the end of the element that holds them. In JSON these
// characters only stand in strings.
std::string escaped(std::string_view json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (char c : json) {
    switch (c) {
      case '<': out += "\\u003c"; break;
      case '>': out += "\\u003e"; break;
      case '&': out += "\\u0026"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace

std::string html(const std::vector<std::string>& results, const Texts& sources) {
  const nlohmann::ordered_json texts(sources);
  std::size_t at = kPage.find(kData);
  std::string out(kPage.substr(0, at));
  out += R"({"results":[)";
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (i > 0) out += ',';
    out += escaped(results[i]);
  }
  out += R"(],"sources":)" +
         escaped(texts.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) +
         "}";
  out += kPage.substr(at + kData.size());
  return out;
}

std::string html(const Findings& findings) {
  std::vector<std::string> results;
  Texts texts;
  for (const Item& item : findings.items) {
    results.push_back(json(item.result, item.subject, item.sources));
    for (std::size_t i = 0; i < item.sources.size(); ++i) {
      const base::SourceFile& file = item.sources.file(base::FileId(i));
      texts.emplace(file.name(), file.text());
    }
  }
  return html(results, texts);
}

}  // namespace report
