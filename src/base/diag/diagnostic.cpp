#include "base/diag/diagnostic.h"

#include <functional>
#include <iterator>

#include "base/diag/letter_case.h"

namespace diag {

namespace {

constexpr KindInfo kTable[] = {
#define DIAGNOSTIC(name, code, severity, message, explanation) \
  {#name, code, Severity::severity, message, explanation},
#include "base/diag/diagnostics.def"
#undef DIAGNOSTIC
};

}  // namespace

const KindInfo& info(Kind kind) { return kTable[static_cast<std::size_t>(kind)]; }

std::size_t kind_count() { return std::size(kTable); }

std::optional<Kind> find_code(std::string_view code) {
  for (std::size_t i = 0; i < std::size(kTable); ++i) {
    if (equal_ignoring_case(kTable[i].code, code)) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

std::size_t Sink::PlaceHash::operator()(const Place& place) const {
  auto file = static_cast<std::uint64_t>(place.span.file.index());
  std::uint64_t key = file << 32 | place.span.begin;
  std::uint64_t rest = static_cast<std::uint64_t>(place.kind) << 32 | place.span.end;
  return std::hash<std::uint64_t>()(key * 0x9e3779b97f4a7c15ULL ^ rest);
}

Diagnostic& Sink::add(Kind kind, base::Span span, std::string message) {
  // Without a place, two reports are about different things.
  bool is_echo = span.is_valid() && places_.contains({kind, span});
  bool is_error = info(kind).severity == Severity::Error;
  std::size_t& count = is_error ? errors_ : warnings_;
  if (is_echo || count >= kKept) {
    if (!is_echo) ++count;
    dropped_ = Diagnostic{};
    return dropped_;
  }
  ++count;
  if (span.is_valid()) places_.insert({kind, span});
  Diagnostic& added = all_.emplace_back();
  added.kind = kind;
  added.span = span;
  added.message = std::move(message);
  return added;
}

}  // namespace diag
