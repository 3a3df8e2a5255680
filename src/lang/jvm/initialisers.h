// Class initialisers (JLS 12.4). Those that nobody can tell from constants run before the program
// starts. The others run at the first use of their class, under a lock of their own: who comes
// second waits, and initialisers that need each other can deadlock, as in Java.
#pragma once

#include "lang/jvm/graph.h"

namespace jvm {

// Whether the initialiser of a class, and those of the classes above it, can run early.
Initialisation initialisation_of(World& world, ClassInfo& cls);

// Makes what a guarded class needs before the program starts.
void prepare_initialisation(World& world, ClassInfo& cls, ir::ProcId from);

// Runs the initialiser here, unless that was done or can be done early.
void require_initialised(World& world, Graph& g, ClassInfo& cls);

// Calls of the early initialisers of all classes that the program uses, in an order in which none
// reads what another one sets later.
std::vector<ir::ProcId> early_initialisers(World& world, ir::ProcId from);

}  // namespace jvm
