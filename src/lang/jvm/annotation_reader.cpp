// Annotations that are visible at run time (JVMS 4.7.16).
#include "lang/jvm/class_reader.h"
#include "lang/jvm/descriptor.h"

namespace jvm {

namespace {

// Annotations and arrays in one another. javac makes no more than a few.
constexpr std::uint32_t kDeepestAnnotation = 64;

}  // namespace

std::vector<Annotation> ClassReader::read_annotations(ByteReader& in) const {
  std::vector<Annotation> annotations;
  for (std::uint16_t left = in.u2(); left > 0; --left) {
    annotations.push_back(read_annotation(in, 0));
  }
  return annotations;
}

Annotation ClassReader::read_annotation(ByteReader& in, std::uint32_t depth) const {
  Annotation annotation;
  std::size_t offset = in.at();
  annotation.type = pool_.take_name(in);
  if (!parse_type(annotation.type)) {
    ByteReader::fail_at(offset, fmt::format("an annotation of type `{}`", annotation.type));
  }
  for (std::uint16_t left = in.u2(); left > 0; --left) {
    std::string_view name = pool_.take_name(in);
    AnnotationElement element = read_element(in, depth);
    element.name = name;
    annotation.elements.push_back(element);
  }
  return annotation;
}

AnnotationElement ClassReader::read_element(ByteReader& in, std::uint32_t depth) const {
  AnnotationElement element;
  std::size_t offset = in.at();
  if (depth > kDeepestAnnotation) {
    in.fail(fmt::format("annotations nested deeper than {} levels", kDeepestAnnotation));
  }
  element.tag = static_cast<char>(in.u1());
  switch (element.tag) {
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z': element.value = pool_.take(in, ConstantKind::Integer); break;
    case 'D': element.value = pool_.take(in, ConstantKind::Double); break;
    case 'F': element.value = pool_.take(in, ConstantKind::Float); break;
    case 'J': element.value = pool_.take(in, ConstantKind::Long); break;
    case 's':
    case 'c': element.value = pool_.take(in, ConstantKind::Utf8); break;
    case 'e':
      pool_.take(in, ConstantKind::Utf8);  // its type
      element.value = pool_.take(in, ConstantKind::Utf8);
      break;
    case '@': read_annotation(in, depth + 1); break;
    case '[':
      for (std::uint16_t left = in.u2(); left > 0; --left) read_element(in, depth + 1);
      break;
    default:
      ByteReader::fail_at(offset, fmt::format("an annotation's value with the unknown tag {}",
                                              static_cast<unsigned char>(element.tag)));
  }
  return element;
}

}  // namespace jvm
