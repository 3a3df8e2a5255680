// The classes, fields and methods that a Java program reaches, and what they became in the IR.
//
// Reachability is rapid type analysis (Bacon, Sweeney 1996): a virtual call reaches the versions of
// a method that classes with instances have. Methods are lowered one by one (lower.cpp); whatever
// they name is asked for here, which may add to the work.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/program.h"
#include "lang/jvm/class_path.h"
#include "lang/jvm/code.h"
#include "lang/jvm/descriptor.h"
#include "lang/jvm/format_error.h"

namespace jvm {

class SourceMap;

struct LowerOptions {
  bool any_arguments = false;  // main gets arbitrary texts, not an empty array
  // The receiver of the entry is any object, whether or not a constructor could make one, and the
  // program gives what the entry gives: for properties of one method.
  bool is_open = false;
  // Off: initialisers of the user's classes always run at the first use.
  bool early_initialisers = true;
  // Whether some thread may be interrupted: if not, models do not ask.
  bool interrupts = false;
  // Whether what waits may go on for no reason.
  bool spurious = false;
  // The class that says what calls give one after the other (linearizable.h); empty: none.
  std::string linearizable;
  // Off: virtual calls reach the methods of all classes of the user that are mentioned.
  bool rapid_types = true;
};

// How a class comes to be initialised (JLS 12.4).
enum class Initialisation : std::uint8_t {
  Nothing,  // there is nothing to do
  Early,    // before the program starts: nobody can tell the difference
  Guarded,  // at the first use
};

struct ClassInfo {
  std::string name;                 // internal: "a/B$C"
  const ClassFile* file = nullptr;  // null: made by lowering (a lambda), or missing
  Origin origin = Origin::User;
  bool is_missing = false;            // the class path has no such class, or it is above itself
  bool is_extended = false;           // a class names it as the one above it
  bool is_missing_interface = false;  // classes name it as an interface
  bool is_loading = false;            // what is above it is being looked at
  ir::ClassId id;
  ClassInfo* super = nullptr;
  std::vector<ClassInfo*> interfaces;
  bool has_instances = false;
  bool is_stand_in = false;  // its methods are not known

  bool is_interface() const { return file ? file->is_interface() : is_missing_interface; }
};

// A class whose objects stand for inputs of another type (inputs.h).
struct StandIn {
  ClassInfo* of = nullptr;
  ClassInfo* cls = nullptr;
  bool is_constant = false;  // of an enum; else nothing is known of it
};

// An object that a harness asks for in mid-execution: an input behind the parameters, handed over
// in a global, once.
struct DrawnObject {
  const ClassFile* file = nullptr;
  const Method* method = nullptr;
  std::uint32_t index = 0;  // of the call
  Type type;
  ir::GlobalId value;
  ir::GlobalId is_used;
};

// What inputs may be (inputs.h).
struct Inputs {
  std::vector<ClassInfo*> declared;  // the types that they have
  std::set<ClassInfo*> classes;      // of which they are objects
  std::deque<StandIn> stand_ins;
  std::vector<DrawnObject> drawn;
  bool is_narrow = false;        // arrays that Java allows are not among them
  ClassInfo* unknown = nullptr;  // an interface above those that stand for what is not known
};

// A method that has been found, with the class that declares it.
struct MethodRef {
  ClassInfo* owner = nullptr;
  const Method* method = nullptr;

  explicit operator bool() const { return method != nullptr; }
  friend auto operator<=>(const MethodRef&, const MethodRef&) = default;
};

// A class whose calls are compared with those of a sequential specification.
struct Linearizable {
  ClassInfo* cls = nullptr;
  ClassInfo* specification = nullptr;
};

struct FieldRef {
  ClassInfo* owner = nullptr;
  const Field* field = nullptr;
  explicit operator bool() const { return field != nullptr; }
};

// The classes of handles of variables, and which methods of theirs are called (handles.h).
struct VariableHandles {
  struct Variable {
    Type receiver;   // of a field of an instance
    FieldRef field;  // nothing: elements of an array
    Type array;
    ClassInfo* cls = nullptr;

    Type type() const;
  };
  std::map<std::string, Variable> variables;               // by the names of their classes
  std::set<std::pair<std::string, std::string>> accesses;  // name, descriptor
};

// How a guarded class keeps track (initialisers.h).
struct InitialisationState {
  ir::GlobalId state;  // 0 before, 1 during, 2 after, 3 if it failed
  ir::GlobalId lock;   // an object whose lock the initialising thread holds
  ir::ProcId proc;     // initialises the class unless that was done
};

inline constexpr std::string_view kObject = "java/lang/Object";
inline constexpr std::string_view kString = "java/lang/String";
inline constexpr std::string_view kClass = "java/lang/Class";
inline constexpr std::string_view kThread = "java/lang/Thread";
inline constexpr std::string_view kThrowable = "java/lang/Throwable";
inline constexpr std::string_view kThreadProcedure = "java.lang.Thread.$run";
// Bound by every class with instances (late.h).
inline constexpr std::string_view kClassOf = "$class()";
inline constexpr std::string_view kHashOf = "$hash()";
inline constexpr std::string_view kCloneOf = "$clone()";

// What is written when everything else is known (late.h).
enum class Late : std::uint8_t {
  ClassOf,        // the Class object of an object
  HashOf,         // its identity hash code
  AnyHashOf,      // the same, also of objects with hash codes of their own
  CloneOf,        // a copy of it
  EnumConstants,  // the constants of the enum of a Class object
  IsInstance,     // whether an object is an instance of the class of a Class object
  Intern,         // the literal with a text
  CloneArray,     // a copy of an array
  ArrayLike,      // a new array of the class of another
};

class World {
 public:
  World(ClassPath& path, const LowerOptions& options, ir::Program& program, SourceMap& sources);
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  ir::Program& program() { return program_; }
  SourceMap& sources() { return sources_; }
  const LowerOptions& options() const { return options_; }

  // ---- classes
  // The class of this internal name, with all that is above it. A class that is not there is
  // marked as missing, and is below Object alone.
  ClassInfo& load(std::string_view name);
  ClassInfo& info(ir::ClassId id) { return *by_id_[id.index()]; }
  // A class made by lowering, below an interface or a class. Bind its methods, then instantiate it.
  ClassInfo& make_class(std::string name, ClassInfo& above);
  int next_lambda() { return ++lambdas_; }
  // Says that there are instances: virtual calls may reach its methods.
  void instantiate(ClassInfo& cls);
  bool is_below(const ClassInfo& cls, const ClassInfo& above) const;
  bool is_below(std::string_view cls, std::string_view above);
  // Whether each may use the private members of the other (JVMS 5.4.4).
  bool are_nestmates(const ClassInfo& a, const ClassInfo& b) const;
  // Whether it and all above it, but for Object, are the user's: what they lack is not there.
  bool is_known_fully(const ClassInfo& cls) const;

  const std::optional<Linearizable>& linearizable() const { return linearizable_; }
  void set_linearizable(const Linearizable& checked) { linearizable_ = checked; }

  // ---- inputs (inputs.h)
  Inputs& inputs() { return inputs_; }
  // The class that stands for inputs of class `of`.
  StandIn& stand_in(ClassInfo& of);
  // Methods of such classes, which are limits: their procedures, and what they are called.
  std::vector<std::pair<ir::ProcId, std::string>> take_unknown_methods() {
    return std::exchange(unknown_methods_, {});
  }

  // ---- types
  ir::TypeId type(const Type& type);
  // Of variables, parameters and results: what is narrower than an int is an int there.
  ir::TypeId variable_type(const Type& type);
  ir::TypeId ref(std::string_view class_name) { return type(class_type(class_name)); }
  ir::TypeId simple(ir::TypeKind kind) { return program_.types.make(kind); }
  ir::TypeId range(std::int64_t lo, std::int64_t hi) {
    return program_.types.make({.kind = ir::TypeKind::Range, .lo = lo, .hi = hi});
  }

  // ---- members, by JVMS 5.4.3. Nothing: there is none.
  FieldRef resolve_field(ClassInfo& cls, std::string_view name, std::string_view descriptor);
  MethodRef resolve_method(ClassInfo& cls, std::string_view name, std::string_view descriptor);
  // What objects of class `cls` run.
  MethodRef select(ClassInfo& cls, std::string_view name, std::string_view descriptor);
  ir::FieldId instance_field(const FieldRef& field);
  // A field of an instance that only lowering knows, or that has another type in the IR.
  ir::FieldId hidden_field(ClassInfo& cls, const std::string& name, ir::TypeId type,
                           ir::Sharing sharing);
  // A variable that only lowering knows, and sets before the program starts.
  ir::GlobalId hidden_constant(const std::string& name, ir::TypeId type);
  // A variable that only lowering knows: whoever uses it synchronises.
  std::optional<ir::GlobalId> find_hidden_global(const std::string& name) const;
  ir::GlobalId hidden_global(const std::string& name, ir::TypeKind kind);
  ir::GlobalId static_field(const FieldRef& field);

  // ---- what is reached
  // The procedure of a method, to be lowered if it is new. `from` is who asks.
  ir::ProcId reach(const MethodRef& method, ir::ProcId from);
  // A procedure that lowering makes by itself.
  ir::ProcId make_proc(ir::Procedure proc, ir::ProcId from);
  // A second procedure like this one, for the code of the method: this one calls it.
  ir::ProcId split(ir::ProcId id);
  // All versions of a method below `declared`.
  void reach_virtual(ClassInfo& declared, std::string_view name, std::string_view descriptor,
                     ir::ProcId from);
  // Binds a method of a class made by lowering.
  void bind(ClassInfo& cls, const std::string& selector, ir::ProcId proc);
  // The next method to lower; nothing: all are done.
  struct Work {
    MethodRef method;
    ir::ProcId proc;
  };
  std::optional<Work> next();
  // "Main.main -> A.f": how a procedure was first reached.
  std::string chain(ir::ProcId proc) const;

  // Whether a method of the JDK is lowered as it is: those of exceptions, interfaces and
  // collections are, up to some number of methods, and constructors that do nothing. Counts.
  bool may_use_jdk(const MethodRef& method);

  // Code that a JVM would not run.
  void refuse(FormatError error) { refused_.push_back(std::move(error)); }
  const std::vector<FormatError>& refused() const { return refused_; }

  // ---- constants
  ir::GlobalId string_literal(const std::string& text);
  ir::GlobalId class_object(const Type& type);
  // Somebody needs this of all classes.
  void ask_for(Late late) { asked_.insert(late); }
  bool asks_for(Late late) const { return asked_.contains(late); }
  // A procedure of its own, with the parameters and the result of another one.
  ir::ProcId late_procedure(Late late, ir::ProcId like);
  const std::map<Late, ir::ProcId>& late_procedures() const { return late_; }
  // All types of arrays.
  const std::map<ir::TypeId, Type>& array_types() const { return array_types_; }
  const std::vector<ClassInfo*>& instantiated() const { return instantiated_; }

  const std::map<std::string, ir::GlobalId>& strings() const { return strings_; }
  struct ClassObject {
    Type type;
    ir::GlobalId global;
  };
  const std::map<std::string, ClassObject>& class_objects() const { return class_objects_; }

  // Static fields that hold a literal from the start, and the global of the literal.
  const std::vector<std::pair<ir::GlobalId, ir::GlobalId>>& constant_texts() const {
    return constant_texts_;
  }

  VariableHandles& handles() { return handles_; }

  // ---- class initialisers (initialisers.h)
  std::map<const ClassInfo*, InitialisationState>& initialisations() { return initialisations_; }
  std::map<const ClassInfo*, Initialisation>& initialisation_kinds() { return kinds_; }
  // In the order in which they are to run.
  std::vector<ClassInfo*>& early_classes() { return early_classes_; }
  // An object made before the program starts, whose lock stands for an initialisation.
  ir::GlobalId initialisation_lock(const std::string& class_name);
  const std::map<ir::GlobalId, ir::ClassId>& initialisation_locks() const { return locks_; }

  // Binds methods to classes and marks what has no instances. Call it when all is lowered.
  void finish();

 private:
  struct VirtualCall {
    ClassInfo* declared = nullptr;
    std::string name;
    std::string descriptor;
    ir::ProcId from;
    friend bool operator<(const VirtualCall& a, const VirtualCall& b) {
      return std::tie(a.declared->name, a.name, a.descriptor) <
             std::tie(b.declared->name, b.name, b.descriptor);
    }
  };

  ClassInfo& add_class(std::string name, const ClassFile* file);
  void load_above(ClassInfo& info);
  void declare_fields(ClassInfo& info);
  void bind_call(ClassInfo& cls, const VirtualCall& call);
  void collect_defaults(ClassInfo& cls, std::string_view name, std::string_view descriptor,
                        std::vector<MethodRef>& found);
  std::string proc_name(const MethodRef& method) const;
  // What runs only to tell whether calls are linearizable.
  bool is_specification(const ClassInfo& cls) const;
  ir::ProcId reach_unknown(const ClassInfo& cls, const MethodRef& method, ir::ProcId from);

  ClassPath& path_;
  const LowerOptions& options_;
  ir::Program& program_;
  SourceMap& sources_;
  std::map<std::string, std::unique_ptr<ClassInfo>, std::less<>> classes_;
  std::vector<ClassInfo*> by_id_;
  std::map<std::pair<const ClassInfo*, std::string>, ir::FieldId> fields_;
  std::map<std::pair<const ClassInfo*, std::string>, ir::GlobalId> statics_;
  std::map<MethodRef, ir::ProcId> procs_;
  std::unordered_map<std::uint32_t, ir::ProcId> reached_from_;
  std::deque<Work> work_;
  std::set<VirtualCall> virtual_calls_;
  std::vector<ClassInfo*> instantiated_;
  std::map<const ClassInfo*, std::map<std::string, ir::ProcId>> bindings_;  // by selector
  std::map<std::string, ir::GlobalId> strings_;
  std::map<std::string, ClassObject> class_objects_;  // by descriptor
  std::vector<std::pair<ir::GlobalId, ir::GlobalId>> constant_texts_;
  std::map<const ClassInfo*, InitialisationState> initialisations_;
  std::map<const ClassInfo*, Initialisation> kinds_;
  std::vector<ClassInfo*> early_classes_;
  std::map<ir::GlobalId, ir::ClassId> locks_;
  std::map<std::string, ir::GlobalId> hidden_globals_;
  VariableHandles handles_;
  std::vector<FormatError> refused_;
  std::optional<Linearizable> linearizable_;
  Inputs inputs_;
  std::vector<std::pair<ir::ProcId, std::string>> unknown_methods_;
  int lambdas_ = 0;
  int jdk_methods_ = 0;
  std::set<Late> asked_;
  std::map<Late, ir::ProcId> late_;
  std::map<ir::TypeId, Type> array_types_;
};

// A name as the IR can write it: what Java allows and the IR does not becomes %60.
std::string ir_name(std::string_view name);
// "run()V": how virtual calls and bindings name a method.
std::string selector(std::string_view name, std::string_view descriptor);
// "a.B.f": for people.
std::string display_name(const ClassInfo& owner, std::string_view method);

}  // namespace jvm
