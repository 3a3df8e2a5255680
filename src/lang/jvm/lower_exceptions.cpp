// Where exceptions go: through the handlers of the exception table, in its order.
#include <fmt/format.h>

#include "lang/jvm/body.h"

namespace jvm {

ir::LocId Body::outermost() {
  if (!method_lock_) return g_.proc().except;
  if (release_) return release_;
  ir::LocId saved = g_.at();
  release_ = g_.new_location();
  g_.go_on_at(release_);
  g_.step_to(g_.proc().except, {ir::Exit{{.object = method_lock_}}});
  g_.go_on_at(saved);
  return release_;
}

ir::LocId Body::handler_at(std::uint32_t index) {
  std::vector<std::uint32_t> covering;
  for (std::size_t i = 0; i < code_.handlers.size(); ++i) {
    const Handler& h = code_.handlers[i];
    if (index < h.begin || index >= h.end) continue;
    covering.push_back(static_cast<std::uint32_t>(i));
    if (h.catches.empty()) break;
  }
  return dispatch(covering);
}

// Catches what was thrown, asks for its class, handler by handler, and throws it again if none of
// them takes it.
ir::LocId Body::dispatch(const std::vector<std::uint32_t>& handlers) {
  if (handlers.empty()) return outermost();
  auto [at, fresh] = dispatches_.try_emplace(handlers);
  if (!fresh) return at->second;
  ir::LocId start = g_.new_location();
  at->second = start;
  ir::LocId after = outermost();
  ir::LocId saved = g_.at();
  g_.go_on_at(start);
  if (!caught_) caught_ = g_.new_temp(world_.ref(kThrowable));
  g_.step({ir::Catch{caught_}});
  bool takes_all = false;
  for (std::uint32_t i : handlers) {
    const Handler& h = code_.handlers[i];
    Type type = class_type(h.catches.empty() ? kThrowable : h.catches);
    entry_stack_.try_emplace(h.target, std::vector<Type>{class_type(kThrowable)});
    ir::Action passed = ir::Assign{stack_variable(0, type), g_.local(caught_)};
    if (h.catches.empty()) {
      g_.step_to(block(h.target), {std::move(passed)});
      takes_all = true;
      break;
    }
    if (world_.load(h.catches).is_missing) {
      g_.unsupported(fmt::format("the class {}, which is missing", external_name(h.catches)));
      takes_all = true;
      break;
    }
    ir::LocId yes = g_.new_location();
    ir::LocId no = g_.new_location();
    g_.branch(g_.instance_of(g_.local(caught_), type), yes, no);
    g_.go_on_at(yes);
    g_.step_to(block(h.target), {std::move(passed)});
    g_.go_on_at(no);
  }
  if (!takes_all) {
    g_.step_to(
        after,
        {ir::Throw{.kind = ir::ExceptionKind::User, .message = "", .object = g_.local(caught_)}});
  }
  g_.go_on_at(saved);
  return start;
}

}  // namespace jvm
