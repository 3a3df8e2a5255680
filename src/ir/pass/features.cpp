#include "ir/pass/features.h"

#include <algorithm>
#include <vector>

namespace pass {

namespace {

// Which features the actions of a program use, by feature.
class Used {
 public:
  explicit Used(const ir::Program& program) : program_(program), used_(kCount, false) {
    if (program.root) use(Feature::Root);
    for (std::size_t i = 0; i < program.expr_count(); ++i) {
      use(Feature::Accepts, program.expr(ir::ExprId(i)).kind == ir::ExprKind::Accepts);
    }
    for (const ir::Procedure& proc : program.procs) {
      for (const ir::Transition& t : proc.transitions) {
        for (const ir::Action& a : t.actions) ir::visit(*this, a);
      }
    }
  }

  bool has(Feature feature) const { return used_[static_cast<std::size_t>(feature)]; }

  void operator()(const ir::Throw& a) { use(Feature::ExceptionObjects, a.object.is_valid()); }
  void operator()(const ir::Catch& a) { use(Feature::ExceptionObjects, a.target.is_valid()); }
  void operator()(const ir::Fork& a) { use(Feature::Daemons, a.is_daemon); }
  void operator()(const ir::Assume& a) { use(Feature::Halt, a.halts); }
  void operator()(const ir::JoinThread&) { use(Feature::JoinThread); }
  void operator()(const ir::Self&) { use(Feature::Self); }
  void operator()(const ir::Unwait& a) { use(Feature::TimedWait, a.may_give_up); }
  void operator()(const ir::Limit& a) { use(Feature::Unsupported, a.unsupported); }
  void operator()(const ir::StoreField& a) {
    use(Feature::WrittenConstants, program_.field(a.field).sharing == ir::Sharing::Constant);
  }
  void operator()(const ir::StoreGlobal& a) {
    use(Feature::WrittenConstants, program_.global(a.global).sharing == ir::Sharing::Constant);
  }
  template <class Other>
  void operator()(const Other&) {}

 private:
  static constexpr std::size_t kCount = static_cast<std::size_t>(Feature::Unsupported) + 1;

  void use(Feature feature, bool is_used = true) {
    if (is_used) used_[static_cast<std::size_t>(feature)] = true;
  }

  const ir::Program& program_;
  std::vector<bool> used_;
};

}  // namespace

std::string_view text(Feature feature) {
  static constexpr std::string_view kTable[] = {
#define FEATURE(name, text) text,
#include "ir/pass/features.def"
#undef FEATURE
  };
  return kTable[static_cast<std::size_t>(feature)];
}

namespace {

constexpr std::string_view kUnsupported = "unsupported: ";

}  // namespace

std::string bound_of(const ir::Limit& limit) {
  return limit.unsupported ? std::string(kUnsupported) + limit.what : limit.what;
}

std::optional<std::string> unsupported_in(std::string_view bound) {
  if (!bound.starts_with(kUnsupported)) return std::nullopt;
  return std::string(bound.substr(kUnsupported.size()));
}

std::optional<Feature> find_unsupported(const ir::Program& program,
                                        std::initializer_list<Feature> supported) {
  static constexpr Feature kAll[] = {
#define FEATURE(name, text) Feature::name,
#include "ir/pass/features.def"
#undef FEATURE
  };
  const Used used(program);
  for (Feature feature : kAll) {
    bool is_known = std::find(supported.begin(), supported.end(), feature) != supported.end();
    if (!is_known && used.has(feature)) return feature;
  }
  return std::nullopt;
}

}  // namespace pass
