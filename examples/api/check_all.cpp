// Verifies each program that it is given, and tells in a line or two what came out.
//
//   check_all [--json] FILE…
//
// With --json, the results are those of `braid verify --format json`.
// Ends with 1 if something is wrong with one of them.
#include <braid/braid.h>

#include <iostream>
#include <string>

namespace {

void show(const braid::Diagnostic& diagnostic) {
  std::cout << "  " << diagnostic.place.file << ':' << diagnostic.place.line << ": "
            << diagnostic.code << ' ' << diagnostic.message << '\n';
}

// The last steps of the execution, each with its thread and what it changed.
void show_end(const braid::Result& result) {
  std::size_t shown = 3;
  std::size_t first = result.steps.size() > shown ? result.steps.size() - shown : 0;
  for (std::size_t i = first; i < result.steps.size(); ++i) {
    const braid::Step& step = result.steps[i];
    std::cout << "  thread " << step.thread << ", line " << step.place.line << ": " << step.text;
    for (const auto& [name, value] : step.changes) std::cout << "  " << name << " = " << value;
    std::cout << '\n';
  }
}

bool check(const std::string& path, bool as_json) {
  braid::Program program = braid::Program::load({path});
  for (const braid::Diagnostic& diagnostic : program.diagnostics()) show(diagnostic);
  if (!program) return false;

  braid::VerifyOptions options;
  options.timeout = 60;
  braid::Result result = braid::verify(program, options);
  if (as_json) {
    std::cout << result.json;
    return result.verdict == braid::Verdict::Valid;
  }
  std::cout << path << ": " << program.entry() << " is " << braid::keyword(result.verdict)
            << (result.complete ? ", complete" : "") << '\n';
  if (!result.reason.empty()) std::cout << "  " << result.reason << '\n';
  for (const braid::Bound& bound : result.bounds) {
    if (bound.cut) std::cout << "  not searched: " << bound.beyond << '\n';
  }
  if (result.violation) {
    std::cout << "  " << result.violation->kind << ": " << result.violation->message << '\n';
    show_end(result);
  }
  return result.verdict == braid::Verdict::Valid;
}

}  // namespace

int main(int argc, char** argv) {
  bool all_good = true;
  bool as_json = argc > 1 && std::string(argv[1]) == "--json";
  for (int i = as_json ? 2 : 1; i < argc; ++i) all_good = check(argv[i], as_json) && all_good;
  return all_good ? 0 : 1;
}
