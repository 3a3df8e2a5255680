#include "engine/modular/property.h"

#include <fmt/format.h>

#include <algorithm>

#include "logic/rel/parse.h"
#include "logic/rel/parser.h"

namespace modular {

namespace {

enum class FormulaKind : std::uint8_t { Property, Specification, Invariant, Definition };

// What names mean in a formula: parameters, `this`, `return`, classes (their allocated
// objects), fields, and the truth values. Only properties and specifications have two states.
class PropertyNames final : public rel::Names {
 public:
  PropertyNames(FormulaKind kind, const ir::Program& program, const ir::Procedure* proc, Heap& heap,
                const Definitions& definitions, Property& property, diag::Sink& sink)
      : kind_(kind),
        program_(program),
        proc_(proc),
        heap_(heap),
        exprs_(heap.exprs()),
        definitions_(definitions),
        property_(property),
        sink_(sink) {
    if (!proc_) return;
    for (ir::LocalId param : proc_->params) {
      property_.params.push_back(exprs_.add_relation(proc_->local(param).name, 1));
    }
  }

  // Of an invariant.
  void set_this(rel::Expr self) { this_ = self; }

  std::vector<rel::Meaning> find(const rel::NameQuery& query) override {
    if (auto value = find_value(query)) return {{.value = *value}};
    return find_slots(query);
  }

  std::vector<const rel::CallableSyntax*> find_callables(std::string_view name) override {
    if (const rel::CallableSyntax* found = definitions_.find(name)) return {found};
    return {};
  }

  std::optional<rel::Value> find_value(const rel::NameQuery& query) {
    if (!query.is_raw) {
      if (auto local = find_local(query)) return local;
    }
    if (query.name == "Int") {
      property_.mentions_int = true;
      return rel::Value(exprs_.ints());
    }
    if (query.name == "univ") return rel::Value(universe(query.is_primed));
    if (query.name == "true") return rel::Value(heap_.truth_atom(true));
    if (query.name == "false") return rel::Value(heap_.truth_atom(false));
    if (query.name == "Bool") {
      return rel::Value(exprs_.make_union(heap_.truth_atom(true), heap_.truth_atom(false)));
    }
    if (ir::ClassId cls = find_class(program_, query.name)) {
      if (is_change(query) && !may_make(cls, query)) return rel::Value();
      return rel::Value(objects(cls, query.is_primed));
    }
    return std::nullopt;
  }

  // Classes may declare fields of one name; their relations have nothing in common. Those of one
  // arity are one relation, others are told apart by their use.
  std::vector<rel::Meaning> find_slots(const rel::NameQuery& query) {
    std::vector<rel::Meaning> found;
    for (std::size_t i = 0; i < heap_.slots().size(); ++i) {
      const Slot& s = heap_.slots()[SlotId(i)];
      if (s.kind == SlotKind::Allocated || !is_named(s, query.name)) continue;
      if (is_hidden(s) || (s.range && !has_atoms(program_, s.range))) continue;
      if (is_change(query) && s.kind != SlotKind::Spec) {
        sink_.report(diag::Kind::RelSpecChange, query.span, query.name)
            .help(fmt::format("leave the prime out: `{}` stays as it is", query.name));
        return {rel::Meaning{}};
      }
      rel::Expr value = slot(SlotId(i), query.is_primed);
      auto same = std::find_if(found.begin(), found.end(), [&](const rel::Meaning& m) {
        return exprs_.arity(std::get<rel::Expr>(m.value)) == s.arity;
      });
      if (same != found.end()) {
        same->value = exprs_.make_union(std::get<rel::Expr>(same->value), value);
        continue;
      }
      std::string shown = fmt::format("`{}` with {} columns", query.name, s.arity);
      found.push_back({.value = value, .shown = std::move(shown)});
    }
    return found;
  }

  std::vector<std::string> candidates() const override {
    std::vector<std::string> names = {"univ", "true", "false"};
    if (proc_) {
      names.emplace_back("return");
      for (ir::LocalId param : proc_->params) names.push_back(proc_->local(param).name);
    }
    for (const ir::Class& cls : program_.classes) names.push_back(cls.name);
    for (const ir::Field& field : program_.fields) names.push_back(field.name);
    for (const ir::SpecField& field : program_.spec_fields) names.push_back(field.name);
    for (const rel::CallableSyntax& callable : definitions_.all()) {
      names.push_back(callable.name.text);
    }
    return names;
  }

  rel::Expr universe(bool is_primed) override {
    rel::Expr all = exprs_.ints();
    for (std::size_t i = 0; i < heap_.slots().size(); ++i) {
      if (heap_.slots()[SlotId(i)].kind != SlotKind::Allocated) continue;
      all = exprs_.make_union(all, slot(SlotId(i), is_primed));
    }
    return all;
  }

  bool has_states() const override { return kind_ != FormulaKind::Invariant; }

  rel::Expr objects(ir::ClassId cls, bool is_primed) {
    rel::Expr all = exprs_.none(1);
    for (ir::ClassId sub : heap_.slots().hierarchy().instances(cls)) {
      SlotId set = heap_.slots().allocated(sub);
      all = exprs_.make_union(all, slot(set, is_primed));
    }
    return all;
  }

 private:
  static bool is_named(const Slot& slot, std::string_view name) {
    if (slot.kind != SlotKind::Global) return slot.name == name;
    std::size_t dot = slot.name.rfind('.');
    return std::string_view(slot.name).substr(dot + 1) == name;
  }

  // Fields of a library are not what a program's formulas speak of.
  bool is_hidden(const Slot& slot) const {
    if (!program_.root) return false;
    if (slot.kind == SlotKind::Global) return is_library_name(slot.name);
    return slot.field && is_library_name(program_.cls(program_.field(slot.field).owner).name);
  }

  bool is_change(const rel::NameQuery& query) const {
    return kind_ == FormulaKind::Specification && query.is_primed;
  }

  // A procedure that is given by specification makes nothing but what it returns.
  bool may_make(ir::ClassId cls, const rel::NameQuery& query) {
    const ir::Type& result = program_.type(proc_->result);
    property_.may_allocate =
        result.kind == ir::TypeKind::Ref && result.cls == cls && !program_.cls(cls).is_abstract;
    if (property_.may_allocate) return true;
    auto& report = sink_.report(diag::Kind::RelSpecObject, query.span, query.name);
    if (result.kind == ir::TypeKind::Ref && result.cls != cls) {
      report.note(fmt::format("the method returns `{}`", program_.cls(result.cls).name));
    } else if (result.kind == ir::TypeKind::Ref) {
      report.note("the class is abstract");
    } else {
      report.note("the method returns no object");
    }
    return false;
  }

  std::optional<rel::Value> find_local(const rel::NameQuery& query) {
    if (query.name == "this" && this_) return rel::Value(this_);
    if (!proc_) return std::nullopt;
    if (query.name == "return" && program_.type(proc_->result).kind != ir::TypeKind::Void) {
      if (!property_.result) property_.result = exprs_.add_relation("return", 1);
      return rel::Value(exprs_.relation(property_.result));
    }
    for (std::size_t i = 0; i < proc_->params.size(); ++i) {
      // A parameter is not assigned by the property: it is the argument in both states.
      bool is_this = query.name == "this" && proc_->has_this && i == 0;
      if (proc_->local(proc_->params[i]).name == query.name || is_this) {
        return rel::Value(exprs_.relation(property_.params[i]));
      }
    }
    return std::nullopt;
  }

  rel::Expr slot(SlotId id, bool is_primed) {
    auto& relations = is_primed ? property_.after : property_.before;
    auto [it, is_new] = relations.try_emplace(id);
    if (is_new) {
      const Slot& s = heap_.slots()[id];
      it->second = exprs_.add_relation(s.name + (is_primed ? "'" : ""), s.arity);
    }
    return exprs_.relation(it->second);
  }

  FormulaKind kind_;
  const ir::Program& program_;
  const ir::Procedure* proc_;  // null: none
  Heap& heap_;
  rel::Exprs& exprs_;
  const Definitions& definitions_;
  Property& property_;
  diag::Sink& sink_;
  rel::Expr this_;
};

std::optional<Property> parse(FormulaKind kind, const base::Sources& sources,
                              const ir::Program& program, ir::ProcId proc, const ir::Property& text,
                              Heap& heap, diag::Sink& sink) {
  Property property{.name = text.name, .span = text.formula};
  Definitions definitions(sources, program, sink);
  PropertyNames names(kind, program, &program.proc(proc), heap, definitions, property, sink);
  auto formula = rel::parse_formula(sources, text.formula, heap.exprs(), names, sink);
  if (!formula) return std::nullopt;
  property.formula = *formula;
  return property;
}

// Every predicate and function is read once, used or not, with any arguments.
void check_definitions(const Definitions& definitions, const ir::Program& program, Heap& heap,
                       diag::Sink& sink) {
  rel::Exprs& exprs = heap.exprs();
  for (const rel::CallableSyntax& callable : definitions.all()) {
    Property unused;
    PropertyNames names(FormulaKind::Definition, program, nullptr, heap, definitions, unused, sink);
    rel::Elaborator elaborator(exprs, names, sink);
    std::vector<rel::Value> arguments;
    bool is_good = true;
    auto add = [&](const std::string& name, const rel::Syntax& type) {
      auto bounded = elaborator.bounded(type);
      is_good = is_good && bounded;
      if (!bounded) return;
      unsigned arity = exprs.arity(bounded->domain);
      arguments.emplace_back(exprs.variable(exprs.add_variable(name, arity)));
      elaborator.push_local(name, arguments.back(), elaborator.domain_type(type));
    };
    if (callable.receiver) add("this", *callable.receiver);
    for (const rel::SyntaxDecl& decl : callable.parameters) {
      for (const rel::SyntaxName& name : decl.names) add(name.text, *decl.domain);
    }
    if (is_good) elaborator.call(callable, arguments, callable.name.span);
  }
}

}  // namespace

Definitions::Definitions(const base::Sources& sources, const ir::Program& program,
                         diag::Sink& sink) {
  for (base::Span span : program.definitions) {
    rel::Parser parser(rel::tokenize(sources, span, sink), sink);
    try {
      bool is_predicate = parser.take().text == "pred";
      all_.push_back(is_predicate ? parser.predicate() : parser.function());
    } catch (const rel::SyntaxError&) {
      continue;  // reported
    }
  }
}

const rel::CallableSyntax* Definitions::find(std::string_view name) const {
  for (const rel::CallableSyntax& callable : all_) {
    if (callable.name.text == name) return &callable;
  }
  return nullptr;
}

std::optional<Property> parse_property(const base::Sources& sources, const ir::Program& program,
                                       ir::ProcId proc, const ir::Property& text, Heap& heap,
                                       diag::Sink& sink) {
  return parse(FormulaKind::Property, sources, program, proc, text, heap, sink);
}

std::optional<Property> parse_specification(const base::Sources& sources,
                                            const ir::Program& program, ir::ProcId proc, Heap& heap,
                                            diag::Sink& sink) {
  const ir::Procedure& p = program.proc(proc);
  ir::Property text{.name = p.name, .formula = *p.spec};
  return parse(FormulaKind::Specification, sources, program, proc, text, heap, sink);
}

std::optional<Property> parse_invariant(const base::Sources& sources, const ir::Program& program,
                                        ir::ClassId cls, const ir::Property& text, Heap& heap,
                                        diag::Sink& sink) {
  rel::Exprs& exprs = heap.exprs();
  Property property{.name = fmt::format("{}.{}", program.cls(cls).name, text.name),
                    .span = text.formula,
                    .is_invariant = true};
  Definitions definitions(sources, program, sink);
  PropertyNames names(FormulaKind::Invariant, program, nullptr, heap, definitions, property, sink);
  rel::VariableId self = exprs.add_variable("this");
  names.set_this(exprs.variable(self));
  auto formula = rel::parse_formula(sources, text.formula, exprs, names, sink);
  if (!formula) return std::nullopt;
  property.params.push_back(exprs.add_relation("unfinished", 1));
  rel::Expr unfinished = exprs.relation(property.params[0]);
  std::vector<rel::Decl> decls = {{self, exprs.difference(names.objects(cls, false), unfinished)}};
  property.formula = exprs.for_all(decls, *formula);
  return property;
}

Property invariant_after(const Property& invariant) {
  Property after = invariant;
  std::swap(after.before, after.after);
  return after;
}

bool is_library_name(std::string_view name) {
  for (std::string_view package : {"java.", "javax.", "jdk.", "sun.", "braid."}) {
    if (name.starts_with(package)) return true;
  }
  return false;
}

ir::ClassId find_class(const ir::Program& program, std::string_view name) {
  if (ir::ClassId exact = program.find_class(name)) return exact;
  ir::ClassId found;
  for (std::size_t i = 0; i < program.classes.size(); ++i) {
    std::string_view whole = program.classes[i].name;
    bool ends = whole.size() > name.size() && whole.ends_with(name);
    char before = ends ? whole[whole.size() - name.size() - 1] : ' ';
    if (before != '.' && before != '$') continue;
    if (found) return {};
    found = ir::ClassId(i);
  }
  return found;
}

bool is_constructor(const ir::Program& program, ir::ProcId proc) {
  return program.proc(proc).name.find(".new$") != std::string::npos;
}

std::optional<Formulas> read_formulas(const base::Sources& sources, const ir::Program& program,
                                      Heap& heap, diag::Sink& sink) {
  std::size_t errors = sink.error_count();
  Formulas formulas;
  for (std::size_t i = 0; i < program.classes.size(); ++i) {
    for (const ir::Property& text : program.classes[i].invariants) {
      auto read = parse_invariant(sources, program, ir::ClassId(i), text, heap, sink);
      if (read) formulas.invariants.push_back(std::move(*read));
    }
  }
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    if (!program.procs[i].spec) continue;
    auto read = parse_specification(sources, program, ir::ProcId(i), heap, sink);
    if (read) formulas.specifications.emplace(i, std::move(*read));
  }
  if (sink.error_count() != errors) return std::nullopt;
  return formulas;
}

bool check_formulas(const base::Sources& sources, const ir::Program& program, diag::Sink& sink) {
  std::size_t errors = sink.error_count();
  Slots slots(program);
  rel::Exprs exprs;
  Heap heap(program, slots, exprs, {.objects = 1, .bitwidth = 1, .classes = {}},
            std::vector<bool>(slots.size()));
  check_definitions(Definitions(sources, program, sink), program, heap, sink);
  if (sink.error_count() != errors) return false;
  read_formulas(sources, program, heap, sink);
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    for (const ir::Property& text : program.procs[i].properties) {
      parse_property(sources, program, ir::ProcId(i), text, heap, sink);
    }
  }
  return sink.error_count() == errors;
}

rel::Formula instantiate(const Property& property, rel::Exprs& exprs,
                         const std::vector<rel::Expr>& before, const std::vector<rel::Expr>& after,
                         const std::vector<rel::Expr>& args, rel::Expr result) {
  rel::Exprs::Substitution by;
  for (const auto& [slot, relation] : property.before) {
    by.relations.emplace(relation, before[slot.index()]);
  }
  for (const auto& [slot, relation] : property.after) {
    by.relations.emplace(relation, after[slot.index()]);
  }
  for (std::size_t i = 0; i < property.params.size(); ++i) {
    by.relations.emplace(property.params[i], args[i]);
  }
  if (property.result) by.relations.emplace(property.result, result);
  return exprs.substitute(property.formula, by);
}

}  // namespace modular
