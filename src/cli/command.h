// The kit that the commands are made of. A command's file says in one line per option what it is
// called, where its value goes, what it means, and which engines read it; then what to do.
// CLI11 stays behind this header.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/run/run.h"
#include "base/words.h"
#include "cli/option_table.h"
#include "cli/watch.h"
#include "pipeline/request.h"
#include "result/report/report.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace symex {
class Team;
}

namespace cli {

using pipeline::Engine;
using pipeline::Engines;

// What all commands have that read files and can take long; each offers those that it uses.
struct CommonOptions {
  std::vector<std::string> paths;
  std::optional<double> timeout;        // seconds
  std::optional<std::uint64_t> memory;  // MiB
  report::Format format = report::Format::Text;
  std::string output;  // a file; empty: standard output
  bool stats = false;
  std::optional<bool> progress;  // absent: if standard error is a terminal

  run::Limits limits() const;
};

// Reads the text of a value; gives back what is wrong with it, or nothing.
using ReadValue = std::function<std::string(const std::string&)>;

struct Range {
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

// An option that was added, to say more about it.
class Option {
 public:
  Option(CLI::Option* option, OptionRow* row) : option_(option), row_(row) {}
  Option required();
  Option excludes(Option other);
  // Only `--help-all` shows it.
  Option rare();
  // What `--help` says, in one line, if the help is longer.
  Option brief(const std::string& text);
  // The words that fit, for a shell to complete.
  Option words(std::vector<std::string> words);
  // It is a file with one of these endings; with none, any file.
  Option endings(std::vector<std::string> endings);

 private:
  CLI::Option* option_;
  OptionRow* row_;
};

// The type of a value that may be absent.
template <class T>
struct Inner {
  using type = T;
};
template <class T>
struct Inner<std::optional<T>> {
  using type = T;
};
template <class T>
using Plain = typename Inner<T>::type;

class Command {
 public:
  Command(CLI::App& app, const std::string& name, const std::string& help);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // The heading of the options that follow, in the help.
  void group(const std::string& title) {
    group_ = title;
    is_rare_ = false;
  }
  // The same for options that only `--help-all` shows.
  void rare_group(const std::string& title) {
    group_ = title;
    is_rare_ = true;
  }
  // Only `braid --help-all` shows the command.
  void rare() { row_.is_rare = true; }
  // What the command does, in some sentences.
  void about(const std::string& text) { row_.about = text; }
  // The help names the engines that read an option.
  void name_engines() { names_engines_ = true; }

  Option argument(const std::string& name, std::string& target, const std::string& help);
  Option arguments(const std::string& name, std::vector<std::string>& target,
                   const std::string& help, int most = std::numeric_limits<int>::max());
  // An argument that is one of some words; `set` gets its place among them.
  Option word(const std::string& name, const std::vector<std::string>& words,
              const std::string& help, std::function<void(std::size_t)> set);

  Option flag(const std::string& names, bool& target, const std::string& help,
              Engines engines = {}) {
    return flag(
        names, [&target] { target = true; }, help, engines);
  }
  // Switches something off.
  Option off(const std::string& names, bool& target, const std::string& help,
             Engines engines = {}) {
    return flag(
        names, [&target] { target = false; }, help, engines);
  }
  Option flag(const std::string& names, std::function<void()> set, const std::string& help,
              Engines engines = {});
  // Two names, one to switch it on and one to switch it off.
  Option on_off(const std::string& on, const std::string& off, std::optional<bool>& target,
                const std::string& help, Engines engines = {}, Engines engines_off = {});

  Option text(const std::string& names, std::string& target, const std::string& help,
              Engines engines = {}, const std::string& type = "TEXT");
  Option file(const std::string& names, std::string& target, const std::string& help,
              Engines engines = {}) {
    return text(names, target, help, engines, "FILE");
  }
  // It must not be empty.
  Option formula(const std::string& names, std::string& target, const std::string& help,
                 Engines engines = {});
  // A list with commas.
  Option list(const std::string& names, std::vector<std::string>& target, const std::string& help);
  // Whole numbers up to `most`, with commas.
  Option numbers(const std::string& names, std::vector<std::uint32_t>& target, std::uint32_t most,
                 const std::string& help);
  // It may be given more than once.
  Option repeatable(const std::string& names, const std::string& type, ReadValue read,
                    const std::string& help, Engines engines = {});
  Option seconds(const std::string& names, std::optional<double>& target, const std::string& help,
                 Engines engines = {});
  Option seconds(const std::string& names, double& target, const std::string& help,
                 Engines engines = {});

  // A whole number; one of a signed type may be called too small.
  template <class T>
  Option number(const std::string& names, T& target, const std::string& help, Engines engines = {},
                Range range = {}) {
    return number<Plain<T>>(
        names, [&target](Plain<T> value) { target = value; }, help, engines, range);
  }
  template <class T>
  Option number(const std::string& names, std::function<void(T)> set, const std::string& help,
                Engines engines = {}, Range range = {}) {
    if constexpr (std::is_signed_v<T>) {
      return signed_number(
          names, [set](std::int64_t value) { set(static_cast<T>(value)); }, help, engines, range);
    } else {
      return unsigned_number(
          names, [set](std::uint64_t value) { set(static_cast<T>(value)); }, help, engines,
          static_cast<std::uint64_t>(range.least),
          std::min<std::uint64_t>(most_of<T>(), range.most == Range().most
                                                    ? most_of<T>()
                                                    : static_cast<std::uint64_t>(range.most)),
          range.most != Range().most);
    }
  }

  // One of the words of a closed set. `engines_of` says who reads the option with that value.
  template <class E>
  Option choice(const std::string& names, E& target, const std::string& help, Engines engines = {},
                std::function<Engines(Plain<E>)> engines_of = {}) {
    return choice(
        names, base::all_words<Plain<E>>(),
        [&target](const std::string& word) { target = *base::find_word<Plain<E>>(word); }, help,
        engines,
        engines_of ? std::function<Engines(const std::string&)>([engines_of](const std::string& w) {
          return engines_of(*base::find_word<Plain<E>>(w));
        })
                   : nullptr);
  }
  Option choice(const std::string& names, const std::vector<std::string>& words,
                std::function<void(const std::string&)> set, const std::string& help,
                Engines engines = {}, std::function<Engines(const std::string&)> engines_of = {});

  // Groups of options that many commands have.
  void files(CommonOptions& options);
  void limits(CommonOptions& options);
  // The formats that are for such commands, and those that are for all.
  Option format(CommonOptions& options, report::Use use = report::Use::Any);
  Option output(CommonOptions& options);
  void progress(CommonOptions& options);

  // What to do when the command line has been read.
  struct Action {
    const CommonOptions* common = nullptr;
    std::function<int()> run;
    std::function<std::vector<std::string>()> writes = {};  // files beside the result
    std::function<void(WatchOptions&)> watch = {};          // what else a watch should know
    std::function<bool()> is_interactive = {};              // who takes the steps ends them, too
  };
  void action(Action action) { action_ = std::move(action); }
  int execute(run::Clock::time_point start) const;
  // This process is one of several that do it together.
  void join(symex::Team* team) { team_ = team; }
  symex::Team* team() const { return team_; }

  const std::string& name() const { return row_.name; }
  // As help, man pages and completions show it.
  CommandRow row() const;
  // The options that were given, after parsing.
  std::vector<pipeline::GivenOption> given() const;

  // An option by its long name, as words of a command line. A pair of switches has one name.
  struct Words {
    std::string name;                // "depth"
    std::vector<std::string> words;  // "--depth=200"
  };
  std::vector<Words> given_words() const;
  // The same for a value that is not from the command line; nothing: there is nothing to say.
  Words words_for(const std::string& name, const std::vector<std::string>& values,
                  bool is_on) const;
  // All options, by their long names without dashes, and whether they take values.
  std::vector<std::pair<std::string, bool>> long_names() const;
  // Reads words as if they were the command line. Gives back what is wrong with them.
  std::string read(std::vector<std::string> words);

 private:
  template <class T>
  static constexpr std::uint64_t most_of() {
    return std::numeric_limits<T>::max();
  }

  struct Entry {
    CLI::Option* option = nullptr;
    Engines engines;
    Engines engines_off;                                    // who reads it switched off
    std::function<Engines(const std::string&)> engines_of;  // if the value decides
  };

  Option signed_number(const std::string& names, std::function<void(std::int64_t)> set,
                       const std::string& help, Engines engines, Range range);
  Option unsigned_number(const std::string& names, std::function<void(std::uint64_t)> set,
                         const std::string& help, Engines engines, std::uint64_t least,
                         std::uint64_t most, bool has_range);
  Option value(const std::string& names, const std::string& type, ReadValue read,
               const std::string& help, Engines engines);
  Option add(CLI::Option* option, Engines engines,
             std::function<Engines(const std::string&)> engines_of = {});
  Option add_argument(CLI::Option* option, const std::string& name, bool is_many);

  CLI::App* app_;
  CommandRow row_;              // without its options
  std::deque<OptionRow> rows_;  // arguments and options, which stay where they are
  std::string group_;
  bool is_rare_ = false;  // of the group
  bool names_engines_ = false;
  std::vector<Entry> entries_;
  Action action_;
  symex::Team* team_ = nullptr;
};

// A command without a command line of its own, to be given words.
class DetachedCommand {
 public:
  explicit DetachedCommand(const std::string& name);
  ~DetachedCommand();
  DetachedCommand(const DetachedCommand&) = delete;
  DetachedCommand& operator=(const DetachedCommand&) = delete;

  Command& operator*() { return *command_; }

 private:
  std::unique_ptr<CLI::App> app_;
  std::unique_ptr<Command> command_;
};

// Every command has a function `void add_<name>(Command& command)`, and a row in commands.def.
#define COMMAND(name, word, help) void add_##name(Command& command);
#include "cli/commands.def"
#undef COMMAND

}  // namespace cli
