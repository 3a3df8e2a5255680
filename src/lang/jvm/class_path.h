// Where classes come from: folders, archives, single files, and the image of a JDK. Classes are
// read when they are asked for, and once.
//
// The order is that of a JVM, with the models in front of the library they stand for: what the
// user gave (in the order given), the models, the JDK. Names below `java/` are never the user's:
// no JVM would load them from there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "lang/jvm/class_file.h"

namespace jvm {

enum class Origin : std::uint8_t { User, Models, Jdk };

class ClassPath {
 public:
  // Files that cannot be read or are malformed are reported to `sink`, once each.
  explicit ClassPath(diag::Sink& sink);
  ~ClassPath();
  ClassPath(const ClassPath&) = delete;
  ClassPath& operator=(const ClassPath&) = delete;

  // A folder, a jar (.jar, .zip) or a class file (.class; what lies beside it is found, too).
  // False: it was reported.
  bool add(const std::string& path, Origin origin = Origin::User);
  // A list with colons, as `--cp` has it; `lib/*` are all jars of a folder. Parts that do not exist
  // are reported.
  bool add_list(std::string_view list, Origin origin = Origin::User);
  // The JDK at `home` (with lib/modules); empty: the one that find_jdk() finds. False:
  // there is none that can be read, which is reported.
  bool add_jdk(const std::string& home = "");

  // By internal name ("a/B$C"). Null: there is no such class, or it was reported as malformed.
  const ClassFile* find(std::string_view name);
  // Only in what came from `origin`.
  const ClassFile* find_in(Origin origin, std::string_view name);
  // Of a class that find() returned.
  Origin origin(const ClassFile& file) const;
  // The folder, archive or file it came from, as it was added; of the JDK its home.
  const std::string& entry_path(const ClassFile& file) const;

  // The internal names of all classes that came from `origin`, sorted, without descriptions of
  // modules and packages; of the JDK those of java.base only.
  std::vector<std::string> classes(Origin origin) const;
  // What was added, in order.
  std::vector<std::string> entries(Origin origin) const;
  // The release of the JDK (17); without one, 17.
  unsigned release() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jvm
