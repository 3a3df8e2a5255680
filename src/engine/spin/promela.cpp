#include "engine/spin/promela.h"
#include "ir/pass/thread_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/spin/promela_claim.h"
#include "engine/spin/promela_layout.h"
#include "engine/spin/promela_proc.h"
#include "engine/spin/promela_text.h"

namespace spin {

namespace {

constexpr std::int64_t kMaxThreads = 30;  // wait sets are bits of one number

// What the actions ask of the model; known before any of them is written.
void find_needs(const ir::Program& program, PromelaLayout& layout) {
  PromelaNeeds& needs = layout.needs;
  needs.ended = layout.options().semantics.deadlock == ir::DeadlockMode::Main;
  auto look = [&](const ir::Action& action) {
    needs.join = needs.join || std::holds_alternative<ir::Join>(action);
    needs.ended = needs.ended || std::holds_alternative<ir::TestThread>(action) ||
                  std::holds_alternative<ir::JoinThread>(action);
  };
  for (const ir::Procedure& proc : program.procs) {
    for (const ir::Transition& t : proc.transitions) {
      for (const ir::Action& action : t.reads) look(action);
      for (const ir::Action& action : t.actions) look(action);
    }
  }
}

// The procedures that some thread runs, the entry first.
std::vector<ir::ProcId> started(const ir::Program& program) {
  std::vector<ir::ProcId> result{program.entry};
  for (std::size_t next = 0; next < result.size(); ++next) {
    for (const ir::Transition& t : program.proc(result[next]).transitions) {
      for (const ir::Action& action : t.actions) {
        const auto* fork = std::get_if<ir::Fork>(&action);
        if (!fork || fork->callee.is_virtual()) continue;
        if (std::find(result.begin(), result.end(), fork->callee.proc) == result.end()) {
          result.push_back(fork->callee.proc);
        }
      }
    }
  }
  return result;
}

std::string macros(const PromelaShared& shared) {
  const PromelaLayout& layout = shared.layout;
  std::string out = "#define SEMAPHORE 255\n";
  out += layout.needs.over ? "#define RUNNING (over == 0)\n" : "#define RUNNING true\n";
  out += "#define ERROR over = 1; assert(false)\n";
  if (layout.options().limit_is_error) {
    out += "#define LIMIT over = 2; assert(false)\n";
  }
  if (layout.needs.cuts) out += "#define CUT(bound) over = 2; c_code { braid_cut(bound); }\n";
  // Whether anything was checked matters if executions are cut.
  out += layout.needs.cuts ? "#define CHECKED c_code { braid_checked(); };\n" : "#define CHECKED\n";
  out += "#define DISCARDED over = 3\n";
  out += "#define UNCAUGHT over = 4\n";
  out += "#define HALTED over = 4\n";
  return out;
}

// Tells Braid which bounds were left, and that an assertion was evaluated, once each.
std::string cuts(const PromelaShared& shared) {
  if (!shared.layout.needs.cuts) return {};
  std::string names;
  for (const std::string& bound : shared.bounds) {
    std::string plain;
    for (char c : bound) plain += c == '"' || c == '\\' || c < ' ' ? '?' : c;
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", plain);
  }
  return fmt::format(
      "c_decl {{\n"
      "  static const char *braid_bounds[] = {{ {0} }};\n"
      "  static char braid_is_cut[{1}];\n"
      "  static void braid_cut(int bound) {{\n"
      "    if (braid_is_cut[bound]) return;\n"
      "    braid_is_cut[bound] = 1;\n"
      "    printf(\"BRAID cut %s\\n\", braid_bounds[bound]);\n"
      "    fflush(stdout);\n"
      "  }}\n"
      "  static void braid_checked(void) {{\n"
      "    static char is_told;\n"
      "    if (is_told) return;\n"
      "    is_told = 1;\n"
      "    printf(\"BRAID checked\\n\");\n"
      "    fflush(stdout);\n"
      "  }}\n"
      "}}\n",
      names, shared.bounds.size());
}

// It turns when the execution is over, so that SPIN sees no deadlock; and, if they do not
// count, when nobody can move after the end of the first thread.
std::string trap(const PromelaLayout& layout) {
  std::string turns = layout.needs.over ? ":: over != 0 " : "";
  if (layout.options().semantics.deadlock == ir::DeadlockMode::Main)
    turns += ":: ended[1] && timeout ";
  if (turns.empty()) turns = ":: false ";
  return fmt::format("active proctype trap() {{\nend_trap:\n  do {}od\n}}\n", turns);
}

std::string write(const ir::Program& program, PromelaOptions options) {
  if (options.threads < 1 || options.threads > kMaxThreads) {
    throw PromelaUnsupported{fmt::format("at most {} threads", kMaxThreads)};
  }
  // Often the program cannot start as many as it may.
  auto counts = pass::thread_counts(program, options.threads);
  std::int64_t possible = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  options.threads = std::clamp<std::int64_t>(possible, 1, options.threads);
  if (!program.proc(program.entry).params.empty()) {
    throw PromelaUnsupported{"the entry has parameters"};
  }
  PromelaLayout layout(program, options);
  find_needs(program, layout);
  PromelaShared shared{.layout = layout};
  for (const ir::Procedure& proc : program.procs) {
    shared.proctypes.push_back(layout.names().make("T_", proc.name));
  }
  if (options.claim) {
    shared.watches = find_watches(*options.claim->propositions);
    shared.own_processes = 2;
  }
  std::string processes;
  for (ir::ProcId id : started(program)) processes += "\n" + PromelaProc(shared, id).text();
  // Both are 0 between steps.
  std::string kind = options.hide ? "hidden " : "";
  std::string hidden = kind + "int h_scratch;\n";
  if (layout.needs.reachable) hidden += kind + "byte h_grown;\n";
  for (const std::string& declaration : shared.hidden) hidden += declaration + "\n";
  std::string claim;
  if (options.claim) claim = "\n" + write_claim(layout, *options.claim, shared.watches);
  return fmt::format("/* {}: a finite model, written by Braid */\n{}\n{}{}{}{}\n{}{}{}",
                     program.name, macros(shared), cuts(shared), layout.declarations(),
                     declare_watches(layout, shared.watches), hidden, trap(layout), processes,
                     claim);
}

}  // namespace

tl::expected<std::string, std::string> promela(const ir::Program& program,
                                               const PromelaOptions& options) {
  try {
    return write(program, options);
  } catch (const PromelaUnsupported& problem) {
    return tl::make_unexpected(problem.what);
  }
}

}  // namespace spin
