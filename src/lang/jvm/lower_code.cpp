// Blocks, local variables, and the way values take from one block to the next.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "lang/jvm/atomic.h"
#include "lang/jvm/body.h"
#include "lang/jvm/source_map.h"
#include "lang/jvm/type_check.h"

namespace jvm {

char category(const Type& type) {
  if (type.is_reference()) return 'A';
  switch (type.base) {
    case BaseType::Long: return 'J';
    case BaseType::Float: return 'F';
    case BaseType::Double: return 'D';
    default: return 'I';
  }
}

namespace {

// What a variable of a category is declared as, if nothing else is known.
Type widest(const Type& type) {
  switch (category(type)) {
    case 'A': return object_type();
    case 'I': return int_type();
    default: return type;
  }
}

// Where the instructions of a method begin in its file: behind max_stack, max_locals and the
// length.
std::uint64_t code_start(const Method& method) { return method.code->begin + 8; }

bool is_store_to(const Instruction& i, std::uint32_t slot) {
  switch (i.opcode) {
    case Opcode::Istore:
    case Opcode::Lstore:
    case Opcode::Fstore:
    case Opcode::Dstore:
    case Opcode::Astore:
    case Opcode::Iinc: return i.operand == slot;
    default: return false;
  }
}

}  // namespace

Body::Body(World& world, ClassInfo& owner, const Method& method, ir::ProcId id)
    : world_(world),
      owner_(owner),
      method_(method),
      file_(*owner.file),
      signature_(*parse_method_type(method.descriptor)),
      g_(world, id),
      is_atomic_(owner.origin == Origin::Models && method.has_annotation(kAtomic)) {}

void Body::lower() {
  if (owner_.origin == Origin::User) {
    g_.proc().span = world_.sources().method(file_, method_);
    g_.set_null_message([this] { return null_message(); });
  }
  g_.set_span(g_.proc().span);
  bool is_foreign = owner_.origin == Origin::Jdk && !world_.may_use_jdk({&owner_, &method_});
  if (!method_.code || is_foreign) {
    lower_native_method();
    g_.finish();
    return;
  }
  if (!read_code()) {
    g_.finish();
    return;
  }
  stack_map_ = read_stack_map(file_, method_, code_);
  find_leaders();
  lower_parameters();
  flow_to(0);
  while (!queue_.empty()) {
    // The first one in the code: locations are numbered as the source goes.
    auto first = std::min_element(queue_.begin(), queue_.end());
    std::uint32_t leader = *first;
    queue_.erase(first);
    lower_block(leader);
  }
  if (is_atomic_) make_atomic(g_, atomic_mode(file_, method_));
  g_.finish();
}

bool Body::read_code() {
  auto decoded = decode(file_, method_);
  if (!decoded) {
    world_.refuse(decoded.error());
    g_.unsupported("malformed code");
    return false;
  }
  code_ = std::move(*decoded);
  if (code_.has_subroutines) {
    g_.unsupported("jsr and ret, which compilers before Java 6 used");
    return false;
  }
  // Models and the JDK are what they are.
  if (owner_.origin != Origin::User) return true;
  TypeCheck check = check_types(world_, owner_, method_, code_);
  const auto& wrong = check.mismatch;
  if (!wrong) {
    for (auto i = check.wrong_variables.rbegin(); i != check.wrong_variables.rend(); ++i) {
      code_.variables.erase(code_.variables.begin() + static_cast<std::ptrdiff_t>(*i));
    }
    return true;
  }
  if (wrong->is_missing) {
    g_.unsupported(fmt::format("the class {}, which is missing", wrong->what));
    return false;
  }
  const Instruction& at = code_.instructions[wrong->instruction];
  world_.refuse({.kind = diag::Kind::JvmCodeTypes,
                 .file = file_.path,
                 .offset = code_start(method_) + at.offset,
                 .what = fmt::format("{}{}: {} {}", method_.name, method_.descriptor,
                                     word_of(at.opcode), wrong->what)});
  g_.unsupported("code with types that do not fit");
  return false;
}

// ---------------------------------------------------------------- blocks

void Body::find_leaders() {
  is_leader_.assign(code_.instructions.size() + 1, false);
  is_target_.assign(code_.instructions.size() + 1, false);
  is_leader_[0] = true;
  for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
    const Instruction& at = code_.instructions[i];
    OperandForm form = form_of(at.opcode);
    if (form == OperandForm::Target) is_leader_[at.operand] = is_target_[at.operand] = true;
    if (form == OperandForm::Switch) {
      const Switch& s = code_.switches[at.operand];
      is_leader_[s.otherwise] = is_target_[s.otherwise] = true;
      for (const SwitchCase& c : s.cases) is_leader_[c.target] = is_target_[c.target] = true;
    }
    if (ends_block(at.opcode) || is_conditional(at.opcode)) is_leader_[i + 1] = true;
  }
  for (const Handler& h : code_.handlers) is_leader_[h.target] = is_target_[h.target] = true;
}

ir::LocId Body::block(std::uint32_t leader) {
  auto [at, fresh] = blocks_.try_emplace(leader);
  if (fresh) {
    at->second = g_.new_location();
    queue_.push_back(leader);
  }
  return at->second;
}

void Body::lower_block(std::uint32_t leader) {
  g_.go_on_at(blocks_.at(leader));
  enter_block(leader);
  std::uint32_t i = leader;
  while (g_.at()) {
    instruction(i++);
    if (underflow_ && g_.at()) g_.unsupported("code that takes more from the stack than there is");
    if (!g_.at()) break;
    if (i >= code_.instructions.size()) {
      g_.unsupported("control falls off the end of the code");
      break;
    }
    if (is_leader_[i]) {
      flow_to(i);
      break;
    }
  }
}

void Body::enter_block(std::uint32_t leader) {
  initialised_.clear();
  stack_.clear();
  auto frame = stack_map_.find(leader);
  // Who is only fallen into knows what the block before it knew.
  slot_types_ = frame == stack_map_.end() ? entry_slots_[leader] : std::map<std::uint16_t, Type>();
  const std::vector<Type>& stack = entry_stack_[leader];
  for (std::size_t i = 0; i < stack.size(); ++i) {
    Type type = widest(stack[i]);
    bool is_known = frame != stack_map_.end() && frame->second.stack.size() == stack.size() &&
                    category(frame->second.stack[i]) == category(type);
    ir::ExprId value = g_.local(stack_variable(i, type));
    if (is_known) type = frame->second.stack[i];
    if (frame == stack_map_.end() && category(type) == 'A' && !is_target_[leader]) type = stack[i];
    push(value, type);
    stack_.back().source = Operand::kUnknown;
  }
  if (frame == stack_map_.end()) return;
  for (std::size_t slot = 0; slot < frame->second.locals.size(); ++slot) {
    const Type& type = frame->second.locals[slot];
    if (!type.is_void()) slot_types_[static_cast<std::uint16_t>(slot)] = type;
  }
}

ir::LocalId Body::stack_variable(std::size_t depth, const Type& type) {
  auto [at, fresh] = stack_variables_.try_emplace({depth, category(type)});
  if (fresh) {
    at->second = g_.new_temp(world_.type(widest(type)));
  }
  return at->second;
}

// A value may read the variable of an entry that is assigned before it: then it goes through
// a temporary.
void Body::spill_stack() {
  std::vector<ir::Action> assigns;
  std::vector<ir::LocalId> targets;
  for (Operand& value : stack_) value = materialise(value);
  for (std::size_t i = 0; i < stack_.size(); ++i) {
    targets.push_back(stack_variable(i, stack_[i].type));
  }
  for (std::size_t i = 0; i < stack_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (mentions(stack_[i].expr, targets[j])) {
        stack_[i].expr = fixed(stack_[i].expr, stack_[i].type);
        break;
      }
    }
  }
  for (std::size_t i = 0; i < stack_.size(); ++i) {
    ir::ExprId value = as_type(stack_[i], widest(stack_[i].type));
    if (g_.ir().expr(value).kind == ir::ExprKind::Local &&
        g_.ir().expr(value).local == targets[i]) {
      continue;
    }
    assigns.emplace_back(ir::Assign{targets[i], value});
  }
  if (!assigns.empty()) g_.step(std::move(assigns));
}

void Body::enter_with(std::uint32_t leader, const std::vector<Type>& stack) {
  entry_stack_.try_emplace(leader, stack);
  entry_slots_.try_emplace(leader, slot_types_);
}

void Body::flow_to(std::uint32_t leader) {
  spill_stack();
  std::vector<Type> types;
  for (const Operand& value : stack_) types.push_back(value.type);
  enter_with(leader, types);
  g_.step_to(block(leader));
}

// ---------------------------------------------------------------- variables

void Body::lower_parameters() {
  std::uint16_t slot = 0;
  std::vector<ir::Action> copies;
  // As the class file calls it, unless that says the same of two.
  auto rename = [&](ir::LocalId local, std::string_view text) {
    std::string name = ir_name(text);
    auto& locals = g_.proc().locals;
    bool is_taken = std::any_of(locals.begin(), locals.end(),
                                [&](const ir::Local& other) { return other.name == name; });
    if (!is_taken) locals[local.index()].name = std::move(name);
  };
  auto parameter = [&](std::size_t i, const Type& type) {
    ir::LocalId local = g_.proc().params[i];
    const LocalVariable* named = code_.variable(slot, 0);
    bool is_this = g_.proc().has_this && i == 0;
    if (named) {
      named_[{slot, std::string(named->name), std::string(named->descriptor)}] = local;
      if (!is_this) rename(local, named->name);
    } else if (i - (g_.proc().has_this ? 1 : 0) < method_.parameters.size() && !is_this) {
      std::string_view name = method_.parameters[i - (g_.proc().has_this ? 1 : 0)].name;
      if (!name.empty()) rename(local, name);
    }
    if (!named) {
      bool is_stored = std::any_of(code_.instructions.begin(), code_.instructions.end(),
                                   [&](const Instruction& at) { return is_store_to(at, slot); });
      if (is_stored) {
        Operand value{.expr = g_.local(local), .type = type};
        copies.emplace_back(
            ir::Assign{variable(slot, widest(type), true), as_type(value, widest(type))});
      } else {
        unnamed_[{slot, category(type)}] = local;
      }
    }
    slot_types_[slot] = type;
    slot = static_cast<std::uint16_t>(slot + type.slots());
  };
  std::size_t at = 0;
  if (g_.proc().has_this) parameter(at++, class_type(owner_.name));
  for (const Type& type : signature_.parameters) parameter(at++, type);
  if (!copies.empty()) g_.step(std::move(copies));
  if (!method_.is_synchronized()) return;
  if (method_.is_static()) {
    ir::LocalId lock = g_.new_temp(world_.ref(kClass));
    g_.step({ir::LoadGlobal{lock, world_.class_object(class_type(owner_.name))}});
    method_lock_ = g_.local(lock);
  } else {
    method_lock_ = g_.local(g_.proc().params[0]);
  }
  g_.step({ir::Enter{{.object = method_lock_}}});
}

ir::LocalId Body::variable(std::uint16_t slot, const Type& type, bool is_store) {
  const LocalVariable* named =
      is_store ? code_.stored_variable(slot, index_) : code_.variable(slot, index_);
  if (named) {
    Type declared = *parse_type(named->descriptor);
    if (category(declared) == category(type)) {
      auto [at, fresh] =
          named_.try_emplace({slot, std::string(named->name), std::string(named->descriptor)});
      if (fresh) {
        // What is narrower than an int is one in the code.
        Type held =
            declared.is_int_like() && declared.base != BaseType::Boolean && !declared.is_array()
                ? int_type()
                : declared;
        at->second = g_.new_local(ir_name(named->name), world_.type(held));
      }
      return at->second;
    }
  }
  auto [at, fresh] = unnamed_.try_emplace({slot, category(type)});
  if (fresh) at->second = g_.new_temp(world_.type(widest(type)));
  return at->second;
}

void Body::load_local(const Type& type) {
  auto slot = static_cast<std::uint16_t>(current_->operand);
  ir::LocalId local = variable(slot, type, false);
  ir::ExprId value = g_.local(local);
  ir::TypeKind kind = g_.ir().type_of(value).kind;
  bool is_this = g_.proc().has_this && local == g_.proc().params[0];
  Type known = type;
  if (kind == ir::TypeKind::Bool) known = boolean_type();
  if (category(type) == 'A') {
    const LocalVariable* named = code_.variable(slot, index_);
    auto at = slot_types_.find(slot);
    if (at != slot_types_.end() && at->second.is_reference()) known = at->second;
    if (named && !known.is_array()) known = *parse_type(named->descriptor);
    if (is_this) known = class_type(owner_.name);
    value = g_.cast(value, world_.type(known));
  }
  push(value, known, is_this);
}

void Body::store_local(const Type& type) {
  auto slot = static_cast<std::uint16_t>(current_->operand);
  Operand value = pop_value();
  ir::LocalId target = variable(slot, type, true);
  keep_from(target);
  slot_types_[slot] = value.is_null ? object_type() : value.type;
  assign(target, value);
}

void Body::assign(ir::LocalId target, const Operand& value) {
  ir::TypeId type = g_.proc().local(target).type;
  ir::ExprId expr;
  switch (g_.ir().type(type).kind) {
    case ir::TypeKind::Bool: expr = as_bool(value); break;
    case ir::TypeKind::Ref:
    case ir::TypeKind::Array: expr = g_.cast(value.expr, type); break;
    default: expr = category(value.type) == 'I' ? as_int(value) : value.expr;
  }
  g_.step({ir::Assign{target, expr}});
}

void Body::increment() {
  ir::LocalId target = variable(static_cast<std::uint16_t>(current_->operand), int_type(), false);
  keep_from(target);
  Operand old{.expr = g_.local(target), .type = int_type()};
  if (g_.ir().type_of(old.expr).kind == ir::TypeKind::Bool) old.type = boolean_type();
  ir::ExprId sum = g_.binary(ir::BinaryOp::Add, as_int(old), g_.number(current_->value));
  assign(target, {.expr = sum, .type = int_type()});
}

// Entries of the stack that read a variable must not see its next value.
void Body::keep_from(ir::LocalId assigned) {
  for (Operand& value : stack_) {
    if (value.comparison) value = materialise(value);
    if (mentions(value.expr, assigned)) value.expr = fixed(value.expr, value.type);
  }
}

ir::ExprId Body::fixed(ir::ExprId expr, const Type&) {
  ir::LocalId temp = g_.new_temp(g_.ir().expr(expr).type);
  g_.step({ir::Assign{temp, expr}});
  return g_.local(temp);
}

// Expressions are small: push() gives a large one a variable.
bool Body::mentions(ir::ExprId id, ir::LocalId local) { return ir::mentions(g_.ir(), id, local); }

void Body::return_value(const Type& type) {
  std::vector<ir::Action> actions;
  ir::ExprId value;
  if (!type.is_void()) {
    Operand result = pop_value();
    value = signature_.result.is_reference() ? g_.cast(result.expr, g_.proc().result)
                                             : as_type(result, signature_.result);
  }
  if (method_lock_) actions.emplace_back(ir::Exit{{.object = method_lock_}});
  actions.emplace_back(ir::Return{value});
  g_.step_to(g_.proc().exit, std::move(actions));
}

// ---------------------------------------------------------------- one instruction

void Body::instruction(std::uint32_t index) {
  if (owner_.origin == Origin::User) note_sources(index);
  index_ = index;
  current_ = &code_.instructions[index];
  const Instruction& i = *current_;
  // Of the library nobody has the source at hand: reports show who called it.
  if (owner_.origin == Origin::User) {
    g_.set_span(world_.sources().instruction(file_, method_, code_, index));
  }
  g_.set_handler(handler_at(index));
  if (arithmetic_instruction(i) || branch_instruction(i)) return;
  switch (i.opcode) {
    case Opcode::Iload: return load_local(int_type());
    case Opcode::Lload: return load_local(long_type());
    case Opcode::Fload: return load_local(float_type());
    case Opcode::Dload: return load_local(double_type());
    case Opcode::Aload: return load_local(object_type());
    case Opcode::Istore: return store_local(int_type());
    case Opcode::Lstore: return store_local(long_type());
    case Opcode::Fstore: return store_local(float_type());
    case Opcode::Dstore: return store_local(double_type());
    case Opcode::Astore: return store_local(object_type());
    case Opcode::Iinc: return increment();
    case Opcode::Iaload: return load_element(int_type());
    case Opcode::Laload: return load_element(long_type());
    case Opcode::Faload: return load_element(float_type());
    case Opcode::Daload: return load_element(double_type());
    case Opcode::Aaload: return load_element(object_type());
    case Opcode::Baload: return load_element({.base = BaseType::Byte});
    case Opcode::Caload: return load_element({.base = BaseType::Char});
    case Opcode::Saload: return load_element({.base = BaseType::Short});
    case Opcode::Iastore: return store_element(int_type());
    case Opcode::Lastore: return store_element(long_type());
    case Opcode::Fastore: return store_element(float_type());
    case Opcode::Dastore: return store_element(double_type());
    case Opcode::Aastore: return store_element(object_type());
    case Opcode::Bastore: return store_element({.base = BaseType::Byte});
    case Opcode::Castore: return store_element({.base = BaseType::Char});
    case Opcode::Sastore: return store_element({.base = BaseType::Short});
    case Opcode::Ireturn: return return_value(int_type());
    case Opcode::Lreturn: return return_value(long_type());
    case Opcode::Freturn: return return_value(float_type());
    case Opcode::Dreturn: return return_value(double_type());
    case Opcode::Areturn: return return_value(object_type());
    case Opcode::Return: return return_value({});
    case Opcode::Getfield: return get_field();
    case Opcode::Putfield: return put_field();
    case Opcode::Getstatic: return get_static();
    case Opcode::Putstatic: return put_static();
    case Opcode::New: return new_object();
    case Opcode::Newarray: return new_array(*newarray_element(i.operand));
    case Opcode::Anewarray:
      return new_array(
          *parse_class_constant(file_.pool.class_name(static_cast<std::uint16_t>(i.operand))));
    case Opcode::Multianewarray: return new_multi_array();
    case Opcode::Arraylength: return array_length();
    case Opcode::Checkcast: return check_cast();
    case Opcode::Instanceof: return instance_of();
    case Opcode::Monitorenter: return monitor(true);
    case Opcode::Monitorexit: return monitor(false);
    case Opcode::Athrow: return throw_object();
    case Opcode::Invokevirtual:
    case Opcode::Invokespecial:
    case Opcode::Invokestatic:
    case Opcode::Invokeinterface: return invoke(i.opcode);
    case Opcode::Invokedynamic: return invoke_dynamic();
    default: return stack_instruction(i.opcode);
  }
}

}  // namespace jvm
