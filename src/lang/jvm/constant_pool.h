// The constants of a class file. Whatever one constant says of another has been looked at when the
// file was read: an accessor asks for a constant of the right kind, and CHECKs that it gets it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace jvm {

enum class ConstantKind : std::uint8_t {
  None = 0,  // index 0, and the one behind each Long and Double
#define CONSTANT(name, tag, word) name = tag,
#include "lang/jvm/constants.def"
#undef CONSTANT
};

std::string_view word_of(ConstantKind kind);

struct NameAndType {
  std::string_view name;
  std::string_view descriptor;
};

// A field or a method, as an instruction names it.
struct MemberRef {
  std::string_view owner;  // "java/lang/Object"; of an array: its descriptor, "[I"
  std::string_view name;
  std::string_view descriptor;
  bool is_method = false;
  bool is_interface = false;  // an InterfaceMethodref
};

// JVMS table 5.4.3.5-A, with the numbers of the class file.
enum class ReferenceKind : std::uint8_t {
  GetField = 1,
  GetStatic = 2,
  PutField = 3,
  PutStatic = 4,
  InvokeVirtual = 5,
  InvokeStatic = 6,
  InvokeSpecial = 7,
  NewInvokeSpecial = 8,
  InvokeInterface = 9,
};

struct MethodHandle {
  ReferenceKind kind{};
  MemberRef member;
};

// A Dynamic or InvokeDynamic constant.
struct DynamicRef {
  std::uint16_t bootstrap = 0;  // index into ClassFile::bootstrap_methods
  std::string_view name;
  std::string_view descriptor;
};

class ConstantPool {
 public:
  ConstantPool() = default;
  ConstantPool(const ConstantPool&) = delete;
  ConstantPool& operator=(const ConstantPool&) = delete;

  // Indices are below it, from 1.
  std::size_t size() const { return constants_.size(); }
  // None for an index that is not there.
  ConstantKind kind(std::size_t index) const {
    return index < constants_.size() ? constants_[index].kind : ConstantKind::None;
  }

  // ---- text. UTF-8; a surrogate without its partner is U+FFFD, which no name contains.
  std::string_view text(std::uint16_t utf8) const;
  // The UTF-16 units of a Utf8, as they are.
  std::u16string units(std::uint16_t utf8) const;
  // Whether text() is all that units() is: there is no surrogate without its partner.
  bool is_exact(std::uint16_t utf8) const;

  // ---- values
  std::int32_t integer(std::uint16_t index) const;
  std::int64_t long_integer(std::uint16_t index) const;
  float float32(std::uint16_t index) const;
  double float64(std::uint16_t index) const;
  // The Utf8 of a String, for text() and units().
  std::uint16_t string_utf8(std::uint16_t string) const;

  // ---- names. "java/lang/Object"; of an array its descriptor, "[Ljava/lang/Object;".
  std::string_view class_name(std::uint16_t index) const;
  // Of a Module or a Package.
  std::string_view plain_name(std::uint16_t index) const;
  NameAndType name_and_type(std::uint16_t index) const;
  // Of a Fieldref, Methodref or InterfaceMethodref.
  MemberRef member(std::uint16_t index) const;
  MethodHandle method_handle(std::uint16_t index) const;
  // The descriptor of a MethodType.
  std::string_view method_type(std::uint16_t index) const;
  // Of a Dynamic or an InvokeDynamic.
  DynamicRef dynamic(std::uint16_t index) const;

  // Where the constant stands in the file.
  std::uint32_t offset(std::uint16_t index) const;

 private:
  friend class PoolReader;

  struct Constant {
    ConstantKind kind = ConstantKind::None;
    bool is_exact = true;     // of a Utf8
    std::uint16_t first = 0;  // indices of other constants; the kind of a method handle
    std::uint16_t second = 0;
    std::uint32_t offset = 0;  // of its tag
    std::uint64_t bits = 0;    // of a number
    std::string_view bytes;    // of a Utf8: as in the file
    std::string_view text;     // of a Utf8
  };
  const Constant& get(std::size_t index, ConstantKind kind) const;

  std::vector<Constant> constants_;
  std::deque<std::string> texts_;  // of Utf8 that are not the same in UTF-8
};

}  // namespace jvm
