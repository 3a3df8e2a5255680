// Which objects the inputs of an entry may be.
//
// Objects of the user's plain classes, texts and boxes are inputs as they are: any values of their
// fields, any aliasing. Others cannot be, as their fields are not free: a constant of an enum is
// one of a few objects that an initialiser makes, and the library's objects keep promises that
// their fields do not tell. For each such type that an input may have, there is a class whose
// objects stand for it. Whatever loads a reference asks for them: one that stands for a constant is
// replaced by that constant. Any other one ends the path as a limit: there, if it is an object of a
// class, whose fields could be used; when it is called, if only an interface of it is known.
#pragma once

#include <string>
#include <vector>

#include "lang/jvm/graph.h"

namespace jvm {

// Finds the classes of inputs of these types, and of what they hold. `user` are all classes of the
// user's. Call it before anything is lowered.
void find_inputs(World& world, const std::vector<std::string>& user, std::vector<Type> types,
                 ir::ProcId from);

// Finds the calls that draw an object, in the class of the entry and those inside of it:
// `T x = CProver.nondetWithNull()`. The compiler casts what they give to T.
void find_drawn_objects(World& world, const ClassFile& harness);
bool draws_object(const MemberRef& called);

// Initialises the enums of the inputs: their constants are there. Other classes are initialised
// when their methods first need it.
void initialise_enums(World& world, Graph& g);

// A reference that may come from the inputs, in a variable of this type: see above.
void admit(Graph& g, ir::LocalId value, const Type& type);

// The user asks whether an object is of this type: so inputs may be of it.
void admit_type(World& world, const Type& type);

}  // namespace jvm
