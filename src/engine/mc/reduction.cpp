// Accesses by place. Two sets for each point:
//
//   own     what the transitions that leave the point touch, enabled or not;
//   future  what a thread that stands there may ever touch, and those that it starts.
//
// The steps of one thread at its point are independent of everything that others may do
// before them if no place that they write is in the others' futures, and no place that
// they read is written there. The same for each transition, for stubborn sets.
#include "engine/mc/reduction.h"

#include <algorithm>

#include "engine/mc/footprint.h"
#include "engine/mc/stubborn.h"

namespace mc {

namespace {

bool is_empty(const Places& places) {
  return std::all_of(places.begin(), places.end(), [](std::uint64_t word) { return word == 0; });
}

// Whether the property can tell the state before the transition from the one behind it.
class Observer {
 public:
  explicit Observer(const Model& model) : observed_(model.options.observed) {}

  bool sees(ir::ProcId id, const ir::Procedure& proc, const ir::Transition& t) const {
    bool ends = t.target == proc.exit || t.target == proc.except;
    if (ends && observed_.threads) return true;
    if (t.source != t.target && (is_location(id, t.source) || is_location(id, t.target))) {
      return true;
    }
    if (ends && has_local(id)) return true;
    auto seen = [&](const ir::Action& action) { return sees(id, action); };
    return std::any_of(t.reads.begin(), t.reads.end(), seen) ||
           std::any_of(t.actions.begin(), t.actions.end(), seen);
  }

 private:
  bool is_location(ir::ProcId proc, ir::LocId at) const {
    return observed_.locations.contains({proc, at});
  }
  bool has_local(ir::ProcId proc) const {
    auto at = observed_.locals.lower_bound({proc, ir::LocalId(0)});
    return at != observed_.locals.end() && at->first == proc;
  }
  bool has_location(ir::ProcId proc) const {
    auto at = observed_.locations.lower_bound({proc, ir::LocId(0)});
    return at != observed_.locations.end() && at->first == proc;
  }

  bool sees(ir::ProcId proc, const ir::Action& action) const {
    ir::LocalId written = ir::written_local(action);
    if (written && observed_.locals.contains({proc, written})) return true;
    return ir::visit([&](const auto& a) { return changes(a); }, action);
  }
  template <ir::OneOf<ir::Enter, ir::Exit, ir::Acquire, ir::Release, ir::Wait, ir::Unwait,
                      ir::Notify, ir::NotifyAll>
                OfLock>
  bool changes(const OfLock& a) const {
    return (a.lock.global && observed_.globals.contains(a.lock.global)) ||
           (a.lock.field && observed_.fields.contains(a.lock.field));
  }
  template <
      ir::OneOf<ir::Assign, ir::LoadField, ir::LoadElement, ir::LoadGlobal, ir::Call, ir::Join,
                ir::JoinThread, ir::Self, ir::TestLock, ir::TestThread, ir::Assert, ir::Assume,
                ir::CheckContract, ir::Limit, ir::Havoc, ir::Choose, ir::ChooseInstance,
                ir::ChooseReachable, ir::Throw, ir::Catch, ir::Return, ir::Print, std::monostate>
          Other>
  bool changes(const Other&) const {
    return false;
  }
  bool changes(const ir::StoreGlobal& a) const { return observed_.globals.contains(a.global); }
  bool changes(const ir::StoreField& a) const { return observed_.fields.contains(a.field); }
  bool changes(const ir::StoreElement&) const { return observed_.elements; }
  bool changes(const ir::New&) const { return observed_.instances; }
  bool changes(const ir::NewArray&) const { return observed_.instances; }
  // A new thread stands at a location, with its own variables.
  bool changes(const ir::Fork& a) const {
    return observed_.threads || has_location(a.callee.proc) || has_local(a.callee.proc);
  }

  const Observed& observed_;
};

// Local steps are run without looking at other threads, so no cycle may consist of them:
// the target of each edge that closes one is a scheduling point.
void break_cycles(Model& model) {
  enum class Color : std::uint8_t { White, Grey, Black };
  std::vector<Color> color(model.points.size(), Color::White);
  struct Frame {
    std::uint32_t point;
    std::uint32_t next;
  };
  for (std::uint32_t root = kUncaught + 1; root < model.points.size(); ++root) {
    if (color[root] != Color::White) continue;
    std::vector<Frame> frames{{root, model.points[root].begin}};
    color[root] = Color::Grey;
    while (!frames.empty()) {
      Frame& frame = frames.back();
      Point& point = model.points[frame.point];
      if (!point.is_local || frame.next == point.end) {
        color[frame.point] = Color::Black;
        frames.pop_back();
        continue;
      }
      std::uint32_t target = model.transitions[frame.next++].target;
      if (target <= kUncaught) continue;
      if (color[target] == Color::Grey) {
        model.points[target].is_local = false;
      } else if (color[target] == Color::White) {
        color[target] = Color::Grey;
        frames.push_back({target, model.points[target].begin});
      }
    }
  }
}

// What only decides whether the single transition of a point is enabled does not matter: it is
// expanded alone only if it is enabled, and then nobody else's steps change that.
void add_accesses(const Footprint& footprint, bool is_single, Point& point) {
  for (const Access& access : footprint.accesses) {
    bool is_own = access.is_own && !(access.is_awaited && is_single);
    if (is_own) insert(access.is_write ? point.writes : point.reads, access.place);
    if (access.is_future) {
      insert(access.is_write ? point.future_writes : point.future_reads, access.place);
    }
  }
}

void collect_points(Model& model, const Numbering& numbering) {
  const ir::Program& program = *model.program;
  Observer observer(model);
  std::size_t words = numbering.count() / 64 + 1;
  bool tests_ends =
      std::any_of(model.footprints.begin(), model.footprints.end(), [](const Footprint& footprint) {
        return std::any_of(
            footprint.accesses.begin(), footprint.accesses.end(),
            [](const Access& a) { return a.is_future && a.place == Numbering::kEnded; });
      });
  for (Point& point : model.points) {
    for (Places* places :
         {&point.reads, &point.writes, &point.future_reads, &point.future_writes}) {
      places->assign(words, 0);
    }
    bool is_seen = false;
    bool throws = false;
    bool is_single = point.end - point.begin == 1;
    for (std::uint32_t i = point.begin; i < point.end; ++i) {
      const ir::Procedure& proc = program.proc(point.proc);
      const Transition& t = model.transitions[i];
      add_accesses(model.footprints[i], is_single, point);
      is_seen = is_seen || observer.sees(point.proc, proc, proc.transitions[t.id.index()]);
      throws = throws || t.target == kUncaught;
    }
    // An end that no one tests is as local as what nobody else sees.
    Places writes = point.writes;
    if (!tests_ends)
      writes[Numbering::kEnded / 64] &= ~(std::uint64_t{1} << Numbering::kEnded % 64);
    bool has_steps = point.begin < point.end;
    point.is_local = has_steps && !throws && !is_seen && is_empty(point.reads) && is_empty(writes);
    point.may_reduce = has_steps && !is_seen;
  }
}

// The futures of a point contain those of its successors and of the threads that it starts.
void close_futures(Model& model) {
  auto include = [&](Point& point, std::uint32_t other) {
    if (other <= kUncaught) return false;
    const Point& next = model.points[other];
    bool reads = merge(next.future_reads, point.future_reads);
    bool writes = merge(next.future_writes, point.future_writes);
    return reads || writes;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t p = model.points.size(); p-- > 0;) {
      Point& point = model.points[p];
      for (std::uint32_t t = point.begin; t < point.end; ++t) {
        const Transition& transition = model.transitions[t];
        changed = include(point, transition.target) || changed;
        for (std::uint32_t i = transition.actions; i < transition.end; ++i) {
          const Instr& instr = model.instrs[i];
          if (instr.code != Code::Fork) continue;
          changed = include(point, model.programs[instr.place].entry) || changed;
        }
      }
    }
  }
}

}  // namespace

void prepare_reductions(Model& model, const std::vector<std::uint32_t>& node_of) {
  Numbering numbering(*model.program);
  prepare_footprints(model, numbering, node_of);
  collect_points(model, numbering);
  close_futures(model);
  break_cycles(model);
  model.object_places.assign(numbering.count() / 64 + 1, 0);
  for (std::uint32_t i = 0; i < numbering.count(); ++i) {
    if (numbering.belongs_to_object(i)) insert(model.object_places, i);
  }
  if (model.options.reduce && model.options.stubborn) prepare_stubborn_sets(model);
}

}  // namespace mc
