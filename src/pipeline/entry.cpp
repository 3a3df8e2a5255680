#include "pipeline/entry.h"

#include <vector>

namespace pipeline {

namespace {

std::vector<std::string_view> names(const ir::Program& program) {
  std::vector<std::string_view> result;
  for (const ir::Procedure& proc : program.procs) result.push_back(proc.name);
  return result;
}

// The procedure that `wanted` may mean: one spelt nearly so, or, if no class is named,
// the first method of that name in any class. Empty if there is none.
std::string_view suggestion(std::string_view wanted, const ir::Program& program) {
  auto find = [&](std::string_view name) -> std::string_view {
    for (std::string_view candidate : names(program)) {
      if (candidate == name) return candidate;
    }
    return {};
  };
  if (auto near = diag::nearest(wanted, names(program))) return find(*near);
  if (wanted.find('.') != std::string_view::npos) return {};
  auto method = [](std::string_view name) { return name.substr(name.rfind('.') + 1); };
  std::vector<std::string_view> methods;
  for (std::string_view name : names(program)) methods.push_back(method(name));
  auto near = diag::nearest(wanted, methods);
  for (std::string_view name : names(program)) {
    if (method(name) == wanted || (near && method(name) == *near)) return name;
  }
  return {};
}

bool is_static_main(const ir::Procedure& proc) {
  return !proc.has_this && proc.name.ends_with(".main");
}

bool is_checked(const ir::Procedure& proc) {
  return !proc.properties.empty() || (!proc.contract.empty() && !proc.spec);
}

bool choose_named(const std::string& wanted, ir::Program& program, diag::Sink& sink) {
  program.entry = program.find_proc(wanted);
  if (program.entry) return true;
  auto& report = sink.report(diag::Kind::UnknownEntry, {}, wanted);
  std::string_view meant = suggestion(wanted, program);
  if (!meant.empty()) report.help(fmt::format("did you mean `{}`?", meant));
  return false;
}

}  // namespace

bool choose_entry(const std::string& wanted, ir::Program& program, diag::Sink& sink) {
  if (!wanted.empty()) return choose_named(wanted, program, sink);
  if (program.entry) return true;
  std::vector<ir::ProcId> mains;
  std::vector<ir::ProcId> contracted;
  for (std::size_t i = 0; i < program.procs.size(); ++i) {
    const ir::Procedure& proc = program.procs[i];
    if (is_static_main(proc)) mains.push_back(ir::ProcId(i));
    if (is_checked(proc)) contracted.push_back(ir::ProcId(i));
  }
  const auto& candidates = mains.empty() ? contracted : mains;
  if (candidates.size() == 1) {
    program.entry = candidates[0];
    return true;
  }
  if (candidates.empty()) {
    auto& report = sink.report(diag::Kind::NoEntry, {});
    report.help("name one with `--entry Class.method`");
    return false;
  }
  auto& report = sink.report(diag::Kind::AmbiguousEntry, {});
  report.help("name one with `--entry Class.method`");
  for (ir::ProcId id : candidates) {
    report.label(program.proc(id).span, fmt::format("`--entry {}`", program.proc(id).name));
  }
  return false;
}

std::vector<std::string> find_targets(const ir::Program& program) {
  if (program.entry) return {program.proc(program.entry).name};
  std::vector<std::string> result;
  for (const ir::Procedure& proc : program.procs) {
    if (is_static_main(proc) || is_checked(proc)) result.push_back(proc.name);
  }
  return result;
}

}  // namespace pipeline
