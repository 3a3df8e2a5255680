// What has changed since a revision of git: by the keys of methods, not by their lines.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/process.h"
#include "project/project.h"

namespace project {

class Changes {
 public:
  // The error says what is wrong with the revision, or with git.
  static tl::expected<Changes, std::string> since(const std::string& revision,
                                                  const std::string& folder);

  // Whether the method is not what it was: its key is another one. A program none of whose files
  // has changed is not read again.
  bool has_changed(const Loaded& loaded, const std::string& entry, const Key& key,
                   const Configure& configure);

 private:
  struct Old {
    bool is_touched = false;
    Loaded loaded;  // as it was; not good: every method counts as changed
  };

  Old& old_version(const Loaded& loaded, const Configure& configure);
  // The file as it was, in the temporary folder; empty: there was none.
  std::string checked_out(const std::string& file);

  std::string revision_;
  std::string root_;               // of the work tree
  std::set<std::string> touched_;  // absolute paths: changed, new or deleted
  std::unique_ptr<base::TemporaryFolder> copies_;
  std::map<const pipeline::Input*, Old> old_;
};

}  // namespace project
