// Which Braid this is: verdicts of another build are not taken over.
#pragma once

#include <string>

namespace project {

// The linker's identifier of the program; without one, its size and when it was made.
std::string build_id();

}  // namespace project
