// The classes of a JDK since Java 9: its file lib/modules, in which a resource is found by a
// perfect hash of its name. The layout is that of OpenJDK's imageFile.hpp, the same in all
// releases so far; the byte order is the machine's, here: low byte first.
//
//   header        7 words: magic, version, flags, resources, length of the tables, sizes of
//                 locations and strings
//   redirect      a word per slot: how to get from a hash to a slot
//   offsets       a word per slot: where its location begins
//   locations     attributes of resources: names of parts as offsets into strings, place, sizes
//   strings       zero-terminated
//   resources
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "lang/jvm/format_error.h"
#include "lang/jvm/mapped_file.h"

namespace jvm {

class JImage {
 public:
  static tl::expected<std::unique_ptr<JImage>, FormatError> open(const std::string& path);
  // The image in `bytes`, which must stay.
  static tl::expected<std::unique_ptr<JImage>, FormatError> read(std::string path,
                                                                 std::string_view bytes);

  // The class file of a class ("java/lang/Object"), as a part of the image. Nothing if there is no
  // such class; an error if the image is damaged or the class is compressed.
  tl::expected<std::optional<std::string_view>, FormatError> find_class(
      std::string_view name) const;
  // The internal names of the classes of a module, sorted. Looks at everything.
  tl::expected<std::vector<std::string>, FormatError> classes(std::string_view module) const;

 private:
  // The kinds of attributes of a location.
  enum Attribute : std::uint8_t {
    kEnd,
    kModuleName,
    kParentName,
    kBaseName,
    kExtensionName,
    kOffset,
    kCompressed,
    kUncompressed,
    kAttributes
  };
  using Location = std::array<std::uint64_t, kAttributes>;

  JImage(std::string path, std::string_view bytes) : path_(std::move(path)), bytes_(bytes) {}
  // These throw FormatFailure.
  void read_header();
  std::optional<Location> find(std::string_view name) const;
  Location read_location(std::size_t slot) const;
  std::string name_of(const Location& location) const;
  std::string_view string_at(std::uint64_t offset) const;
  std::string_view resource(const Location& location) const;
  std::optional<std::string> module_of(std::string_view package) const;
  std::optional<std::string_view> find_class_or_throw(std::string_view name) const;

  std::string path_;
  std::unique_ptr<MappedFile> file_;  // null: the bytes are somebody else's
  std::string_view bytes_;
  std::size_t length_ = 0;    // slots of the tables
  std::size_t redirect_ = 0;  // offsets of the parts in the file
  std::size_t offsets_ = 0;
  std::size_t locations_ = 0;
  std::size_t strings_ = 0;
  std::size_t resources_ = 0;
};

}  // namespace jvm
