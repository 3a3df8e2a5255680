// Decodes the Code attribute of a method. Offsets in the code become indices of instructions at
// the end, when it is known where instructions begin.
#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"
#include "lang/jvm/bytes.h"
#include "lang/jvm/code.h"
#include "lang/jvm/descriptor.h"
#include "lang/jvm/encoding.h"
#include "lang/jvm/operand_check.h"

namespace jvm {

namespace {

constexpr std::uint32_t kLongestCode = 65535;
constexpr std::uint32_t kNoInstruction = 0xffffffff;

class Decoder {
 public:
  Decoder(const ClassFile& file, const Method& method)
      : method_(method),
        in_(file.bytes, method.code->begin, method.code->end),
        check_(file, code_) {}

  Code decode();

 private:
  void decode_instructions(ByteReader in);
  void decode_one(ByteReader& in);
  void decode_operands(const Encoding& encoding, ByteReader& in, Instruction& instruction);
  void decode_wide(ByteReader& in, Instruction& instruction);
  void decode_table(ByteReader& in, Instruction& instruction);
  void decode_lookup(ByteReader& in, Instruction& instruction);
  std::uint32_t take_jump(ByteReader& in, const Instruction& from, bool is_wide) const;
  std::uint32_t offset_at(const ByteReader& in) const {
    return static_cast<std::uint32_t>(in.at() - start_);
  }
  void skip_padding(ByteReader& in) const {
    while (offset_at(in) % 4 != 0) in.skip(1);
  }

  void resolve_targets();
  void decode_handlers();
  void decode_attributes();
  void decode_lines(ByteReader& in);
  void decode_variables(ByteReader& in);
  void assign_lines();

  // The instruction at an offset, for what stands at `where` in the file.
  std::uint32_t instruction_at(std::uint32_t offset, std::uint64_t where,
                               std::string_view what) const;
  // The first instruction at or behind an offset, which may be the end of the code.
  std::uint32_t instruction_from(std::uint32_t offset) const;
  std::uint64_t where(const Instruction& instruction) const { return start_ + instruction.offset; }

  const Method& method_;
  ByteReader in_;
  Code code_;
  OperandCheck check_;
  std::size_t start_ = 0;             // of the code in the file
  std::uint32_t length_ = 0;          // of the code
  std::vector<std::uint32_t> index_;  // by offset: of the instruction that begins there
};

Code Decoder::decode() {
  code_.max_stack = in_.u2();
  code_.max_locals = in_.u2();
  std::size_t offset = in_.at();
  auto type = parse_method_type(method_.descriptor);
  std::size_t slots = type->slots() + (method_.is_static() ? 0 : 1);
  if (slots > code_.max_locals) {
    ByteReader::fail_at(
        offset, fmt::format("{} local variables are too few for the parameters", code_.max_locals));
  }
  length_ = in_.u4();
  if (length_ == 0 || length_ > kLongestCode) {
    ByteReader::fail_at(offset, fmt::format("code of {} bytes", length_));
  }
  start_ = in_.at();
  decode_instructions(in_.part(length_));
  resolve_targets();
  decode_handlers();
  decode_attributes();
  if (!in_.at_end()) in_.fail(fmt::format("{} bytes too many in the attribute Code", in_.left()));
  assign_lines();
  return std::move(code_);
}

void Decoder::decode_instructions(ByteReader in) {
  index_.assign(std::size_t{length_} + 1, kNoInstruction);
  while (!in.at_end()) {
    index_[offset_at(in)] = static_cast<std::uint32_t>(code_.instructions.size());
    decode_one(in);
  }
  index_[length_] = static_cast<std::uint32_t>(code_.instructions.size());
  if (!ends_block(code_.instructions.back().opcode)) {
    in.fail("control runs over the end of the code");
  }
}

void Decoder::decode_one(ByteReader& in) {
  Instruction instruction;
  instruction.offset = offset_at(in);
  instruction.encoding = in.u1();
  const Encoding* encoding = find_encoding(instruction.encoding);
  if (encoding == nullptr) {
    ByteReader::fail_at(where(instruction), fmt::format("there is no instruction with the byte {}",
                                                        instruction.encoding));
  }
  instruction.opcode = encoding->opcode;
  decode_operands(*encoding, in, instruction);
  check_.check(instruction, where(instruction));
  if (instruction.opcode == Opcode::Jsr || instruction.opcode == Opcode::Ret) {
    code_.has_subroutines = true;
  }
  code_.instructions.push_back(instruction);
}

void Decoder::decode_operands(const Encoding& encoding, ByteReader& in, Instruction& instruction) {
  auto require_zero = [&](std::uint32_t value) {
    if (value != 0) ByteReader::fail_at(where(instruction), "a byte that must be zero is not");
  };
  switch (encoding.operands) {
    case OperandBytes::Plain: break;
    case OperandBytes::Implied:
      instruction.value = encoding.implied;
      if (form_of(encoding.opcode) == OperandForm::Local) {
        instruction.operand = static_cast<std::uint32_t>(std::exchange(instruction.value, 0));
      }
      break;
    case OperandBytes::Byte: instruction.value = static_cast<std::int8_t>(in.u1()); break;
    case OperandBytes::Short: instruction.value = static_cast<std::int16_t>(in.u2()); break;
    case OperandBytes::Index8: instruction.operand = in.u1(); break;
    case OperandBytes::Index16: instruction.operand = in.u2(); break;
    case OperandBytes::Increment:
      instruction.operand = in.u1();
      instruction.value = static_cast<std::int8_t>(in.u1());
      break;
    case OperandBytes::Jump16: instruction.operand = take_jump(in, instruction, false); break;
    case OperandBytes::Jump32: instruction.operand = take_jump(in, instruction, true); break;
    case OperandBytes::Table: decode_table(in, instruction); break;
    case OperandBytes::Lookup: decode_lookup(in, instruction); break;
    case OperandBytes::Interface:
      instruction.operand = in.u2();
      instruction.value = in.u1();
      require_zero(in.u1());
      break;
    case OperandBytes::Dynamic:
      instruction.operand = in.u2();
      require_zero(in.u2());
      break;
    case OperandBytes::Dimensions:
      instruction.operand = in.u2();
      instruction.value = in.u1();
      break;
    case OperandBytes::Wide: decode_wide(in, instruction); break;
  }
}

void Decoder::decode_wide(ByteReader& in, Instruction& instruction) {
  instruction.encoding = in.u1();
  const Encoding* encoding = find_encoding(instruction.encoding);
  bool is_local = encoding != nullptr && encoding->operands == OperandBytes::Index8 &&
                  form_of(encoding->opcode) == OperandForm::Local;
  bool is_increment = encoding != nullptr && encoding->operands == OperandBytes::Increment;
  if (!is_local && !is_increment) {
    ByteReader::fail_at(where(instruction),
                        fmt::format("`wide` in front of the byte {}", instruction.encoding));
  }
  instruction.opcode = encoding->opcode;
  instruction.operand = in.u2();
  if (is_increment) instruction.value = static_cast<std::int16_t>(in.u2());
}

std::uint32_t Decoder::take_jump(ByteReader& in, const Instruction& from, bool is_wide) const {
  std::int64_t distance =
      is_wide ? static_cast<std::int32_t>(in.u4()) : static_cast<std::int16_t>(in.u2());
  std::int64_t target = std::int64_t{from.offset} + distance;
  if (target < 0 || target >= std::int64_t{length_}) {
    ByteReader::fail_at(where(from), fmt::format("a jump to {}, outside of the code", target));
  }
  return static_cast<std::uint32_t>(target);
}

void Decoder::decode_table(ByteReader& in, Instruction& instruction) {
  skip_padding(in);
  Switch result;
  result.otherwise = take_jump(in, instruction, true);
  std::int64_t low = static_cast<std::int32_t>(in.u4());
  std::int64_t high = static_cast<std::int32_t>(in.u4());
  if (low > high) {
    ByteReader::fail_at(where(instruction), fmt::format("a tableswitch from {} to {}", low, high));
  }
  for (std::int64_t value = low; value <= high; ++value) {
    std::uint32_t target = take_jump(in, instruction, true);
    result.cases.push_back({static_cast<std::int32_t>(value), target});
  }
  instruction.operand = static_cast<std::uint32_t>(code_.switches.size());
  code_.switches.push_back(std::move(result));
}

void Decoder::decode_lookup(ByteReader& in, Instruction& instruction) {
  skip_padding(in);
  Switch result;
  result.otherwise = take_jump(in, instruction, true);
  std::uint32_t count = in.u4();
  for (std::uint32_t i = 0; i < count; ++i) {
    auto value = static_cast<std::int32_t>(in.u4());
    if (!result.cases.empty() && result.cases.back().value >= value) {
      ByteReader::fail_at(where(instruction), "the cases of a lookupswitch are not in order");
    }
    result.cases.push_back({value, take_jump(in, instruction, true)});
  }
  instruction.operand = static_cast<std::uint32_t>(code_.switches.size());
  code_.switches.push_back(std::move(result));
}

std::uint32_t Decoder::instruction_at(std::uint32_t offset, std::uint64_t where,
                                      std::string_view what) const {
  if (offset < length_ && index_[offset] != kNoInstruction) return index_[offset];
  ByteReader::fail_at(where, fmt::format("{} {}, where no instruction begins", what, offset));
}

std::uint32_t Decoder::instruction_from(std::uint32_t offset) const {
  while (index_[offset] == kNoInstruction) ++offset;
  return index_[offset];
}

void Decoder::resolve_targets() {
  for (Instruction& instruction : code_.instructions) {
    OperandForm form = form_of(instruction.opcode);
    if (form == OperandForm::Target) {
      instruction.operand = instruction_at(instruction.operand, where(instruction), "a jump to");
    } else if (form == OperandForm::Switch) {
      Switch& one = code_.switches[instruction.operand];
      one.otherwise = instruction_at(one.otherwise, where(instruction), "a jump to");
      for (SwitchCase& row : one.cases) {
        row.target = instruction_at(row.target, where(instruction), "a jump to");
      }
    }
  }
}

void Decoder::decode_handlers() {
  for (std::uint16_t left = in_.u2(); left > 0; --left) {
    std::size_t offset = in_.at();
    std::uint32_t begin = in_.u2();
    std::uint32_t end = in_.u2();
    Handler handler;
    if (begin >= end || end > length_) {
      ByteReader::fail_at(offset, fmt::format("a handler for the code from {} to {}", begin, end));
    }
    handler.begin = instruction_at(begin, offset, "a handler from");
    handler.end = end == length_ ? index_[length_] : instruction_at(end, offset, "a handler up to");
    handler.target = instruction_at(in_.u2(), offset, "a handler at");
    handler.catches = check_.pool().take_class(in_, true);
    code_.handlers.push_back(handler);
  }
}

void Decoder::decode_attributes() {
  for (std::uint16_t left = in_.u2(); left > 0; --left) {
    std::string_view name = check_.pool().take_text(in_);
    std::uint32_t length = in_.u4();
    ByteReader part = in_.part(length);
    if (name == "LineNumberTable") {
      decode_lines(part);
    } else if (name == "LocalVariableTable") {
      decode_variables(part);
    } else {
      continue;
    }
    if (!part.at_end()) part.fail(fmt::format("{} bytes too many in the {}", part.left(), name));
  }
}

void Decoder::decode_lines(ByteReader& in) {
  for (std::uint16_t left = in.u2(); left > 0; --left) {
    std::size_t offset = in.at();
    std::uint32_t begin = in.u2();
    if (begin >= length_) {
      ByteReader::fail_at(offset, fmt::format("a line that begins at {}, behind the code", begin));
    }
    code_.lines.push_back({instruction_from(begin), in.u2()});
  }
}

void Decoder::decode_variables(ByteReader& in) {
  for (std::uint16_t left = in.u2(); left > 0; --left) {
    std::size_t offset = in.at();
    std::uint32_t begin = in.u2();
    std::uint32_t end = begin + in.u2();
    LocalVariable variable;
    variable.name = check_.pool().take_name(in);
    variable.descriptor = check_.pool().take_name(in);
    variable.slot = in.u2();
    auto type = parse_type(variable.descriptor);
    if (end > length_ || !type || !is_field_name(variable.name) ||
        variable.slot + type->slots() > code_.max_locals) {
      ByteReader::fail_at(
          offset, fmt::format("a variable {} {} in slot {}, from {} to {}", variable.descriptor,
                              variable.name, variable.slot, begin, end));
    }
    variable.begin = instruction_from(begin);
    variable.end = instruction_from(end);
    code_.variables.push_back(variable);
  }
}

void Decoder::assign_lines() {
  std::stable_sort(code_.lines.begin(), code_.lines.end(),
                   [](const LineEntry& a, const LineEntry& b) { return a.begin < b.begin; });
  std::uint16_t line = 0;
  auto next = code_.lines.begin();
  for (std::uint32_t i = 0; i < code_.instructions.size(); ++i) {
    for (; next != code_.lines.end() && next->begin <= i; ++next) line = next->line;
    code_.instructions[i].line = line;
  }
}

}  // namespace

tl::expected<Code, FormatError> decode(const ClassFile& file, const Method& method) {
  CHECK(method.code.has_value(), "{}.{}{} has no code", file.name, method.name, method.descriptor);
  try {
    return Decoder(file, method).decode();
  } catch (FormatFailure& failure) {
    failure.what = fmt::format("{}{}: {}", method.name, method.descriptor, failure.what);
    return tl::unexpected(std::move(failure).in(file.path));
  }
}

}  // namespace jvm
