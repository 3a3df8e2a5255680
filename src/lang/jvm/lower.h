// From classes to the IR: everything that the entry reaches.
#pragma once

#include <optional>

#include "base/diag/diagnostic.h"
#include "ir/program.h"
#include "lang/jvm/class_path.h"
#include "lang/jvm/entries.h"
#include "lang/jvm/source_map.h"
#include "lang/jvm/world.h"

namespace jvm {

struct Lowered {
  ir::Program program;
  // Java allows inputs that the program does not have: arrays where Object is declared, and arrays
  // of another class than is declared.
  bool narrows_inputs = false;
};

// A program whose entry starts Java's main thread: it makes what is there before the program
// starts (literals, Class objects, what early initialisers set), then calls the entry. The inputs
// are the parameters of the entry. Nothing: it was reported.
std::optional<Lowered> lower(ClassPath& path, const Entry& entry, const LowerOptions& options,
                             SourceMap& sources, diag::Sink& sink);

}  // namespace jvm
