// Compares engines on random programs; see README.md.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "compare.h"
#include "failure.h"
#include "isolate.h"
#include "nlohmann/json.hpp"
#include "shrink.h"

namespace differential {

namespace {

using Json = nlohmann::json;

struct Options {
  std::uint64_t count = 100;
  std::uint64_t seed = 1;
  Mode mode = Mode::Switches;
  Effort effort;
  std::string folder = ".";  // where failing programs go
  bool minimise = false;
  bool print = false;  // the programs, and nothing else
  bool features = false;
};

// ---------------------------------------------------------------- through the pipe

Json to_json(const Prepared& p) {
  const Subject& s = p.subject;
  return {{"text", s.text},
          {"entry", s.entry},
          {"int", static_cast<int>(s.int_mode)},
          {"bounds",
           {s.bounds.int_magnitude, s.bounds.uint_max, s.bounds.range_values, s.bounds.array_size,
            s.bounds.objects}},
          {"features", p.features}};
}

Prepared prepared_of(const Json& json) {
  Prepared p;
  p.subject.text = json["text"];
  p.subject.entry = json["entry"];
  p.subject.int_mode = static_cast<ir::IntMode>(json["int"].get<int>());
  const Json& b = json["bounds"];
  p.subject.bounds = {b[0], b[1], b[2], b[3], b[4]};
  p.features = json["features"].get<std::map<std::string, int>>();
  return p;
}

Json to_json(const Comparison& c) {
  Json json = {{"interp", c.interp},    {"symex", c.symex},    {"vacuous", c.is_vacuous},
               {"beyond", c.is_beyond}, {"hit", c.bounds_hit}, {"reasons", c.reasons},
               {"seconds", c.seconds}};
  if (c.failure) json["failure"] = {c.failure->kind, c.failure->detail};
  if (!c.text.empty()) json["text"] = c.text;
  return json;
}

Comparison comparison_of(const Json& json) {
  Comparison c;
  c.interp = json["interp"];
  c.symex = json["symex"];
  c.is_vacuous = json["vacuous"];
  c.is_beyond = json["beyond"];
  c.bounds_hit = json["hit"].get<std::vector<std::string>>();
  c.reasons = json["reasons"].get<std::vector<std::string>>();
  c.seconds = json["seconds"].get<std::map<std::string, double>>();
  c.text = json.value("text", "");
  if (json.contains("failure")) c.failure = {json["failure"][0], json["failure"][1]};
  return c;
}

// ---------------------------------------------------------------- one program

struct Outcome {
  Prepared prepared;
  Comparison comparison;
};

double patience(const Options& options) {
  return (options.mode == Mode::Switches ? 10 : 3) * options.effort.seconds + 60;
}

// The program in the given mode, then its probes: the engines only.
Comparison compare_all(const Prepared& prepared, const Options& options) {
  Comparison result = compare(prepared.subject, options.mode, options.effort);
  if (options.mode == Mode::Interp || result.symex == "unknown") return result;
  for (const Prepared::Probe& probe : prepared.probes) {
    if (result.failure) break;
    Subject subject = prepared.subject;
    subject.text = probe.text;
    Comparison c = compare(subject, Mode::Engines, options.effort, probe.is_valid);
    for (const auto& [name, time] : c.seconds) result.seconds[name] += time;
    result.failure = c.failure;
    if (c.failure) result.text = probe.text;
  }
  return result;
}

Outcome examine(std::uint64_t seed, const Options& options) {
  Isolated child = isolate(
      [&](const Send& send) {
        Prepared prepared = prepare(seed, options.effort);
        send(to_json(prepared).dump() + "\n");
        send(to_json(compare_all(prepared, options)).dump() + "\n");
      },
      patience(options));
  Outcome result;
  std::size_t first = child.output.find('\n');
  if (first != std::string::npos) {
    result.prepared = prepared_of(Json::parse(child.output.substr(0, first)));
  }
  if (child.problem.empty()) {
    result.comparison = comparison_of(Json::parse(child.output.substr(first + 1)));
    std::string& text = result.comparison.text;
    if (!text.empty()) result.prepared.subject.text = text;
  } else {
    result.comparison.failure = failure_of(child);
  }
  return result;
}

std::optional<Failure> failure_of(const Subject& subject, const Options& options) {
  Isolated child = isolate(
      [&](const Send& send) {
        send(to_json(compare(subject, options.mode, options.effort)).dump());
      },
      patience(options));
  if (!child.problem.empty()) return failure_of(child);
  return comparison_of(Json::parse(child.output)).failure;
}

// The program as one of tests/programs: the verdict is the interpreter's.
std::string with_header(std::uint64_t seed, const Subject& subject, const Comparison& c,
                        const Failure& failure) {
  std::string arguments = "verify --entry " + subject.entry;
  if (subject.int_mode != ir::IntMode::Math) {
    arguments += subject.int_mode == ir::IntMode::Bits32 ? " --int 32" : " --int 64";
  }
  arguments += fmt::format(" --array-size {}", subject.bounds.array_size);
  return fmt::format("// Seed {}: {}.\n{}//\n// BRAID: {} => {}\n", seed, failure.kind,
                     commented(failure.detail), arguments, c.interp) +
         subject.text;
}

void write_failure(std::uint64_t seed, const Outcome& outcome, const Options& options) {
  const Failure& failure = *outcome.comparison.failure;
  Subject subject = outcome.prepared.subject;
  std::string path = fmt::format("{}/failure_{}.oox", options.folder, seed);
  std::ofstream(path) << with_header(seed, subject, outcome.comparison, failure);
  fmt::print("seed {}: {}\n{}see {}\n", seed, failure.kind, failure.detail, path);
  if (!options.minimise || subject.text.empty()) return;
  auto fails = [&](const std::string& text) {
    Subject smaller = subject;
    smaller.text = text;
    auto now = failure_of(smaller, options);
    return now && now->kind == failure.kind;
  };
  subject.text = shrink(subject.text, fails, 2000);
  Failure last = failure_of(subject, options).value_or(failure);
  path = fmt::format("{}/failure_{}_small.oox", options.folder, seed);
  std::ofstream(path) << with_header(seed, subject, outcome.comparison, last);
  fmt::print("smaller: {}\n", path);
}

// ---------------------------------------------------------------- all programs

struct Totals {
  std::uint64_t failures = 0;
  std::map<std::string, int> verdicts;  // "interp valid, symex invalid ensures"
  std::map<std::string, int> other;     // vacuous, beyond the domains, bounds, unknown
  std::map<std::string, double> seconds;
  std::map<std::string, int> features;  // in how many programs

  void add(const Outcome& outcome) {
    const Comparison& c = outcome.comparison;
    ++verdicts["interp " + c.interp + (c.symex.empty() ? "" : ", symex " + c.symex)];
    if (c.is_vacuous) ++other["vacuous"];
    if (c.is_beyond) ++other["counterexample beyond the domains"];
    for (const std::string& bound : c.bounds_hit) ++other["symex hit " + bound];
    for (const std::string& reason : c.reasons) ++other["unknown: " + reason];
    for (const auto& [name, time] : c.seconds) seconds[name] += time;
    for (const auto& [name, times] : outcome.prepared.features) ++features[name];
  }

  void print(bool with_features) const {
    for (const auto& [name, count] : verdicts) fmt::print("{:6} {}\n", count, name);
    for (const auto& [name, count] : other) fmt::print("{:6} {}\n", count, name);
    for (const auto& [name, time] : seconds) fmt::print("{:6.1f} s {}\n", time, name);
    if (!with_features) return;
    for (const auto& [name, count] : features) fmt::print("{:6} with {}\n", count, name);
  }
};

int run(const Options& options) {
  Totals totals;
  for (std::uint64_t i = 0; i < options.count; ++i) {
    std::uint64_t seed = options.seed + i;
    if (options.print) {
      fmt::print("// seed {}\n{}\n", seed, prepare(seed, options.effort).subject.text);
      continue;
    }
    Outcome outcome = examine(seed, options);
    totals.add(outcome);
    if (!outcome.comparison.failure) continue;
    ++totals.failures;
    write_failure(seed, outcome, options);
  }
  if (options.print) return 0;
  totals.print(options.features);
  fmt::print("{} programs from seed {}, {} failures\n", options.count, options.seed,
             totals.failures);
  return totals.failures == 0 ? 0 : 1;
}

// ---------------------------------------------------------------- command line

constexpr const char* kUsage =
    "usage: differential [--count N] [--seed S] [--mode interp|engines|rotating|switches]\n"
    "                    [--inputs N] [--probes N] [--seconds S] [--out FOLDER]\n"
    "                    [--minimise] [--features] [--print]\n";

bool number(const std::string& text, std::uint64_t& out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_mode(const std::string& text, Mode& out) {
  static const std::map<std::string, Mode> kModes = {{"interp", Mode::Interp},
                                                     {"engines", Mode::Engines},
                                                     {"rotating", Mode::Rotating},
                                                     {"switches", Mode::Switches}};
  auto found = kModes.find(text);
  if (found == kModes.end()) return false;
  out = found->second;
  return true;
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
      if (i + 1 == args.size()) return false;
      const std::string& value = args[++i];
      std::uint64_t seconds = 0;
      bool good = false;
      if (args[i - 1] == "--count") good = number(value, out.count);
      if (args[i - 1] == "--seed") good = number(value, out.seed);
      if (args[i - 1] == "--inputs") good = number(value, out.effort.inputs);
      if (args[i - 1] == "--probes") good = number(value, out.effort.probes);
      if (args[i - 1] == "--mode") good = read_mode(value, out.mode);
      if (args[i - 1] == "--seconds" && number(value, seconds)) {
        out.effort.seconds = static_cast<double>(seconds);
        good = true;
      }
      if (args[i - 1] == "--out") {
        out.folder = value;
        good = true;
      }
      if (!good) return false;
    }
  }
  return true;
}

}  // namespace

}  // namespace differential

int main(int argc, char** argv) {
  differential::Options options;
  if (!differential::read_options({argv + 1, argv + argc}, options)) {
    fmt::print(stderr, "{}", differential::kUsage);
    return 2;
  }
  return differential::run(options);
}
