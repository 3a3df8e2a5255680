// Random concurrent programs. In OOX: two to four threads with a few accesses each to shared
// fields, static fields and arrays, some of them through references that may be the same,
// under monitors and semaphores, or not.
//
// What an execution ends with shows in the static fields of class `G`: numbers, truth
// values, and the contents of objects and arrays that the program itself has made. Class
// `S` has static references that are shared, too, but not looked at in the end.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "compare.h"
#include "engine/interp/model.h"

namespace concurrent {

// The program, and how its threads are to be understood.
struct Subject : differential::Subject {
  bool join_children = false;
  bool deadlock_main = false;
};

struct Generated {
  Subject subject;
  std::map<std::string, int> features;  // how often each occurs
};

// What the interpreter tries: numbers from -1 to 1, arrays of up to two elements.
inline interp::Bounds bounds_for(std::size_t objects) { return {1, 1, 8, 2, objects}; }

constexpr int kLargest = 13;

// The same seed and size give the same program on every machine. The size, at most
// kLargest, is about the number of accesses to shared variables.
Generated generate(std::uint64_t seed, int size, bool has_inputs);
// PL: processes that wait for each other's values. All variables show in the end.
Generated generate_pl(std::uint64_t seed, int size, bool has_inputs);

// Whether the variable shows in the end.
inline bool is_observed(const ir::Global& global) {
  return global.name.starts_with("G.") || global.name.find('.') == std::string::npos;
}

}  // namespace concurrent
