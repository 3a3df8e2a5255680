// Reads one class file, part by part. Attributes that nobody asks for are skipped.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lang/jvm/bytes.h"
#include "lang/jvm/class_file.h"
#include "lang/jvm/pool_reader.h"
#include "lang/jvm/pool_user.h"

namespace jvm {

class ClassReader {
 public:
  // `file` has its bytes; the rest is filled in.
  explicit ClassReader(ClassFile& file)
      : file_(file), reader_(file.pool), pool_(file.pool), in_(file.bytes, 0, file.bytes.size()) {}

  // Throws FormatFailure.
  void read();

 private:
  // ---- class_reader.cpp
  void read_version();
  void read_class();
  void read_supertypes();
  void read_field();
  void read_method();
  void read_head(Member& member, bool is_method);
  void check_method(const Method& method, std::size_t offset) const;
  void check_duplicates() const;

  // ---- attribute_reader.cpp. Each attribute is read from a part of its own. Functions that take
  // its name tell whether they know it: what they know is read to its end.
  template <class Read>
  void read_attributes(ByteReader& in, Read read);
  void read_class_attributes();
  void read_field_attributes(Field& field);
  void read_method_attributes(Method& method);
  bool read_class_attribute(std::string_view name, ByteReader& in);
  bool read_common_attribute(std::string_view name, ByteReader& in);
  bool read_member_attribute(std::string_view name, ByteReader& in, Member& member);
  void read_constant_value(ByteReader& in, Field& field);
  void read_parameters(ByteReader& in, Method& method);
  void read_inner_classes(ByteReader& in);
  void read_bootstrap_methods(ByteReader& in);
  void read_record(ByteReader& in);
  std::vector<std::string_view> read_classes(ByteReader& in) const;

  // ---- annotation_reader.cpp
  std::vector<Annotation> read_annotations(ByteReader& in) const;
  Annotation read_annotation(ByteReader& in, std::uint32_t depth) const;
  AnnotationElement read_element(ByteReader& in, std::uint32_t depth) const;

  ClassFile& file_;
  PoolReader reader_;
  PoolUser pool_;
  ByteReader in_;
  bool has_bootstraps_ = false;  // seen BootstrapMethods
};

}  // namespace jvm
