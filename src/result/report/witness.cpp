// Witnesses of SV-COMP in the format 2.0 ("Software Verification Witnesses 2.0", Ayaziová, Beyer,
// Lingsch-Rosenfeld, Spiessl and Strejček, SPIN 2024), in YAML.
//
// The format describes executions of one thread: waypoints, in their order, up to the violation.
// It has no words for threads, so an execution of several is told by its inputs and its target
// alone, which is what the format allows. An execution that goes on for ever has no target. A
// program is correct only if no bound cut the search; Braid has no invariants to tell, so the
// list of invariants is empty.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <set>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "result/report/escape.h"
#include "result/report/place.h"
#include "result/report/svcomp.h"

namespace report {

namespace {

// Why there is no witness; empty: there is one.
std::string why_none(const Item& item) {
  switch (svcomp_verdict(item)) {
    case SvcompVerdict::True: return "";
    case SvcompVerdict::Unknown: return "the verdict is not known for all executions";
    case SvcompVerdict::False: break;
  }
  if (item.result.violation->kind == verdict::ViolationKind::Ltl) {
    return "the format has no executions that go on for ever";
  }
  return find_place(item) ? "" : "the violation is nowhere in the source";
}

// "i == 3", for inputs that an expression of C can compare.
std::string equation(const std::string& name, const verdict::Datum& value) {
  bool is_name = !name.empty() && name.find_first_of("$.[ ") == std::string::npos;
  if (!is_name) return "";
  if (const auto* b = std::get_if<bool>(&value)) return fmt::format("{} == {}", name, *b ? 1 : 0);
  if (const auto* i = std::get_if<base::Integer>(&value)) {
    return fmt::format("{} == {}", name, i->to_string());
  }
  return "";
}

class WitnessWriter {
 public:
  explicit WitnessWriter(const Item& item) : item_(item) {}

  std::string write() {
    bool is_violation = item_.result.violation.has_value();
    std::string content = is_violation ? sequence() : "  content: []\n";
    std::string head = fmt::format("- entry_type: {}\n  metadata:\n    format_version: \"2.0\"\n",
                                   is_violation ? "violation_sequence" : "invariant_set");
    std::string task = this->task();
    return head +
           fmt::format("    uuid: {}\n    creation_time: {}\n", uuid_of(head + task + content),
                       yaml_string(creation_time())) +
           fmt::format("    producer:\n      name: \"Braid\"\n      version: {}\n",
                       yaml_string(kVersion)) +
           task + content;
  }

 private:
  // Derived from what the witness says, as a UUID of version 8 (RFC 9562), so that the same
  // witness has the same one.
  static std::string uuid_of(const std::string& content) {
    std::string hash = base::sha256(content);
    hash[12] = '8';
    hash[16] = 'a';
    return fmt::format("\"{}-{}-{}-{}-{}\"", hash.substr(0, 8), hash.substr(8, 4),
                       hash.substr(12, 4), hash.substr(16, 4), hash.substr(20, 12));
  }

  // Now, or what SOURCE_DATE_EPOCH says (reproducible-builds.org).
  static std::string creation_time() {
    std::time_t now = std::time(nullptr);
    const char* given = std::getenv("SOURCE_DATE_EPOCH");
    if (given != nullptr) now = base::parse_number<std::time_t>(given).value_or(now);
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
  }

  // The text that was verified, if it is here, else that of the file.
  std::string hash_of(const std::string& path) const {
    for (std::size_t i = 0; i < item_.sources.size(); ++i) {
      const base::SourceFile& file =
          item_.sources.file(base::FileId(static_cast<std::uint32_t>(i)));
      if (file.name() == path) return base::sha256(file.text());
    }
    auto bytes = base::read_file(path);
    return bytes ? base::sha256(*bytes) : "";
  }

  // The files that were given, and those of folders.
  std::vector<std::string> input_files() const {
    namespace fs = std::filesystem;
    std::vector<std::string> files;
    for (const std::string& path : item_.subject.input) {
      std::error_code error;
      if (!fs::is_directory(path, error)) {
        files.push_back(path);
        continue;
      }
      std::size_t before = files.size();
      for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
        if (entry.is_regular_file(error)) files.push_back(entry.path().string());
      }
      std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
    }
    return files;
  }

  std::string task() const {
    std::string files;
    std::string hashes;
    for (const std::string& path : input_files()) {
      files += fmt::format("        - {}\n", yaml_string(relative_path(path)));
      hashes +=
          fmt::format("        {}: \"{}\"\n", yaml_string(relative_path(path)), hash_of(path));
    }
    SvcompProperty property = item_.result.violation
                                  ? property_of(*item_.result.violation, item_.subject)
                                  : assertions_of(item_.subject);
    std::string text = property.text.empty() ? std::string("G assert") : std::string(property.text);
    std::string entry = item_.subject.entry.substr(0, item_.subject.entry.find('('));
    std::string check = fmt::format("CHECK( init({}()), LTL({}) )", entry, text);
    return fmt::format(
        "    task:\n      input_files:\n{}      input_file_hashes:\n{}      specification: {}\n"
        "      data_model: {}\n      language: {}\n",
        files, hashes, yaml_string(check), is_wide() ? "LP64" : "ILP32",
        language_of(item_.subject));
  }

  bool is_wide() const {
    for (const auto& [name, value] : item_.subject.options) {
      if (name == "int") return value == "64";
    }
    return false;
  }

  std::string sequence() {
    if (item_.result.counterexample) execution(*item_.result.counterexample);
    waypoint("target", *find_place(item_), function_of_target(), "");
    return "  content:\n" + content_;
  }

  void execution(const verdict::Counterexample& c) {
    assumptions(c);
    std::set<std::uint32_t> threads;
    for (const verdict::TraceStep& step : c.trace) threads.insert(step.thread);
    if (threads.size() > 1) return;
    for (const verdict::TraceStep& step : c.trace) {
      auto place = find_place(step.span, item_.sources);
      if (!place || step.is_internal) continue;
      for (const std::string& note : step.notes) {
        bool is_branch = note == "true" || note == "false";
        if (is_branch) waypoint("branching", *place, step.proc, fmt::format("value: \"{}\"", note));
        // The column would be that of the closing parenthesis, which nobody knows here.
        Place line{.path = place->path, .line = place->line};
        if (note.starts_with("calls ")) waypoint("function_enter", line, step.proc, "");
      }
    }
  }

  // What the inputs are, at the first statement.
  void assumptions(const verdict::Counterexample& c) {
    if (c.trace.empty()) return;
    auto place = find_place(c.trace.front().span, item_.sources);
    if (!place) return;
    std::string all;
    for (const auto& [name, value] : c.inputs) {
      std::string text = equation(name, value);
      if (!text.empty()) all += (all.empty() ? "" : " && ") + text;
    }
    if (all.empty()) return;
    waypoint("assumption", *place, c.trace.front().proc,
             fmt::format("value: {}, format: c_expression", yaml_string(all)));
  }

  // Where the violating thread is.
  std::string function_of_target() const {
    const auto& example = item_.result.counterexample;
    if (!example) return item_.subject.entry;
    std::uint32_t thread = item_.result.violation->thread;
    for (auto step = example->trace.rbegin(); step != example->trace.rend(); ++step) {
      if (thread == 0 || step->thread == thread) return step->proc;
    }
    return item_.subject.entry;
  }

  // A segment with one waypoint that must be passed.
  void waypoint(std::string_view type, const Place& place, std::string_view function,
                std::string_view constraint) {
    std::string column = place.column == 0 ? "" : fmt::format(", column: {}", place.column);
    content_ += fmt::format(
        "    - segment:\n        - waypoint:\n            type: {}\n            action: follow\n"
        "            location: {{file_name: {}, line: {}{}, function: {}}}\n",
        type, yaml_string(place.path), place.line, column, yaml_string(function));
    if (!constraint.empty()) {
      content_ += fmt::format("            constraint: {{{}}}\n", constraint);
    }
  }

  const Item& item_;
  std::string content_;
};

}  // namespace

bool has_witness(const Item& item) { return why_none(item).empty(); }

std::string witness(const Findings& findings) {
  std::string out;
  std::string comments;
  for (const Item& item : findings.items) {
    std::string why = why_none(item);
    if (why.empty()) {
      out += WitnessWriter(item).write();
    } else {
      comments += fmt::format("# no witness: {}\n", why);
    }
  }
  return comments + (out.empty() ? "[]\n" : out);
}

}  // namespace report
