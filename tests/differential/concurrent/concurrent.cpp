// Compares symbolic execution with the interpreter on random concurrent programs; see
// ../README.md.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <fstream>
#include <vector>

#include "examine.h"
#include "failure.h"
#include "isolate.h"
#include "nlohmann/json.hpp"
#include "shrink.h"

namespace concurrent {

namespace {

using Json = nlohmann::json;

struct Options {
  std::uint64_t count = 100;
  std::uint64_t seed = 1;
  Choice choice;
  Effort effort;
  std::string folder = ".";  // where failing programs go
  bool is_pl = false;        // else OOX
  bool minimise = false;
  bool print = false;  // the programs, and nothing else
  bool features = false;
};

// ---------------------------------------------------------------- through the pipe

Json to_json(const Generated& g) {
  const Subject& s = g.subject;
  return {{"text", s.text},
          {"entry", s.entry},
          {"pl", s.is_pl},
          {"int", static_cast<int>(s.int_mode)},
          {"objects", s.bounds.objects},
          {"children", s.join_children},
          {"main", s.deadlock_main},
          {"features", g.features}};
}

Generated generated_of(const Json& json) {
  Generated g;
  g.subject.text = json["text"];
  g.subject.entry = json["entry"];
  g.subject.is_pl = json["pl"];
  g.subject.int_mode = static_cast<ir::IntMode>(json["int"].get<int>());
  g.subject.bounds = bounds_for(json["objects"]);
  g.subject.join_children = json["children"];
  g.subject.deadlock_main = json["main"];
  g.features = json["features"].get<std::map<std::string, int>>();
  return g;
}

Json to_json(const Report& r) {
  Json json = {{"truth", r.truth},
               {"finals", r.final_states},
               {"traces", r.traces},
               {"comparisons", r.comparisons},
               {"counts", r.count_comparisons},
               {"bounds", r.bound_comparisons},
               {"remarks", r.remarks},
               {"seconds", r.seconds}};
  if (!r.failure) return json;
  json["failure"] = {r.failure->kind, r.failure->detail};
  if (const auto& s = r.failure->setting) {
    json["setting"] = {static_cast<int>(s->reduction),
                       s->coarsen,
                       s->stateful,
                       s->jobs,
                       s->in_turns,
                       s->distinct_indices,
                       s->equal_writes,
                       s->early_inputs};
  }
  return json;
}

Report report_of(const Json& json) {
  Report r;
  r.truth = json["truth"];
  r.final_states = json["finals"];
  r.traces = json["traces"];
  r.comparisons = json["comparisons"];
  r.count_comparisons = json["counts"];
  r.bound_comparisons = json["bounds"];
  r.remarks = json["remarks"].get<std::map<std::string, int>>();
  r.seconds = json["seconds"].get<std::map<std::string, double>>();
  if (!json.contains("failure")) return r;
  r.failure = {json["failure"][0], json["failure"][1], std::nullopt};
  if (json.contains("setting")) {
    const Json& s = json["setting"];
    r.failure->setting = {
        static_cast<symex::Reduction>(s[0].get<int>()), s[1], s[2], s[3], s[4], s[5], s[6], s[7]};
  }
  return r;
}

// ---------------------------------------------------------------- one program

struct Outcome {
  Generated generated;
  Report report;
};

double patience(const Options& options) { return 60 + 4 * options.effort.seconds; }

Failure broken(const differential::Isolated& child) {
  differential::Failure failure = differential::failure_of(child);
  return {failure.kind, failure.detail, std::nullopt};
}

Outcome outcome_of(std::uint64_t seed, const Options& options) {
  differential::Isolated child = differential::isolate(
      [&](const differential::Send& send) {
        auto [generated, known] = prepare(seed, options.is_pl, options.effort);
        send(to_json(generated).dump() + "\n");
        Report report =
            examine(generated.subject, options.choice, seed, options.effort, std::move(known));
        send(to_json(report).dump() + "\n");
      },
      patience(options));
  Outcome result;
  std::size_t first = child.output.find('\n');
  if (first != std::string::npos) {
    result.generated = generated_of(Json::parse(child.output.substr(0, first)));
  }
  if (child.problem.empty()) {
    result.report = report_of(Json::parse(child.output.substr(first + 1)));
  } else {
    result.report.failure = broken(child);
  }
  return result;
}

std::optional<Failure> failure_of(const Subject& subject, std::uint64_t seed,
                                  const std::optional<Setting>& only, const Options& options) {
  Choice choice = options.choice;
  if (only) choice.setting = only;
  differential::Isolated child = differential::isolate(
      [&](const differential::Send& send) {
        send(to_json(examine(subject, choice, seed, options.effort)).dump());
      },
      patience(options));
  if (!child.problem.empty()) return broken(child);
  return report_of(Json::parse(child.output)).failure;
}

// The program as one of tests/programs: the verdict is the interpreter's.
std::string with_header(std::uint64_t seed, const Subject& subject, const std::string& truth,
                        const Failure& failure) {
  std::string arguments = "verify";
  if (!subject.entry.empty()) arguments += " --entry " + subject.entry;
  if (subject.int_mode != ir::IntMode::Math) arguments += " --int 32";
  if (subject.join_children) arguments += " --join children";
  if (subject.deadlock_main) arguments += " --deadlock main";
  arguments += fmt::format(" --array-size {}", subject.bounds.array_size);
  return fmt::format("// Seed {}: {}.\n{}//\n// BRAID: {} => {}\n", seed, failure.kind,
                     differential::commented(failure.detail), arguments, truth) +
         subject.text;
}

void write_failure(std::uint64_t seed, const Outcome& outcome, const Options& options) {
  const Failure& failure = *outcome.report.failure;
  Subject subject = outcome.generated.subject;
  const char* ending = subject.is_pl ? "pl" : "oox";
  std::string path = fmt::format("{}/concurrent_{}.{}", options.folder, seed, ending);
  std::ofstream(path) << with_header(seed, subject, outcome.report.truth, failure);
  fmt::print("seed {}: {}\n{}see {}\n", seed, failure.kind, failure.detail, path);
  if (!options.minimise || subject.text.empty()) return;
  auto fails = [&](const std::string& text) {
    Subject smaller = subject;
    smaller.text = text;
    auto now = failure_of(smaller, seed, failure.setting, options);
    return now && now->kind == failure.kind;
  };
  subject.text = differential::shrink(subject.text, fails, 2000);
  Failure last = failure_of(subject, seed, failure.setting, options).value_or(failure);
  path = fmt::format("{}/concurrent_{}_small.{}", options.folder, seed, ending);
  std::ofstream(path) << with_header(seed, subject, outcome.report.truth, last);
  fmt::print("smaller: {}\n", path);
}

// ---------------------------------------------------------------- all programs

struct Totals {
  std::uint64_t programs = 0;
  std::uint64_t failures = 0;
  std::uint64_t comparisons = 0;
  std::uint64_t counted = 0;  // programs whose traces were counted
  std::uint64_t traces = 0;
  std::uint64_t count_comparisons = 0;
  std::uint64_t bound_comparisons = 0;
  std::uint64_t final_states = 0;
  std::map<std::string, int> truths;
  std::map<std::string, int> remarks;
  std::map<std::string, double> seconds;
  std::map<std::string, int> features;  // in how many programs

  void add(const Outcome& outcome) {
    const Report& r = outcome.report;
    ++programs;
    if (r.failure) ++failures;
    comparisons += r.comparisons;
    counted += r.traces > 0 ? 1 : 0;
    traces += r.traces;
    count_comparisons += r.count_comparisons;
    bound_comparisons += r.bound_comparisons;
    final_states += r.final_states;
    ++truths[r.truth];
    for (const auto& [name, count] : r.remarks) remarks[name] += count;
    for (const auto& [name, time] : r.seconds) seconds[name] += time;
    for (const auto& [name, times] : outcome.generated.features) ++features[name];
  }

  void print(const Options& options) const {
    for (const auto& [name, count] : truths) fmt::print("{:6} {}\n", count, name);
    for (const auto& [name, count] : remarks) fmt::print("{:6} {}\n", count, name);
    if (options.features) {
      for (const auto& [name, time] : seconds) fmt::print("{:6.1f} s {}\n", time, name);
      for (const auto& [name, count] : features) fmt::print("{:6} with {}\n", count, name);
    }
    fmt::print(
        "{} final states; {} traces of {} programs; counts compared {} times, and {} times "
        "as a bound\n",
        final_states, traces, counted, count_comparisons, bound_comparisons);
    fmt::print("{} programs from seed {}, {} comparisons, {} disagreements\n", programs,
               options.seed, comparisons, failures);
  }
};

int run(const Options& options) {
  Totals totals;
  for (std::uint64_t i = 0; i < options.count; ++i) {
    std::uint64_t seed = options.seed + i;
    if (options.print) {
      fmt::print("// seed {}\n{}\n", seed,
                 prepare(seed, options.is_pl, options.effort).generated.subject.text);
      continue;
    }
    Outcome outcome = outcome_of(seed, options);
    totals.add(outcome);
    if (outcome.report.failure) write_failure(seed, outcome, options);
  }
  if (options.print) return 0;
  totals.print(options);
  return totals.failures == 0 ? 0 : 1;
}

// ---------------------------------------------------------------- command line

constexpr const char* kUsage =
    "usage: concurrent [--count N] [--seed S] [--settings quick|all|REDUCTION] [--steps N]\n"
    "                  [--language oox|pl] [--out FOLDER] [--minimise] [--features] [--print]\n";

bool number(const std::string& text, std::uint64_t& out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

Effort effort_for(std::uint64_t steps) {
  Effort effort;
  effort.steps = steps;
  effort.plain_steps = effort.prefixes = steps / 2;
  effort.symbolic_steps = 4 * steps;
  return effort;
}

bool read_option(const std::string& option, const std::string& value, Options& out) {
  if (option == "--count") return number(value, out.count);
  if (option == "--seed") return number(value, out.seed);
  if (option == "--steps") {
    std::uint64_t steps = 0;
    if (!number(value, steps)) return false;
    out.effort = effort_for(steps);
    return true;
  }
  if (option == "--language") {
    out.is_pl = value == "pl";
    return out.is_pl || value == "oox";
  }
  if (option == "--settings") {
    out.choice.all = value == "all";
    out.choice.reduction = base::find_word<symex::Reduction>(value);
    return out.choice.all || out.choice.reduction || value == "quick";
  }
  if (option == "--out") {
    out.folder = value;
    return true;
  }
  return false;
}

bool read_options(const std::vector<std::string>& args, Options& out) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i] == "--minimise") {
      out.minimise = true;
    } else if (args[i] == "--features") {
      out.features = true;
    } else if (args[i] == "--print") {
      out.print = true;
    } else {
      if (i + 1 == args.size() || !read_option(args[i], args[i + 1], out)) return false;
      ++i;
    }
  }
  return true;
}

}  // namespace

}  // namespace concurrent

int main(int argc, char** argv) {
  concurrent::Options options;
  if (!concurrent::read_options({argv + 1, argv + argc}, options)) {
    fmt::print(stderr, "{}", concurrent::kUsage);
    return 2;
  }
  return concurrent::run(options);
}
