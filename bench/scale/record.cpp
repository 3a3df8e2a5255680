// Records how a search can be divided, for bench/scale/simulate.
//
//   scale_record FILE.oox METHOD SIZE tree        the tree of a search by one worker: for each
//   item, in the
//                                                 order in which they are explored, the steps of
//                                                 its execution before, the items that came of it,
//                                                 its steps
//   scale_record FILE.oox METHOD SIZE workers N   a search by N workers: what moved, and what each
//                                                 did
//
// SIZE is that of input arrays.
// Times are CPU times of threads, for machines that are shared. The searches are those of one
// execution per trace, or of all paths of a program with one thread.
#include <fmt/format.h>

#include <ctime>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/check.h"
#include "base/diag/diagnostic.h"
#include "base/file.h"
#include "base/source.h"
#include "base/text.h"
#include "engine/symex/checkpoint.h"
#include "engine/symex/engine.h"
#include "ir/pass/liveness.h"
#include "ir/pass/visibility.h"
#include "lang/oox/check.h"
#include "lang/oox/lower.h"
#include "lang/oox/parser.h"

namespace {

ir::Program lowered(const std::string& path, const std::string& entry) {
  auto text = base::read_file(path);
  CHECK(text.has_value(), "{} cannot be read", path);
  base::Sources sources;
  diag::Sink sink;
  oox::Program tree;
  oox::parse(sources, sources.add(path, *text), tree, sink);
  if (!sink.has_errors()) oox::check(tree, sink);
  CHECK(!sink.has_errors(), "{} is wrong", path);
  ir::Program program = oox::lower(tree, {});
  program.entry = program.find_proc(entry);
  CHECK(program.entry.is_valid(), "there is no {} in {}", entry, path);
  pass::annotate_liveness(program);
  pass::mark_visibility(program);
  return program;
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Item {
  std::uint64_t depth = 0;
  std::size_t children = 0;
  std::uint64_t steps = 0;
};

struct Worker {
  std::size_t pieces = 0;      // taken from the pool
  std::size_t items = 0;       // explored
  std::uint64_t steps = 0;     // new ones
  std::uint64_t replayed = 0;  // events and choices of pieces, which are made again
  double seconds = 0;          // CPU, up to its last item
  // Of pieces: CPU from the moment they are taken until their first items are explored.
  double piece_seconds = 0;
  std::uint64_t piece_steps = 0;  // the new ones in these items
  double taken_at = -1;           // negative: the first items of the piece are explored
};

struct Recording {
  std::mutex mutex;
  double start = 0;  // CPU of the main thread when the search began
  std::thread::id main = std::this_thread::get_id();
  std::vector<Item> items;
  std::map<std::thread::id, Worker> workers;

  void take(const symex::WorkItem& piece) {
    std::lock_guard lock(mutex);
    Worker& worker = workers[std::this_thread::get_id()];
    bool is_root = piece.choices.empty() && !piece.has_threads;
    if (is_root) return;
    ++worker.pieces;
    worker.replayed += piece.choices.size() + piece.done;
    bool is_main = std::this_thread::get_id() == main;
    worker.taken_at = thread_seconds() - (is_main ? start : 0);
  }
  void explore(Item item) {
    std::lock_guard lock(mutex);
    Worker& worker = workers[std::this_thread::get_id()];
    ++worker.items;
    worker.steps += item.steps;
    bool is_main = std::this_thread::get_id() == main;
    worker.seconds = thread_seconds() - (is_main ? start : 0);
    // The item that makes the state again has no steps of its own.
    if (worker.taken_at >= 0 && item.steps > 0) {
      worker.piece_seconds += worker.seconds - worker.taken_at;
      worker.piece_steps += item.steps;
      worker.taken_at = -1;
    }
    items.push_back(item);
  }
};

void print_tree(const Recording& recording, double seconds) {
  std::uint64_t steps = 0;
  for (const Item& item : recording.items) steps += item.steps;
  fmt::print("# items {} steps {} seconds {:.6f}\n", recording.items.size(), steps, seconds);
  for (const Item& item : recording.items) {
    fmt::print("{}\t{}\t{}\n", item.depth, item.children, item.steps);
  }
}

void print_workers(const Recording& recording) {
  for (const auto& [id, worker] : recording.workers) {
    fmt::print("{}\t{}\t{}\t{}\t{:.6f}\t{:.6f}\t{}\n", worker.pieces, worker.items, worker.steps,
               worker.replayed, worker.seconds, worker.piece_seconds, worker.piece_steps);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  bool is_tree = words.size() == 4 && words[3] == "tree";
  auto jobs = words.size() == 5 && words[3] == "workers"
                  ? base::parse_number<std::uint32_t>(words[4])
                  : std::nullopt;
  auto size = words.size() > 2 ? base::parse_number<std::uint32_t>(words[2]) : std::nullopt;
  if (!size || (!is_tree && !jobs)) {
    fmt::print(stderr, "usage: scale_record FILE.oox METHOD SIZE tree|workers N\n");
    return 1;
  }
  ir::Program program = lowered(words[0], words[1]);
  symex::ProgramTables tables(program);
  Recording recording;
  symex::Options options;
  options.jobs = jobs.value_or(1);
  options.array_size = *size;
  options.on_piece = [&](const symex::WorkItem& piece) { recording.take(piece); };
  options.on_item = [&](std::uint64_t depth, std::size_t children, std::uint64_t steps) {
    recording.explore({depth, children, steps});
  };
  run::Run run({}, 0);
  recording.start = thread_seconds();
  symex::Answer answer = symex::verify(run, tables, options, std::nullopt);
  double seconds = thread_seconds() - recording.start;
  CHECK(answer.result.verdict == verdict::VerdictKind::Valid,
        "the search does not come to its end");
  if (is_tree) {
    print_tree(recording, seconds);
  } else {
    print_workers(recording);
  }
  return 0;
}
