// Class files put together byte by byte, well-formed or not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace test {

inline std::string u1(unsigned value) { return {static_cast<char>(value)}; }
inline std::string u2(unsigned value) { return u1(value >> 8) + u1(value & 0xffU); }
inline std::string u4(std::uint64_t value) {
  return u2(static_cast<unsigned>(value >> 16) & 0xffffU) +
         u2(static_cast<unsigned>(value) & 0xffffU);
}

class ClassBuilder {
 public:
  explicit ClassBuilder(std::string_view name = "T", std::string_view super = "java/lang/Object") {
    this_ = klass(name);
    super_ = klass(super);
  }

  // ---- constants, each new: what they return is their index
  unsigned constant(unsigned tag, std::string_view body, unsigned entries = 1) {
    pool_ += u1(tag);
    pool_ += body;
    unsigned index = next_;
    next_ += entries;
    return index;
  }
  unsigned utf8(std::string_view text) {
    return constant(1, u2(static_cast<unsigned>(text.size())) + std::string(text));
  }
  unsigned integer(std::uint32_t value) { return constant(3, u4(value)); }
  unsigned klass(std::string_view name) { return constant(7, u2(utf8(name))); }
  unsigned string(std::string_view text) { return constant(8, u2(utf8(text))); }
  unsigned name_and_type(std::string_view name, std::string_view type) {
    unsigned first = utf8(name);
    return constant(12, u2(first) + u2(utf8(type)));
  }
  // 9: a field, 10: a method, 11: of an interface.
  unsigned member(unsigned tag, std::string_view owner, std::string_view name,
                  std::string_view type) {
    unsigned first = klass(owner);
    return constant(tag, u2(first) + u2(name_and_type(name, type)));
  }

  // ---- parts
  std::string attribute(std::string_view name, std::string_view body) {
    return u2(utf8(name)) + u4(body.size()) + std::string(body);
  }
  void field(unsigned access, std::string_view name, std::string_view type,
             const std::vector<std::string>& attributes = {}) {
    fields_.push_back(head(access, name, type) + joined(attributes));
  }
  void method(unsigned access, std::string_view name, std::string_view type,
              const std::vector<std::string>& attributes = {}) {
    methods_.push_back(head(access, name, type) + joined(attributes));
  }
  // `handlers` are entries of eight bytes.
  std::string code(std::string_view bytes, unsigned stack = 4, unsigned locals = 4,
                   const std::vector<std::string>& handlers = {},
                   const std::vector<std::string>& attributes = {}) {
    return attribute("Code", u2(stack) + u2(locals) + u4(bytes.size()) + std::string(bytes) +
                                 joined(handlers) + joined(attributes));
  }
  void add_attribute(std::string bytes) { attributes_.push_back(std::move(bytes)); }
  void set_version(unsigned major, unsigned minor = 0) { version_ = u2(minor) + u2(major); }
  void set_access(unsigned access) { access_ = access; }

  std::string build() const {
    return u4(0xcafebabe) + version_ + u2(next_) + pool_ + u2(access_) + u2(this_) + u2(super_) +
           u2(0) + joined(fields_) + joined(methods_) + joined(attributes_);
  }

 private:
  std::string head(unsigned access, std::string_view name, std::string_view type) {
    std::string first = u2(access) + u2(utf8(name));
    return first + u2(utf8(type));
  }
  static std::string joined(const std::vector<std::string>& parts) {
    std::string text = u2(static_cast<unsigned>(parts.size()));
    for (const std::string& part : parts) text += part;
    return text;
  }

  std::string version_ = u2(0) + u2(61);
  std::string pool_;
  unsigned next_ = 1;
  unsigned access_ = 0x21;
  unsigned this_ = 0;
  unsigned super_ = 0;
  std::vector<std::string> fields_;
  std::vector<std::string> methods_;
  std::vector<std::string> attributes_;
};

}  // namespace test
