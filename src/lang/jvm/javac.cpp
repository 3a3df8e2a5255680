#include "lang/jvm/javac.h"

#include <fmt/format.h>

#include <string_view>

#include "lang/jvm/jdk.h"

namespace jvm {

namespace {

// Why it did not compile: what javac printed, or what became of it.
std::string complaint(const base::ProcessResult& result) {
  using End = base::ProcessResult::End;
  std::string said = result.err.empty() ? result.out : result.err;
  while (!said.empty() && said.back() == '\n') said.pop_back();
  switch (result.end) {
    case End::Exited:
      return said.empty() ? fmt::format("it ended with status {}", result.status) : said;
    case End::Signalled: return fmt::format("it was killed by signal {}", result.status);
    case End::TimedOut: return "it took too long";
    case End::Cancelled: return "it was interrupted";
    case End::NotStarted: return result.error;
  }
  return said;
}

}  // namespace

std::unique_ptr<base::TemporaryFolder> compile(const std::vector<std::string>& sources,
                                               const JavacOptions& options, diag::Sink& sink) {
  auto jdk = find_jdk(true);
  if (!jdk) {
    sink.report(diag::Kind::JvmNoJdk, {}, jdk.error());
    return nullptr;
  }
  auto folder = std::make_unique<base::TemporaryFolder>();
  if (folder->path().empty()) {
    sink.report(diag::Kind::JvmJavac, {}, sources.front())
        .note("no temporary folder could be made for its class files");
    return nullptr;
  }
  // -nowarn: what it accepts is fine. Names of sources may begin with a dash.
  std::vector<std::string> command = {jdk->javac,    "-g",          "-parameters", "-nowarn",
                                      "-Xlint:none", "-encoding",   "UTF-8",       "-proc:none",
                                      "-d",          folder->path()};
  if (!options.class_path.empty()) {
    command.insert(command.end(), {"-cp", options.class_path});
  }
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  for (const std::string& source : sources) {
    command.push_back(source.starts_with('-') || source.starts_with('@') ? "./" + source : source);
  }
  base::ProcessOptions process;
  process.seconds = options.seconds;
  process.is_cancelled = options.is_cancelled;
  base::ProcessResult result = base::run_process(command, process);
  if (result.succeeded()) return folder;
  std::string what = sources.front();
  if (sources.size() > 1) what += fmt::format(" and {} more", sources.size() - 1);
  sink.report(diag::Kind::JvmJavac, {}, what).note(complaint(result));
  return nullptr;
}

}  // namespace jvm
