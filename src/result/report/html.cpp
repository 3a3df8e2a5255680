#include <nlohmann/json.hpp>

#include "result/report/page.h"
#include "result/report/report.h"

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

Texts texts_of(const base::Sources& sources) {
  Texts texts;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const base::SourceFile& file = sources.file(base::FileId(i));
    texts.emplace_back(file.name(), file.text());
  }
  return texts;
}

std::string html(std::string_view result, const Texts& sources) {
  nlohmann::ordered_json texts = nlohmann::ordered_json::object();
  for (const auto& [name, text] : sources) texts[name] = text;
  std::size_t at = kPage.find(kData);
  std::string out(kPage.substr(0, at));
  out += R"({"result":)" + escaped(result) + R"(,"sources":)" +
         escaped(texts.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) +
         "}";
  out += kPage.substr(at + kData.size());
  return out;
}

}  // namespace report
