// braid.toml: what a project says about its files, and how its methods are verified.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "base/source.h"
#include "project/files.h"

namespace project {

inline constexpr std::string_view kSettingsFile = "braid.toml";

// An option of the command line, as far as settings need to know it.
struct OptionInfo {
  std::string name;         // "depth", "no-slice"
  bool takes_value = true;  // else it is a switch
  bool is_for_all = false;  // of the command as a whole, not of a method
  bool is_for_one = false;  // of a single verification: no setting at all
};

// `depth = 200` is the value "200", `races = true` a switch.
struct Setting {
  std::string name;
  std::vector<std::string> values;  // of an option with values
  bool is_on = true;                // of a switch
  base::Span span;                  // of the name
};

struct Section {
  // "Main.sort", "bank.oox:Main.main", with `*`; empty: the defaults.
  std::string method;
  std::vector<Setting> settings;
  std::optional<bool> skip;
  std::string expect;
  base::Span span;
};

struct SettingsFile {
  Layout layout;
  Section defaults;
  std::vector<Section> methods;  // in the order of the file; a later one counts more
};

// Reads the file. Nothing: the sink says what is wrong with it.
std::optional<SettingsFile> read_settings(const std::string& path,
                                          const std::vector<OptionInfo>& options,
                                          base::Sources& sources, diag::Sink& sink);

// Whether a section is about this method of this program.
bool is_about(const Section& section, const Program& program, const std::string& entry,
              const std::string& folder);

}  // namespace project
