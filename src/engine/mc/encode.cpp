// States as bits, for stores.
//
// The bits list the number of threads, the allocation counts, the globals, the threads
// with the variables that are live where they stand, and the objects. Threads that have
// ended are left out if nothing refers to them. Each piece tells
// how long it is by what comes before it, so that no encoding is the beginning of
// another and all of them can be decoded.
//
// Objects are named in the order in which the encoding meets references to them, as in
// Iosif's dSPIN (the BIR paper, section 4.2): states that differ in the places of their
// objects have the same bits, and objects that no one can reach are left out. A name that
// is new is followed by the kind of its object. Where objects lie in a collection decides
// nothing, only how many have been allocated does, which is part of the state.
#include <algorithm>

#include "base/check.h"
#include "engine/mc/system.h"

namespace mc {

namespace {

constexpr std::uint32_t kFlagBits = 4;
constexpr std::uint32_t kDepthBits = 4;
constexpr std::uint32_t kDeepBits = 16;  // of a depth that takes more
constexpr std::uint32_t kDeep = (1U << kDepthBits) - 1;

}  // namespace

// ---------------------------------------------------------------- writing

// Kept apart from the machine so that it lives in registers.
class Machine::Writer {
 public:
  Writer(Machine& machine, std::uint32_t* out)
      : m_(machine), slots_(machine.slots_.data()), begin_(out), out_(out) {}

  void put(std::uint32_t value, std::uint32_t width) {
    bits_ |= std::uint64_t{value} << count_;
    count_ += width;
    if (count_ >= 32) {
      *out_++ = static_cast<std::uint32_t>(bits_);
      bits_ >>= 32;
      count_ -= 32;
    }
  }

  void item(SlotId base, const Item& item) {
    SlotId slot = base + item.slot;
    switch (item.coding) {
      case Coding::Scalar:
        put(static_cast<std::uint32_t>(slots_[slot]) - static_cast<std::uint32_t>(item.low),
            item.width);
        break;
      case Coding::Ref: name(static_cast<std::uint32_t>(slots_[slot])); break;
      case Coding::Thread: put(name_of_thread(slots_[slot]), m_.model_.thread_width); break;
      case Coding::Lock: lock(slot, item); break;
      case Coding::Fixed: break;
    }
  }

  void items(SlotId base, const std::vector<Item>& all) {
    for (const Item& i : all) item(base, i);
  }

  void name(std::uint32_t number) {
    const Model& model = m_.model_;
    if (number < m_.first_dynamic_ || !model.options.symmetry) return put(number, model.ref_width);
    const Part& part = model.parts[number];
    bool is_new = m_.stamps_[part.unit] != m_.stamp_;
    if (is_new) {
      m_.stamps_[part.unit] = m_.stamp_;
      m_.names_[part.unit] = m_.next_name_;
      m_.next_name_ += model.kinds[part.kind].parts;
      m_.order_.push_back(part.unit);
    }
    put(m_.names_[part.unit] + (number - part.unit), model.ref_width);
    if (is_new) put(model.kinds[part.kind].group - model.fixed_kinds, model.kind_width);
  }

  void depth(std::int32_t value) {
    auto deep = static_cast<std::uint32_t>(value);
    put(std::min(deep, kDeep), kDepthBits);
    if (deep >= kDeep) put(deep, kDeepBits);
  }

  // A set of threads, by their positions.
  void threads(std::uint32_t bits) {
    for (std::uint32_t t : m_.shown_) put(bits >> t & 1, 1);
  }

  void lock(SlotId lock, const Item& type) {
    std::int32_t holder = slots_[lock + kHolder];
    bool is_idle = holder == 0 &&
                   (!type.waits || (slots_[lock + kWaiting] == 0 && slots_[lock + kNotified] == 0));
    put(is_idle ? 0 : 1, 1);
    if (is_idle) return;
    const Model& model = m_.model_;
    put(holder == kSemaphore ? model.options.threads + 1 : name_of_thread(holder),
        model.thread_width);
    if (type.reentrant && holder != 0 && holder != kSemaphore) depth(slots_[lock + kDepth]);
    if (!type.waits) return;
    auto waiting = static_cast<std::uint32_t>(slots_[lock + kWaiting]);
    auto notified = static_cast<std::uint32_t>(slots_[lock + kNotified]);
    threads(waiting);
    threads(notified);
    for (std::uint32_t t : m_.shown_) {
      if (type.reentrant && ((waiting | notified) >> t & 1) != 0) depth(slots_[lock + kSaved + t]);
    }
  }

  void unit(const UnitKind& kind, SlotId base) {
    if (!kind.has_length) return items(base, kind.items);
    std::uint32_t skip_from = kind.first_element + static_cast<std::uint32_t>(slots_[base]);
    std::uint32_t skip_to = kind.first_element + kind.elements;
    for (std::uint32_t i = 0; i < kind.items.size(); ++i) {
      if (i < skip_from || i >= skip_to) item(base, kind.items[i]);
    }
  }

  void thread(std::uint32_t thread) {
    const Model& model = m_.model_;
    SlotId base = m_.base_of(thread);
    auto at = static_cast<std::uint32_t>(slots_[base + kPoint]);
    put(at, model.point_width);
    if (model.has_join && thread > 0) {
      put(parent_of(thread), model.thread_width);
    }
    if (at == kEnded) {
      if (thread == 0) items(base, model.kept);
      return;
    }
    if (model.exception_width > 0) {
      put(static_cast<std::uint32_t>(slots_[base + kException]), model.exception_width);
    }
    items(base, model.points[at].live);
  }

  // Objects of collections: all of them, or those that have got a name.
  void objects() {
    const Model& model = m_.model_;
    if (!model.options.symmetry) return all_objects();
    named_objects();
    if (!model.sees_instances) return;
    // Then those that no one reaches, in the order of their places, each with what it
    // reaches itself. Decoding gives them places in the same order.
    for (std::size_t g = model.fixed_kinds; g < model.kinds.size(); ++g) {
      for (std::size_t k = g; k < model.kinds.size(); ++k) {
        const UnitKind& kind = model.kinds[k];
        if (kind.group != g) continue;
        auto units = static_cast<std::uint32_t>(slots_[kind.allocated]);
        for (std::uint32_t u = 0; u < units; ++u) {
          std::uint32_t number = kind.first + u * kind.parts;
          if (m_.stamps_[number] == m_.stamp_) continue;
          name(number);
          named_objects();
        }
      }
    }
  }

  std::size_t finish() {
    if (count_ > 0) *out_++ = static_cast<std::uint32_t>(bits_);
    return static_cast<std::size_t>(out_ - begin_);
  }

 private:
  // Of thread + 1, as slots have it; 0 is nobody.
  std::uint32_t name_of_thread(std::int32_t thread) const {
    return thread == 0 ? 0 : m_.position_[static_cast<std::size_t>(thread - 1)] + 1;
  }

  // The next one that is part of the encoding, as `join` sees it.
  std::uint32_t parent_of(std::uint32_t thread) const {
    std::int32_t up = slots_[m_.base_of(thread) + kParent];
    while (up > 0 && m_.position_[static_cast<std::size_t>(up - 1)] == kNone) {
      if (m_.model_.options.semantics.join == ir::JoinMode::Children) return 0;
      up = slots_[m_.base_of(static_cast<std::uint32_t>(up - 1)) + kParent];
    }
    return name_of_thread(up);
  }

  void all_objects() {
    const Model& model = m_.model_;
    for (std::size_t k = model.fixed_kinds; k < model.kinds.size(); ++k) {
      const UnitKind& kind = model.kinds[k];
      auto units = static_cast<std::uint32_t>(slots_[kind.allocated]);
      for (std::uint32_t u = 0; u < units; ++u) unit(kind, kind.slots + u * kind.stride);
    }
  }

  void named_objects() {
    const Model& model = m_.model_;
    for (; next_ < m_.order_.size(); ++next_) {
      std::uint32_t first = m_.order_[next_];
      const UnitKind& kind = model.kinds[model.parts[first].kind];
      unit(kind, kind.slots + (first - kind.first) / kind.parts * kind.stride);
    }
  }

  Machine& m_;
  std::size_t next_ = 0;  // in the order of the named units: the next one to be written
  const std::int32_t* slots_;
  std::uint32_t* begin_;
  std::uint32_t* out_;
  std::uint64_t bits_ = 0;
  std::uint32_t count_ = kFlagBits;
};

// What can be seen of a thread without names of objects: threads that look different are
// put into an order, so that states which differ in the names of threads alone are one more
// often than not. Any order gives a state that behaves the same.
std::uint64_t Machine::looks_of(std::uint32_t thread) const {
  SlotId base = base_of(thread);
  std::uint32_t at = point_of(thread);
  std::uint64_t hash = at;
  auto mix = [&](std::int32_t value) {
    hash = (hash ^ static_cast<std::uint32_t>(value)) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  };
  mix(slots_[base + kException]);
  if (at == kEnded) return hash;
  for (const Item& item : model_.points[at].live) {
    if (item.coding == Coding::Scalar) mix(slots_[base + item.slot]);
  }
  return hash;
}

void Machine::sort_by_looks() {
  looks_.resize(thread_count());
  for (std::uint32_t t : shown_) looks_[t] = looks_of(t);
  std::stable_sort(shown_.begin() + 1, shown_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return looks_[a] < looks_[b]; });
}

// Which threads the encoding shows: the first one, then the others but for those that are gone.
void Machine::find_shown_threads() {
  std::uint32_t count = thread_count();
  if (model_.options.forget_ended && model_.frees_threads && model_.names_threads) {
    mark_live(kNone, nullptr);
  }
  shown_.clear();
  for (std::uint32_t t = 0; t < count; ++t) {
    if (!(model_.options.forget_ended && is_gone(t))) shown_.push_back(t);
  }
}

void Machine::order_threads() {
  const Options& options = model_.options;
  bool may_sort = options.forget_ended && model_.frees_threads;
  if (may_sort && options.symmetry) {
    if (shown_.size() > 2) sort_by_looks();
  } else if (may_sort && model_.may_lack_threads) {
    // By their starts, whatever places the threads have got.
    std::sort(shown_.begin(), shown_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return slots_[base_of(a) + kOrder] < slots_[base_of(b) + kOrder];
    });
  }
}

// Of the objects that can be reached: places of the others may be taken again.
void Machine::put_counts() {
  filled_.assign(model_.kinds.size(), 0);
  for (std::uint32_t first : order_) ++filled_[model_.parts[first].kind];
  std::size_t at = kFlagBits + model_.thread_width;
  for (std::size_t k = model_.fixed_kinds; k < filled_.size(); ++k) {
    std::uint64_t bits = std::uint64_t{filled_[k]} << (at % 32);
    words_[at / 32] |= static_cast<std::uint32_t>(bits);
    if (bits >> 32 != 0) words_[at / 32 + 1] |= static_cast<std::uint32_t>(bits >> 32);
    at += model_.kinds[k].count_width;
  }
}

std::span<const std::uint32_t> Machine::encode() {
  find_shown_threads();
  order_threads();
  return encode_shown();
}

std::span<const std::uint32_t> Machine::encode_as(const std::vector<std::uint32_t>& order) {
  find_shown_threads();
  if (!std::is_permutation(order.begin(), order.end(), shown_.begin(), shown_.end())) return {};
  shown_ = order;
  return encode_shown();
}

// With the threads in the order of shown_.
std::span<const std::uint32_t> Machine::encode_shown() {
  position_.assign(thread_count(), kNone);
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    position_[shown_[i]] = static_cast<std::uint32_t>(i);
  }
  next_stamp();
  order_.clear();
  next_name_ = first_dynamic_;
  Writer writer(*this, words_.data());
  writer.put(static_cast<std::uint32_t>(shown_.size()), model_.thread_width);
  const auto& kinds = model_.kinds;
  bool counts_named = model_.frees_objects && model_.options.symmetry;
  for (std::size_t k = model_.fixed_kinds; k < kinds.size(); ++k) {
    auto units = static_cast<std::uint32_t>(slots_[kinds[k].allocated]);
    writer.put(counts_named ? 0 : units, kinds[k].count_width);
  }
  writer.items(0, model_.globals);
  for (std::uint32_t k = 0; k < model_.fixed_kinds; ++k) writer.unit(kinds[k], kinds[k].slots);
  for (std::uint32_t t : shown_) writer.thread(t);
  if (first_dynamic_ < model_.parts.size()) writer.objects();
  std::size_t words = writer.finish();
  if (counts_named) put_counts();
  return {words_.data(), words};
}

// ---------------------------------------------------------------- reading

std::uint32_t Machine::get(std::uint32_t width) {
  if (width == 0) return 0;
  if (bit_count_ < width) {
    CHECK(word_ < input_.size(), "an encoded state is too short");
    bits_ |= std::uint64_t{input_[word_++]} << bit_count_;
    bit_count_ += 32;
  }
  auto value = static_cast<std::uint32_t>(bits_ & ((std::uint64_t{1} << width) - 1));
  bits_ >>= width;
  bit_count_ -= width;
  return value;
}

std::uint32_t Machine::get_name() {
  std::uint32_t name = get(model_.ref_width);
  if (name < first_dynamic_ || !model_.options.symmetry) return name;
  if (name >= next_name_) {
    // The next free place of a collection of this group. The allocated ones suffice.
    std::uint32_t group = get(model_.kind_width) + model_.fixed_kinds;
    std::uint32_t k = group;
    while (model_.kinds[k].group != group ||
           filled_[k] >= static_cast<std::uint32_t>(slots_[model_.kinds[k].allocated])) {
      ++k;
      CHECK(k < model_.kinds.size(), "an encoded state has too many objects");
    }
    const UnitKind& kind = model_.kinds[k];
    std::uint32_t unit = kind.first + filled_[k]++ * kind.parts;
    for (std::uint32_t p = 0; p < kind.parts; ++p) unit_of_name_[next_name_ + p] = unit + p;
    next_name_ += kind.parts;
    order_.push_back(unit);
  }
  return unit_of_name_[name];
}

std::int32_t Machine::get_depth() {
  std::uint32_t depth = get(kDepthBits);
  return static_cast<std::int32_t>(depth < kDeep ? depth : get(kDeepBits));
}

void Machine::get_lock(SlotId lock, const Item& type) {
  if (get(1) == 0) return;
  auto hold = [&](std::uint32_t thread) { ++slots_[base_of(thread) + kHeld]; };
  std::uint32_t holder = get(model_.thread_width);
  bool is_semaphore = holder == model_.options.threads + 1;
  slots_[lock + kHolder] = is_semaphore ? kSemaphore : static_cast<std::int32_t>(holder);
  if (holder != 0 && !is_semaphore) {
    slots_[lock + kDepth] = type.reentrant ? get_depth() : 1;
    hold(holder - 1);
  }
  if (!type.waits) return;
  std::uint32_t count = thread_count();
  std::uint32_t waiting = get(count);
  std::uint32_t notified = get(count);
  slots_[lock + kWaiting] = static_cast<std::int32_t>(waiting);
  slots_[lock + kNotified] = static_cast<std::int32_t>(notified);
  for (std::uint32_t t = 0; t < count; ++t) {
    if (((waiting | notified) >> t & 1) == 0) continue;
    hold(t);
    if (type.reentrant) slots_[lock + kSaved + t] = get_depth();
  }
}

void Machine::get_item(SlotId base, const Item& item) {
  SlotId slot = base + item.slot;
  switch (item.coding) {
    case Coding::Scalar:
      slots_[slot] =
          static_cast<std::int32_t>(get(item.width) + static_cast<std::uint32_t>(item.low));
      break;
    case Coding::Ref: slots_[slot] = static_cast<std::int32_t>(get_name()); break;
    case Coding::Thread: slots_[slot] = static_cast<std::int32_t>(get(model_.thread_width)); break;
    case Coding::Lock: get_lock(slot, item); break;
    case Coding::Fixed: break;
  }
}

void Machine::get_unit(const UnitKind& kind, SlotId base) {
  std::uint32_t skip_from = 0;
  std::uint32_t skip_to = 0;
  for (std::uint32_t i = 0; i < kind.items.size(); ++i) {
    if (i >= skip_from && i < skip_to) continue;
    get_item(base, kind.items[i]);
    if (i == 0 && kind.has_length) {
      skip_from = kind.first_element + static_cast<std::uint32_t>(slots_[base]);
      skip_to = kind.first_element + kind.elements;
    }
  }
}

void Machine::get_thread(std::uint32_t thread) {
  SlotId base = base_of(thread);
  std::uint32_t at = get(model_.point_width);
  slots_[base + kPoint] = static_cast<std::int32_t>(at);
  slots_[base + kOrder] = static_cast<std::int32_t>(thread);
  if (model_.has_join && thread > 0) {
    slots_[base + kParent] = static_cast<std::int32_t>(get(model_.thread_width));
  }
  if (at == kEnded) {
    if (thread > 0) return;
    for (const Item& item : model_.kept) get_item(base, item);
    return;
  }
  slots_[base + kException] = static_cast<std::int32_t>(get(model_.exception_width));
  for (const Item& item : model_.points[at].live) get_item(base, item);
}

void Machine::decode(std::span<const std::uint32_t> words) {
  slots_ = model_.initial;
  log_.clear();
  input_ = words;
  word_ = 0;
  bits_ = 0;
  bit_count_ = 0;
  get(kFlagBits);
  order_.clear();
  next_name_ = first_dynamic_;
  filled_.assign(model_.kinds.size(), 0);
  unit_of_name_.resize(model_.parts.size());
  std::uint32_t count = get(model_.thread_width);
  slots_[model_.threads_slot] = static_cast<std::int32_t>(count);
  const auto& kinds = model_.kinds;
  for (std::size_t k = model_.fixed_kinds; k < kinds.size(); ++k) {
    slots_[kinds[k].allocated] = static_cast<std::int32_t>(get(kinds[k].count_width));
  }
  for (const Item& item : model_.globals) get_item(0, item);
  for (std::uint32_t k = 0; k < model_.fixed_kinds; ++k) get_unit(kinds[k], kinds[k].slots);
  for (std::uint32_t t = 0; t < count; ++t) get_thread(t);
  get_objects();
}

void Machine::get_objects() {
  const auto& kinds = model_.kinds;
  std::size_t next = 0;
  auto read_named = [&] {
    for (; next < order_.size(); ++next) {
      const UnitKind& kind = kinds[model_.parts[order_[next]].kind];
      get_unit(kind, kind.slots + (order_[next] - kind.first) / kind.parts * kind.stride);
    }
  };
  read_named();
  for (std::size_t g = model_.fixed_kinds; g < kinds.size(); ++g) {
    for (std::size_t k = g; k < kinds.size(); ++k) {
      auto units = static_cast<std::uint32_t>(slots_[kinds[k].allocated]);
      if (!model_.options.symmetry) {
        if (k != g) continue;
        for (std::uint32_t u = 0; u < units; ++u) {
          get_unit(kinds[k], kinds[k].slots + u * kinds[k].stride);
        }
      } else if (model_.sees_instances && kinds[k].group == g) {
        while (filled_[k] < units) {
          get_name();
          read_named();
        }
      }
    }
  }
}

}  // namespace mc
