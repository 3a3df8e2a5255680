// `braid init`: a small project to begin with: a program with a race, its fix, and settings.
#include <fmt/format.h>

#include <filesystem>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/status.h"

namespace cli {

namespace {

namespace fs = std::filesystem;

struct InitOptions {
  std::string folder = ".";
  bool java = false;
};

struct ProjectFile {
  std::string_view name;
  std::string_view text;
};

constexpr std::string_view kSettings =
    R"(# Settings of Braid for the programs of this folder. A line without `#` is in force.

[defaults]
# method-timeout = 60 # seconds, for each method
# unwind = 10         # iterations of loops that inputs decide
# array-size = 3      # elements of input arrays

# For one method alone:
# [method."Main.main"]
# method-timeout = 10
)";

constexpr std::string_view kOox =
    R"(// Two threads add to one counter, and both may read the old value before one of them writes.
class Counter {
    int value;

    void add() {
        int old := this.value;
        this.value := old + 1;
    }

    // Reads and writes under the lock of the counter: no other thread comes between.
    void add_alone() {
        lock (this) {
            int old := this.value;
            this.value := old + 1;
        }
    }
}

class Main {
    static void main() {
        Counter counter := new Counter();
        fork counter.add();
        fork counter.add();
        join;
        int total := counter.value;
        assert total == 2;
    }

    static void fixed() {
        Counter counter := new Counter();
        fork counter.add_alone();
        fork counter.add_alone();
        join;
        int total := counter.value;
        assert total == 2;
    }
}
)";

constexpr std::string_view kJava =
    R"(// Two threads add to one counter, and both may read the old value before one of them writes.
public class Counter {
    int value;

    void add() {
        value = value + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Thread first = new Thread(counter::add);
        Thread second = new Thread(counter::add);
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter.value == 2;
    }
}
)";

constexpr std::string_view kJavaFixed =
    R"(// `synchronized` lets one thread at a time read and write.
public class FixedCounter {
    int value;

    synchronized void add() {
        value = value + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        FixedCounter counter = new FixedCounter();
        Thread first = new Thread(counter::add);
        Thread second = new Thread(counter::add);
        first.start();
        second.start();
        first.join();
        second.join();
        assert counter.value == 2;
    }
}
)";

std::vector<ProjectFile> files_of(const InitOptions& options) {
  if (options.java) {
    return {{"Counter.java", kJava}, {"FixedCounter.java", kJavaFixed}, {"braid.toml", kSettings}};
  }
  return {{"counter.oox", kOox}, {"braid.toml", kSettings}};
}

int say_next(const InitOptions& options, const std::vector<ProjectFile>& files) {
  std::string out = "wrote";
  for (const ProjectFile& file : files) {
    out += fmt::format(" {}", (fs::path(options.folder) / file.name).lexically_normal().string());
  }
  std::string program = (fs::path(options.folder) / files.front().name).lexically_normal().string();
  std::string fixed = (fs::path(options.folder) / files[1].name).lexically_normal().string();
  out += fmt::format("\n\nNext:\n  braid verify {}\n", program);
  out += fmt::format("  braid verify {} --format html -o race.html\n", program);
  out += options.java ? fmt::format("  braid verify {}\n", fixed)
                      : fmt::format("  braid verify {} --entry Main.fixed\n", program);
  return write_result("", out);
}

int init(const InitOptions& options) {
  std::vector<ProjectFile> files = files_of(options);
  fs::path folder(options.folder);
  std::error_code error;
  for (const ProjectFile& file : files) {
    if (!fs::exists(folder / file.name, error)) continue;
    say_problem(
        fmt::format("{} is there already; `braid init` overwrites nothing, choose another "
                    "folder: `braid init NAME`",
                    (folder / file.name).lexically_normal().string()));
    return kBadInput;
  }
  fs::create_directories(folder, error);
  if (error) {
    say_problem(fmt::format("cannot make the folder {}: {}", options.folder, error.message()));
    return kBadInput;
  }
  for (const ProjectFile& file : files) {
    int status = write_piece((folder / file.name).string(), file.text);
    if (status != kValid) return status;
  }
  return say_next(options, files);
}

}  // namespace

void add_init(Command& c) {
  auto options = std::make_shared<InitOptions>();
  c.argument("FOLDER", options->folder, "where (default: here)");
  Option oox = c.flag(
      "--oox", [options] { options->java = false; }, "a program in OOX (default)");
  c.flag("--java", options->java, "programs in Java").excludes(oox);
  c.action({.run = [options] { return init(*options); }});
}

}  // namespace cli
