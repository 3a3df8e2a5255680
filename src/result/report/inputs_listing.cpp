// The inputs of a counterexample, drawn as a listing:
//
//   inputs
//     list  = Node#1
//     other = Node#1    the same object as list
//     limit = 3
//   heap
//     Node#1 = { value = 0, next = Node#2 }
//     Node#2 = { value = 1, next = Node#1 }
//
// Names show sharing and cycles: an object is listed once, under the name that the
// trace uses for it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/utf8.h"
#include "result/report/layout.h"

namespace report {

namespace {

using Values = std::vector<std::pair<std::string, verdict::Datum>>;

constexpr std::size_t kMaxElements = 32;  // of an array; the rest is counted
constexpr std::size_t kMaxText = 80;      // characters of a string

// Always with a point or an exponent, so that it is no integer.
std::string show_float(double value) {
  std::string text = fmt::format("{}", value);
  bool is_whole = text.find_first_not_of("-0123456789") == std::string::npos;
  return is_whole ? text + ".0" : text;
}

class Listing {
 public:
  explicit Listing(const verdict::Counterexample& example) : example_(example) {
    for (const verdict::HeapEntry& entry : example.heap) {
      names_[entry.ref] = entry.name.empty() ? fmt::format("#{}", entry.ref) : entry.name;
    }
  }

  std::string write() {
    if (example_.inputs.empty()) return {};
    out_ = "inputs\n";
    std::vector<Row> rows;
    for (const auto& [name, value] : example_.inputs) rows.push_back({name, show(value), {}});
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].remark = shared_with_earlier(i);
    append(rows);
    rows.clear();
    for (const verdict::HeapEntry& entry : example_.heap) {
      if (!is_value(entry)) rows.push_back({names_.at(entry.ref), contents(entry), {}});
    }
    if (rows.empty()) return std::move(out_);
    out_ += "heap\n";
    append(rows);
    return std::move(out_);
  }

 private:
  // Its name says what it holds: "text", Integer(5).
  static bool is_value(const verdict::HeapEntry& entry) {
    return !entry.is_array && (entry.name.starts_with('"') || entry.name.ends_with(')'));
  }

  struct Row {
    std::string name;
    std::string value;
    std::string remark;
  };

  void append(const std::vector<Row>& rows) {
    std::size_t width = 0;
    std::size_t value_width = 0;
    for (const Row& row : rows) {
      width = std::max(width, base::utf8_length(row.name));
      if (!row.remark.empty()) {
        value_width = std::max(value_width, base::utf8_length(row.value));
      }
    }
    for (const Row& row : rows) {
      out_ += fmt::format("  {} = ", padded(row.name, width));
      out_ += row.remark.empty() ? row.value : padded(row.value, value_width) + "    " + row.remark;
      out_ += '\n';
    }
  }

  std::string shared_with_earlier(std::size_t index) const {
    const auto* ref = std::get_if<verdict::HeapRef>(&example_.inputs[index].second);
    if (!ref) return {};
    for (std::size_t i = 0; i < index; ++i) {
      const auto* other = std::get_if<verdict::HeapRef>(&example_.inputs[i].second);
      if (other && *other == *ref) {
        return fmt::format("the same object as {}", example_.inputs[i].first);
      }
    }
    return {};
  }

  std::string contents(const verdict::HeapEntry& entry) const {
    std::vector<std::string> parts;
    if (!entry.is_array) {
      for (const auto& [name, value] : entry.fields) {
        parts.push_back(fmt::format("{} = {}", name, show(value)));
      }
      return parts.empty() ? "{ }" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
    }
    std::size_t shown = std::min(entry.elements.size(), kMaxElements);
    for (std::size_t i = 0; i < shown; ++i) parts.push_back(show(entry.elements[i]));
    if (shown < entry.elements.size()) {
      parts.push_back(fmt::format("… {} more", entry.elements.size() - shown));
    }
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }

  std::string show(const verdict::Datum& value) const {
    struct Visitor {
      const std::map<std::uint32_t, std::string>& names;
      std::string operator()(std::monostate) const { return "null"; }
      std::string operator()(bool b) const { return b ? "true" : "false"; }
      std::string operator()(const base::Integer& i) const { return i.to_string(); }
      std::string operator()(double d) const { return show_float(d); }
      std::string operator()(const std::string& s) const {
        return cut(base::quote_string(s), kMaxText);
      }
      std::string operator()(char32_t c) const { return base::quote_char(c); }
      std::string operator()(verdict::HeapRef r) const {
        auto found = names.find(r.number);
        return found == names.end() ? fmt::format("#{}", r.number) : found->second;
      }
    };
    return std::visit(Visitor{names_}, value);
  }

  const verdict::Counterexample& example_;
  std::map<std::uint32_t, std::string> names_;  // by HeapEntry::ref
  std::string out_;
};

}  // namespace

std::string inputs_listing(const verdict::Counterexample& example) {
  return Listing(example).write();
}

}  // namespace report
