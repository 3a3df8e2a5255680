// What stubborn sets need to know of a model before the search: for each transition those that it
// may conflict with and those that may enable it, by places alone; what can be taken from a point
// on.
#include <algorithm>

#include "engine/mc/stubborn.h"

namespace mc {

namespace {

constexpr std::size_t kMostTransitions = 2048;  // sets of pairs are kept
constexpr std::uint32_t kMostWays = 64;         // of a point

void find_futures(Model& model, std::size_t words) {
  for (Point& point : model.points) {
    point.future.assign(words, 0);
    for (std::uint32_t t = point.begin; t < point.end; ++t) insert(point.future, t);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t p = model.points.size(); p-- > 0;) {
      Point& point = model.points[p];
      for (std::uint32_t t = point.begin; t < point.end; ++t) {
        changed = merge(model.points[model.transitions[t].target].future, point.future) || changed;
      }
    }
  }
}

void find_unstable(Model& model) {
  std::vector<std::vector<SlotId>> written(model.transitions.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    const ir::Procedure& proc = model.program->proc(model.transitions[i].proc);
    const ir::Transition& t = proc.transitions[model.transitions[i].id.index()];
    auto look = [&](const ir::Action& action) {
      ir::LocalId local = ir::written_local(action);
      if (std::holds_alternative<ir::Return>(action)) local = proc.retval;
      if (local) written[i].push_back(kLocals + local.index());
    };
    for (const ir::Action& action : t.reads) look(action);
    for (const ir::Action& action : t.actions) look(action);
  }
  for (Point& point : model.points) {
    point.unstable.assign(model.thread_stride, false);
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (!contains(point.future, i)) continue;
      for (SlotId slot : written[i]) point.unstable[slot] = true;
    }
  }
}

// What the threads may do that a transition starts.
std::vector<TransitionSet> find_started(const Model& model, std::size_t words) {
  std::vector<TransitionSet> result(model.transitions.size(), TransitionSet(words, 0));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < result.size(); ++i) {
      for (std::uint32_t entry : model.footprints[i].starts) {
        const TransitionSet& future = model.points[entry].future;
        changed = merge(future, result[i]) || changed;
        for (std::size_t k = 0; k < result.size(); ++k) {
          if (contains(future, k)) changed = merge(result[k], result[i]) || changed;
        }
      }
    }
  }
  return result;
}

}  // namespace

void prepare_stubborn_sets(Model& model) {
  std::size_t count = model.transitions.size();
  bool fits = count <= kMostTransitions &&
              std::all_of(model.points.begin(), model.points.end(),
                          [](const Point& p) { return p.end - p.begin <= kMostWays; });
  if (!fits) return;
  std::uint32_t number = 0;
  for (Footprint& footprint : model.footprints) {
    for (Access& access : footprint.accesses) access.number = number++;
  }
  std::size_t words = count / 64 + 1;
  find_futures(model, words);
  find_unstable(model);
  std::size_t places = model.object_places.size() * 64;
  std::vector<TransitionSet> readers(places);
  std::vector<TransitionSet> writers(places);
  for (std::size_t i = 0; i < places; ++i) {
    readers[i].assign(words, 0);
    writers[i].assign(words, 0);
  }
  for (std::uint32_t p = 0; p < model.points.size(); ++p) {
    for (std::uint32_t i = model.points[p].begin; i < model.points[p].end; ++i) {
      Transition& t = model.transitions[i];
      t.source = p;
      model.points[t.target].before.push_back(i);
      for (const Access& a : model.footprints[i].accesses) {
        if (a.is_future) insert(a.is_write ? writers[a.place] : readers[a.place], i);
      }
    }
  }
  model.conflicting.assign(count, TransitionSet(words, 0));
  model.enabling = model.conflicting;
  for (std::size_t i = 0; i < count; ++i) {
    for (const Access& a : model.footprints[i].accesses) {
      if (!a.is_own) continue;
      merge(writers[a.place], model.enabling[i]);
      if (a.is_awaited) continue;
      merge(writers[a.place], model.conflicting[i]);
      if (a.is_write) merge(readers[a.place], model.conflicting[i]);
    }
  }
  std::vector<TransitionSet> started = find_started(model, words);
  model.starting_conflicts.assign(count, TransitionSet(words, 0));
  model.starting_enablers = model.starting_conflicts;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < count; ++k) {
      if (model.footprints[k].starts.empty()) continue;
      if (meet(started[k], model.conflicting[i])) insert(model.starting_conflicts[i], k);
      if (meet(started[k], model.enabling[i])) insert(model.starting_enablers[i], k);
    }
  }
}

}  // namespace mc
