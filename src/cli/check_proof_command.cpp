// `braid check-proof`: checks a proof file without the prover.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "certify/proof/check.h"
#include "certify/proof/source.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/json_text.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/status.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;

struct CheckProofOptions : CommonOptions {
  std::string program;  // the proof must be about this PL file

  const std::string& path() const { return paths.front(); }
};

int refuse(const CheckProofOptions& options, int status, const std::string& why) {
  if (options.format == report::Format::Json) {
    Json root{{"proof", options.path()}, {"accepted", false}, {"reason", why}};
    int written = write_result({}, root.dump(2) + '\n');
    return written == kValid ? status : written;
  }
  say_problem(fmt::format("{} is refused: {}", options.path(), why));
  return status;
}

// Whether the proof is about the program of this file, text for text.
bool is_about(const std::string& path, const proof::ProofFile& file) {
  auto text = base::read_file(path);
  return text && *text == file.source;
}

int check_file(const CheckProofOptions& options) {
  auto text = base::read_file(options.path());
  if (!text) return refuse(options, kBadInput, text.error().text);
  auto json = parse_json(*text);
  if (!json) return refuse(options, kBadInput, json.error());
  auto file = proof::read_proofs(*json);
  if (!file) return refuse(options, kBadInput, "it is not a proof: " + file.error());
  auto goals = proof::check_source(*file);
  if (!goals) return refuse(options, kRefuted, goals.error());
  if (!options.program.empty() && !is_about(options.program, *file)) {
    return refuse(options, kRefuted, "it is not about " + options.program);
  }
  run::Run run(options.limits());
  InterruptGuard guard(run);
  std::string out;
  Json accepted = Json::array();
  for (std::size_t i = 0; i < file->proofs.size(); ++i) {
    auto summary = proof::check_proof(run, file->proofs[i]);
    if (!summary) {
      const proof::ProofRefusal& refusal = summary.error();
      std::string why = fmt::format("proof {}, sequent {}: {}", i + 1, refusal.node, refusal.text);
      return refuse(options, refusal.is_limit ? kUnknown : kRefuted, why);
    }
    std::string rules;
    for (const auto& [rule, count] : summary->rules) rules += fmt::format(", {} {}", count, rule);
    const std::string& formula = goals->proved[i];
    out += fmt::format("accepted  {}\n  {} sequents: {}\n", formula, summary->sequents,
                       rules.substr(2));
    accepted.push_back(
        {{"formula", formula}, {"sequents", summary->sequents}, {"rules", summary->rules}});
  }
  if (!goals->unproved.empty()) {
    out += fmt::format("not proved by this file: {}\n", fmt::join(goals->unproved, ", "));
  }
  if (options.format == report::Format::Json) {
    Json root{{"proof", options.path()},
              {"accepted", true},
              {"goals", std::move(accepted)},
              {"unproved", goals->unproved}};
    out = root.dump(2) + '\n';
  }
  return write_result({}, out);
}

}  // namespace

void add_check_proof(Command& c) {
  auto options = std::make_shared<CheckProofOptions>();
  c.arguments("PROOF", options->paths, "a file that `prove --proof` wrote", 1).endings({"json"});
  c.file("--program", options->program, "refuse the proof unless it is about this file");
  c.limits(*options);
  c.format(*options);
  c.action({.common = options.get(), .run = [options] { return check_file(*options); }});
}

}  // namespace cli
