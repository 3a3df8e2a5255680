#include "ir/pass/access_modes.h"

#include <algorithm>

namespace pass {

// Walks over the actions of a program.
class AccessModes::Finder {
 public:
  Finder(const ir::Program& program, AccessModes& found) : program_(program), found_(found) {}

  void look_at(const ir::Transition& t) {
    has_order_ = has_access_ = false;
    for (const ir::Action& action : t.reads) look_at(action);
    for (const ir::Action& action : t.actions) look_at(action);
    found_.has_mixed_steps_ = found_.has_mixed_steps_ || (has_order_ && has_access_);
  }

  void read(ir::ExprId id) {
    if (!id || !ir::reads_heap(program_, id)) return;
    const ir::Expr& e = program_.expr(id);
    switch (e.kind) {
      case ir::ExprKind::FieldOf: field(e.field, ir::AccessMode::Declared); break;
      case ir::ExprKind::GlobalOf: global(e.global, ir::AccessMode::Declared); break;
      case ir::ExprKind::ElementOf:
      case ir::ExprKind::Forall:
      case ir::ExprKind::Exists: element(ir::AccessMode::Declared); break;
      default: break;
    }
    for (ir::ExprId part : {e.a, e.b, e.c}) read(part);
  }

 private:
  void look_at(const ir::Action& action) {
    ir::for_each_expr(action, [&](ir::ExprId e) { read(e); });
    if (const auto* a = std::get_if<ir::LoadField>(&action)) field(a->field, a->mode);
    if (const auto* a = std::get_if<ir::StoreField>(&action)) field(a->field, a->mode);
    if (const auto* a = std::get_if<ir::LoadGlobal>(&action)) global(a->global, a->mode);
    if (const auto* a = std::get_if<ir::StoreGlobal>(&action)) global(a->global, a->mode);
    if (const auto* a = std::get_if<ir::LoadElement>(&action)) element(a->mode);
    if (const auto* a = std::get_if<ir::StoreElement>(&action)) element(a->mode);
    if (const auto* a = std::get_if<ir::Enter>(&action)) monitor(a->orders);
    if (const auto* a = std::get_if<ir::Exit>(&action)) monitor(a->orders);
    if (const auto* a = std::get_if<ir::Wait>(&action)) monitor(a->orders);
    if (const auto* a = std::get_if<ir::Unwait>(&action)) monitor(a->orders);
    if (const auto* a = std::get_if<ir::TestLock>(&action)) {
      if (a->test != ir::LockTest::HasLock) found_.is_weak_ = true;
    }
  }

  void monitor(bool orders) { found_.is_weak_ = found_.is_weak_ || !orders; }

  void field(ir::FieldId id, ir::AccessMode mode) {
    ir::Sharing sharing = program_.field(id).sharing;
    if (sharing == ir::Sharing::Constant) return;
    use(found_.fields_[id.index()], ir::mode_of(mode, sharing));
  }
  void global(ir::GlobalId id, ir::AccessMode mode) {
    ir::Sharing sharing = program_.global(id).sharing;
    if (sharing == ir::Sharing::Constant) return;
    use(found_.globals_[id.index()], ir::mode_of(mode, sharing));
  }
  void element(ir::AccessMode mode) {
    use(found_.elements_, ir::mode_of(mode, ir::Sharing::Plain));
  }

  void use(Use& place, ir::AccessMode mode) {
    if (!ir::is_atomic(mode)) {
      place.is_plain = true;
      has_access_ = true;
      return;
    }
    place.is_atomic = true;
    if (mode != ir::AccessMode::Volatile) found_.is_weak_ = true;
    has_order_ = true;
  }

  const ir::Program& program_;
  AccessModes& found_;
  bool has_order_ = false;   // the step at hand has an atomic access
  bool has_access_ = false;  // and a plain one
};

AccessModes::AccessModes(const ir::Program& program)
    : fields_(program.fields.size()), globals_(program.globals.size()) {
  Finder finder(program, *this);
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Transition& t : proc.transitions) finder.look_at(t);
    for (const ir::Clause& clause : proc.contract) finder.read(clause.condition);
  }
}

}  // namespace pass
