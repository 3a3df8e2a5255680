#include "driver/entry.h"

#include <vector>

namespace driver {

namespace {

std::vector<std::string_view> names(const ir::Program& program) {
  std::vector<std::string_view> result;
  for (const ir::Procedure& proc : program.procs) result.push_back(proc.name);
  return result;
}

bool choose_named(const std::string& wanted, ir::Program& program, diag::Sink& sink) {
  program.entry = program.find_proc(wanted);
  if (program.entry) return true;
  auto& report = sink.report(diag::Kind::UnknownEntry, {}, wanted);
  if (auto near = diag::nearest(wanted, names(program))) {
    report.help(fmt::format("did you mean `{}`?", *near));
  }
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
    if (!proc.has_this && proc.name.ends_with(".main")) mains.push_back(ir::ProcId(i));
    bool is_checked = !proc.properties.empty() || (!proc.contract.empty() && !proc.spec);
    if (is_checked) contracted.push_back(ir::ProcId(i));
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

}  // namespace driver
