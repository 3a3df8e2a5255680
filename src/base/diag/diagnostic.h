// Diagnostics: what Braid says about bad input. Every kind is a row of
// diagnostics.def with a stable code, a severity, a message and a longer text
// that `braid explain CODE` prints.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/source.h"

namespace diag {

enum class Severity : std::uint8_t { Error, Warning };

enum class Kind : std::uint16_t {
#define DIAGNOSTIC(name, code, severity, message, explanation) name,
#include "base/diag/diagnostics.def"
#undef DIAGNOSTIC
};

struct KindInfo {
  std::string_view name;
  std::string_view code;  // "OOX0123"
  Severity severity = Severity::Error;
  std::string_view message;      // a fmt template
  std::string_view explanation;  // paragraphs and an example, for `explain`
};

const KindInfo& info(Kind kind);
std::size_t kind_count();
// Finds a row by its code, in any letter case.
std::optional<Kind> find_code(std::string_view code);

// A second place that matters, with a word about it.
struct Label {
  base::Span span;
  std::string text;
};

struct Diagnostic {
  Kind kind{};
  base::Span span;
  std::string message;
  std::vector<Label> labels;
  std::vector<std::string> notes;
  std::vector<std::string> helps;  // what to write instead

  Diagnostic& label(base::Span where, std::string text) {
    labels.push_back({where, std::move(text)});
    return *this;
  }
  Diagnostic& note(std::string text) {
    notes.push_back(std::move(text));
    return *this;
  }
  Diagnostic& help(std::string text) {
    helps.push_back(std::move(text));
    return *this;
  }
};

// Collects the diagnostics of one run, in the order of their discovery. A second
// report of the same kind at the same place is dropped: it is an echo of the
// first. Errors and warnings beyond kKept each are counted but not kept, so that
// megabytes of junk do not fill the memory.
class Sink {
 public:
  static constexpr std::size_t kKept = 1000;

  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  // The message template of `kind` is filled with `args`. The reference is valid
  // until the next report: use it to attach labels, notes and helps at once.
  template <class... Args>
  Diagnostic& report(Kind kind, base::Span span, const Args&... args) {
    return add(kind, span, fmt::format(fmt::runtime(info(kind).message), args...));
  }

  const std::vector<Diagnostic>& all() const { return all_; }
  // How many were reported, whether kept or not.
  std::size_t error_count() const { return errors_; }
  std::size_t warning_count() const { return warnings_; }
  bool has_errors() const { return errors_ != 0; }

 private:
  struct Place {
    Kind kind{};
    base::Span span;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const;
  };

  Diagnostic& add(Kind kind, base::Span span, std::string message);

  std::vector<Diagnostic> all_;
  std::unordered_set<Place, PlaceHash> places_;  // of everything in all_
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  Diagnostic dropped_;  // takes what is attached to a report that is not kept
};

// The candidate nearest to `name` by edit distance, if any is near enough to be
// a likely misspelling: the subject of "did you mean `count`?".
std::optional<std::string> nearest(std::string_view name,
                                   const std::vector<std::string_view>& candidates);

}  // namespace diag
