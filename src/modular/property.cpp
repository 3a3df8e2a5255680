#include "modular/property.h"

#include "rel/parse.h"

namespace modular {

namespace {

// What names mean in a property: parameters, `this`, `return`, classes (their allocated
// objects), fields, and the truth values.
class PropertyNames final : public rel::Names {
 public:
  PropertyNames(const ir::Program& program, ir::ProcId proc, Heap& heap, Property& property)
      : program_(program),
        proc_(program.proc(proc)),
        heap_(heap),
        exprs_(heap.exprs()),
        property_(property) {
    for (ir::LocalId param : proc_.params) {
      property_.params.push_back(exprs_.add_relation(proc_.local(param).name, 1));
    }
  }

  std::optional<rel::Value> find(const rel::NameQuery& query) override {
    if (!query.is_raw) {
      if (auto local = find_local(query)) return local;
    }
    if (query.name == "Int") return rel::Value(exprs_.ints());
    if (query.name == "univ") return rel::Value(universe(query.is_primed));
    if (query.name == "true") return rel::Value(heap_.truth_atom(true));
    if (query.name == "false") return rel::Value(heap_.truth_atom(false));
    if (query.name == "Bool") {
      return rel::Value(exprs_.make_union(heap_.truth_atom(true), heap_.truth_atom(false)));
    }
    if (ir::ClassId cls = program_.find_class(query.name)) {
      rel::Expr all = exprs_.none(1);
      for (ir::ClassId sub : heap_.slots().hierarchy().instances(cls)) {
        SlotId set = heap_.slots().allocated(sub);
        all = exprs_.make_union(all, slot(set, query.is_primed));
      }
      return rel::Value(all);
    }
    // Classes may declare fields of one name; their relations have nothing in common.
    std::optional<rel::Expr> found;
    for (std::size_t i = 0; i < heap_.slots().size(); ++i) {
      const Slot& s = heap_.slots()[SlotId(i)];
      if (s.kind == SlotKind::Allocated || !is_named(s, query.name)) continue;
      if (found && exprs_.arity(*found) != s.arity) continue;
      rel::Expr value = slot(SlotId(i), query.is_primed);
      found = found ? exprs_.make_union(*found, value) : value;
    }
    if (!found) return std::nullopt;
    return rel::Value(*found);
  }

  std::vector<std::string> candidates() const override {
    std::vector<std::string> names = {"return", "univ", "true", "false"};
    for (ir::LocalId param : proc_.params) names.push_back(proc_.local(param).name);
    for (const ir::Class& cls : program_.classes) names.push_back(cls.name);
    for (const ir::Field& field : program_.fields) names.push_back(field.name);
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

  bool has_states() const override { return true; }

 private:
  static bool is_named(const Slot& slot, std::string_view name) {
    if (slot.kind != SlotKind::Global) return slot.name == name;
    std::size_t dot = slot.name.rfind('.');
    return std::string_view(slot.name).substr(dot + 1) == name;
  }

  std::optional<rel::Value> find_local(const rel::NameQuery& query) {
    if (query.name == "return" && program_.type(proc_.result).kind != ir::TypeKind::Void) {
      if (!property_.result) property_.result = exprs_.add_relation("return", 1);
      return rel::Value(exprs_.relation(property_.result));
    }
    for (std::size_t i = 0; i < proc_.params.size(); ++i) {
      // A parameter is not assigned by the property: it is the argument in both states.
      bool is_this = query.name == "this" && proc_.has_this && i == 0;
      if (proc_.local(proc_.params[i]).name == query.name || is_this) {
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

  const ir::Program& program_;
  const ir::Procedure& proc_;
  Heap& heap_;
  rel::Exprs& exprs_;
  Property& property_;
};

}  // namespace

std::optional<Property> parse_property(const base::Sources& sources, const ir::Program& program,
                                       ir::ProcId proc, const ir::Property& text, Heap& heap,
                                       diag::Sink& sink) {
  Property property{.name = text.name, .span = text.formula};
  PropertyNames names(program, proc, heap, property);
  auto formula = rel::parse_formula(sources, text.formula, heap.exprs(), names, sink);
  if (!formula) return std::nullopt;
  property.formula = *formula;
  return property;
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
  for (std::size_t i = 0; i < args.size(); ++i) by.relations.emplace(property.params[i], args[i]);
  if (property.result) by.relations.emplace(property.result, result);
  return exprs.substitute(property.formula, by);
}

}  // namespace modular
