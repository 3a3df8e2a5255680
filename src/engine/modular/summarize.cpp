#include "engine/modular/summarize.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/modular/summarize_proc.h"

namespace modular {

Summarizer::Summarizer(const ir::Program& program, const Slots& slots, const EffectTable& effects,
                       SummaryOptions options)
    : program_(program), slots_(slots), effects_(effects), options_(options), values_(program) {}

const Summary& Summarizer::summary(ir::ProcId proc) {
  Context known;
  known.params.assign(program_.proc(proc).params.size(), true);
  known.slots.assign(slots_.size(), true);
  return template_for(proc, known).summary;
}

// ---------------------------------------------------------------- symbols

Summarizer::SymbolTriple& Summarizer::slot_triple(SlotId slot) {
  auto [it, is_new] = slot_symbols_.try_emplace(slot);
  if (is_new) {
    const Slot& s = slots_[slot];
    it->second = {values_.add_symbol(s.name, s.range, s.arity, s.kind != SlotKind::Allocated),
                  values_.add_symbol(s.name + "$lower", s.range, s.arity),
                  values_.add_symbol(s.name + "$upper", s.range, s.arity)};
  }
  return it->second;
}

Summarizer::SymbolTriple& Summarizer::param_triple(ir::ProcId proc, std::size_t param) {
  auto [it, is_new] = param_symbols_.try_emplace({proc, param});
  if (is_new) {
    const ir::Procedure& p = program_.proc(proc);
    const ir::Local& local = p.local(p.params[param]);
    it->second = {values_.add_symbol(local.name, local.type, 1, true),
                  values_.add_symbol(local.name + "$lower", local.type, 1),
                  values_.add_symbol(local.name + "$upper", local.type, 1)};
  }
  return it->second;
}

SymbolId Summarizer::slot_symbol(SlotId slot) { return slot_triple(slot).exact; }
SymbolId Summarizer::param_symbol(ir::ProcId proc, std::size_t param) {
  return param_triple(proc, param).exact;
}

const Summarizer::NewSymbol* Summarizer::new_symbol(SymbolId id) const {
  auto found = new_symbols_.find(id);
  return found == new_symbols_.end() ? nullptr : &found->second;
}

ValueId Summarizer::named_object(ir::ClassId cls, ir::TypeId array, ir::TypeId type,
                                 std::uint32_t number) {
  auto [it, is_new] = objects_.try_emplace({cls, array, number});
  if (is_new) {
    std::string name = cls ? program_.cls(cls).name : program_.type_name(array);
    std::string suffix = number > 1 ? fmt::format("${}", number) : "";
    it->second = values_.add_symbol(fmt::format("New${}{}", name, suffix), type, 1);
    new_symbols_[it->second] = {cls, array, number, false};
  }
  return values_.new_object(it->second);
}

ValueId Summarizer::object_set(ir::ClassId cls, ir::TypeId array, ir::TypeId type) {
  auto [it, is_new] = objects_.try_emplace({cls, array, 0});
  if (is_new) {
    std::string name = cls ? program_.cls(cls).name : program_.type_name(array);
    it->second = values_.add_symbol(fmt::format("NewSet${}", name), type, 1);
    new_symbols_[it->second] = {cls, array, 0, true};
  }
  return values_.new_set(it->second);
}

// ---------------------------------------------------------------- unknown values

Bounds Summarizer::unknown(ir::TypeId type) { return {values_.none(1, type), values_.type(type)}; }

Bounds Summarizer::unknown(SlotId slot, const Bounds& before) {
  const Slot& s = slots_[slot];
  ValueId all = values_.type(s.range);
  switch (s.kind) {
    case SlotKind::Global: break;
    case SlotKind::Allocated: {
      // Objects never go away.
      ir::ClassId cls;
      ir::TypeId array;
      if (program_.type(s.range).kind == ir::TypeKind::Array) {
        array = s.range;
      } else {
        cls = program_.find_class(s.name);
      }
      return {before.lower, values_.make_union(before.upper, object_set(cls, array, s.range))};
    }
    case SlotKind::Elements: {
      ir::TypeId integer = slots_[slots_.length(s.domain)].range;
      all = values_.product(values_.type(integer), all);
      [[fallthrough]];
    }
    case SlotKind::Spec:
      if (s.middle) all = values_.product(values_.type(s.middle), all);
      [[fallthrough]];
    case SlotKind::Field:
    case SlotKind::Length: all = values_.product(values_.type(s.domain), all);
  }
  return {values_.none(s.arity, s.range), all};
}

// ---------------------------------------------------------------- templates

Environment Summarizer::initial(ir::ProcId id, const Context& context) {
  const ir::Procedure& proc = program_.proc(id);
  Environment env;
  env.paths.resize(proc.locals.size());
  for (const ir::Local& local : proc.locals) {
    ir::Constant constant = local.initial.value_or(program_.default_value(local.type));
    Bounds bounds = unknown(local.type);
    ValueId known;
    if (std::holds_alternative<ir::NullValue>(constant)) known = values_.null(local.type);
    if (const auto* truth = std::get_if<bool>(&constant)) known = values_.truth(*truth, local.type);
    if (const auto* number = std::get_if<base::Integer>(&constant)) {
      if (auto small = number->to_int64()) known = values_.number(*small, local.type);
    }
    if (known) bounds = {known, known};
    env.locals.push_back(bounds);
  }
  auto bounds_of = [&](const SymbolTriple& symbols, bool is_known) {
    if (!is_known) {
      return Bounds{values_.symbol_value(symbols.lower), values_.symbol_value(symbols.upper)};
    }
    ValueId value = values_.symbol_value(symbols.exact);
    return Bounds{value, value};
  };
  for (std::size_t i = 0; i < proc.params.size(); ++i) {
    env.locals[proc.params[i].index()] = bounds_of(param_triple(id, i), context.params[i]);
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    env.slots.push_back(bounds_of(slot_triple(SlotId(i)), context.slots[i]));
    bool is_set = slots_[SlotId(i)].kind == SlotKind::Allocated;
    if (is_set && !context.slots[i]) env.slots[i] = unknown(SlotId(i), env.slots[i]);
  }
  return env;
}

const Summarizer::Template& Summarizer::template_for(ir::ProcId proc, const Context& wanted) {
  auto& made = templates_[proc];
  if (auto found = made.find(wanted); found != made.end()) return found->second;
  Context context = wanted;
  // The one with everything known is what the encoding of a call needs: it does not count.
  auto is_all = [](const std::vector<bool>& known) {
    return std::find(known.begin(), known.end(), false) == known.end();
  };
  bool is_known = is_all(wanted.params) && is_all(wanted.slots);
  if (made.size() >= options_.max_contexts && !is_known) {
    // The context in which nothing is known serves everywhere.
    context.params.assign(wanted.params.size(), false);
    const Effects& effects = effects_.of(proc);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      context.slots[i] = !effects.reads[i] && !effects.writes[i];
    }
    if (auto found = made.find(context); found != made.end()) return found->second;
  }
  Environment entry = initial(proc, context);
  running_.insert(proc);
  Summary summary = ProcedureSummarizer(*this, proc).run(entry);
  running_.erase(proc);
  return templates_[proc]
      .emplace(context, Template{std::move(summary), std::move(entry)})
      .first->second;
}

// ---------------------------------------------------------------- text

namespace {

void show_bounds(Summarizer& summarizer, const std::string& name, const Bounds& bounds,
                 std::string& text) {
  const Values& values = summarizer.values();
  if (bounds.is_exact()) {
    text += fmt::format("  {} = {}\n", name, values.show(bounds.upper));
    return;
  }
  text += fmt::format("  {} in {}\n", name, values.show(bounds.upper));
  text += fmt::format("  {} in {}\n", values.show(bounds.lower), name);
}

void show_outcome(Summarizer& summarizer, const ir::Program& program, const Slots& slots,
                  ir::ProcId proc, const Outcome& outcome, std::string& text) {
  std::size_t before = text.size();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    ValueId same = summarizer.values().symbol_value(summarizer.slot_symbol(SlotId(i)));
    const Bounds& bounds = outcome.slots[i];
    if (bounds.lower == same && bounds.upper == same) continue;
    show_bounds(summarizer, slots[SlotId(i)].name + "'", bounds, text);
  }
  bool is_void = program.type(program.proc(proc).result).kind == ir::TypeKind::Void;
  if (!is_void && outcome.result.upper) show_bounds(summarizer, "return", outcome.result, text);
  if (text.size() == before) text += "  nothing changes\n";
}

}  // namespace

std::string show_summary(Summarizer& summarizer, const ir::Program& program, const Slots& slots,
                         ir::ProcId proc) {
  const Summary& summary = summarizer.summary(proc);
  std::string text = program.proc(proc).name + "\n";
  if (summary.normal) {
    show_outcome(summarizer, program, slots, proc, *summary.normal, text);
  } else {
    text += "  never returns\n";
  }
  if (summary.raised) {
    Outcome raised = *summary.raised;
    raised.result = {};
    std::string more;
    show_outcome(summarizer, program, slots, proc, raised, more);
    text += "  when an exception leaves it:\n";
    std::size_t at = 0;
    while (at < more.size()) {
      std::size_t end = more.find('\n', at) + 1;
      text += "  " + more.substr(at, end - at);
      at = end;
    }
  }
  return text;
}

}  // namespace modular
