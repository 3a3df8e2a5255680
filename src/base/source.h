// Source texts and positions in them. A Span is a byte range of one file; lines
// and columns (from 1, columns in characters) are computed on demand.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace base {

struct FileTag;
using FileId = Id<FileTag>;

// Half-open byte range [begin, end) of a file. A default Span points nowhere.
struct Span {
  FileId file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool is_valid() const { return file.is_valid(); }
  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that covers both; they must lie in one file.
Span join(Span first, Span last);

struct LineColumn {
  std::uint32_t line = 0;    // from 1
  std::uint32_t column = 0;  // from 1, in Unicode characters
};

class SourceFile {
 public:
  SourceFile(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  LineColumn position(std::uint32_t offset) const;
  std::uint32_t line_at(std::uint32_t offset) const;  // cheaper than position()
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
  // The text of a line, without its line break.
  std::string_view line(std::uint32_t number) const;
  std::uint32_t line_start(std::uint32_t number) const { return starts_[number - 1]; }

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> starts_;  // byte offset at which each line begins
};

// Owns all source texts of a run. References to files stay valid.
class Sources {
 public:
  Sources() = default;
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  FileId add(std::string name, std::string text);
  const SourceFile& file(FileId id) const { return files_[id.index()]; }
  std::size_t size() const { return files_.size(); }

  std::string_view text(Span span) const;
  LineColumn begin(Span span) const { return file(span.file).position(span.begin); }
  LineColumn end(Span span) const { return file(span.file).position(span.end); }
  // "name:line:column", or "<unknown>" for an invalid span.
  std::string describe(Span span) const;

 private:
  std::deque<SourceFile> files_;
};

}  // namespace base
