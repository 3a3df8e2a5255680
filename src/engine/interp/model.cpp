#include "engine/interp/model.h"

#include <algorithm>

#include "base/check.h"

namespace interp {

namespace {

bool observes_instances(const ir::Program& program, const ir::Procedure& proc,
                        const ir::Action& action) {
  if (std::holds_alternative<ir::ChooseInstance>(action)) return true;
  const auto* havoc = std::get_if<ir::Havoc>(&action);
  if (!havoc) return false;
  ir::TypeKind kind = program.type(proc.local(havoc->target).type).kind;
  return kind == ir::TypeKind::Ref || kind == ir::TypeKind::Array;
}

bool is_thread(const ir::Program& program, ir::TypeId type) {
  const ir::Type* t = &program.type(type);
  while (t->element) t = &program.type(t->element);
  return t->kind == ir::TypeKind::Tid;
}

}  // namespace

Model::Model(const ir::Program& program, Options options)
    : program_(program), options_(options), access_modes_(program) {
  CHECK(program.entry.is_valid(), "the program has no entry procedure");
  for (const ir::Procedure& proc : program.procs) {
    outgoing_.push_back(ir::outgoing(proc));
    for (const ir::Local& l : proc.locals) has_thread_variables_ |= is_thread(program, l.type);
    for (const ir::Transition& t : proc.transitions) {
      observes_instances_ |= std::any_of(
          t.actions.begin(), t.actions.end(),
          [&](const ir::Action& a) { return interp::observes_instances(program, proc, a); });
    }
  }
  for (std::size_t i = 0; i < program.classes.size(); ++i) {
    fields_.push_back(program.all_fields(ir::ClassId(i)));
  }
  for (const ir::Global& g : program.globals) has_thread_variables_ |= is_thread(program, g.type);
  for (const ir::Field& f : program.fields) has_thread_variables_ |= is_thread(program, f.type);
  const auto& contract = program.proc(program.entry).contract;
  restricts_exceptions_ = std::any_of(contract.begin(), contract.end(), [](const ir::Clause& c) {
    return c.kind == ir::ContractKind::Exceptional;
  });
}

}  // namespace interp
