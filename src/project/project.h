// A project: many programs, and in each of them many methods to verify.
//
//   files ─► programs ─► targets ─► keys ─► cache ─┬─► results
//                                          workers ┘
//
// Every program is read once, in this process. A target whose key is in the cache has its result;
// the others are verified by workers, several at a time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/run/run.h"
#include "ir/pass/reached.h"
#include "pipeline/load.h"
#include "pipeline/request.h"
#include "project/cache.h"
#include "project/shard.h"
#include "result/report/project.h"

namespace project {

// Files that form one program.
struct Program {
  std::vector<std::string> files;
  bool is_closed = false;  // all sources of a folder: Java's are not looked for elsewhere
};

// How one method is to be verified, or the program be read.
struct Settings {
  pipeline::Request request;
  ir::IntMode int_mode = ir::IntMode::Math;
  bool awaits = false;  // loops that only wait become waiting
  std::string class_path;
  jvm::LowerOptions java;
  // The options that can change a verdict, as words: equal words, equal requests.
  std::string words;
  bool can_be_cached = true;
  bool skip = false;
  std::string expected;  // a verdict; empty: none
  verdict::FailOn fail_on;
  std::string command;  // verifies this method alone
  std::string limits;   // and options of the command beside it, which change no verdict
};

// The settings of a method; without a method, those of the program as a whole. The error says
// what is wrong with them.
using Configure = std::function<tl::expected<Settings, std::string>(const Program& program,
                                                                    const std::string& entry)>;

struct Events {
  std::function<void()> in_worker;                                    // first thing in a worker
  std::function<void(std::string_view)> say;                          // text for standard error
  std::function<void(const std::vector<std::string>& running)> tick;  // several times a second
  std::function<void(const report::ProjectItem& item)> on_item;       // a row is complete
};

struct Options {
  Configure configure;
  Events events;
  VerdictCache* cache = nullptr;  // null: no verdict is looked up or kept
  std::size_t jobs = 1;
  Shard shard;  // only this share
};

// A result that is known without reading the program; none of a method that is skipped.
struct Known {
  std::optional<std::pair<report::Subject, verdict::Result>> result;
};

// A program that was read.
struct Loaded {
  Program program;
  std::shared_ptr<pipeline::Input> input;
  std::vector<std::string> targets;
  bool is_good = false;  // else its input says what is wrong
  // By method, if nothing at all has changed (recall.h); the input has the sources alone then.
  std::map<std::string, Known> known = {};
  std::string source_key = {};  // under which results may be kept for that; empty: they may not
};

// Reads the files, as far as that does not depend on a method.
Loaded load(const Program& program, const Settings& settings);

// What the verdict on a method depends on; the program of the input is that method's. Nothing in
// it depends on where a statement stands.
struct Key {
  std::string text;
  pass::Reached reached;
};
Key key_of(const pipeline::Input& input, const Settings& settings);
// Has the input hold the program with this entry. False: its sink says why not.
bool select(pipeline::Input& input, const std::string& entry, const Settings& settings);

// What there is to verify: a method, or a program that cannot be read.
struct Obligation {
  std::size_t program = 0;  // among those that were read
  std::string entry;        // empty: the program as a whole
  // Those of the method; the error says what is wrong with them.
  tl::expected<Settings, std::string> settings;
};

struct Obligations {
  std::vector<Obligation> all;  // in the order of files and of methods in them
  std::size_t skipped = 0;      // methods that the settings leave out
};
Obligations obligations_of(const std::vector<Loaded>& programs, const Configure& configure);

// The exit status of an item for itself.
void judge(report::ProjectItem& item, const verdict::FailOn& fail_on);

// Whether a target counts, by its key; empty: all do.
using IsWanted =
    std::function<bool(const Loaded& loaded, const std::string& entry, const Key& key)>;

// Verifies all targets of the programs. `whole` ends it early.
report::Project verify_all(run::Run& whole, std::vector<Loaded> programs, const Options& options,
                           const IsWanted& is_wanted);

}  // namespace project
