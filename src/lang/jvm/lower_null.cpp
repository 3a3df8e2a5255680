// The text of a NullPointerException, as a JVM gives it since JDK 14 (JEP 358): what was to be
// done, and where the null came from, as far as the instructions that pushed it tell.
#include <fmt/format.h>

#include <algorithm>

#include "lang/jvm/body.h"

namespace jvm {

namespace {

constexpr int kMostDetail = 5;  // so deep goes the description

std::string short_name(std::string text) {
  if (text.starts_with("java.lang.Object") || text.starts_with("java.lang.String")) {
    std::string rest = text.substr(16);
    if (rest.empty() || rest[0] == '[') text = text.substr(10);
  }
  return text;
}

std::string member_class(const MemberRef& ref) {
  return short_name(external_name(std::string(ref.owner)));
}

std::string method_text(const MemberRef& ref) {
  std::vector<std::string> types;
  MethodType signature = *parse_method_type(ref.descriptor);
  for (const Type& type : signature.parameters) {
    types.push_back(short_name(java_text(type)));
  }
  return fmt::format("{}.{}({})", member_class(ref), ref.name, fmt::join(types, ", "));
}

bool is_invoke(Opcode opcode) {
  return opcode == Opcode::Invokevirtual || opcode == Opcode::Invokespecial ||
         opcode == Opcode::Invokestatic || opcode == Opcode::Invokeinterface;
}

// What an array instruction works on; empty: it is none.
std::string_view loaded_from(Opcode opcode) {
  switch (opcode) {
    case Opcode::Iaload: return "int";
    case Opcode::Laload: return "long";
    case Opcode::Faload: return "float";
    case Opcode::Daload: return "double";
    case Opcode::Aaload: return "object";
    case Opcode::Baload: return "byte/boolean";
    case Opcode::Caload: return "char";
    case Opcode::Saload: return "short";
    default: return "";
  }
}

std::string_view stored_to(Opcode opcode) {
  switch (opcode) {
    case Opcode::Iastore: return "int";
    case Opcode::Lastore: return "long";
    case Opcode::Fastore: return "float";
    case Opcode::Dastore: return "double";
    case Opcode::Aastore: return "object";
    case Opcode::Bastore: return "byte/boolean";
    case Opcode::Castore: return "char";
    case Opcode::Sastore: return "short";
    default: return "";
  }
}

// The JVM knows, but what is known here does not tell.
struct NotKnown {};

using Sources = std::map<std::uint32_t, std::vector<std::int64_t>>;

class NullText {
 public:
  NullText(const ClassFile& file, const Method& method, const Code& code, const Sources& sources)
      : file_(file), method_(method), code_(code), sources_(sources) {}

  std::optional<std::string> of(std::uint32_t index) const try {
    const Instruction& i = code_.instructions[index];
    std::size_t depth = 0;  // of what is null
    std::string action;
    if (std::string_view from = loaded_from(i.opcode); !from.empty()) {
      action = fmt::format("load from {} array", from);
      depth = 1;
    } else if (std::string_view to = stored_to(i.opcode); !to.empty()) {
      action = fmt::format("store to {} array", to);
      depth = 2;
    } else if (i.opcode == Opcode::Arraylength) {
      action = "read the array length";
    } else if (i.opcode == Opcode::Athrow) {
      action = "throw exception";
    } else if (i.opcode == Opcode::Monitorenter) {
      action = "enter synchronized block";
    } else if (i.opcode == Opcode::Monitorexit) {
      action = "exit synchronized block";
    } else if (i.opcode == Opcode::Getfield) {
      action = fmt::format("read field \"{}\"", member(i).name);
    } else if (i.opcode == Opcode::Putfield) {
      action = fmt::format("assign field \"{}\"", member(i).name);
      depth = 1;
    } else if (is_invoke(i.opcode) && !member(i).owner.starts_with('[')) {
      action = fmt::format("invoke \"{}\"", method_text(member(i)));
      depth = parse_method_type(member(i).descriptor)->parameters.size();
    } else {
      return std::nullopt;
    }
    std::uint32_t from = source(index, depth);
    auto what = described(from, kMostDetail);
    if (!what) return std::nullopt;
    bool is_result = is_invoke(code_.instructions[from].opcode);
    return fmt::format("Cannot {} because {}\"{}\" is null", action,
                       is_result ? "the return value of " : "", *what);
  } catch (const NotKnown&) {
    return std::nullopt;
  }

 private:
  MemberRef member(const Instruction& i) const {
    return file_.pool.member(static_cast<std::uint16_t>(i.operand));
  }

  std::uint32_t source(std::uint32_t index, std::size_t depth) const {
    auto known = sources_.find(index);
    if (known == sources_.end() || depth >= known->second.size()) throw NotKnown{};
    std::int64_t from = known->second[known->second.size() - 1 - depth];
    if (from < 0) throw NotKnown{};
    return static_cast<std::uint32_t>(from);
  }

  // Nothing: the JVM says nothing about it, either.
  std::optional<std::string> described(std::uint32_t index, int detail) const {
    if (detail <= 0) return std::nullopt;
    const Instruction& i = code_.instructions[index];
    if (is_invoke(i.opcode)) return method_text(member(i));
    if (!loaded_from(i.opcode).empty()) {
      auto array = described(source(index, 1), detail - 1);
      auto at = described(source(index, 0), detail);
      return fmt::format("{}[{}]", array.value_or("<array>"), at.value_or("..."));
    }
    switch (i.opcode) {
      case Opcode::AconstNull: return "null";
      case Opcode::Iconst: return std::to_string(i.value);
      case Opcode::Iload:
      case Opcode::Aload: return local(static_cast<std::uint16_t>(i.operand), index);
      case Opcode::Getstatic: return fmt::format("{}.{}", member_class(member(i)), member(i).name);
      case Opcode::Getfield: {
        auto object = described(source(index, 0), detail - 1);
        return object ? fmt::format("{}.{}", *object, member(i).name) : std::string(member(i).name);
      }
      default: throw NotKnown{};
    }
  }

  std::string local(std::uint16_t slot, std::uint32_t index) const {
    if (const LocalVariable* named = code_.variable(slot, index)) return std::string(named->name);
    bool is_written = std::any_of(
        code_.instructions.begin(), code_.instructions.end(), [&](const Instruction& i) {
          bool stores = i.opcode == Opcode::Istore || i.opcode == Opcode::Astore ||
                        i.opcode == Opcode::Lstore || i.opcode == Opcode::Fstore ||
                        i.opcode == Opcode::Dstore || i.opcode == Opcode::Iinc;
          return stores && i.operand == slot;
        });
    std::size_t at = 0;
    std::string name = fmt::format("<local{}>", slot);
    bool is_parameter = false;
    if (!method_.is_static()) {
      if (slot == 0) name = "this";
      is_parameter = slot == 0;
      at = 1;
    }
    std::size_t number = 0;
    MethodType signature = *parse_method_type(method_.descriptor);
    for (const Type& type : signature.parameters) {
      ++number;
      if (at == slot) {
        name = fmt::format("<parameter{}>", number);
        is_parameter = true;
      }
      at += type.slots();
    }
    if (is_parameter && is_written) throw NotKnown{};
    return name;
  }

  const ClassFile& file_;
  const Method& method_;
  const Code& code_;
  const Sources& sources_;
};

}  // namespace

// Whatever is new on the stack was pushed by the instruction before.
void Body::note_sources(std::uint32_t next) {
  std::vector<std::int64_t> before;
  for (Operand& value : stack_) {
    if (value.source == Operand::kNew) value.source = index_;
    before.push_back(value.source);
  }
  sources_[next] = std::move(before);
}

ir::ExprId Body::null_message() {
  auto text = NullText(file_, method_, code_, sources_).of(index_);
  return text ? g_.text(*text) : ir::ExprId();
}

}  // namespace jvm
