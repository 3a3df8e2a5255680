// Control-flow graphs for graphviz: one cluster per procedure, locations as nodes,
// transitions as edges labelled with what the source says there.
#pragma once

#include <string>

#include "base/source.h"
#include "ir/program.h"

namespace ir {

struct DotOptions {
  ir::ProcId only;  // if valid, this procedure alone
};

std::string dot(const ir::Program& program, const base::Sources& sources,
                const DotOptions& options = {});

}  // namespace ir
