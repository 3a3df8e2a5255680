// Text inside of other languages. Bytes that are not UTF-8 become U+FFFD everywhere.
#pragma once

#include <string>
#include <string_view>

namespace report {

std::string utf8_repaired(std::string_view text);

// XML 1.0: characters that it cannot hold, such as most control characters, become U+FFFD.
std::string xml_text(std::string_view text);
// The same between double quotes, where line breaks must not become blanks.
std::string xml_attribute(std::string_view text);

// The message of a workflow command of GitHub, and one of its properties.
std::string github_message(std::string_view text);
std::string github_property(std::string_view text);

// A string of Graphviz, with its quotes. Line breaks are kept, to the left.
std::string dot_string(std::string_view text);

// A double-quoted scalar of YAML, which is a string of JSON in ASCII.
std::string yaml_string(std::string_view text);

// The path of a URI reference: everything but letters, digits and -._~/!$&'()*+,;=@ in hexadecimal.
std::string percent_encoded(std::string_view path);

}  // namespace report
