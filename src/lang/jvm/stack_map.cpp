#include "lang/jvm/stack_map.h"

#include "lang/jvm/class_file.h"

namespace jvm {

namespace {

// Bytes of the file, big-endian. Beyond the end all are zero, and `failed` is set.
class Bytes {
 public:
  Bytes(std::string_view bytes, std::size_t begin, std::size_t end)
      : bytes_(bytes), at_(begin), end_(std::min(end, bytes.size())) {}

  std::uint32_t u1() { return read(1); }
  std::uint16_t u2() { return static_cast<std::uint16_t>(read(2)); }
  std::uint32_t u4() { return read(4); }
  void skip(std::size_t count) {
    if (count > left()) failed_ = true;
    at_ += std::min(count, left());
  }
  std::size_t at() const { return at_; }
  std::size_t left() const { return end_ - at_; }
  bool failed() const { return failed_; }

 private:
  std::uint32_t read(std::size_t count) {
    if (count > left()) {
      failed_ = true;
      at_ = end_;
      return 0;
    }
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      value = value << 8 | static_cast<unsigned char>(bytes_[at_++]);
    }
    return value;
  }

  std::string_view bytes_;
  std::size_t at_;
  std::size_t end_;
  bool failed_ = false;
};

class Reader {
 public:
  Reader(const ClassFile& file, const Method& method, const Code& code)
      : file_(file), method_(method), code_(code) {}

  StackMap read() {
    std::optional<Bytes> table = find_table();
    if (!table) return {};
    StackFrame frame = initial();
    std::size_t count = table->u2();
    std::uint32_t offset = 0;
    for (std::size_t i = 0; i < count && !table->failed(); ++i) {
      offset += next_frame(*table, frame) + (i == 0 ? 0 : 1);
      auto index = code_.index_of(offset);
      if (!index) return {};
      result_[*index] = spread(frame);
    }
    return table->failed() ? StackMap() : std::move(result_);
  }

 private:
  std::optional<Bytes> find_table() const {
    Bytes bytes(file_.bytes, method_.code->begin, method_.code->end);
    bytes.skip(4);
    bytes.skip(bytes.u4());
    bytes.skip(8 * std::size_t{bytes.u2()});
    std::size_t attributes = bytes.u2();
    for (std::size_t i = 0; i < attributes && !bytes.failed(); ++i) {
      std::uint16_t name = bytes.u2();
      std::uint32_t length = bytes.u4();
      bool is_table =
          file_.pool.kind(name) == ConstantKind::Utf8 && file_.pool.text(name) == "StackMapTable";
      if (is_table) return Bytes(file_.bytes, bytes.at(), bytes.at() + length);
      bytes.skip(length);
    }
    return std::nullopt;
  }

  StackFrame initial() const {
    StackFrame frame;
    if (!method_.is_static()) frame.locals.push_back(class_type(file_.name));
    MethodType signature = *parse_method_type(method_.descriptor);
    for (const Type& type : signature.parameters) frame.locals.push_back(type);
    return frame;
  }

  // Longs and doubles take one entry in the table, and two slots.
  static StackFrame spread(const StackFrame& frame) {
    StackFrame result{.locals = {}, .stack = frame.stack};
    for (const Type& type : frame.locals) {
      result.locals.push_back(type);
      if (type.slots() == 2) result.locals.emplace_back();
    }
    return result;
  }

  Type verification_type(Bytes& bytes) const {
    enum Tag { Top, Integer, Float, Double, Long, Null, UninitializedThis, Object, Uninitialized };
    switch (bytes.u1()) {
      case Integer: return {.base = BaseType::Int};
      case Float: return {.base = BaseType::Float};
      case Double: return {.base = BaseType::Double};
      case Long: return {.base = BaseType::Long};
      case Null: return class_type("java/lang/Object");
      case UninitializedThis: return class_type(file_.name);
      case Object: {
        std::uint16_t index = bytes.u2();
        if (file_.pool.kind(index) != ConstantKind::Class) return {};
        return parse_class_constant(file_.pool.class_name(index)).value_or(Type());
      }
      case Uninitialized: return made_at(bytes.u2());
      default: return {};
    }
  }

  // The class that the `new` at this offset makes.
  Type made_at(std::uint32_t offset) const {
    auto index = code_.index_of(offset);
    if (!index || code_.instructions[*index].opcode != Opcode::New) return {};
    auto operand = static_cast<std::uint16_t>(code_.instructions[*index].operand);
    return class_type(file_.pool.class_name(operand));
  }

  // Changes the frame to the next one; the result is the distance that the table tells.
  std::uint32_t next_frame(Bytes& bytes, StackFrame& frame) const {
    std::uint32_t tag = bytes.u1();
    frame.stack.clear();
    if (tag < 64) return tag;
    if (tag < 128) {
      frame.stack.push_back(verification_type(bytes));
      return tag - 64;
    }
    std::uint32_t distance = bytes.u2();
    if (tag == 247) {
      frame.stack.push_back(verification_type(bytes));
    } else if (tag >= 248 && tag <= 250) {
      std::size_t chopped = 251 - tag;
      frame.locals.resize(frame.locals.size() - std::min(chopped, frame.locals.size()));
    } else if (tag >= 252 && tag <= 254) {
      for (std::uint32_t i = 251; i < tag; ++i) frame.locals.push_back(verification_type(bytes));
    } else if (tag == 255) {
      frame.locals.clear();
      for (std::size_t i = bytes.u2(); i > 0 && !bytes.failed(); --i) {
        frame.locals.push_back(verification_type(bytes));
      }
      for (std::size_t i = bytes.u2(); i > 0 && !bytes.failed(); --i) {
        frame.stack.push_back(verification_type(bytes));
      }
    }
    return distance;
  }

  const ClassFile& file_;
  const Method& method_;
  const Code& code_;
  StackMap result_;
};

}  // namespace

StackMap read_stack_map(const ClassFile& file, const Method& method, const Code& code) {
  return Reader(file, method, code).read();
}

}  // namespace jvm
