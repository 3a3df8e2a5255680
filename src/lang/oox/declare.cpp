#include "lang/oox/declare.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace oox {

using diag::Kind;

namespace {

// Classes below this many supertypes are refused, so that walks up the hierarchy
// stay short.
constexpr std::size_t kMaxDepth = 1000;

// What stands before the formula of a clause: enough to point at.
Span head(const Clause& clause) { return {clause.span.file, clause.span.begin, clause.body.begin}; }

class Declarer {
 public:
  Declarer(Program& program, Names& names, diag::Sink& sink)
      : program_(program), names_(names), sink_(sink) {}

  void run() {
    for_each_class([&](ClassDecl& decl) { add_class(decl); });
    for_each_class([&](ClassDecl& decl) { link_supertypes(decl); });
    order_classes();
    for_each_class([&](ClassDecl& decl) { add_members(decl); });
    for (ClassInfo* cls : order_) check_hidden_fields(*cls);
  }

 private:
  template <class F>
  void for_each_class(F f) {
    for (Unit& unit : program_.units) {
      for (ClassDecl& decl : unit.classes) f(decl);
    }
  }

  std::string_view text(Symbol name) const { return program_.text(name); }

  void add_class(ClassDecl& decl);
  void link_supertypes(ClassDecl& decl);
  ClassInfo* supertype(const NameRef& ref);
  void link_extends(ClassInfo& cls, const NameRef& ref);
  void link_implements(ClassInfo& cls, const NameRef& ref);
  void add_interface(ClassInfo& cls, ClassInfo* interface, const NameRef& ref);
  void order_classes();
  void visit(ClassInfo* root);
  void report_cycle(const ClassInfo& cls, const ClassInfo& target);
  void finish_class(ClassInfo& cls);

  void add_members(ClassDecl& decl);
  void add_field(ClassInfo& cls, Member& member);
  void add_formula(ClassInfo& cls, const Member& member);
  void add_condition(ClassInfo& cls, Member& member);
  void add_method(ClassInfo& cls, Member& member);
  void add_constructor(ClassInfo& cls, Member& member);
  MethodInfo* new_method(ClassInfo& cls, Member& member);
  void check_body(const ClassInfo& cls, const Member& member);
  void check_formulas(const Member& member);
  void repeated(Symbol owner, std::string what, Symbol name, Span again, Span first);
  void check_hidden_fields(const ClassInfo& cls);

  // A class on the way of the depth-first walk, with the supertype to visit next.
  struct Visit {
    ClassInfo* cls;
    std::size_t next;
  };
  enum class Mark : std::uint8_t { New, Open, Done };

  Program& program_;
  Names& names_;
  diag::Sink& sink_;
  std::vector<Mark> marks_;  // by class index
  std::vector<Visit> path_;
  std::vector<ClassInfo*> order_;  // supertypes before their subtypes
  std::vector<std::size_t> depths_;
};

void Declarer::add_class(ClassDecl& decl) {
  if (const ClassInfo* first = program_.find_class(decl.name)) {
    auto& report = sink_.report(Kind::OoxDuplicateClass, decl.name_span, text(decl.name));
    report.label(first->decl->name_span, "first declared here");
    if (first->decl->name_span.file != decl.name_span.file) {
      report.note("the files of one command form one program")
          .help("give programs of their own one by one");
    }
    return;
  }
  ClassInfo* cls = program_.add_class(decl.name);
  cls->decl = &decl;
  cls->is_interface = decl.is_interface;
  cls->is_abstract = decl.is_abstract || decl.is_interface;
  decl.info = cls;
}

// ---------------------------------------------------------------- supertypes

void Declarer::link_supertypes(ClassDecl& decl) {
  if (!decl.info) return;
  ClassInfo& cls = *decl.info;
  for (const NameRef& ref : decl.extends) link_extends(cls, ref);
  for (const NameRef& ref : decl.implements) link_implements(cls, ref);
}

ClassInfo* Declarer::supertype(const NameRef& ref) {
  ClassInfo* found = program_.find_class(ref.name);
  if (!found) {
    auto& report = sink_.report(Kind::OoxUnknownSupertype, ref.span, text(ref.name));
    names_.suggest(report, ref.name, [&](auto& names) { names_.add_classes(names); });
  }
  return found;
}

void Declarer::link_extends(ClassInfo& cls, const NameRef& ref) {
  ClassInfo* base = supertype(ref);
  if (!base) return;
  if (cls.is_interface) {
    if (base->is_interface) return add_interface(cls, base, ref);
    sink_.report(Kind::OoxInterfaceExtendsClass, ref.span, text(cls.name), text(base->name))
        .label(base->decl->name_span, "a class");
    return;
  }
  if (base->is_interface) {
    sink_.report(Kind::OoxClassExtendsInterface, ref.span, text(cls.name), text(base->name))
        .help(fmt::format("write `implements {}`", text(base->name)));
    return;
  }
  cls.super = base;
}

void Declarer::link_implements(ClassInfo& cls, const NameRef& ref) {
  ClassInfo* base = supertype(ref);
  if (!base) return;
  if (base->is_interface) return add_interface(cls, base, ref);
  sink_.report(Kind::OoxImplementsClass, ref.span, text(cls.name), text(base->name))
      .help(fmt::format("write `extends {}`", text(base->name)));
}

void Declarer::add_interface(ClassInfo& cls, ClassInfo* interface, const NameRef& ref) {
  auto& list = cls.interfaces;
  if (std::find(list.begin(), list.end(), interface) == list.end()) {
    list.push_back(interface);
  } else {
    sink_.report(Kind::OoxRepeatedSupertype, ref.span, text(interface->name), text(cls.name));
  }
}

// ---------------------------------------------------------------- hierarchy

void Declarer::order_classes() {
  marks_.assign(program_.classes.size(), Mark::New);
  depths_.assign(program_.classes.size(), 0);
  for (ClassInfo* cls : program_.classes) {
    if (marks_[cls->index] == Mark::New) visit(cls);
  }
}

// Depth-first and iterative: a chain of classes may be as long as the program.
void Declarer::visit(ClassInfo* root) {
  marks_[root->index] = Mark::Open;
  path_.push_back({root, 0});
  while (!path_.empty()) {
    Visit& top = path_.back();
    ClassInfo& cls = *top.cls;
    std::size_t supers = cls.super ? 1 : 0;
    if (top.next == supers + cls.interfaces.size()) {
      finish_class(cls);
      path_.pop_back();
      continue;
    }
    bool is_super = top.next < supers;
    ClassInfo* target = is_super ? cls.super : cls.interfaces[top.next - supers];
    if (marks_[target->index] == Mark::Open) {  // drop this link; look at the next one
      report_cycle(cls, *target);
      if (is_super) {
        cls.super = nullptr;
      } else {
        cls.interfaces.erase(cls.interfaces.begin() +
                             static_cast<std::ptrdiff_t>(top.next - supers));
      }
      continue;
    }
    ++top.next;
    if (marks_[target->index] == Mark::Done) continue;
    marks_[target->index] = Mark::Open;
    path_.push_back({target, 0});
  }
}

void Declarer::report_cycle(const ClassInfo& cls, const ClassInfo& target) {
  Span span = cls.decl->name_span;
  for (const auto& list : {cls.decl->extends, cls.decl->implements}) {
    for (const NameRef& ref : list) {
      if (ref.name == target.name) span = ref.span;
    }
  }
  auto& report = sink_.report(Kind::OoxInheritanceCycle, span, text(target.name));
  if (&cls == &target) return;
  auto first = std::find_if(path_.begin(), path_.end(),
                            [&](const Visit& visit) { return visit.cls == &target; });
  std::string way;
  constexpr std::ptrdiff_t kShown = 8;
  for (auto at = first; at != path_.end() && at - first < kShown; ++at) {
    way += fmt::format("`{}` -> ", text(at->cls->name));
  }
  if (path_.end() - first > kShown) way += "... -> ";
  report.note(fmt::format("the cycle is {}`{}`", way, text(target.name)));
}

// All supertypes are finished already.
void Declarer::finish_class(ClassInfo& cls) {
  marks_[cls.index] = Mark::Done;
  order_.push_back(&cls);
  std::size_t depth = cls.super ? depths_[cls.super->index] + 1 : 0;
  for (const ClassInfo* interface : cls.interfaces) {
    depth = std::max(depth, depths_[interface->index] + 1);
  }
  if (depth > kMaxDepth) {
    sink_.report(Kind::OoxHierarchyTooDeep, cls.decl->name_span, text(cls.name), kMaxDepth);
    cls.super = nullptr;
    cls.interfaces.clear();
    return;
  }
  depths_[cls.index] = depth;
  std::unordered_set<const ClassInfo*> seen;
  auto add = [&](ClassInfo* interface) {
    if (seen.insert(interface).second) cls.all_interfaces.push_back(interface);
  };
  for (ClassInfo* interface : cls.interfaces) add(interface);
  for (ClassInfo* interface : cls.interfaces) {
    for (ClassInfo* above : interface->all_interfaces) add(above);
  }
}

// ---------------------------------------------------------------- members

void Declarer::add_members(ClassDecl& decl) {
  if (!decl.info) return;
  ClassInfo& cls = *decl.info;
  for (Member& member : decl.members) {
    switch (member.kind) {
      case MemberKind::Field: add_field(cls, member); break;
      case MemberKind::Method: add_method(cls, member); break;
      case MemberKind::Constructor: add_constructor(cls, member); break;
      case MemberKind::SpecField: add_field(cls, member); break;
      case MemberKind::Invariant:
      case MemberKind::Observable: add_formula(cls, member); break;
      case MemberKind::ClassInvariant: add_condition(cls, member); break;
    }
  }
  std::stable_sort(
      cls.constructors.begin(), cls.constructors.end(),
      [](const MethodInfo* a, const MethodInfo* b) { return a->params.size() < b->params.size(); });
}

void Declarer::add_field(ClassInfo& cls, Member& member) {
  FieldInfo* field = program_.add_field();
  field->name = member.name;
  field->is_spec = member.kind == MemberKind::SpecField;
  if (field->is_spec) {
    for (const TypeExpr* column : member.columns) names_.resolve(*column);
  } else {
    field->type = names_.resolve(*member.type_expr);
  }
  field->owner = &cls;
  field->is_static = member.is_static;
  field->decl = &member;
  member.field = field;
  if (cls.is_interface) {
    sink_.report(Kind::OoxInterfaceField, member.name_span, text(cls.name), text(member.name));
    return;
  }
  auto [entry, is_new] = cls.field_by_name.try_emplace(member.name, field);
  if (!is_new) {
    sink_.report(Kind::OoxDuplicateField, member.name_span, text(cls.name), text(member.name))
        .label(entry->second->decl->name_span, "first declared here");
    return;
  }
  (field->is_spec ? cls.spec_fields : cls.fields).push_back(field);
}

void Declarer::add_formula(ClassInfo& cls, const Member& member) {
  bool is_invariant = member.kind == MemberKind::Invariant;
  std::vector<const Member*>& all = is_invariant ? cls.invariants : cls.observables;
  std::string what = is_invariant ? "an invariant" : "an observable";
  for (const Member* other : all) {
    if (other->name != member.name) continue;
    return repeated(cls.name, what, member.name, member.name_span, other->name_span);
  }
  all.push_back(&member);
}

void Declarer::add_condition(ClassInfo& cls, Member& member) {
  MethodInfo* method = new_method(cls, member);
  method->result = program_.types.simple(TypeKind::Void);
  if (cls.is_interface) {
    sink_.report(Kind::OoxInterfaceInvariant, member.name_span, text(cls.name));
    return;
  }
  cls.conditions.push_back(method);
}

void Declarer::check_hidden_fields(const ClassInfo& cls) {
  if (!cls.super) return;
  std::vector<const FieldInfo*> fields(cls.fields.begin(), cls.fields.end());
  fields.insert(fields.end(), cls.spec_fields.begin(), cls.spec_fields.end());
  for (const FieldInfo* field : fields) {
    const FieldInfo* hidden = find_field(cls.super, field->name);
    if (!hidden) continue;
    sink_
        .report(Kind::OoxHiddenField, field->decl->name_span, text(field->name),
                text(hidden->owner->name))
        .label(hidden->decl->name_span, "inherited from here");
  }
}

MethodInfo* Declarer::new_method(ClassInfo& cls, Member& member) {
  MethodInfo* method = program_.add_method();
  method->name = member.name;
  method->owner = &cls;
  method->decl = &member;
  member.method = method;
  std::unordered_map<Symbol, const Param*> seen;
  for (const Param& param : member.params) {
    method->params.push_back(names_.resolve(*param.type_expr));
    auto [entry, is_new] = seen.try_emplace(param.name, &param);
    if (is_new) continue;
    sink_.report(Kind::OoxDuplicateParameter, param.name_span, text(param.name))
        .label(entry->second->name_span, "first declared here");
  }
  return method;
}

void Declarer::add_method(ClassInfo& cls, Member& member) {
  MethodInfo* method = new_method(cls, member);
  method->is_static = member.is_static;
  method->is_abstract = !member.body && !member.is_static && !member.is_default &&
                        (cls.is_interface || member.is_abstract);
  method->result = names_.resolve_result(*member.type_expr);
  check_body(cls, member);
  check_formulas(member);
  auto [entry, is_new] = cls.method_by_name.try_emplace(member.name, method);
  if (!is_new) {
    sink_.report(Kind::OoxDuplicateMethod, member.name_span, text(cls.name), text(member.name))
        .label(entry->second->decl->name_span, "first declared here");
    return;
  }
  cls.methods.push_back(method);
}

// Whether a body is there exactly where one belongs.
void Declarer::check_body(const ClassInfo& cls, const Member& member) {
  auto name = text(member.name);
  if (member.is_static && (member.is_abstract || member.is_default)) {
    sink_.report(Kind::OoxStaticAbstract, member.name_span, name,
                 member.is_abstract ? "abstract" : "default");
  } else if (member.is_abstract && member.body) {
    sink_.report(Kind::OoxAbstractWithBody, member.name_span, name);
  } else if (const Clause* spec = find_spec(member)) {
    if (member.is_abstract || cls.is_interface) {
      sink_.report(Kind::OoxSpecMisplaced, head(*spec),
                   member.is_abstract ? "an abstract method" : "a method of an interface");
    } else if (member.body) {
      sink_.report(Kind::OoxSpecWithBody, head(*spec), name)
          .label(base::Span{spec->span.file, member.body->span.begin, member.body->span.begin + 1},
                 "the body begins here");
    }
  } else if (member.is_abstract && !cls.is_abstract) {
    sink_.report(Kind::OoxAbstractInConcrete, member.name_span, name, text(cls.name))
        .help(fmt::format("write `abstract class {}`, or give `{}` a body", text(cls.name), name));
  } else if (!member.body && !member.is_abstract &&
             (!cls.is_interface || member.is_static || member.is_default)) {
    auto& report = sink_.report(Kind::OoxMissingBody, member.name_span, "method", name);
    if (cls.is_abstract && !cls.is_interface) report.help("or write `abstract` before it");
  }
}

void Declarer::check_formulas(const Member& member) {
  std::unordered_map<Symbol, const Clause*> properties;
  const Clause* spec = find_spec(member);
  for (const Clause& clause : member.clauses) {
    if (clause.kind == ClauseKind::Property) {
      auto [entry, is_new] = properties.try_emplace(clause.name, &clause);
      if (is_new) continue;
      repeated(member.name, "a property", clause.name, head(clause), head(*entry->second));
    } else if (clause.kind == ClauseKind::Spec && &clause != spec) {
      repeated(member.name, "a specification", {}, head(clause), head(*spec));
    }
  }
}

void Declarer::repeated(Symbol owner, std::string what, Symbol name, Span again, Span first) {
  if (name) what += fmt::format(" `{}`", text(name));
  sink_.report(Kind::OoxDuplicateFormula, again, text(owner), what).label(first, "first here");
}

void Declarer::add_constructor(ClassInfo& cls, Member& member) {
  MethodInfo* method = new_method(cls, member);
  method->is_constructor = true;
  method->result = program_.types.simple(TypeKind::Void);
  if (cls.is_interface) {
    sink_.report(Kind::OoxInterfaceConstructor, member.name_span, text(cls.name));
    return;
  }
  check_formulas(member);
  if (const Clause* spec = find_spec(member)) {
    sink_.report(Kind::OoxSpecMisplaced, head(*spec), "a constructor");
  } else if (!member.body) {
    sink_.report(Kind::OoxMissingBody, member.name_span, "constructor", text(member.name));
  }
  if (const MethodInfo* first = find_constructor(&cls, method->params.size())) {
    sink_
        .report(Kind::OoxDuplicateConstructor, member.name_span, text(cls.name),
                count(method->params.size(), "parameter"))
        .label(first->decl->name_span, "first declared here");
    return;
  }
  cls.constructors.push_back(method);
}

}  // namespace

void declare(Program& program, Names& names, diag::Sink& sink) {
  Declarer(program, names, sink).run();
}

}  // namespace oox
