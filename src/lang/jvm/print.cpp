#include "lang/jvm/print.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "lang/jvm/descriptor.h"
#include "lang/jvm/encoding.h"

namespace jvm {

namespace {

constexpr std::size_t kLongestString = 60;  // bytes of a string constant that are shown

// Text that stays on its line, whatever the class file says.
std::string one_line(std::string_view text) {
  std::string quoted = base::quote_string(text);
  return quoted.size() == text.size() + 2 ? std::string(text) : quoted;
}

std::string print_string(std::string_view text) {
  if (text.size() <= kLongestString) return base::quote_string(text);
  std::size_t cut = kLongestString;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0U) == 0x80U) --cut;
  return base::quote_string(text.substr(0, cut)) + "…";
}

std::string print_member(const MemberRef& member) {
  return fmt::format("{}.{}{}{}", one_line(member.owner), one_line(member.name),
                     member.is_method ? "" : " ", one_line(member.descriptor));
}

std::string print_constant(const ConstantPool& pool, std::uint16_t index) {
  switch (pool.kind(index)) {
    case ConstantKind::Integer: return fmt::format("{}", pool.integer(index));
    case ConstantKind::Long: return fmt::format("{}L", pool.long_integer(index));
    case ConstantKind::Float: return fmt::format("{}f", pool.float32(index));
    case ConstantKind::Double: return fmt::format("{}d", pool.float64(index));
    case ConstantKind::String: return print_string(pool.text(pool.string_utf8(index)));
    case ConstantKind::Utf8: return print_string(pool.text(index));
    case ConstantKind::Class: return one_line(pool.class_name(index));
    case ConstantKind::Fieldref:
    case ConstantKind::Methodref:
    case ConstantKind::InterfaceMethodref: return print_member(pool.member(index));
    case ConstantKind::MethodHandle:
      return fmt::format("handle {} {}", static_cast<int>(pool.method_handle(index).kind),
                         print_member(pool.method_handle(index).member));
    case ConstantKind::MethodType: return one_line(pool.method_type(index));
    case ConstantKind::Dynamic:
    case ConstantKind::InvokeDynamic: {
      DynamicRef dynamic = pool.dynamic(index);
      return fmt::format("#{} {}{}{}", dynamic.bootstrap, one_line(dynamic.name),
                         dynamic.descriptor.starts_with('(') ? "" : " ",
                         one_line(dynamic.descriptor));
    }
    case ConstantKind::Module:
    case ConstantKind::Package: return one_line(pool.plain_name(index));
    case ConstantKind::NameAndType:
      return fmt::format("{} {}", one_line(pool.name_and_type(index).name),
                         one_line(pool.name_and_type(index).descriptor));
    case ConstantKind::None: break;
  }
  return "nothing";
}

// Writes a listing line by line.
class Lister {
 public:
  explicit Lister(const ClassFile& file) : file_(file) {}

  Listing list();

 private:
  // The number of the line.
  std::uint32_t line(std::string_view text) {
    listing_.text += text;
    listing_.text += '\n';
    return ++lines_;
  }
  void list_head();
  void list_field(const Field& field);
  void list_method(const Method& method);
  void list_code(const Code& code, Listing::MethodLines& lines);
  void list_switch(const Code& code, const Switch& one);
  std::string declaration(const Method& method) const;

  const ClassFile& file_;
  Listing listing_;
  std::uint32_t lines_ = 0;
};

// "public final " in front of something.
std::string prefix(std::uint16_t access, char where) {
  std::string words = print_access(access, where);
  return words.empty() ? words : words + " ";
}

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += one_line(external_name(name));
  }
  return text;
}

Listing Lister::list() {
  list_head();
  for (const Field& field : file_.fields) list_field(field);
  for (const Method& method : file_.methods) list_method(method);
  for (std::size_t i = 0; i < file_.bootstrap_methods.size(); ++i) {
    const BootstrapMethod& method = file_.bootstrap_methods[i];
    line(fmt::format("  // bootstrap #{}: {}", i, print_constant(file_.pool, method.handle)));
    for (std::uint16_t argument : method.arguments) {
      line(fmt::format("  //   {}", print_constant(file_.pool, argument)));
    }
  }
  line("}");
  return std::move(listing_);
}

void Lister::list_head() {
  line(fmt::format("// {}: version {}.{}", one_line(file_.path), file_.major_version,
                   file_.minor_version));
  if (!file_.source_file.empty()) {
    line(fmt::format("// compiled from {}", one_line(file_.source_file)));
  }
  std::uint16_t access = file_.access;
  std::string_view kind = "class";
  if (file_.is_interface()) {
    kind = file_.is_annotation() ? "@interface" : "interface";
    access = static_cast<std::uint16_t>(access & ~(kInterface | kAbstract | kAnnotation));
  } else if (file_.is_enum()) {
    kind = "enum";
    access = static_cast<std::uint16_t>(access & ~kEnum);
  } else if (file_.is_record) {
    kind = "record";
  }
  std::string text =
      fmt::format("{}{} {}", prefix(access, 'c'), kind, one_line(external_name(file_.name)));
  if (!file_.super.empty() && !file_.is_interface()) {
    text += " extends " + one_line(external_name(file_.super));
  }
  if (!file_.interfaces.empty()) {
    text += (file_.is_interface() ? " extends " : " implements ") + joined(file_.interfaces);
  }
  listing_.class_line = line(text + " {");
}

void Lister::list_field(const Field& field) {
  std::string text =
      fmt::format("  {}{} {}", prefix(field.access, 'f'),
                  one_line(java_text(*parse_type(field.descriptor))), one_line(field.name));
  if (field.constant_value != 0) text += " = " + print_constant(file_.pool, field.constant_value);
  listing_.fields.push_back(line(text + ";"));
}

std::string Lister::declaration(const Method& method) const {
  std::string access = prefix(method.access, 'm');
  if (method.is_class_initializer()) return access + "{}";
  MethodType type = *parse_method_type(method.descriptor);
  std::string name = method.is_constructor()
                         ? external_name(file_.name)
                         : fmt::format("{} {}", java_text(type.result), method.name);
  std::string text = access + one_line(name + java_parameters(type));
  if (!method.exceptions.empty()) text += " throws " + joined(method.exceptions);
  return text;
}

void Lister::list_method(const Method& method) {
  line("");
  Listing::MethodLines& lines = listing_.methods.emplace_back();
  lines.head = line(fmt::format("  {};", declaration(method)));
  if (!method.code) return;
  auto code = decode(file_, method);
  if (code) {
    list_code(*code, lines);
  } else {
    line(fmt::format("    // malformed: {}", one_line(code.error().what)));
  }
}

void Lister::list_code(const Code& code, Listing::MethodLines& lines) {
  std::uint16_t last = 0;
  for (const Instruction& instruction : code.instructions) {
    if (instruction.line != last) line(fmt::format("      // line {}", instruction.line));
    last = instruction.line;
    lines.instructions.push_back(
        line(fmt::format("    {:5}: {}", instruction.offset, print(file_, code, instruction))));
    if (form_of(instruction.opcode) == OperandForm::Switch) {
      list_switch(code, code.switches[instruction.operand]);
    }
  }
  for (const Handler& handler : code.handlers) {
    std::uint32_t end = handler.end < code.instructions.size()
                            ? code.instructions[handler.end].offset
                            : code.instructions.back().offset + 1;
    line(fmt::format("      // from {} up to {}: {} is handled at {}",
                     code.instructions[handler.begin].offset, end,
                     handler.catches.empty() ? "everything" : one_line(handler.catches),
                     code.instructions[handler.target].offset));
  }
}

void Lister::list_switch(const Code& code, const Switch& one) {
  for (const SwitchCase& row : one.cases) {
    line(fmt::format("           {:11}: {}", row.value, code.instructions[row.target].offset));
  }
  line(fmt::format("           {:>11}: {}", "default", code.instructions[one.otherwise].offset));
}

}  // namespace

Listing list(const ClassFile& file) { return Lister(file).list(); }

std::string print(const ClassFile& file) { return list(file).text; }

std::string print(const ClassFile& file, const Code& code, const Instruction& instruction) {
  const Encoding& encoding = *find_encoding(instruction.encoding);
  std::string text(encoding.word);
  auto index = static_cast<std::uint16_t>(instruction.operand);
  if (encoding.operands == OperandBytes::Implied) return text;
  switch (form_of(instruction.opcode)) {
    case OperandForm::None:
    case OperandForm::Switch: return text;
    case OperandForm::Value: return fmt::format("{} {}", text, instruction.value);
    case OperandForm::Local: return fmt::format("{} {}", text, index);
    case OperandForm::Increment: return fmt::format("{} {} {}", text, index, instruction.value);
    case OperandForm::Target:
      return fmt::format("{} {}", text, code.instructions[instruction.operand].offset);
    case OperandForm::Primitive:
      return fmt::format("{} {}", text, java_text(*newarray_element(instruction.operand)));
    case OperandForm::Constant:
    case OperandForm::Field:
    case OperandForm::Method:
    case OperandForm::Interface:
    case OperandForm::Dynamic:
    case OperandForm::Class: return fmt::format("{} {}", text, print_constant(file.pool, index));
    case OperandForm::Dimensions:
      return fmt::format("{} {} {}", text, print_constant(file.pool, index), instruction.value);
  }
  return text;
}

std::string print_access(std::uint16_t access, char where) {
  std::string text;
  auto add = [&](std::uint16_t bit, std::string_view places, std::string_view word) {
    if ((access & bit) == 0 || places.find(where) == std::string_view::npos) return;
    if (!text.empty()) text += ' ';
    text += word;
  };
#define ACCESS(name, bit, places, word) add(bit, places, word);
#include "lang/jvm/access_flags.def"
#undef ACCESS
  return text;
}

}  // namespace jvm
