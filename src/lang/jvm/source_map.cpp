#include "lang/jvm/source_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lang/jvm/archive.h"
#include "lang/jvm/print.h"

namespace jvm {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestSource = std::uint64_t{16} << 20;
// Folders above the classes in which a project may begin: build/classes/java/main is four deep.
constexpr int kHighest = 5;
// Lines above the first one with code in which a method's name may stand: parameters and
// annotations lie between.
constexpr std::uint32_t kLongestHead = 12;

// Where sources lie below a project: Maven and Gradle, then plain folders. Tests are compiled to a
// folder of their own, whose name says so.
std::vector<std::string_view> source_folders(std::string_view classes) {
  if (classes.find("test") != std::string_view::npos) {
    return {"src/test/java", "src/main/java", "test", "src", "."};
  }
  return {"src/main/java", "src/test/java", "src/java", "src", "java", "."};
}

std::string_view package_of(const ClassFile& file) {
  std::size_t slash = file.name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : file.name.substr(0, slash + 1);
}

// The name of the source below its root: "a/b/C.java". Empty: nothing that can be looked for.
std::string source_name(const ClassFile& file) {
  std::string_view name = file.source_file;
  bool is_plain = !name.empty() && name != ".." && name != "." &&
                  name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
  return is_plain ? fmt::format("{}{}", package_of(file), name) : std::string();
}

// Text in UTF-8; what is not UTF-8 is taken as Latin-1.
std::string as_utf8(std::string text) {
  std::replace(text.begin(), text.end(), '\0', ' ');
  if (!base::utf8_invalid_at(text)) return text;
  std::string result;
  for (char c : text) base::utf8_append(result, static_cast<unsigned char>(c));
  return result;
}

std::uint32_t last_line(const ClassFile& file) {
  std::uint32_t last = 0;
  for (const Method& method : file.methods) {
    if (!method.code) continue;
    auto code = decode(file, method);
    if (!code) continue;
    for (const LineEntry& entry : code->lines) last = std::max<std::uint32_t>(last, entry.line);
  }
  return last;
}

// Of a method's code; 0: there is none, or it has no line numbers.
std::uint32_t first_line(const ClassFile& file, const Method& method) {
  if (!method.code) return 0;
  auto code = decode(file, method);
  if (!code || !code->has_lines()) return 0;
  std::uint32_t first = code->lines.front().line;
  for (const LineEntry& one : code->lines) first = std::min<std::uint32_t>(first, one.line);
  return first;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

// Whether `word` stands in the line by itself, and behind it `next` (0: anything).
bool has_word(std::string_view line, std::string_view word, char next) {
  for (std::size_t at = line.find(word); at != std::string_view::npos;
       at = line.find(word, at + 1)) {
    std::size_t end = at + word.size();
    bool starts = at == 0 || !is_name_character(line[at - 1]);
    bool ends = end == line.size() || !is_name_character(line[end]);
    if (!starts || !ends) continue;
    std::size_t behind = line.find_first_not_of(' ', end);
    if (next == 0 || (behind != std::string_view::npos && line[behind] == next)) return true;
  }
  return false;
}

// The name that a class has in its source.
std::string_view simple_name(const ClassFile& file) {
  for (const InnerClass& inner : file.inner_classes) {
    if (inner.inner == file.name) return inner.simple_name;
  }
  return file.name.substr(package_of(file).size());
}

}  // namespace

struct SourceMap::Shown {
  base::FileId source;  // invalid: there is none
  // Lines of instructions in its place, made when they are needed; invalid: nothing has lines.
  std::optional<base::FileId> lines;
  base::FileId listing_file;
  std::optional<Listing> listing;  // made when it is needed
};

SourceMap::SourceMap(const ClassPath& path, base::Sources& sources, diag::Sink& sink)
    : path_(path), sources_(sources), sink_(sink) {}

SourceMap::~SourceMap() = default;

SourceMap::Shown& SourceMap::shown(const ClassFile& file) {
  auto& entry = classes_[&file];
  if (entry) return *entry;
  entry = std::make_unique<Shown>();
  entry->source = find_source(file);
  // A source with fewer lines is another version, or another file of that name.
  if (entry->source && last_line(file) > sources_.file(entry->source).line_count()) {
    entry->source = {};
  }
  return *entry;
}

bool SourceMap::has_source(const ClassFile& file) { return shown(file).source.is_valid(); }

base::FileId SourceMap::add_text(const std::string& path, std::string text) {
  return sources_.add(path, as_utf8(std::move(text)));
}

base::FileId SourceMap::read_source(const std::string& path) {
  auto known = files_.find(path);
  if (known != files_.end()) return known->second;
  base::FileId& id = files_[path];
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return id;
  if (auto text = base::read_file(path, kLargestSource)) id = add_text(path, std::move(*text));
  return id;
}

// In the archive itself, or in the one with the sources beside it.
base::FileId SourceMap::read_archived(const ClassFile& file) {
  const std::string& jar = path_.entry_path(file);
  std::string stem = jar.substr(0, jar.rfind('.'));
  std::string name = source_name(file);
  for (const std::string& archive_path : {jar, stem + "-sources.jar"}) {
    std::string path = fmt::format("{}!/{}", archive_path, name);
    if (auto known = files_.find(path); known != files_.end()) {
      if (known->second) return known->second;
      continue;
    }
    base::FileId& id = files_[path];
    auto archive = Archive::open(archive_path);
    if (!archive || !(*archive)->has(name, path_.release())) continue;
    auto text = (*archive)->unpack(name, path_.release());
    if (text) return id = add_text(path, std::move(*text));
  }
  return {};
}

std::vector<std::string> SourceMap::source_paths(const ClassFile& file) const {
  std::vector<std::string> paths;
  std::string name = source_name(file);
  auto add = [&](const fs::path& path) { paths.push_back(path.lexically_normal().string()); };
  for (const std::string& folder : folders_) {
    add(fs::path(folder) / name);
    add(fs::path(folder) / std::string(file.source_file));
  }
  if (path_.origin(file) == Origin::Jdk) return paths;
  std::error_code error;
  fs::path entry(path_.entry_path(file));
  if (!fs::is_directory(entry, error)) entry = entry.parent_path();
  // A class file alone may lie beside its source, or below the root of its packages.
  if (path_.entry_path(file).ends_with(".class")) add(entry / std::string(file.source_file));
  add(entry / name);
  fs::path project = fs::absolute(entry, error).lexically_normal();
  for (int i = 0; i < kHighest && project.has_relative_path(); ++i) {
    project = project.parent_path();
    for (std::string_view folder : source_folders(entry.string())) {
      add(project / folder / name);
    }
  }
  return paths;
}

base::FileId SourceMap::find_source(const ClassFile& file) {
  if (source_name(file).empty()) return {};
  for (const std::string& path : source_paths(file)) {
    if (base::FileId id = read_source(path)) return id;
  }
  const std::string& entry = path_.entry_path(file);
  bool is_archive = entry.ends_with(".jar") || entry.ends_with(".zip");
  return is_archive ? read_archived(file) : base::FileId();
}

base::Span SourceMap::line(base::FileId file, std::uint32_t number) const {
  const base::SourceFile& source = sources_.file(file);
  number = std::clamp<std::uint32_t>(number, 1, source.line_count());
  std::string_view text = source.line(number);
  std::size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
  std::size_t end = text.find_last_not_of(" \t\r") + 1;  // 0 if there is nothing else
  if (begin >= end) begin = end = 0;
  std::uint32_t start = source.line_start(number);
  return {file, static_cast<std::uint32_t>(start + begin), static_cast<std::uint32_t>(start + end)};
}

void SourceMap::warn_once(const ClassFile& file) {
  if (has_warned_ || path_.origin(file) != Origin::User) return;
  has_warned_ = true;
  sink_.report(diag::Kind::JvmNoLines, {}, file.path);
}

base::FileId SourceMap::lines_of(const ClassFile& file) {
  Shown& entry = shown(file);
  if (!entry.lines) entry.lines = make_lines(file);
  return *entry.lines;
}

base::FileId SourceMap::make_lines(const ClassFile& file) {
  std::map<std::uint32_t, std::string> lines;
  for (const Method& method : file.methods) {
    if (!method.code) continue;
    auto code = decode(file, method);
    if (!code) continue;
    std::uint32_t last = 0;  // each run of instructions of a line begins with the method's name
    for (const Instruction& instruction : code->instructions) {
      if (instruction.line == 0) continue;
      std::string& line = lines[instruction.line];
      if (last != instruction.line)
        line += fmt::format("{}{}:", line.empty() ? "" : " ", method.name);
      line += fmt::format(" {};", print(file, *code, instruction));
      last = instruction.line;
    }
  }
  if (lines.empty()) return {};
  std::string text;
  std::uint32_t at = 1;
  for (const auto& [number, line] : lines) {
    text.append(number - at, '\n');
    at = number;
    for (char c : line) text += c == '\n' || c == '\r' ? ' ' : c;
  }
  std::string name = source_name(file);
  return add_text(name.empty() ? file.path : name, std::move(text));
}

void SourceMap::make_listing(const ClassFile& file, Shown& shown) {
  if (shown.listing) return;
  shown.listing = list(file);
  shown.listing_file = sources_.add(file.path, shown.listing->text);
}

base::Span SourceMap::listed(const ClassFile& file, Shown& shown, const Method& method,
                             std::int64_t instruction) {
  make_listing(file, shown);
  auto index = static_cast<std::size_t>(&method - file.methods.data());
  CHECK(index < file.methods.size(), "a method of another class than {}", file.name);
  const Listing::MethodLines& lines = shown.listing->methods[index];
  bool is_there =
      instruction >= 0 && static_cast<std::size_t>(instruction) < lines.instructions.size();
  return line(shown.listing_file,
              is_there ? lines.instructions[static_cast<std::size_t>(instruction)] : lines.head);
}

base::Span SourceMap::instruction(const ClassFile& file, const Method& method, const Code& code,
                                  std::uint32_t index) {
  std::uint16_t number = code.instructions.at(index).line;
  Shown& entry = shown(file);
  if (!code.has_lines()) warn_once(file);
  if (number == 0) return listed(file, entry, method, index);
  return line(entry.source ? entry.source : lines_of(file), number);
}

base::Span SourceMap::method(const ClassFile& file, const Method& method) {
  Shown& entry = shown(file);
  if (!entry.source) {
    std::uint32_t number = first_line(file, method);
    return number == 0 ? listed(file, entry, method, -1) : line(lines_of(file), number);
  }
  const base::SourceFile& source = sources_.file(entry.source);
  std::string_view name = method.is_constructor() ? simple_name(file) : method.name;
  // The first line with code is in the body, or is the declaration itself. A method without code
  // may stand anywhere.
  std::uint32_t first = source.line_count();
  std::uint32_t above = first;
  if (method.code) {
    first = first_line(file, method);
    if (first == 0) return listed(file, entry, method, -1);
    above = kLongestHead;
  }
  for (std::uint32_t i = 0; i <= above && i < first; ++i) {
    if (has_word(source.line(first - i), name, '(')) return line(entry.source, first - i);
  }
  return line(entry.source, method.code ? first : 1);
}

base::Span SourceMap::klass(const ClassFile& file) {
  Shown& entry = shown(file);
  if (!entry.source) {
    make_listing(file, entry);
    return line(entry.listing_file, entry.listing->class_line);
  }
  const base::SourceFile& source = sources_.file(entry.source);
  std::string_view name = simple_name(file);
  for (std::uint32_t number = 1; !name.empty() && number <= source.line_count(); ++number) {
    std::string_view text = source.line(number);
    if (!has_word(text, name, 0)) continue;
    for (std::string_view kind : {"class", "interface", "enum", "record"}) {
      if (has_word(text, kind, 0)) return line(entry.source, number);
    }
  }
  return line(entry.source, 1);
}

}  // namespace jvm
