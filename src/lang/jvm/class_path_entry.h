// One place that classes come from.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "lang/jvm/class_file.h"
#include "lang/jvm/format_error.h"

namespace jvm {

class ClassPathEntry {
 public:
  // A class file that has not been looked at.
  struct Raw {
    std::string path;  // for messages
    std::string bytes;
  };

  virtual ~ClassPathEntry() = default;
  ClassPathEntry(const ClassPathEntry&) = delete;
  ClassPathEntry& operator=(const ClassPathEntry&) = delete;

  // What was given: a folder, an archive …
  const std::string& path() const { return path_; }
  // By internal name; nothing if it is not here. `release` is the JDK's.
  virtual tl::expected<std::optional<Raw>, FormatError> read(std::string_view name,
                                                             unsigned release) = 0;
  // The internal names of what is here, in any order.
  virtual std::vector<std::string> classes() const = 0;

 protected:
  explicit ClassPathEntry(std::string path) : path_(std::move(path)) {}

 private:
  std::string path_;
};

using EntryOrError = tl::expected<std::unique_ptr<ClassPathEntry>, FormatError>;

EntryOrError folder_entry(const std::string& path);
EntryOrError archive_entry(const std::string& path);
// The class of that file; others are looked for in the folder above the packages, so that inner
// classes are found beside it.
EntryOrError file_entry(const std::string& path);
// That folder. Empty: the file cannot be read, or does not lie where the name of its class says.
std::string folder_above(const std::string& class_file);
// The image at `modules`, of the JDK at `home`.
EntryOrError image_entry(const std::string& home, const std::string& modules);

}  // namespace jvm
