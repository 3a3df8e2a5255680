// A Java program of which nothing at all has changed.
//
// The key of a method needs its IR, and so javac and lowering: a second for a program of which
// nothing has to be verified. So results are also kept by the text of the sources, together for
// all methods of the program. Of other languages, reading is faster than this would be.
#pragma once

#include "project/project.h"

namespace project {

// The results of the program, if it is what it was when they were found, with the same options;
// else the program, read.
Loaded recall_or_load(const Program& program, const Settings& settings, const Configure& configure,
                      VerdictCache* cache);

// Keeps the results of a program for that. All of them are final; those of skipped methods are
// absent.
void remember(const Loaded& loaded,
              const std::map<std::string, const report::ProjectItem*>& results,
              const Configure& configure, VerdictCache& cache);

}  // namespace project
