#include "lang/bir/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "ir/printer.h"
#include "ir/typing.h"

namespace bir {

using diag::Kind;
using namespace syntax;  // NOLINT: the tree's own names, in an implementation file

// ---------------------------------------------------------------- names

void BirBuilder::duplicate(std::string_view what, const Name& name) {
  sink_.report(Kind::BirDuplicate, name.span, what, name.text);
}

void BirBuilder::unknown(std::string_view what, std::string_view name, base::Span span,
                         const std::vector<std::string_view>& candidates) {
  auto& message = sink_.report(Kind::BirUnknown, span, what, name);
  if (++suggestions_ > kMaxSuggestions) return;
  if (auto near = diag::nearest(name, candidates)) {
    message.help(fmt::format("did you mean `{}`?", *near));
  }
}

std::string BirBuilder::type_text(TypeId id) const { return print(program_, id); }

void BirBuilder::mismatch(TypeId wanted, TypeId found, base::Span span) {
  sink_.report(Kind::BirTypeMismatch, span, type_text(wanted), type_text(found));
}

// ---------------------------------------------------------------- definitions

Program BirBuilder::run() {
  program_.name = file_.name.text;
  program_.int_mode = file_.int_mode;
  for (const ConstDef& def : file_.constants) {
    auto value = constant_value(def.value);
    if (!value) continue;
    if (!declare(values_, "value", def.name, '\0')) continue;
    constants_.emplace(def.name.text, *value);
    program_.constants.push_back({def.name.text, *value});
  }
  declare_types();
  if (!file_.root.text.empty()) program_.root = find_class(file_.root);
  declare_collections();
  inherit();
  add_fields();
  refuse_endless_records();
  declare_values();
  fill_collections();
  declare_procs();
  fill_bindings();
  set_entry();
  for (std::size_t i = 0; i < program_.procs.size(); ++i) {
    auto at = procs_.find(program_.procs[i].name);
    if (at->second.index() == i) build_proc(file_.procs[i], ProcId(i));
  }
  build_predicates();
  return std::move(program_);
}

void BirBuilder::declare_types() {
  for (const SynClass& c : file_.classes) declare_class(c);
  for (const TypeDef& def : file_.types) {
    const SynType& node = file_.type(def.type);
    if (node.kind == SynTypeKind::Enum) {
      declare_enum(def.name, node);
    } else {
      TypeName alias;
      alias.alias = def.type;
      declare(types_, "type", def.name, alias);
    }
  }
}

// Classes keep the positions they have in the file, even if a name is taken.
void BirBuilder::declare_class(const SynClass& c) {
  TypeName name;
  name.cls = ClassId(program_.classes.size());
  declare(types_, "type", c.name, name);
  Class cls;
  cls.name = c.name.text;
  cls.is_interface = c.is_interface;
  cls.is_abstract = c.is_abstract;
  cls.is_internal = c.is_internal;
  cls.span = c.name.span;
  program_.classes.push_back(std::move(cls));
}

void BirBuilder::declare_enum(const Name& name, const SynType& node) {
  TypeName entry;
  entry.enumeration = EnumId(program_.enums.size());
  if (!declare(types_, "type", name, entry)) return;
  Enum result;
  result.name = name.text;
  std::int64_t next = 0;
  for (const EnumMember& member : node.members) {
    if (member.value) next = integer(*member.value);
    std::size_t index = result.members.size();
    result.members.push_back({member.name.text, next});
    if (next < std::numeric_limits<std::int64_t>::max()) ++next;
    if (declare(values_, "value", member.name, '\0')) {
      members_.emplace(member.name.text, MemberName{entry.enumeration, index});
    }
  }
  program_.enums.push_back(std::move(result));
}

void BirBuilder::declare_collections() {
  for (const CollectionDef& def : file_.collections) {
    if (types_.contains(def.name.text)) {
      duplicate("name", def.name);
      continue;
    }
    if (!declare(collections_, "collection", def.name, CollectionId(program_.collections.size()))) {
      continue;
    }
    Collection c;
    c.name = def.name.text;
    c.type = simple_type(TypeKind::Void);
    program_.collections.push_back(std::move(c));
  }
}

void BirBuilder::fill_collections() {
  for (const CollectionDef& def : file_.collections) {
    auto at = collections_.find(def.name.text);
    if (at == collections_.end()) continue;
    Collection& c = program_.collections[at->second.index()];
    if (def.size) {
      c.size = integer(*def.size);
      if (c.size < 1) sink_.report(Kind::BirBadInteger, def.size->span, "a size of at least 1");
    }
    c.type = resolve(def.type);
  }
}

void BirBuilder::declare_values() {
  for (const SynLocal& def : file_.globals) {
    if (!declare(values_, "value", def.name, '\0')) continue;
    Global g;
    g.name = def.name.text;
    g.span = def.name.span;
    g.type = resolve(def.type);
    g.sharing = def.sharing;
    if (def.initial) g.initial = initial_value(def.initial, g.type);
    globals_.emplace(g.name, GlobalId(program_.globals.size()));
    program_.globals.push_back(std::move(g));
  }
  auto measure = [&](std::string_view name, std::size_t more) {
    auto dots = static_cast<std::size_t>(std::count(name.begin(), name.end(), '.'));
    longest_path_ = std::max(longest_path_, dots + 1 + more);
  };
  for (const auto& [name, value] : values_) measure(name, 0);
  for (const Enum& e : program_.enums) measure(e.name, 1);
}

void BirBuilder::declare_procs() {
  for (const SynProc& syn : file_.procs) {
    declare(procs_, "procedure", syn.name, ProcId(program_.procs.size()));
    Procedure proc;
    proc.name = syn.name.text;
    proc.kind = syn.kind;
    proc.span = syn.name.span;
    proc.result = syn.result ? resolve(syn.result) : simple_type(TypeKind::Void);
    program_.procs.push_back(std::move(proc));
    proc_ = &program_.procs.back();
    locals_.clear();
    for (const SynLocal& param : syn.params) proc_->params.push_back(add_local(param));
  }
}

void BirBuilder::fill_bindings() {
  for (std::size_t i = 0; i < file_.classes.size(); ++i) {
    for (const SynBinding& b : file_.classes[i].bindings) {
      auto proc = find(procs_, "procedure", b.proc);
      if (proc) program_.classes[i].bindings.push_back({b.selector.text, *proc});
    }
  }
}

void BirBuilder::set_entry() {
  const Name* first = nullptr;
  auto enter = [&](const Name& name) {
    if (first != nullptr) {
      sink_.report(Kind::BirSecondEntry, name.span).label(first->span, "the first one");
      return;
    }
    first = &name;
    if (auto proc = find(procs_, "procedure", name)) program_.entry = *proc;
  };
  if (!file_.entry.text.empty()) enter(file_.entry);
  for (const SynProc& proc : file_.procs) {
    if (proc.is_main) enter(proc.name);
  }
}

// ---------------------------------------------------------------- predicates

void BirBuilder::build_predicates() {
  for (const SynPredicate& p : file_.predicates) build_predicate(p);
  Names<char> names;
  for (const SynObservable& o : file_.observables) {
    if (!declare(names, "observable", o.name, '\0')) continue;
    program_.observables.push_back({o.name.text, o.text, o.span});
  }
}

void BirBuilder::build_predicate(const SynPredicate& p) {
  Predicate result;
  result.name = p.name.text;
  auto thread = find(procs_, "thread", p.thread);
  if (!thread) return;
  result.thread = *thread;
  if (p.instance) {
    // The longest beginning that is a global variable; the rest are fields.
    Name head = *p.instance;
    while (!globals_.contains(head.text) && head.text.find('.') != std::string::npos) {
      head.text.resize(head.text.rfind('.'));
    }
    auto global = find(globals_, "global variable", head);
    if (!global) return;
    result.instance_global = *global;
    result.instance_path = p.instance->text.substr(head.text.size());
  } else {
    result.instance = program_.constant_expr(simple_type(TypeKind::Null), NullValue{});
  }
  proc_ = &program_.procs[thread->index()];
  locals_.clear();
  labels_.clear();
  for (std::size_t i = 0; i < proc_->locals.size(); ++i) {
    locals_.emplace(proc_->locals[i].name, LocalId(i));
  }
  if (p.reference) {
    // Only looked at: its loads and temps are thrown away.
    std::size_t locals_before = proc_->locals.size();
    std::vector<Action> loads;
    hoist_ = &loads;
    temps_.clear();
    place(p.reference);
    hoist_ = nullptr;
    proc_->locals.resize(locals_before);
    result.reference = p.reference_text;
  } else {
    for (std::size_t i = 0; i < proc_->locations.size(); ++i) {
      labels_.emplace(proc_->locations[i].name, LocId(i));
    }
    result.location = label(p.location);
  }
  program_.predicates.push_back(std::move(result));
}

}  // namespace bir
