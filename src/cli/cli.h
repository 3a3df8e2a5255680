// The command line. docs/command-line.md is its contract.
#pragma once

namespace symex {
class Team;
}

namespace cli {

// Runs one command and returns the exit status of the process. With a team, this process is one of
// several that verify one method together (engine/symex/team.h).
int run_cli(int argc, char** argv, symex::Team* team = nullptr);

}  // namespace cli
