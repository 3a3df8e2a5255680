#include "lang/jvm/entries.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/jvm/descriptor.h"

namespace jvm {

namespace {

constexpr std::string_view kMainDescriptor = "([Ljava/lang/String;)V";
constexpr std::size_t kMostListed = 12;  // candidates in a note

std::string without_spaces(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char c) { return c == ' ' || c == '\t'; });
  return result;
}

std::string_view last_part(std::string_view name) {
  return name.substr(name.find_last_of("./$") + 1);
}

// `text` is "(int,String)", "(IJ)V" or "(IJ)".
bool has_parameters(const Method& method, const std::string& text) {
  if (method.descriptor == text) return true;
  MethodType type = *parse_method_type(method.descriptor);
  if (without_spaces(java_parameters(type)) == text) return true;
  std::string brief = "(";
  for (const Type& parameter : type.parameters) {
    if (brief.size() > 1) brief += ",";
    brief += last_part(java_text(parameter));
  }
  return brief + ")" == text;
}

bool is_main_method(const Method& method) {
  return method.name == "main" && method.descriptor == kMainDescriptor && method.is_static() &&
         method.is_public();
}

// Of any package: frameworks agree on the word.
bool is_test(const Method& method) {
  return std::any_of(method.annotations.begin(), method.annotations.end(),
                     [](const Annotation& annotation) {
                       std::string_view type = annotation.type;
                       type.remove_suffix(1);  // the semicolon
                       return last_part(type) == "Test" || type == "LTest";
                     });
}

// What --entry says, in its parts.
struct Wanted {
  std::string klass;
  std::string method;
  std::string parameters;  // "(int,long)"; empty: any
};

class EntryFinder {
 public:
  EntryFinder(ClassPath& path, const Candidates& candidates, diag::Sink& sink)
      : path_(path), candidates_(candidates), sink_(sink) {}

  std::optional<Entry> find(std::string_view wanted);
  // All methods of candidates for which `accepts` holds. Inherited ones if `of_concrete`, which
  // leaves out abstract classes.
  template <class Accepts>
  std::vector<Entry> collect(Accepts accepts, bool of_concrete);

 private:
  const ClassFile* find_class(const std::string& name);
  std::vector<Entry> methods_named(const ClassFile& klass, const Wanted& wanted);
  std::optional<Entry> choose(const ClassFile& klass, const Wanted& wanted,
                              std::string_view original);
  void report_unknown_class(std::string_view name);
  void report_unknown_method(const ClassFile& klass, std::string_view original,
                             const std::string& method);

  ClassPath& path_;
  const Candidates& candidates_;
  diag::Sink& sink_;
};

Wanted split(std::string_view text) {
  Wanted wanted;
  std::size_t parenthesis = std::min(text.find('('), text.size());
  wanted.parameters = without_spaces(text.substr(parenthesis));
  std::string_view name = text.substr(0, parenthesis);
  while (name.ends_with(' ')) name.remove_suffix(1);
  std::size_t dot = name.find_last_of("./");
  if (dot != std::string_view::npos) wanted.klass = name.substr(0, dot);
  wanted.method = dot == std::string_view::npos ? name : name.substr(dot + 1);
  return wanted;
}

const ClassFile* EntryFinder::find_class(const std::string& name) {
  std::string internal = internal_name(name);
  if (!is_class_name(internal)) return nullptr;
  if (const ClassFile* file = path_.find(internal)) return file;
  // Inner classes with dots, from the right.
  std::string inner = internal;
  for (std::size_t slash = inner.rfind('/'); slash != std::string::npos;
       slash = inner.rfind('/', slash)) {
    inner[slash] = '$';
    if (const ClassFile* file = path_.find(inner)) return file;
  }
  // The package left out.
  const std::string* found = nullptr;
  for (const std::string& candidate : candidates_) {
    if (!candidate.ends_with("/" + internal) && !candidate.ends_with("/" + inner)) continue;
    if (found != nullptr) return nullptr;
    found = &candidate;
  }
  return found != nullptr ? path_.find(*found) : nullptr;
}

std::vector<Entry> EntryFinder::methods_named(const ClassFile& klass, const Wanted& wanted) {
  std::vector<Entry> found;
  const ClassFile* owner = &klass;
  // Hierarchies have no cycles, but files may say so.
  for (int depth = 0; owner != nullptr && depth < 1000; ++depth) {
    for (const Method& method : owner->methods) {
      if (method.name != wanted.method || method.name == "<clinit>") continue;
      if (method.is_synthetic() && method.descriptor != wanted.parameters) continue;
      if (!wanted.parameters.empty() && !has_parameters(method, wanted.parameters)) continue;
      bool is_overridden = std::any_of(found.begin(), found.end(), [&](const Entry& one) {
        return one.method->descriptor == method.descriptor;
      });
      if (!is_overridden) found.push_back({&klass, owner, &method});
    }
    if (wanted.method == "<init>") break;  // constructors are not inherited
    // Of the library only what was asked for by name.
    owner = owner->super.empty() ? nullptr : path_.find(owner->super);
    if (owner != nullptr && path_.origin(*owner) != Origin::User) owner = nullptr;
  }
  return found;
}

void list_candidates(const std::vector<Entry>& entries, diag::Diagnostic& report) {
  for (std::size_t i = 0; i < std::min(entries.size(), kMostListed); ++i) {
    report.note(fmt::format("--entry '{}'", entries[i].name()));
  }
  if (entries.size() > kMostListed) {
    report.note(fmt::format("and {} more", entries.size() - kMostListed));
  }
}

void EntryFinder::report_unknown_class(std::string_view name) {
  auto& report = sink_.report(diag::Kind::JvmNoClass, {}, name);
  std::vector<std::string> names;
  for (const std::string& candidate : candidates_) names.push_back(external_name(candidate));
  std::vector<std::string_view> views(names.begin(), names.end());
  if (auto near = diag::nearest(name, views)) {
    report.help(fmt::format("did you mean `{}`?", *near));
  }
}

void EntryFinder::report_unknown_method(const ClassFile& klass, std::string_view original,
                                        const std::string& method) {
  Wanted any{.method = method};
  std::vector<Entry> same_name = methods_named(klass, any);
  auto& report = sink_.report(diag::Kind::JvmNoMethod, {}, original);
  if (!same_name.empty()) return list_candidates(same_name, report);
  std::vector<std::string_view> names;
  for (const Method& one : klass.methods) names.push_back(one.name);
  if (auto near = diag::nearest(method, names)) {
    report.help(fmt::format("did you mean `{}.{}`?", external_name(klass.name), *near));
  }
}

std::optional<Entry> EntryFinder::choose(const ClassFile& klass, const Wanted& wanted,
                                         std::string_view original) {
  std::vector<Entry> found = methods_named(klass, wanted);
  if (found.empty()) {
    report_unknown_method(klass, original, wanted.method);
    return std::nullopt;
  }
  if (found.size() > 1) {
    auto& report = sink_.report(diag::Kind::JvmAmbiguousEntry, {}, original, found.size());
    list_candidates(found, report);
    return std::nullopt;
  }
  const Method& method = *found[0].method;
  bool makes_nothing = method.is_constructor() && klass.is_abstract();
  if (!method.code || makes_nothing) {
    sink_.report(diag::Kind::JvmEntryWithoutCode, {}, found[0].name(),
                 method.is_native() ? "native" : "abstract");
    return std::nullopt;
  }
  return found[0];
}

std::optional<Entry> EntryFinder::find(std::string_view text) {
  Wanted wanted = split(text);
  if (!wanted.klass.empty()) {
    if (const ClassFile* klass = find_class(wanted.klass)) return choose(*klass, wanted, text);
  }
  // A class alone.
  if (wanted.parameters.empty()) {
    if (const ClassFile* klass = find_class(std::string(text))) {
      return choose(*klass, {.method = "main", .parameters = std::string(kMainDescriptor)},
                    fmt::format("{}.main", text));
    }
  }
  // A method alone, if there is one class.
  if (wanted.klass.empty() && candidates_.size() == 1) {
    if (const ClassFile* klass = path_.find(candidates_[0])) return choose(*klass, wanted, text);
  }
  report_unknown_class(wanted.klass.empty() ? text : wanted.klass);
  return std::nullopt;
}

template <class Accepts>
std::vector<Entry> EntryFinder::collect(Accepts accepts, bool of_concrete) {
  std::vector<Entry> found;
  for (const std::string& name : candidates_) {
    const ClassFile* klass = path_.find(name);
    if (klass == nullptr || (of_concrete && (klass->is_abstract() || klass->is_interface()))) {
      continue;
    }
    std::vector<Entry> here;
    const ClassFile* owner = klass;
    for (int depth = 0; owner != nullptr && depth < 1000; ++depth) {
      for (const Method& method : owner->methods) {
        if (!method.code || method.is_synthetic() || !accepts(method)) continue;
        bool is_overridden = std::any_of(here.begin(), here.end(), [&](const Entry& one) {
          return one.method->name == method.name && one.method->descriptor == method.descriptor;
        });
        if (!is_overridden) here.push_back({klass, owner, &method});
      }
      owner = of_concrete && !owner->super.empty() ? path_.find_in(Origin::User, owner->super)
                                                   : nullptr;
    }
    found.insert(found.end(), here.begin(), here.end());
  }
  return found;
}

}  // namespace

bool Entry::is_main() const { return is_main_method(*method); }

std::string Entry::name() const {
  return fmt::format("{}.{}{}", external_name(klass->name), method->name,
                     java_parameters(*parse_method_type(method->descriptor)));
}

std::optional<Entry> find_entry(ClassPath& path, const Candidates& candidates,
                                std::string_view wanted, diag::Sink& sink) {
  return EntryFinder(path, candidates, sink).find(wanted);
}

std::optional<Entry> default_entry(ClassPath& path, const Candidates& candidates,
                                   diag::Sink& sink) {
  EntryFinder finder(path, candidates, sink);
  std::vector<Entry> found = finder.collect(is_main_method, false);
  if (found.empty()) found = finder.collect(is_test, true);
  if (found.size() == 1) return found[0];
  if (found.empty()) {
    sink.report(diag::Kind::JvmNoEntry, {});
  } else {
    list_candidates(found, sink.report(diag::Kind::JvmSeveralEntries, {}, found.size()));
  }
  return std::nullopt;
}

std::vector<Entry> find_tests(ClassPath& path, const Candidates& candidates, diag::Sink& sink) {
  std::vector<Entry> found = EntryFinder(path, candidates, sink).collect(is_test, true);
  if (found.empty()) sink.report(diag::Kind::JvmNoTests, {});
  return found;
}

std::vector<Entry> find_targets(ClassPath& path, const Candidates& candidates) {
  diag::Sink unused;
  EntryFinder finder(path, candidates, unused);
  std::vector<Entry> found = finder.collect(is_main_method, false);
  std::vector<Entry> tests = finder.collect(is_test, true);
  found.insert(found.end(), tests.begin(), tests.end());
  return found;
}

}  // namespace jvm
