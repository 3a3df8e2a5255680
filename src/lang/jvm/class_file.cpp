#include "lang/jvm/class_file.h"

#include <algorithm>

namespace jvm {

namespace {

template <class Of>
const Of* find_member(const std::vector<Of>& members, std::string_view name,
                      std::string_view descriptor) {
  auto found = std::find_if(members.begin(), members.end(), [&](const Of& member) {
    return member.name == name && member.descriptor == descriptor;
  });
  return found == members.end() ? nullptr : &*found;
}

std::string replace_all(std::string_view text, char from, char to) {
  std::string result(text);
  std::replace(result.begin(), result.end(), from, to);
  return result;
}

}  // namespace

bool Member::has_annotation(std::string_view type) const {
  return std::any_of(annotations.begin(), annotations.end(),
                     [&](const Annotation& one) { return one.type == type; });
}

const Field* ClassFile::find_field(std::string_view field, std::string_view descriptor) const {
  return find_member(fields, field, descriptor);
}

const Method* ClassFile::find_method(std::string_view method, std::string_view descriptor) const {
  return find_member(methods, method, descriptor);
}

std::string external_name(std::string_view internal) { return replace_all(internal, '/', '.'); }

std::string internal_name(std::string_view external) { return replace_all(external, '.', '/'); }

}  // namespace jvm
