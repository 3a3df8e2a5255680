#include "base/source.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/utf8.h"

namespace base {

Span join(Span first, Span last) {
  if (!first.is_valid()) return last;
  if (!last.is_valid()) return first;
  CHECK(first.file == last.file, "joining spans of two files");
  return {first.file, std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  CHECK(text_.size() < 0xffffffffU, "source file {} is larger than 4 GiB", name_);
  starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

std::uint32_t SourceFile::line_at(std::uint32_t offset) const {
  auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<std::uint32_t>(after - starts_.begin());
}

LineColumn SourceFile::position(std::uint32_t offset) const {
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text_.size()));
  std::uint32_t line = line_at(offset);
  std::string_view before(text_.data() + starts_[line - 1], offset - starts_[line - 1]);
  return {line, static_cast<std::uint32_t>(utf8_length(before)) + 1};
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > starts_.size()) return {};
  std::size_t begin = starts_[number - 1];
  std::size_t end = number < starts_.size() ? starts_[number] : text_.size();
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return std::string_view(text_).substr(begin, end - begin);
}

FileId Sources::add(std::string name, std::string text) {
  files_.emplace_back(std::move(name), std::move(text));
  return FileId(files_.size() - 1);
}

std::string_view Sources::text(Span span) const {
  if (!span.is_valid()) return {};
  std::string_view all = file(span.file).text();
  if (span.begin >= all.size()) return {};
  return all.substr(span.begin, span.end - span.begin);
}

std::string Sources::describe(Span span) const {
  if (!span.is_valid()) return "<unknown>";
  LineColumn at = begin(span);
  return fmt::format("{}:{}:{}", file(span.file).name(), at.line, at.column);
}

}  // namespace base
