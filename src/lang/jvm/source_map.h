// From instructions to lines that people read. Sources are found by the SourceFile attribute. Of a
// class without them a source is made that has the instructions of each line where the line is; a
// class without line numbers is shown by its listing (print.h), which becomes a source itself. So
// every instruction has a place.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "lang/jvm/class_path.h"
#include "lang/jvm/code.h"

namespace jvm {

class SourceMap {
 public:
  // `sink` gets one warning if classes of the user have no line numbers.
  SourceMap(const ClassPath& path, base::Sources& sources, diag::Sink& sink);
  ~SourceMap();
  SourceMap(const SourceMap&) = delete;
  SourceMap& operator=(const SourceMap&) = delete;

  // Where to look first: the folder of sources that were compiled, or one above packages.
  void add_folder(std::string folder) { folders_.push_back(std::move(folder)); }

  // The line of an instruction, by its index, without the spaces around the text. `code` is that
  // of `method`, and `method` one of `file`.
  base::Span instruction(const ClassFile& file, const Method& method, const Code& code,
                         std::uint32_t index);
  // Where a method is declared, as far as that can be told.
  base::Span method(const ClassFile& file, const Method& method);
  base::Span klass(const ClassFile& file);
  // Whether the source was found, and not a listing made.
  bool has_source(const ClassFile& file);

 private:
  struct Shown;  // of a class: its source and its listing

  Shown& shown(const ClassFile& file);
  base::FileId find_source(const ClassFile& file);
  std::vector<std::string> source_paths(const ClassFile& file) const;
  base::FileId add_text(const std::string& path, std::string text);
  base::FileId read_source(const std::string& path);
  base::FileId read_archived(const ClassFile& file);
  base::Span line(base::FileId file, std::uint32_t number) const;
  void make_listing(const ClassFile& file, Shown& shown);
  // The source that stands for one that was not found; invalid: there are no line numbers.
  base::FileId make_lines(const ClassFile& file);
  base::FileId lines_of(const ClassFile& file);
  base::Span listed(const ClassFile& file, Shown& shown, const Method& method,
                    std::int64_t instruction);
  void warn_once(const ClassFile& file);

  const ClassPath& path_;
  base::Sources& sources_;
  diag::Sink& sink_;
  std::vector<std::string> folders_;
  std::map<const ClassFile*, std::unique_ptr<Shown>> classes_;
  std::map<std::string, base::FileId> files_;  // sources by path; invalid: there is none
  bool has_warned_ = false;
};

}  // namespace jvm
