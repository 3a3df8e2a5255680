#include "lang/jvm/late.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "lang/jvm/initialisers.h"
#include "lang/jvm/intrinsics.h"

namespace jvm {

namespace {

constexpr std::string_view kCloneable = "java/lang/Cloneable";
const ir::LocalId kFirst(0);  // of the parameters
const ir::LocalId kSecond(1);

MethodRef values_of(World& world, const Type& type) {
  if (type.is_array() || !type.is_reference()) return {};
  ClassInfo& cls = world.load(type.class_name);
  bool is_enum = cls.file && cls.file->is_enum() && cls.file->super == "java/lang/Enum";
  if (!is_enum) return {};
  return world.resolve_method(cls, "values", fmt::format("()[L{};", cls.name));
}

void give(Graph& g, ir::ExprId value) { g.step_to(g.proc().exit, {ir::Return{value}}); }

}  // namespace

// ---------------------------------------------------------------- bound by each class

void LateProcedures::reach() {
  for (std::size_t i = 0; i < world_.instantiated().size(); ++i) {
    ClassInfo& cls = *world_.instantiated()[i];
    if (world_.asks_for(Late::ClassOf)) bind(cls, kClassOf, world_.ref(kClass));
    if (has_identity_hash(cls)) bind(cls, kHashOf, world_.simple(ir::TypeKind::Int));
    bool is_copied =
        cls.id == world_.program().root || world_.is_below(cls, world_.load(kCloneable));
    if (world_.asks_for(Late::CloneOf) && is_copied) bind(cls, kCloneOf, world_.ref(kObject));
  }
  if (world_.asks_for(Late::EnumConstants)) reach_enums();
  if (world_.asks_for(Late::CloneArray)) reach_arrays();
  if (world_.asks_for(Late::ClassOf)) {
    for (const auto& [id, type] : std::map(world_.array_types())) world_.class_object(type);
  }
}

// Objects of classes with hash codes of their own are asked by System.identityHashCode only.
bool LateProcedures::has_identity_hash(ClassInfo& cls) const {
  if (!world_.asks_for(Late::HashOf)) return false;
  if (cls.id == world_.program().root || world_.asks_for(Late::AnyHashOf)) return true;
  MethodRef own = world_.select(cls, "hashCode", "()I");
  return own && own.owner->name == kObject;
}

ir::ProcId LateProcedures::declare(ClassInfo& cls, std::string_view selector, ir::TypeId result) {
  ir::Procedure proc;
  proc.name = display_name(cls, selector);
  proc.is_library = true;
  proc.result = result;
  proc.has_this = true;
  proc.params.push_back(kFirst);
  proc.locals.push_back({.name = "this", .type = world_.program().types.make_ref(cls.id)});
  ir::ProcId id = world_.make_proc(std::move(proc), from_);
  world_.bind(cls, std::string(selector), id);
  return id;
}

void LateProcedures::bind(ClassInfo& cls, std::string_view selector, ir::TypeId result) {
  if (!bound_.emplace(&cls, selector).second) return;
  ir::ProcId id = declare(cls, selector, result);
  if (cls.id == world_.program().root) {
    of_root_.emplace_back(selector, id);  // when all types of arrays are known
    world_.class_object(class_type(kObject));
    if (selector == kHashOf) world_.reach(identity(), id);
    return;
  }
  if (cls.is_stand_in) {
    Graph g(world_, id);
    g.unsupported("an input whose class is not known");
    return g.finish();
  }
  if (selector == kClassOf) return write_class_of(cls, id);
  if (selector == kHashOf) return write_hash_of(cls, id);
  write_clone_of(cls, id);
}

void LateProcedures::write_class_of(const ClassInfo& cls, ir::ProcId id) {
  Graph g(world_, id);
  ir::LocalId result = g.new_temp(world_.ref(kClass));
  g.step({ir::LoadGlobal{result, world_.class_object(class_type(cls.name))}});
  give(g, g.local(result));
  g.finish();
}

// Any number, which each object gets when it is made (draw_hashes). The field lies in the class
// below the root: arrays and plain Objects have none. Nor have objects of the library, of which
// programs make many and ask few: theirs is drawn at the first question, by braid.Identity.
void LateProcedures::write_hash_of(ClassInfo& cls, ir::ProcId id) {
  if (cls.origin != Origin::User || !cls.file) {
    Graph g(world_, id);
    ask_identity(g);
    return g.finish();
  }
  ClassInfo* top = &cls;
  while (top->super && top->super->id != world_.program().root) top = top->super;
  ir::TypeId number = world_.simple(ir::TypeKind::Int);
  ir::FieldId field = world_.hidden_field(*top, "$hash", number, ir::Sharing::Plain);
  hashes_.emplace(cls.id, field);
  Graph g(world_, id);
  ir::LocalId hash = g.new_temp(number);
  g.step({ir::LoadField{hash, g.local(kFirst), field}});
  give(g, g.local(hash));
  g.finish();
}

MethodRef LateProcedures::identity() {
  MethodRef method =
      world_.resolve_method(world_.load("braid/Identity"), "of", "(Ljava/lang/Object;)I");
  CHECK(method, "there is a model braid.Identity");
  return method;
}

void LateProcedures::ask_identity(Graph& g) {
  ir::LocalId hash = g.new_temp(world_.simple(ir::TypeKind::Int));
  g.call(hash, {.proc = world_.reach(identity(), g.id())},
         {g.cast(g.local(kFirst), world_.ref(kObject))});
  give(g, g.local(hash));
}

// Whoever makes an object draws its hash code in the same step, before anybody else knows it: a
// field that is set at the first question would order threads that Java does not order.
void LateProcedures::draw_hashes() {
  if (hashes_.empty()) return;
  for (ir::Procedure& proc : world_.program().procs) {
    ir::LocalId drawn;
    for (ir::Transition& t : proc.transitions) {
      for (std::size_t i = 0; i < t.actions.size(); ++i) {
        const auto* made = std::get_if<ir::New>(&t.actions[i]);
        auto field = made ? hashes_.find(made->cls) : hashes_.end();
        if (field == hashes_.end()) continue;
        if (!drawn) {
          drawn = ir::LocalId(proc.locals.size());
          proc.locals.push_back(
              {.name = "$hash", .type = world_.simple(ir::TypeKind::Int), .is_temp = true});
        }
        ir::ExprId object = world_.program().local_expr(proc, made->target);
        ir::ExprId hash = world_.program().local_expr(proc, drawn);
        t.actions.insert(t.actions.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                         {ir::Havoc{drawn}, ir::StoreField{object, field->second, hash}});
        i += 2;
      }
    }
  }
}

void LateProcedures::write_clone_of(const ClassInfo& cls, ir::ProcId id) {
  Graph g(world_, id);
  ir::LocalId copy = g.new_local("copy", world_.program().types.make_ref(cls.id));
  g.step({ir::New{.target = copy, .cls = cls.id}});
  for (ir::FieldId field : world_.program().all_fields(cls.id)) {
    const ir::Field declared = world_.program().field(field);
    if (declared.name == "$hash") continue;  // the copy has its own
    ir::LocalId value = g.new_temp(declared.type);
    g.step({ir::LoadField{value, g.local(kFirst), field}});
    g.step({ir::StoreField{g.local(copy), field, g.local(value)}});
  }
  give(g, g.local(copy));
  g.finish();
}

// ---------------------------------------------------------------- what they need

void LateProcedures::reach_enums() {
  for (const auto& [text, object] : std::map(world_.class_objects())) {
    MethodRef values = values_of(world_, object.type);
    if (!values) continue;
    prepare_initialisation(world_, *values.owner, from_);
    world_.reach(values, from_);
  }
}

void LateProcedures::reach_arrays() {
  for (const auto& [id, type] : std::map(world_.array_types())) {
    clone_procedure(world_, type, from_);
  }
}

// ---------------------------------------------------------------- the others

// The root's code is for arrays and for its own objects only.
void LateProcedures::bind_overridden_hashes() {
  if (!world_.asks_for(Late::HashOf)) return;
  for (std::size_t i = 0; i < world_.instantiated().size(); ++i) {
    ClassInfo& cls = *world_.instantiated()[i];
    if (bound_.contains({&cls, kHashOf})) continue;
    ir::ProcId id = declare(cls, kHashOf, world_.simple(ir::TypeKind::Int));
    Graph g(world_, id);
    g.unsupported("the identity hash code of an object whose class overrides it");
    g.finish();
  }
}

// Internal.hasThreads reads what every start of a thread writes.
void LateProcedures::mark_forks() {
  std::optional<ir::GlobalId> flag = world_.find_hidden_global(kHasThreads);
  if (!flag) return;
  ir::ExprId yes = world_.program().bool_constant(true);
  for (ir::Procedure& proc : world_.program().procs) {
    for (ir::Transition& t : proc.transitions) {
      auto is_fork = [](const ir::Action& a) { return std::holds_alternative<ir::Fork>(a); };
      auto fork = std::find_if(t.actions.begin(), t.actions.end(), is_fork);
      if (fork != t.actions.end()) t.actions.insert(fork + 1, ir::StoreGlobal{*flag, yes});
    }
  }
}

void LateProcedures::lower() {
  bind_overridden_hashes();
  for (const auto& [selector, id] : of_root_) write_root(selector, id);
  for (const auto& [kind, id] : world_.late_procedures()) {
    Graph g(world_, id);
    switch (kind) {
      case Late::EnumConstants: write_enum_constants(g); break;
      case Late::IsInstance: write_is_instance(g); break;
      case Late::Intern: write_intern(g); break;
      case Late::CloneArray: write_clone_array(g); break;
      case Late::ArrayLike: write_array_like(g); break;
      case Late::ClassOf:
      case Late::HashOf:
      case Late::AnyHashOf:
      case Late::CloneOf: UNREACHABLE("bound by classes");
    }
    g.finish();
  }
  draw_hashes();
  mark_forks();
}

std::vector<std::pair<ir::TypeId, Type>> LateProcedures::narrow_first() const {
  std::vector<std::pair<ir::TypeId, Type>> open(world_.array_types().begin(),
                                                world_.array_types().end());
  std::vector<std::pair<ir::TypeId, Type>> result;
  while (!open.empty()) {
    auto next = std::find_if(open.begin(), open.end(), [&](const auto& one) {
      return std::none_of(open.begin(), open.end(), [&](const auto& other) {
        return other.first != one.first && world_.program().is_assignable(other.first, one.first);
      });
    });
    CHECK(next != open.end(), "types of arrays are ordered");
    result.push_back(*next);
    open.erase(next);
  }
  return result;
}

namespace {

ir::ExprId is_array(Graph& g, ir::LocalId value, const Type& type) {
  return g.instance_of(g.local(value), type);
}

// Goes on where it is not.
template <class Then>
void if_true(Graph& g, ir::ExprId condition, Then then) {
  ir::LocId yes = g.new_location();
  ir::LocId no = g.new_location();
  g.branch(condition, yes, no);
  g.go_on_at(yes);
  then();
  g.go_on_at(no);
}

}  // namespace

// Arrays have the methods of the root.
void LateProcedures::write_root(std::string_view selector, ir::ProcId id) {
  Graph g(world_, id);
  ir::LocalId cls = g.new_temp(world_.ref(kClass));
  auto give_class = [&](const Type& type) {
    bool is_made = world_.class_objects().contains(descriptor(type));
    if (!is_made) return g.unsupported("the Class object of an array");
    g.step({ir::LoadGlobal{cls, world_.class_object(type)}});
    give(g, g.local(cls));
  };
  if (selector == kClassOf) {
    for (const auto& [array, type] : narrow_first()) {
      if_true(g, is_array(g, kFirst, type), [&, &type = type] { give_class(type); });
    }
    give_class(class_type(kObject));
  } else if (selector == kHashOf) {
    ask_identity(g);
  } else {
    g.unsupported("a copy of an array whose type is not known");
  }
  g.finish();
}

void LateProcedures::if_class(Graph& g, const World::ClassObject& object, ir::LocId then) {
  ir::LocalId cls = g.new_temp(world_.ref(kClass));
  g.step({ir::LoadGlobal{cls, object.global}});
  ir::LocId no = g.new_location();
  g.branch(g.binary(ir::BinaryOp::Eq, g.local(kFirst), g.local(cls)), then, no);
  g.go_on_at(no);
}

void LateProcedures::write_enum_constants(Graph& g) {
  for (const auto& [text, object] : std::map(world_.class_objects())) {
    MethodRef values = values_of(world_, object.type);
    if (!values) continue;
    ir::LocId yes = g.new_location();
    if_class(g, object, yes);
    ir::LocId no = g.at();
    g.go_on_at(yes);
    require_initialised(world_, g, *values.owner);
    ir::LocalId all = g.new_temp(world_.type(object.type.array_of()));
    g.call(all, {.proc = world_.reach(values, g.id())}, {});
    give(g, g.local(all));
    g.go_on_at(no);
  }
  give(g, g.null());
}

void LateProcedures::write_is_instance(Graph& g) {
  for (const auto& [text, object] : std::map(world_.class_objects())) {
    ir::LocId yes = g.new_location();
    if_class(g, object, yes);
    ir::LocId no = g.at();
    g.go_on_at(yes);
    bool may_be = object.type.is_reference();
    give(g, may_be ? g.instance_of(g.local(kSecond), object.type) : g.truth(false));
    g.go_on_at(no);
  }
  g.unsupported("an instance of a class that is not known");
}

void LateProcedures::write_intern(Graph& g) {
  ir::LocalId text = g.new_temp(world_.simple(ir::TypeKind::String));
  ir::LocalId literal = g.new_temp(world_.ref(kString));
  g.step({ir::LoadField{text, g.local(kFirst), g.string_value()}});
  for (const auto& [value, global] : world_.strings()) {
    if_true(g, g.binary(ir::BinaryOp::Eq, g.local(text), g.text(value)), [&, &global = global] {
      g.step({ir::LoadGlobal{literal, global}});
      give(g, g.local(literal));
    });
  }
  g.unsupported("String.intern of a text that is no literal");
}

void LateProcedures::write_clone_array(Graph& g) {
  for (const auto& [array, type] : narrow_first()) {
    if_true(g, is_array(g, kFirst, type), [&, &array = array, &type = type] {
      ir::LocalId copy = g.new_temp(array);
      g.call(copy, {.proc = clone_procedure(world_, type, from_)},
             {g.cast(g.local(kFirst), array)});
      give(g, g.local(copy));
    });
  }
  g.unsupported("a copy of what is no array");
}

void LateProcedures::write_array_like(Graph& g) {
  for (const auto& [array, type] : narrow_first()) {
    if (!type.element().is_reference()) continue;
    if_true(g, is_array(g, kFirst, type), [&, &array = array] {
      ir::LocalId made = g.new_temp(array);
      g.step({ir::NewArray{.target = made, .type = array, .sizes = {g.local(kSecond)}}});
      give(g, g.local(made));
    });
  }
  g.unsupported("an array like one that is not known");
}

}  // namespace jvm
