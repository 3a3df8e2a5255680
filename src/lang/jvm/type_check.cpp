// Verification by type inference: a forward analysis over frames, the types of local variables and
// of the stack before an instruction, which are joined where control flow meets. The tables that
// newer class files have for verification by type checking are not needed: what they may say, the
// inference finds, and it takes old files, too.
#include "lang/jvm/type_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "lang/jvm/body.h"

namespace jvm {

namespace {

enum class Sort : std::uint8_t {
  Unusable,  // nothing, or something else on each way here
  Int,
  Long,
  Float,
  Double,
  Null,
  Any,       // a reference; to what is up to classes that are missing
  Object,    // a reference to an object of `type`
  Made,      // an object made by the instruction `site`, before its constructor is called
  MadeThis,  // the receiver of a constructor, before the one above is called
};

struct Value {
  Sort sort = Sort::Unusable;
  Type type;  // of Object, Made and MadeThis
  std::uint32_t site = 0;

  bool is_wide() const { return sort == Sort::Long || sort == Sort::Double; }
  // An object that may be used.
  bool is_object() const { return sort == Sort::Null || sort == Sort::Any || sort == Sort::Object; }
  bool is_reference() const { return is_object() || sort == Sort::Made || sort == Sort::MadeThis; }
  friend bool operator==(const Value&, const Value&) = default;
};

struct Frame {
  std::vector<Value> locals;  // a long or a double is in the first of its two slots
  std::vector<Value> stack;   // a long or a double is one entry
  bool is_made = true;        // in a constructor: the one above was called
};

struct Failed {
  std::string what;
  bool is_missing = false;
};

[[noreturn]] void fail(std::string what) { throw Failed{std::move(what)}; }
[[noreturn]] void fail_missing(std::string_view class_name) {
  throw Failed{external_name(class_name), true};
}

Value object_of(const Type& type) { return {.sort = Sort::Object, .type = type}; }

Value value_of(const Type& type) {
  switch (category(type)) {
    case 'A': return object_of(type);
    case 'J': return {.sort = Sort::Long};
    case 'F': return {.sort = Sort::Float};
    case 'D': return {.sort = Sort::Double};
    default: return {.sort = Sort::Int};
  }
}

Sort sort_of(char letter) {
  switch (letter) {
    case 'J': return Sort::Long;
    case 'F': return Sort::Float;
    case 'D': return Sort::Double;
    default: return Sort::Int;
  }
}

std::string text_of(const Value& value) {
  switch (value.sort) {
    case Sort::Unusable: return "nothing";
    case Sort::Int: return "an int";
    case Sort::Long: return "a long";
    case Sort::Float: return "a float";
    case Sort::Double: return "a double";
    case Sort::Null: return "null";
    case Sort::Any: return "an object";
    case Sort::Object: return java_text(value.type);
    case Sort::Made:
    case Sort::MadeThis: return fmt::format("a raw {}", java_text(value.type));
  }
  return "";
}

// What an instruction on numbers takes, the topmost last, and after `>` what it leaves.
std::string_view effect_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::Iconst: return ">I";
    case Opcode::Lconst: return ">J";
    case Opcode::Fconst: return ">F";
    case Opcode::Dconst: return ">D";
    case Opcode::Iadd:
    case Opcode::Isub:
    case Opcode::Imul:
    case Opcode::Idiv:
    case Opcode::Irem:
    case Opcode::Ishl:
    case Opcode::Ishr:
    case Opcode::Iushr:
    case Opcode::Iand:
    case Opcode::Ior:
    case Opcode::Ixor: return "II>I";
    case Opcode::Ladd:
    case Opcode::Lsub:
    case Opcode::Lmul:
    case Opcode::Ldiv:
    case Opcode::Lrem:
    case Opcode::Land:
    case Opcode::Lor:
    case Opcode::Lxor: return "JJ>J";
    case Opcode::Lshl:
    case Opcode::Lshr:
    case Opcode::Lushr: return "JI>J";
    case Opcode::Fadd:
    case Opcode::Fsub:
    case Opcode::Fmul:
    case Opcode::Fdiv:
    case Opcode::Frem: return "FF>F";
    case Opcode::Dadd:
    case Opcode::Dsub:
    case Opcode::Dmul:
    case Opcode::Ddiv:
    case Opcode::Drem: return "DD>D";
    case Opcode::Ineg:
    case Opcode::I2b:
    case Opcode::I2c:
    case Opcode::I2s: return "I>I";
    case Opcode::Lneg: return "J>J";
    case Opcode::Fneg: return "F>F";
    case Opcode::Dneg: return "D>D";
    case Opcode::I2l: return "I>J";
    case Opcode::I2f: return "I>F";
    case Opcode::I2d: return "I>D";
    case Opcode::L2i: return "J>I";
    case Opcode::L2f: return "J>F";
    case Opcode::L2d: return "J>D";
    case Opcode::F2i: return "F>I";
    case Opcode::F2l: return "F>J";
    case Opcode::F2d: return "F>D";
    case Opcode::D2i: return "D>I";
    case Opcode::D2l: return "D>J";
    case Opcode::D2f: return "D>F";
    case Opcode::Lcmp: return "JJ>I";
    case Opcode::Fcmpl:
    case Opcode::Fcmpg: return "FF>I";
    case Opcode::Dcmpl:
    case Opcode::Dcmpg: return "DD>I";
    case Opcode::Ifeq:
    case Opcode::Ifne:
    case Opcode::Iflt:
    case Opcode::Ifge:
    case Opcode::Ifgt:
    case Opcode::Ifle:
    case Opcode::Tableswitch:
    case Opcode::Lookupswitch: return "I>";
    case Opcode::IfIcmpeq:
    case Opcode::IfIcmpne:
    case Opcode::IfIcmplt:
    case Opcode::IfIcmpge:
    case Opcode::IfIcmpgt:
    case Opcode::IfIcmple: return "II>";
    case Opcode::Goto:
    case Opcode::Nop: return ">";
    default: return "";
  }
}

class Checker {
 public:
  Checker(World& world, const ClassInfo& owner, const Method& method, const Code& code)
      : world_(world), owner_(owner), pool_(owner.file->pool), method_(method), code_(code) {}

  TypeCheck run() {
    try {
      find_leaders();
      enter(0, initial());
      while (!open_.empty()) {
        std::uint32_t leader = *open_.begin();
        open_.erase(open_.begin());
        walk(leader);
      }
    } catch (const Failed& failure) {
      result_.mismatch = TypeMismatch{at_, failure.what, failure.is_missing};
    }
    return std::move(result_);
  }

 private:
  // ---------------------------------------------------------------- control flow

  void find_leaders() {
    entries_.resize(code_.instructions.size());
    is_leader_.assign(code_.instructions.size(), false);
    for (const Instruction& i : code_.instructions) {
      for_each_target(i, [&](std::uint32_t target) { is_leader_[target] = true; });
    }
    for (const Handler& h : code_.handlers) is_leader_[h.target] = true;
  }

  template <typename F>
  void for_each_target(const Instruction& i, F&& use) {
    OperandForm form = form_of(i.opcode);
    if (form == OperandForm::Target) use(i.operand);
    if (form != OperandForm::Switch) return;
    const Switch& s = code_.switches[i.operand];
    use(s.otherwise);
    for (const SwitchCase& c : s.cases) use(c.target);
  }

  Frame initial() {
    Frame frame;
    auto add = [&](Value value) {
      bool is_wide = value.is_wide();
      frame.locals.push_back(std::move(value));
      if (is_wide) frame.locals.emplace_back();
    };
    if (!method_.is_static()) {
      Value self = object_of(class_type(owner_.name));
      if (method_.is_constructor() && owner_.name != kObject) {
        self.sort = Sort::MadeThis;
        frame.is_made = false;
      }
      add(std::move(self));
    }
    MethodType type = *parse_method_type(method_.descriptor);
    for (const Type& parameter : type.parameters) add(value_of(parameter));
    if (frame.locals.size() > code_.max_locals) fail("there are more parameters than variables");
    frame.locals.resize(code_.max_locals);
    return frame;
  }

  void walk(std::uint32_t leader) {
    frame_ = *entries_[leader];
    has_changed_ = true;
    for (at_ = leader;; ++at_) {
      const Instruction& i = code_.instructions[at_];
      enter_handlers();
      has_changed_ = false;
      step(i);
      for_each_target(i, [&](std::uint32_t target) { enter(target, frame_); });
      if (ends_block(i.opcode)) return;
      if (at_ + 1 == code_.instructions.size()) fail("control falls off the end of the code");
      if (is_leader_[at_ + 1]) return enter(at_ + 1, frame_);
    }
  }

  // Exceptions leave with the variables as they are before the instruction.
  void enter_handlers() {
    for (const Handler& h : code_.handlers) {
      if (at_ < h.begin || at_ >= h.end || (!has_changed_ && at_ != h.begin)) continue;
      Type caught = class_type(h.catches.empty() ? kThrowable : h.catches);
      const ClassInfo& cls = world_.load(caught.class_name);
      // Nothing is an instance of a class that is missing.
      if (!missing_above(cls) && !world_.is_below(cls, world_.load(kThrowable))) {
        fail(fmt::format("{} is no exception that could be caught", java_text(caught)));
      }
      enter(h.target,
            {.locals = frame_.locals, .stack = {object_of(caught)}, .is_made = frame_.is_made});
    }
  }

  void enter(std::uint32_t target, const Frame& frame) {
    std::optional<Frame>& entry = entries_[target];
    bool has_changed = !entry;
    if (!entry) {
      entry = frame;
    } else {
      has_changed = join(*entry, frame, target);
    }
    if (has_changed) open_.insert(target);
  }

  bool join(Frame& into, const Frame& from, std::uint32_t target) {
    std::uint32_t offset = code_.instructions[target].offset;
    if (into.stack.size() != from.stack.size()) {
      fail(fmt::format("the stack has {} or {} entries at {}", into.stack.size(), from.stack.size(),
                       offset));
    }
    bool has_changed = into.is_made && !from.is_made;
    into.is_made = into.is_made && from.is_made;
    auto join_all = [&](std::vector<Value>& all, const std::vector<Value>& others) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        Value joined = join(all[i], others[i]);
        if (joined == all[i]) continue;
        all[i] = std::move(joined);
        has_changed = true;
      }
    };
    join_all(into.locals, from.locals);
    join_all(into.stack, from.stack);
    for (const Value& value : into.stack) {
      if (value.sort == Sort::Unusable) {
        fail(fmt::format("the stack has other types on each way to {}", offset));
      }
    }
    return has_changed;
  }

  // ---------------------------------------------------------------- types

  Value join(const Value& a, const Value& b) {
    if (a == b) return a;
    if (!a.is_object() || !b.is_object()) return {};
    if (a.sort == Sort::Null) return b;
    if (b.sort == Sort::Null) return a;
    if (a.sort == Sort::Any) return a;
    if (b.sort == Sort::Any) return b;
    return join_types(a.type, b.type);
  }

  Value join_types(const Type& a, const Type& b) {
    if (!a.is_array() && !b.is_array()) return join_classes(a, b);
    // Arrays have in common what they are arrays of; numbers nothing.
    const Type& flat = a.dimensions <= b.dimensions ? a : b;
    if (a.dimensions == b.dimensions && a.base == BaseType::Class && b.base == BaseType::Class) {
      Value joined = join_classes(class_type(a.class_name), class_type(b.class_name));
      joined.type.dimensions = joined.sort == Sort::Object ? a.dimensions : std::uint8_t{0};
      return joined;
    }
    Type common = object_type();
    bool is_of_objects = flat.base == BaseType::Class;
    common.dimensions = is_of_objects || !flat.is_array()
                            ? flat.dimensions
                            : static_cast<std::uint8_t>(flat.dimensions - 1);
    return object_of(common);
  }

  Value join_classes(const Type& a, const Type& b) {
    const ClassInfo& first = world_.load(a.class_name);
    const ClassInfo& second = world_.load(b.class_name);
    for (const ClassInfo* cls : {&first, &second}) {
      if (const ClassInfo* missing = missing_above(*cls)) {
        return {.sort = Sort::Any, .type = class_type(missing->name)};
      }
    }
    if (first.is_interface() || second.is_interface()) return object_of(object_type());
    for (const ClassInfo* at = &first; at; at = at->super) {
      if (world_.is_below(second, *at)) return object_of(class_type(at->name));
    }
    return object_of(object_type());
  }

  // The class, or one above it, that is missing.
  static const ClassInfo* missing_above(const ClassInfo& cls) {
    for (const ClassInfo* at = &cls; at; at = at->super) {
      if (at->is_missing) return at;
    }
    return nullptr;
  }

  bool fits(const Value& value, const Type& type) {
    if (value.sort == Sort::Null) return true;
    if (value.sort == Sort::Any) {
      bool takes_all = !type.is_array() &&
                       (type.class_name == kObject || world_.load(type.class_name).is_interface());
      if (!takes_all) fail_missing(value.type.class_name);
      return true;
    }
    return value.sort == Sort::Object && fits(value.type, type);
  }

  bool fits(const Type& from, const Type& to) {
    if (from == to) return true;
    if (to.is_array()) {
      if (!from.is_array()) return false;
      Type inner_from = from.element();
      Type inner_to = to.element();
      if (!inner_from.is_reference() || !inner_to.is_reference()) return false;
      return fits(inner_from, inner_to);
    }
    if (to.class_name == kObject) return true;
    const ClassInfo& above = world_.load(to.class_name);
    if (above.is_interface()) return true;
    if (above.is_missing) fail_missing(above.name);
    if (from.is_array()) return false;
    const ClassInfo& cls = world_.load(from.class_name);
    if (world_.is_below(cls, above)) return true;
    if (const ClassInfo* missing = missing_above(cls)) fail_missing(missing->name);
    return false;
  }

  // ---------------------------------------------------------------- the stack

  void push(Value value) {
    frame_.stack.push_back(std::move(value));
    std::size_t slots = 0;
    for (const Value& entry : frame_.stack) slots += entry.is_wide() ? 2 : 1;
    if (slots > code_.max_stack) {
      fail(fmt::format("the stack grows beyond its {} entries", code_.max_stack));
    }
  }

  void push_type(const Type& type) {
    if (!type.is_void()) push(value_of(type));
  }

  Value pop() {
    if (frame_.stack.empty()) fail("takes more from the stack than there is");
    Value value = std::move(frame_.stack.back());
    frame_.stack.pop_back();
    return value;
  }

  void pop_sort(Sort sort) {
    Value value = pop();
    if (value.sort != sort) {
      fail(fmt::format("takes {} for {}", text_of(value), text_of({.sort = sort})));
    }
  }

  Value pop_reference() {
    Value value = pop();
    if (!value.is_reference()) fail(fmt::format("takes {} for an object", text_of(value)));
    return value;
  }

  Value pop_object() {
    Value value = pop();
    if (!value.is_object()) fail(fmt::format("takes {} for an object", text_of(value)));
    return value;
  }

  void pop_type(const Type& type) {
    if (!type.is_reference()) return pop_sort(value_of(type).sort);
    Value value = pop();
    if (!fits(value, type)) {
      fail(fmt::format("takes {} for {}", text_of(value), java_text(type)));
    }
  }

  void pop_types(const std::vector<Type>& types) {
    for (std::size_t i = types.size(); i-- > 0;) pop_type(types[i]);
  }

  // Entries of so many slots together, the topmost first.
  std::vector<Value> take(std::size_t slots) {
    std::vector<Value> taken;
    while (slots > 0) {
      Value value = pop();
      std::size_t size = value.is_wide() ? 2 : 1;
      if (size > slots) fail("splits a long or a double");
      slots -= size;
      taken.push_back(std::move(value));
    }
    return taken;
  }

  void put(const std::vector<Value>& taken) {
    for (std::size_t i = taken.size(); i-- > 0;) push(taken[i]);
  }

  void duplicate(std::size_t slots, std::size_t below) {
    std::vector<Value> copied = take(slots);
    std::vector<Value> passed = take(below);
    put(copied);
    put(passed);
    put(copied);
  }

  // ---------------------------------------------------------------- instructions

  void step(const Instruction& i) {
    std::string_view effect = effect_of(i.opcode);
    if (effect.empty()) return other_step(i);
    std::size_t split = effect.find('>');
    for (std::size_t at = split; at-- > 0;) pop_sort(sort_of(effect[at]));
    for (char letter : effect.substr(split + 1)) push({.sort = sort_of(letter)});
  }

  void other_step(const Instruction& i) {
    auto operand = static_cast<std::uint16_t>(i.operand);
    switch (i.opcode) {
      case Opcode::AconstNull: return push({.sort = Sort::Null});
      case Opcode::Ldc: return constant(operand);
      case Opcode::Iload: return load(operand, Sort::Int);
      case Opcode::Lload: return load(operand, Sort::Long);
      case Opcode::Fload: return load(operand, Sort::Float);
      case Opcode::Dload: return load(operand, Sort::Double);
      case Opcode::Aload: return load_reference(operand);
      case Opcode::Istore: return store_number(operand, Sort::Int);
      case Opcode::Lstore: return store_number(operand, Sort::Long);
      case Opcode::Fstore: return store_number(operand, Sort::Float);
      case Opcode::Dstore: return store_number(operand, Sort::Double);
      case Opcode::Astore: {
        Value value = pop_reference();
        look_at(code_.stored_variable(operand, at_), value);
        return store(operand, std::move(value));
      }
      case Opcode::Iinc: return read_local(operand, Sort::Int);
      case Opcode::Pop: take(1); return;
      case Opcode::Pop2: take(2); return;
      case Opcode::Dup: return duplicate(1, 0);
      case Opcode::DupX1: return duplicate(1, 1);
      case Opcode::DupX2: return duplicate(1, 2);
      case Opcode::Dup2: return duplicate(2, 0);
      case Opcode::Dup2X1: return duplicate(2, 1);
      case Opcode::Dup2X2: return duplicate(2, 2);
      case Opcode::Swap: {
        std::vector<Value> top = take(1);
        std::vector<Value> below = take(1);
        put(top);
        return put(below);
      }
      case Opcode::IfAcmpeq:
      case Opcode::IfAcmpne:
        pop_reference();
        pop_reference();
        return;
      case Opcode::Ifnull:
      case Opcode::Ifnonnull:
      case Opcode::Monitorenter:
      case Opcode::Monitorexit: pop_reference(); return;
      case Opcode::Athrow: return pop_type(class_type(kThrowable));
      default: return member_step(i, operand);
    }
  }

  void member_step(const Instruction& i, std::uint16_t operand) {
    switch (i.opcode) {
      case Opcode::Getstatic: return push_type(*parse_type(pool_.member(operand).descriptor));
      case Opcode::Putstatic: return pop_type(*parse_type(pool_.member(operand).descriptor));
      case Opcode::Getfield:
        pop_type(class_type(pool_.member(operand).owner));
        return push_type(*parse_type(pool_.member(operand).descriptor));
      case Opcode::Putfield: return put_field(pool_.member(operand));
      case Opcode::Invokevirtual:
      case Opcode::Invokespecial:
      case Opcode::Invokestatic:
      case Opcode::Invokeinterface: return invoke(i.opcode, pool_.member(operand));
      case Opcode::Invokedynamic: {
        MethodType type = *parse_method_type(pool_.dynamic(operand).descriptor);
        pop_types(type.parameters);
        return push_type(type.result);
      }
      case Opcode::New:
        return push(
            {.sort = Sort::Made, .type = class_type(pool_.class_name(operand)), .site = at_});
      case Opcode::Newarray:
        pop_sort(Sort::Int);
        return push_type(newarray_element(i.operand)->array_of());
      case Opcode::Anewarray: pop_sort(Sort::Int); return push_type(named_type(operand).array_of());
      case Opcode::Multianewarray:
        for (std::int32_t n = 0; n < i.value; ++n) pop_sort(Sort::Int);
        return push_type(named_type(operand));
      case Opcode::Arraylength: {
        Value array = pop_object();
        if (array.sort == Sort::Object && !array.type.is_array()) {
          fail(fmt::format("takes {} for an array", text_of(array)));
        }
        return push({.sort = Sort::Int});
      }
      case Opcode::Checkcast: pop_object(); return push_type(named_type(operand));
      case Opcode::Instanceof: pop_object(); return push({.sort = Sort::Int});
      default: return array_or_return(i.opcode);
    }
  }

  void array_or_return(Opcode opcode) {
    switch (opcode) {
      case Opcode::Iaload: return load_element("I");
      case Opcode::Laload: return load_element("J");
      case Opcode::Faload: return load_element("F");
      case Opcode::Daload: return load_element("D");
      case Opcode::Aaload: return load_element("");
      case Opcode::Baload: return load_element("BZ");
      case Opcode::Caload: return load_element("C");
      case Opcode::Saload: return load_element("S");
      case Opcode::Iastore: return store_element("I");
      case Opcode::Lastore: return store_element("J");
      case Opcode::Fastore: return store_element("F");
      case Opcode::Dastore: return store_element("D");
      case Opcode::Aastore: return store_element("");
      case Opcode::Bastore: return store_element("BZ");
      case Opcode::Castore: return store_element("C");
      case Opcode::Sastore: return store_element("S");
      case Opcode::Ireturn: return returns('I');
      case Opcode::Lreturn: return returns('J');
      case Opcode::Freturn: return returns('F');
      case Opcode::Dreturn: return returns('D');
      case Opcode::Areturn: return returns('A');
      case Opcode::Return: return returns('V');
      default: fail("is not known");
    }
  }

  Type named_type(std::uint16_t index) { return *parse_class_constant(pool_.class_name(index)); }

  void constant(std::uint16_t index) {
    switch (pool_.kind(index)) {
      case ConstantKind::Integer: return push({.sort = Sort::Int});
      case ConstantKind::Long: return push({.sort = Sort::Long});
      case ConstantKind::Float: return push({.sort = Sort::Float});
      case ConstantKind::Double: return push({.sort = Sort::Double});
      case ConstantKind::String: return push_type(class_type(kString));
      case ConstantKind::Class: return push_type(class_type(kClass));
      case ConstantKind::MethodHandle:
        return push_type(class_type("java/lang/invoke/MethodHandle"));
      case ConstantKind::MethodType: return push_type(class_type("java/lang/invoke/MethodType"));
      case ConstantKind::Dynamic: return push_type(*parse_type(pool_.dynamic(index).descriptor));
      default: fail("loads what is no constant");
    }
  }

  // ---- variables

  void read_local(std::uint16_t slot, Sort sort) {
    const Value& value = frame_.locals[slot];
    if (value.sort != sort) {
      fail(fmt::format("reads {} from variable {}, for {}", text_of(value), slot,
                       text_of({.sort = sort})));
    }
  }

  void load(std::uint16_t slot, Sort sort) {
    read_local(slot, sort);
    push({.sort = sort});
  }

  void load_reference(std::uint16_t slot) {
    Value value = frame_.locals[slot];
    if (!value.is_reference()) {
      fail(fmt::format("reads {} from variable {}, for an object", text_of(value), slot));
    }
    look_at(code_.variable(slot, at_), value);
    push(std::move(value));
  }

  // What the table of variables says need not be true.
  void look_at(const LocalVariable* variable, const Value& value) {
    if (!variable) return;
    Type declared = *parse_type(variable->descriptor);
    bool is_true = false;
    try {
      is_true = declared.is_reference() && (!value.is_object() || fits(value, declared));
    } catch (const Failed&) {
      // Classes are missing.
    }
    if (!is_true) {
      result_.wrong_variables.insert(static_cast<std::size_t>(variable - code_.variables.data()));
    }
  }

  void store_number(std::uint16_t slot, Sort sort) {
    pop_sort(sort);
    store(slot, {.sort = sort});
  }

  void store(std::uint16_t slot, Value value) {
    bool is_wide = value.is_wide();
    if (slot + (is_wide ? 2U : 1U) > frame_.locals.size()) fail("there is no such variable");
    if (slot > 0 && frame_.locals[slot - 1U].is_wide()) frame_.locals[slot - 1U] = {};
    frame_.locals[slot] = std::move(value);
    if (is_wide) frame_.locals[slot + 1U] = {};
    has_changed_ = true;
  }

  // ---- objects

  void put_field(const MemberRef& ref) {
    pop_type(*parse_type(ref.descriptor));
    // A constructor may set fields of its own class before it calls the one above.
    bool sets_own = !frame_.stack.empty() && frame_.stack.back().sort == Sort::MadeThis &&
                    ref.owner == owner_.name;
    if (sets_own) {
      pop();
    } else {
      pop_type(class_type(ref.owner));
    }
  }

  void invoke(Opcode opcode, const MemberRef& ref) {
    MethodType type = *parse_method_type(ref.descriptor);
    pop_types(type.parameters);
    if (ref.name == "<init>") {
      if (opcode != Opcode::Invokespecial) fail("calls a constructor as a method");
      return construct(ref);
    }
    if (opcode != Opcode::Invokestatic) pop_type(*parse_class_constant(ref.owner));
    push_type(type.result);
  }

  void construct(const MemberRef& ref) {
    Value raw = pop();
    bool is_above = raw.sort == Sort::MadeThis && owner_.super && ref.owner == owner_.super->name;
    bool is_right = (raw.sort == Sort::Made || raw.sort == Sort::MadeThis) &&
                    (is_above || raw.type == class_type(ref.owner));
    if (!is_right) {
      fail(fmt::format("calls a constructor of {} on {}", external_name(ref.owner), text_of(raw)));
    }
    Value made = object_of(raw.type);
    std::replace(frame_.stack.begin(), frame_.stack.end(), raw, made);
    std::replace(frame_.locals.begin(), frame_.locals.end(), raw, made);
    if (raw.sort == Sort::MadeThis) frame_.is_made = true;
    has_changed_ = true;
  }

  // ---- arrays; `letters` are the types of elements, none: objects

  Value pop_array(std::string_view letters) {
    Value array = pop_object();
    if (array.sort != Sort::Object) return array;
    bool is_right = array.type.is_array();
    if (is_right) {
      std::string element = descriptor(array.type.element());
      is_right = letters.empty() ? array.type.element().is_reference()
                                 : element.size() == 1 && letters.find(element) != letters.npos;
    }
    if (!is_right) fail(fmt::format("takes {} for an array", text_of(array)));
    return array;
  }

  void load_element(std::string_view letters) {
    pop_sort(Sort::Int);
    Value array = pop_array(letters);
    if (!letters.empty()) return push({.sort = sort_of(letters[0])});
    if (array.sort != Sort::Object) return push(std::move(array));
    push_type(array.type.element());
  }

  void store_element(std::string_view letters) {
    if (letters.empty()) {
      pop_object();  // whether it fits is asked when it runs
    } else {
      pop_sort(sort_of(letters[0]));
    }
    pop_sort(Sort::Int);
    pop_array(letters);
  }

  void returns(char letter) {
    Type result = parse_method_type(method_.descriptor)->result;
    char expected = result.is_void() ? 'V' : category(result);
    if (letter != expected) fail("returns what the method does not");
    if (letter != 'V') pop_type(result);
    if (!frame_.is_made) fail("returns before the constructor above is called");
  }

  World& world_;
  const ClassInfo& owner_;
  const ConstantPool& pool_;
  const Method& method_;
  const Code& code_;
  std::vector<bool> is_leader_;
  std::vector<std::optional<Frame>> entries_;  // of leaders that are reached
  std::set<std::uint32_t> open_;
  Frame frame_;
  std::uint32_t at_ = 0;
  bool has_changed_ = false;  // a variable, since handlers were told
  TypeCheck result_;
};

}  // namespace

TypeCheck check_types(World& world, const ClassInfo& owner, const Method& method,
                      const Code& code) {
  return Checker(world, owner, method, code).run();
}

}  // namespace jvm
