// Every point of the program (a slot) has the set of what may be written from there on:
// its own writes and those of the slots it leads to. Slots are visited with those they
// lead to first, so that straight code needs one sweep; loops and recursion need a few
// more. Calls of one selector share a slot for all methods they may run.
//
// The sets of all locations are quadratic in the size of the program. Where they would
// take too much, all locations of a procedure share one set, and if that is still too
// much, the whole program has one. Both are larger sets, so nothing is lost but precision.
#include "ir/pass/future_writes.h"

#include <map>
#include <string>
#include <utility>

#include "ir/pass/hierarchy.h"

namespace pass {

namespace {

bool unite(std::uint64_t* into, const std::uint64_t* from, std::size_t words) {
  bool grew = false;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint64_t both = into[i] | from[i];
    grew = grew || both != into[i];
    into[i] = both;
  }
  return grew;
}

}  // namespace

FutureWrites::FutureWrites(const ir::Program& program, std::size_t max_words)
    : fields_(program.fields.size()), globals_(program.globals.size()) {
  for (std::size_t i = 0; i < program.types.size(); ++i) {
    const ir::Type& type = program.type(ir::TypeId(i));
    is_plain_.push_back(type.kind == ir::TypeKind::Array &&
                        !ir::is_reference(program.type(type.element).kind));
  }
  std::size_t size = fields_ + globals_ + program.types.size() + 1;
  words_ = (size + 63) / 64;
  choose_slots(program, max_words);
  add_edges(program);
  solve();
  next_.clear();
}

void FutureWrites::choose_slots(const ir::Program& program, std::size_t max_words) {
  std::size_t locations = 0;
  for (const ir::Procedure& proc : program.procs) locations += proc.locations.size();
  bool by_location = locations * words_ <= max_words;
  bool by_procedure = program.procs.size() * words_ <= max_words;
  std::size_t slots = 0;
  for (const ir::Procedure& proc : program.procs) {
    first_.push_back(slots);
    if (by_location) {
      slots += proc.locations.size();
    } else if (by_procedure) {
      ++slots;
    }
  }
  if (!by_location && !by_procedure) slots = 1;
  step_ = by_location ? 1 : 0;
  next_.resize(slots);
  sets_.assign(slots * words_, 0);
}

void FutureWrites::add_edges(const ir::Program& program) {
  Hierarchy hierarchy(program);
  std::map<std::pair<std::size_t, std::string>, std::size_t> selectors;
  auto entry = [&](ir::ProcId id) { return slot(id, program.proc(id).entry); };
  auto callee_slot = [&](const ir::Callee& callee) {
    if (!callee.is_virtual()) return entry(callee.proc);
    auto [found, is_new] =
        selectors.try_emplace({callee.declared.index(), callee.selector}, next_.size());
    if (is_new) {
      next_.emplace_back();
      sets_.resize(sets_.size() + words_, 0);
      for (ir::ProcId id : hierarchy.targets(callee)) next_[found->second].push_back(entry(id));
    }
    return found->second;
  };
  for (std::size_t p = 0; p < program.procs.size(); ++p) {
    ir::ProcId id(p);
    for (const ir::Transition& t : program.procs[p].transitions) {
      std::size_t from = slot(id, t.source);
      auto lead = [&](std::size_t to) {
        if (to != from) next_[from].push_back(to);
      };
      lead(slot(id, t.target));
      if (t.except) lead(slot(id, t.except));
      for (const ir::Action& action : t.actions) {
        if (const auto* a = std::get_if<ir::StoreField>(&action)) add(from, a->field.index());
        if (const auto* a = std::get_if<ir::StoreGlobal>(&action)) {
          add(from, fields_ + a->global.index());
        }
        if (const auto* a = std::get_if<ir::StoreElement>(&action)) {
          add(from, place_of(program.expr(a->array).type));
        }
        if (const auto* a = std::get_if<ir::Call>(&action)) lead(callee_slot(a->callee));
        if (const auto* a = std::get_if<ir::Fork>(&action)) lead(callee_slot(a->callee));
      }
    }
  }
}

// Depth first, with an explicit stack; a slot is listed after those it leads to.
std::vector<std::size_t> FutureWrites::order() const {
  std::vector<std::size_t> result;
  std::vector<bool> seen(next_.size(), false);
  struct Frame {
    std::size_t slot;
    std::size_t next;
  };
  std::vector<Frame> frames;
  for (std::size_t root = 0; root < next_.size(); ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    frames.push_back({root, 0});
    while (!frames.empty()) {
      Frame& top = frames.back();
      if (top.next == next_[top.slot].size()) {
        result.push_back(top.slot);
        frames.pop_back();
        continue;
      }
      std::size_t to = next_[top.slot][top.next++];
      if (seen[to]) continue;
      seen[to] = true;
      frames.push_back({to, 0});
    }
  }
  return result;
}

void FutureWrites::solve() {
  std::vector<std::size_t> slots = order();
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t at : slots) {
      for (std::size_t to : next_[at]) {
        if (unite(&sets_[at * words_], &sets_[to * words_], words_)) grows = true;
      }
    }
  }
}

}  // namespace pass
