#include "engine/symex/witness.h"

#include <fmt/format.h>

#include <map>

#include "base/check.h"
#include "base/utf8.h"
#include "engine/symex/heap.h"
#include "logic/term/eval.h"

namespace symex {

namespace {

class InputWriter {
 public:
  InputWriter(const ProgramTables& tables, const term::Terms& terms, const State& state,
              const std::vector<Value>& inputs, const term::Assignment& values)
      : tables_(tables), terms_(terms), state_(state), inputs_(inputs), values_(values) {}

  verdict::Inputs write() {
    const ir::Procedure& entry = tables_.proc(tables_.program().entry);
    for (std::size_t i = 0; i < entry.params.size(); ++i) {
      const ir::Local& param = entry.local(entry.params[i]);
      out_.inputs.emplace_back(param.name, datum(inputs_[i], param.type));
    }
    // Objects are listed when first met, and filled afterwards: filling meets more.
    for (std::size_t i = 0; i < pending_.size(); ++i) fill(pending_[i]);
    return std::move(out_);
  }

 private:
  struct Pending {
    std::size_t entry;  // in out_.heap
    ObjectId object;    // invalid: one that the path never read
    ir::TypeId type;
  };

  verdict::Datum datum(Value value, ir::TypeId type) {
    value = Heap::known(state_, value);
    switch (value.kind()) {
      case Value::Kind::None: return default_datum(type);
      case Value::Kind::Null:
      case Value::Kind::Thread: return std::monostate{};
      case Value::Kind::Data: return data(value.term(), type);
      case Value::Kind::Object: return reference(value.object(), type);
      case Value::Kind::Symbol: break;
    }
    const Symbol& symbol = state_.symbol(value.symbol());
    if (symbol.status == Symbol::Status::Open) return std::monostate{};
    return add({}, symbol.type);
  }

  verdict::Datum default_datum(ir::TypeId type) const {
    struct Visitor {
      verdict::Datum operator()(ir::NullValue) const { return std::monostate{}; }
      verdict::Datum operator()(bool b) const { return b; }
      verdict::Datum operator()(const base::Integer& i) const { return i; }
      verdict::Datum operator()(double d) const { return d; }
      verdict::Datum operator()(char32_t c) const { return c; }
      verdict::Datum operator()(const std::string& s) const { return s; }
    };
    return std::visit(Visitor{}, tables_.program().default_value(type));
  }

  verdict::Datum data(term::Term t, ir::TypeId type) const {
    term::Value value = term::evaluate(terms_, t, values_);
    bool natural = tables_.program().type(type).kind == ir::TypeKind::Uint;
    struct Visitor {
      term::Sort sort;
      bool natural;
      verdict::Datum operator()(bool b) const { return b; }
      verdict::Datum operator()(const base::Integer& i) const { return i; }
      verdict::Datum operator()(term::Word w) const {
        return term::to_integer(w, sort, natural ? term::Sign::Unsigned : term::Sign::Signed);
      }
      verdict::Datum operator()(double d) const { return d; }
      verdict::Datum operator()(char32_t c) const { return c; }
      verdict::Datum operator()(const std::string& s) const { return s; }
      verdict::Datum operator()(term::Object) const { UNREACHABLE("references are no terms"); }
    };
    return std::visit(Visitor{terms_.sort(t), natural}, value);
  }

  verdict::Datum reference(ObjectId id, ir::TypeId type) {
    auto found = refs_.find(id);
    if (found == refs_.end()) {
      verdict::HeapRef ref = add(id, type);
      refs_.emplace(id, ref);
      return ref;
    }
    return found->second;
  }

  verdict::HeapRef add(ObjectId id, ir::TypeId type) {
    const ir::Program& program = tables_.program();
    verdict::HeapEntry entry;
    entry.ref = static_cast<std::uint32_t>(out_.heap.size() + 1);
    entry.is_array = program.type(type).kind == ir::TypeKind::Array;
    if (entry.is_array) {
      entry.type = program.type_name(type);
    } else {
      ir::ClassId cls =
          id ? state_.object(id).classes.front() : tables_.inputs(program.type(type).cls).front();
      entry.type = program.cls(cls).name;
    }
    entry.name = fmt::format("{}#{}", entry.type, ++numbers_[entry.type]);
    pending_.push_back({out_.heap.size(), id, type});
    out_.heap.push_back(std::move(entry));
    return {out_.heap.back().ref};
  }

  void fill(Pending what) {
    const ir::Program& program = tables_.program();
    Object unseen;
    const Object& o = what.object ? state_.object(what.object) : unseen;
    auto initial = [&](std::size_t at) { return at < o.initial.size() ? o.initial[at] : Value(); };
    if (out_.heap[what.entry].is_array) {
      std::size_t size = o.has_size ? o.slots.size() : 0;
      ir::TypeId element = program.type(what.type).element;
      for (std::size_t i = 0; i < size; ++i) {
        verdict::Datum d = datum(initial(i), element);
        out_.heap[what.entry].elements.push_back(std::move(d));
      }
      return;
    }
    ir::ClassId cls = program.find_class(out_.heap[what.entry].type);
    for (ir::FieldId field : tables_.fields(cls)) {
      verdict::Datum d = datum(initial(tables_.slot(field)), program.field(field).type);
      out_.heap[what.entry].fields.emplace_back(program.field(field).name, std::move(d));
    }
  }

  const ProgramTables& tables_;
  const term::Terms& terms_;
  const State& state_;
  const std::vector<Value>& inputs_;
  const term::Assignment& values_;
  verdict::Inputs out_;
  std::map<ObjectId, verdict::HeapRef> refs_;
  std::map<std::string, int> numbers_;
  std::vector<Pending> pending_;
};

}  // namespace

verdict::Inputs inputs_of(const ProgramTables& tables, const term::Terms& terms, const State& state,
                          const std::vector<Value>& inputs, const term::Assignment& values) {
  return InputWriter(tables, terms, state, inputs, values).write();
}

}  // namespace symex
