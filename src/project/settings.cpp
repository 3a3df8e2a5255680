// The only file that sees toml++: its header takes seconds to compile.
#include "project/settings.h"

#include <fmt/format.h>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <array>

#include "base/file.h"

namespace project {

namespace {

constexpr std::array<std::string_view, 4> kVerdicts{"valid", "invalid", "deadlock", "unknown"};

class SettingsReader {
 public:
  SettingsReader(base::FileId file, const std::vector<OptionInfo>& options,
                 const base::Sources& sources, diag::Sink& sink)
      : file_(file), options_(options), sources_(sources), sink_(sink) {}

  SettingsFile read(const toml::table& root) {
    for (auto&& [key, node] : root) {
      std::string_view name = key.str();
      if (name == "files" || name == "exclude") {
        patterns(key, node, name == "files" ? result_.layout.files : result_.layout.exclude);
      } else if (name == "defaults") {
        section(key, node, result_.defaults);
      } else if (name == "method") {
        methods(key, node);
      } else if (name == "program") {
        programs(key, node);
      } else {
        unknown(key, {"files", "exclude", "defaults", "method", "program"});
      }
    }
    // Tables are sorted by name; what counts is the order in the file.
    std::sort(result_.methods.begin(), result_.methods.end(),
              [](const Section& a, const Section& b) { return a.span.begin < b.span.begin; });
    return std::move(result_);
  }

  base::Span at(const toml::source_position& where, std::size_t length = 1) const {
    const base::SourceFile& file = sources_.file(file_);
    std::uint32_t line = std::clamp<std::uint32_t>(where.line, 1, file.line_count());
    std::string_view text = file.line(line);
    // Columns are counted in characters.
    std::size_t offset = 0;
    for (std::uint32_t column = 1; column < where.column && offset < text.size(); ++column) {
      ++offset;
      while (offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xc0U) == 0x80U) {
        ++offset;
      }
    }
    auto begin = static_cast<std::uint32_t>(file.line_start(line) + offset);
    std::size_t room = std::max<std::size_t>(text.size() - offset, 1);
    return {file_, begin, static_cast<std::uint32_t>(begin + std::min(length, room))};
  }

 private:
  base::Span span_of(const toml::key& key) const {
    return at(key.source().begin, key.source().end.column - key.source().begin.column);
  }

  void unknown(const toml::key& key, const std::vector<std::string_view>& known) {
    auto& report = sink_.report(diag::Kind::UnknownSetting, span_of(key), key.str());
    if (auto near = diag::nearest(key.str(), known)) {
      report.help(fmt::format("did you mean `{}`?", *near));
    }
  }

  void wrong(const toml::key& key, std::string_view what) {
    sink_.report(diag::Kind::BadSetting, span_of(key), key.str(), what);
  }

  void patterns(const toml::key& key, const toml::node& node, std::vector<std::string>& into) {
    const toml::array* list = node.as_array();
    if (list == nullptr) return wrong(key, "is a list of texts");
    for (const toml::node& one : *list) {
      auto text = one.value_exact<std::string>();
      if (!text) return wrong(key, "is a list of texts");
      into.push_back(*text);
    }
  }

  void programs(const toml::key& key, const toml::node& node) {
    const toml::array* list = node.as_array();
    if (list == nullptr) return wrong(key, "is a list of tables: [[program]]");
    for (const toml::node& one : *list) {
      const toml::table* table = one.as_table();
      if (table == nullptr) return wrong(key, "is a list of tables: [[program]]");
      std::vector<std::string>& files = result_.layout.programs.emplace_back();
      for (auto&& [name, value] : *table) {
        if (name == "files") {
          patterns(name, value, files);
        } else {
          unknown(name, {"files"});
        }
      }
      if (files.empty()) return wrong(key, "needs `files`");
    }
  }

  void methods(const toml::key& key, const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return wrong(key, "is a table: [method.\"Class.method\"]");
    for (auto&& [name, value] : *table) {
      Section& one = result_.methods.emplace_back();
      one.method = name.str();
      section(name, value, one);
      if (value.is_table() && name.str().find('.') == std::string_view::npos) {
        if (has_tables(*value.as_table())) {
          wrong(name, "is no method: write [method.\"Class.method\"] with quotes");
        }
      }
    }
  }

  static bool has_tables(const toml::table& table) {
    return std::any_of(table.begin(), table.end(),
                       [](const auto& entry) { return entry.second.is_table(); });
  }

  void section(const toml::key& key, const toml::node& node, Section& into) {
    into.span = span_of(key);
    const toml::table* table = node.as_table();
    if (table == nullptr) return wrong(key, "is a table");
    bool is_method = !into.method.empty();
    for (auto&& [name, value] : *table) {
      if (value.is_table()) {
        if (!is_method) wrong(name, "is no option: it has no settings of its own");
      } else if (is_method && name == "skip") {
        into.skip = value.value_exact<bool>();
        if (!into.skip) wrong(name, "is true or false");
      } else if (is_method && name == "expect") {
        expect(name, value, into);
      } else {
        option(name, value, is_method, into);
      }
    }
  }

  void expect(const toml::key& key, const toml::node& node, Section& into) {
    auto text = node.value_exact<std::string>();
    if (!text || std::find(kVerdicts.begin(), kVerdicts.end(), *text) == kVerdicts.end()) {
      return wrong(key, "is one of valid, invalid, deadlock, unknown");
    }
    into.expect = *text;
  }

  void option(const toml::key& key, const toml::node& node, bool is_method, Section& into) {
    auto found = std::find_if(options_.begin(), options_.end(),
                              [&](const OptionInfo& o) { return o.name == key.str(); });
    if (found == options_.end()) {
      std::vector<std::string_view> names;
      if (is_method) names = {"skip", "expect"};
      for (const OptionInfo& o : options_) names.emplace_back(o.name);
      return unknown(key, names);
    }
    if (found->is_for_one) return wrong(key, "is for the command line alone");
    if (is_method && found->is_for_all)
      return wrong(key, "is for all methods: put it in [defaults]");
    Setting setting{.name = found->name, .span = span_of(key)};
    if (!found->takes_value) {
      auto is_on = node.value_exact<bool>();
      if (!is_on) return wrong(key, "is true or false");
      setting.is_on = *is_on;
    } else if (const toml::array* list = node.as_array()) {
      for (const toml::node& one : *list) {
        if (!value(one, setting)) return wrong(key, "is a list of numbers or texts");
      }
    } else if (!value(node, setting)) {
      return wrong(key, "is a number or a text");
    }
    into.settings.push_back(std::move(setting));
  }

  static bool value(const toml::node& node, Setting& setting) {
    if (auto number = node.value_exact<std::int64_t>()) {
      setting.values.push_back(fmt::format("{}", *number));
    } else if (auto real = node.value_exact<double>()) {
      setting.values.push_back(fmt::format("{}", *real));
    } else if (auto text = node.value_exact<std::string>()) {
      setting.values.push_back(*text);
    } else {
      return false;
    }
    return true;
  }

  base::FileId file_;
  const std::vector<OptionInfo>& options_;
  const base::Sources& sources_;
  diag::Sink& sink_;
  SettingsFile result_;
};

}  // namespace

std::optional<SettingsFile> read_settings(const std::string& path,
                                          const std::vector<OptionInfo>& options,
                                          base::Sources& sources, diag::Sink& sink) {
  auto text = base::read_file(path);
  if (!text) {
    sink.report(diag::Kind::CannotRead, {}, path, text.error().text);
    return std::nullopt;
  }
  base::FileId file = sources.add(path, std::move(*text));
  toml::parse_result parsed = toml::parse(sources.file(file).text(), path);
  SettingsReader reader(file, options, sources, sink);
  if (!parsed) {
    sink.report(diag::Kind::SettingsSyntax, reader.at(parsed.error().source().begin),
                parsed.error().description());
    return std::nullopt;
  }
  SettingsFile result = reader.read(parsed.table());
  std::size_t slash = path.rfind('/');
  result.layout.folder = slash == std::string::npos ? "." : path.substr(0, slash);
  if (sink.has_errors()) return std::nullopt;
  return result;
}

bool is_about(const Section& section, const Program& program, const std::string& entry,
              const std::string& folder) {
  std::string_view pattern = section.method;
  std::size_t colon = pattern.find(':');
  // Methods of Java have parameters; they need not be told.
  std::string_view name = std::string_view(entry).substr(0, entry.find('('));
  std::string_view method = pattern.substr(colon == std::string_view::npos ? 0 : colon + 1);
  if (!matches(method, entry) && !matches(method, name)) return false;
  if (colon == std::string_view::npos) return true;
  return std::any_of(program.files.begin(), program.files.end(), [&](const std::string& file) {
    return matches(pattern.substr(0, colon), relative_to(folder, file));
  });
}

}  // namespace project
