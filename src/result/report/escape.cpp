#include "result/report/escape.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace report {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

// Calls `put` with each character.
template <class Put>
void each_character(std::string_view text, Put put) {
  for (std::size_t at = 0; at < text.size();) {
    put(base::utf8_decode(text, at).value_or(kReplacement));
  }
}

bool is_xml(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c != 0xFFFE && c != 0xFFFF;
}

std::string xml(std::string_view text, bool is_attribute) {
  std::string out;
  each_character(text, [&](char32_t c) {
    switch (c) {
      case '&': out += "&amp;"; return;
      case '<': out += "&lt;"; return;
      case '>': out += "&gt;"; return;
      case '"': out += is_attribute ? "&quot;" : "\""; return;
      case '\r': out += "&#13;"; return;
      case '\n': out += is_attribute ? "&#10;" : "\n"; return;
      case '\t': out += is_attribute ? "&#9;" : "\t"; return;
      default: base::utf8_append(out, is_xml(c) ? c : kReplacement);
    }
  });
  return out;
}

}  // namespace

std::string utf8_repaired(std::string_view text) {
  std::string out;
  each_character(text, [&](char32_t c) { base::utf8_append(out, c); });
  return out;
}

std::string xml_text(std::string_view text) { return xml(text, false); }

std::string xml_attribute(std::string_view text) { return xml(text, true); }

std::string github_message(std::string_view text) {
  std::string out;
  for (char c : utf8_repaired(text)) {
    switch (c) {
      case '%': out += "%25"; break;
      case '\r': out += "%0D"; break;
      case '\n': out += "%0A"; break;
      default: out += c;
    }
  }
  return out;
}

std::string github_property(std::string_view text) {
  std::string out;
  for (char c : github_message(text)) {
    switch (c) {
      case ':': out += "%3A"; break;
      case ',': out += "%2C"; break;
      default: out += c;
    }
  }
  return out;
}

std::string dot_string(std::string_view text) {
  std::string out = "\"";
  each_character(text, [&](char32_t c) {
    switch (c) {
      case '"': out += "\\\""; return;
      case '\\': out += "\\\\"; return;
      case '\n': out += "\\l"; return;
      default: base::utf8_append(out, c < 0x20 ? kReplacement : c);
    }
  });
  return out + '"';
}

std::string yaml_string(std::string_view text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string percent_encoded(std::string_view path) {
  std::string out;
  for (char c : path) {
    bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
        (c != '\0' && std::string_view("-._~/!$&'()*+,;=@").find(c) != std::string_view::npos);
    if (is_plain) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace report
