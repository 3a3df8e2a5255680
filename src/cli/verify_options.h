// The options of `braid verify`, for one method and for projects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/program_options.h"
#include "pipeline/request.h"
#include "project/shard.h"
#include "result/verdict/verdict.h"

namespace cli {

struct VerifyOptions : ProgramOptions {
  pipeline::Request request;
  bool strict = false;
  bool verbose = false;  // modular: show every round
  std::string dot;       // modular: file for the heaps of a counterexample
  std::string witness;   // file for a witness of SV-COMP

  // Projects.
  std::optional<double> method_timeout;    // seconds
  std::optional<verdict::FailOn> fail_on;  // absent: the default
  std::string changed_since;               // a revision of git
  bool no_verdict_cache = false;
  std::string cache;  // a folder; empty: the default
  std::uint32_t cache_mebibytes = 256;
  bool all = false;  // list every method
  project::Shard shard;
  bool list = false;  // what there is to verify, and no more
};

void add_verify_options(Command& c, VerifyOptions& options);

// `--fail-on`; without it, what counts is as the text says.
void add_fail_on(Command& c, std::optional<verdict::FailOn>& fail_on, const std::string& otherwise);

// With --strict.
verdict::FailOn fail_on_of(const VerifyOptions& options);

// What the options ask for, after parsing.
pipeline::Request verify_request(const Command& c, const VerifyOptions& options);

}  // namespace cli
