#include "lang/jvm/class_reader.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "lang/jvm/descriptor.h"

namespace jvm {

namespace {

constexpr std::uint32_t kMagic = 0xcafebabe;
// Since then a minor version other than 0 marks preview features.
constexpr std::uint16_t kFirstWithPreview = 56;
// Since then interfaces say that they are abstract.
constexpr std::uint16_t kFirstWithAbstractInterfaces = 50;
constexpr std::size_t kMostParameterSlots = 255;

}  // namespace

void ClassReader::read() {
  read_version();
  reader_.read(in_);
  read_class();
  for (std::uint16_t left = in_.u2(); left > 0; --left) read_field();
  for (std::uint16_t left = in_.u2(); left > 0; --left) read_method();
  check_duplicates();
  read_class_attributes();
  if (!in_.at_end()) in_.fail(fmt::format("{} bytes behind the end of the class", in_.left()));
  reader_.check_bootstraps(file_.bootstrap_methods.size());
}

void ClassReader::read_version() {
  if (in_.u4() != kMagic) ByteReader::fail_at(0, "it does not begin with CAFEBABE");
  std::size_t offset = in_.at();
  file_.minor_version = in_.u2();
  file_.major_version = in_.u2();
  std::uint16_t major = file_.major_version;
  std::string what;
  if (major < kOldestVersion || major > kNewestVersion) {
    what = fmt::format("has the class file version {}; Braid reads {} to {}", major, kOldestVersion,
                       kNewestVersion);
  } else if (major >= kFirstWithPreview && file_.minor_version != 0) {
    what = fmt::format("has the class file version {}.{}, with preview features", major,
                       file_.minor_version);
  }
  if (!what.empty()) throw FormatFailure{diag::Kind::JvmVersion, offset, std::move(what)};
}

void ClassReader::read_class() {
  std::size_t offset = in_.at();
  file_.access = in_.u2();
  if (file_.is_interface() && file_.major_version < kFirstWithAbstractInterfaces) {
    file_.access |= kAbstract;
  }
  file_.name = pool_.take_class(in_);
  auto require = [&](bool holds, std::string_view what) {
    if (!holds) ByteReader::fail_at(offset, std::string(what));
  };
  require(!file_.is_interface() || file_.is_abstract(), "an interface that is not abstract");
  require(!file_.is_abstract() || !file_.is_final(), "a class both abstract and final");
  require(!file_.is_annotation() || file_.is_interface(), "an annotation that is no interface");
  require(!file_.is_module() || file_.name == "module-info", "a module that is a class as well");
  read_supertypes();
}

void ClassReader::read_supertypes() {
  std::size_t offset = in_.at();
  bool is_top = file_.name == "java/lang/Object" || file_.is_module();
  file_.super = pool_.take_class(in_, is_top);
  if (is_top && !file_.super.empty()) ByteReader::fail_at(offset, "nothing is above this class");
  if (file_.is_interface() && file_.super != "java/lang/Object") {
    ByteReader::fail_at(offset, "an interface that extends a class");
  }
  file_.interfaces = read_classes(in_);
}

void ClassReader::read_head(Member& member, bool is_method) {
  member.access = in_.u2();
  std::size_t offset = in_.at();
  member.name = pool_.take_name(in_);
  if (is_method ? !is_method_name(member.name) : !is_field_name(member.name)) {
    ByteReader::fail_at(offset, fmt::format("`{}` is no name of a {}", member.name,
                                            is_method ? "method" : "field"));
  }
  offset = in_.at();
  member.descriptor = pool_.take_name(in_);
  bool fits = is_method ? parse_method_type(member.descriptor).has_value()
                        : parse_type(member.descriptor).has_value();
  if (!fits) {
    ByteReader::fail_at(offset, fmt::format("`{}` is no descriptor of a {}", member.descriptor,
                                            is_method ? "method" : "field"));
  }
}

void ClassReader::read_field() {
  std::size_t offset = in_.at();
  Field& field = file_.fields.emplace_back();
  read_head(field, false);
  if (field.is_final() && field.is_volatile()) {
    ByteReader::fail_at(offset, fmt::format("the field {} is final and volatile", field.name));
  }
  read_field_attributes(field);
}

void ClassReader::read_method() {
  std::size_t offset = in_.at();
  Method& method = file_.methods.emplace_back();
  read_head(method, true);
  read_method_attributes(method);
  check_method(method, offset);
}

void ClassReader::check_method(const Method& method, std::size_t offset) const {
  auto require = [&](bool holds, std::string_view what) {
    if (holds) return;
    ByteReader::fail_at(offset,
                        fmt::format("the method {}{} {}", method.name, method.descriptor, what));
  };
  bool has_no_code = method.is_abstract() || method.is_native();
  require(has_no_code || method.code.has_value(), "has no code");
  require(!has_no_code || !method.code.has_value(), "has code, but is abstract or native");
  require(
      !method.is_abstract() || (!method.is_final() && !method.is_static() && !method.is_native() &&
                                !method.is_private() && !method.is_synchronized()),
      "is abstract, and something that excludes it");
  bool is_special = method.is_constructor() || method.is_class_initializer();
  require(!is_special || method.descriptor.ends_with(")V"), "returns something");
  require(!is_special || !has_no_code, "has no code");
  require(!method.is_constructor() || (!method.is_static() && !file_.is_interface()),
          "is static, or in an interface");
  require(!method.is_class_initializer() || method.descriptor == "()V", "has parameters");
  std::size_t slots = parse_method_type(method.descriptor)->slots() + (method.is_static() ? 0 : 1);
  require(slots <= kMostParameterSlots, "has too many parameters");
}

void ClassReader::check_duplicates() const {
  auto check = [](const auto& members, std::string_view kind) {
    std::unordered_set<std::string> seen;
    for (const Member& member : members) {
      // No name contains a semicolon.
      if (seen.insert(fmt::format("{};{}", member.name, member.descriptor)).second) continue;
      ByteReader::fail_at(
          0, fmt::format("there are two {} {} {}", kind, member.name, member.descriptor));
    }
  };
  check(file_.fields, "fields");
  check(file_.methods, "methods");
}

tl::expected<std::unique_ptr<ClassFile>, FormatError> read_class_file(std::string path,
                                                                      std::string bytes) {
  auto file = std::make_unique<ClassFile>();
  file->path = std::move(path);
  file->bytes = std::move(bytes);
  try {
    ClassReader(*file).read();
  } catch (FormatFailure& failure) {
    return tl::unexpected(std::move(failure).in(file->path));
  }
  return file;
}

}  // namespace jvm
