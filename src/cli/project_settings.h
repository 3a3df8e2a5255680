// The options of each method of a project: those of the command line, then those that braid.toml
// has for the method, then its defaults.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "cli/command.h"
#include "cli/verify_options.h"
#include "project/project.h"
#include "project/settings.h"

namespace cli {

class ProjectSettings {
 public:
  ProjectSettings(const Command& command, const VerifyOptions& options);

  // Reads braid.toml in `folder`, if it is there. False: what is wrong was said.
  bool read(const std::string& folder);

  const project::Layout& layout() const { return file_.layout; }
  // The options of the command as a whole.
  const VerifyOptions& common() const { return *common_; }

  tl::expected<project::Settings, std::string> settings_of(const project::Program& program,
                                                           const std::string& entry);
  // The same as options, for a method that is the only one.
  tl::expected<std::pair<std::shared_ptr<VerifyOptions>, pipeline::Request>, std::string>
  options_of(const project::Program& program, const std::string& entry);

  // The options of the command line that can change a result, for people and to be compared.
  std::string given_text() const;
  // braid.toml as it is; empty: there is none.
  std::string file_text() const;

  // Says which sections are about none of the methods.
  void tell_unused(const std::vector<project::Loaded>& programs) const;

 private:
  struct Parsed {
    std::shared_ptr<VerifyOptions> options;
    pipeline::Request request;
    std::string problem;
  };

  using Words = std::map<std::string, std::vector<std::string>>;  // by option
  Words words_of(const project::Program& program, const std::string& entry) const;
  const Parsed& parse(const std::vector<std::string>& files, const Words& words);
  bool check_values(const project::Section& section, diag::Sink& sink);

  const Command& command_;
  Words given_;  // on the command line
  project::SettingsFile file_;
  base::Sources sources_;
  std::shared_ptr<VerifyOptions> common_;
  std::map<std::string, Parsed> parsed_;  // by the words
};

}  // namespace cli
