#include "engine/nusmv/nusmv.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/process.h"
#include "base/run/process.h"

namespace nusmv {

namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

tl::expected<std::string, std::string> run_nusmv(run::Run& run, const std::string& model) {
  std::string path = base::find_program("NuSMV");
  if (path.empty()) path = base::find_program("nuXmv");
  if (path.empty()) {
    return tl::unexpected<std::string>(
        "no NuSMV is installed: put `NuSMV` (https://nusmv.fbk.eu) or `nuXmv` "
        "(https://nuxmv.fbk.eu) on the PATH");
  }
  base::TemporaryFolder folder;
  if (folder.path().empty()) {
    return tl::unexpected<std::string>("no folder for temporary files could be made");
  }
  auto written = base::write_output(folder.path() + "/model.smv", model);
  if (!written) return tl::unexpected(written.error());
  base::ProcessOptions options = run::process_options(run);
  options.folder = folder.path();
  base::ProcessResult result = base::run_process({path, "-dynamic", "model.smv"}, options);
  using End = base::ProcessResult::End;
  if (result.end == End::TimedOut || result.end == End::Cancelled) {
    return tl::unexpected(run.stop_reason_now().value_or("NuSMV took too long"));
  }
  if (result.succeeded()) return result.out;
  std::string why = result.end == End::NotStarted ? result.error : first_line(result.err);
  if (why.empty()) why = fmt::format("it ended with status {}", result.status);
  return tl::unexpected(fmt::format("NuSMV failed: {}", why));
}

}  // namespace nusmv
