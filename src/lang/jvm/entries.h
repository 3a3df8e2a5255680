// Which method is verified: the one that the user names, a `main`, or the tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag/diagnostic.h"
#include "lang/jvm/class_path.h"

namespace jvm {

struct Entry {
  const ClassFile* klass = nullptr;  // that the user named: of this class is the receiver
  const ClassFile* owner = nullptr;  // that declares the method: `klass` or one above it
  const Method* method = nullptr;

  bool is_main() const;
  // "com.acme.Bank.transfer(int, long)", which find_entry() takes.
  std::string name() const;
};

// What is chosen from, by internal name: the classes that are verified, without the libraries that
// they need (ClassPath::classes before those are added).
using Candidates = std::vector<std::string>;

// `wanted` is package.Class.method. Several methods of that name are told apart by their
// parameters, as in Java or as a descriptor: `f(int, String)`, `f(ILjava/lang/String;)V`. The
// package may be left out if one class has that name; inner classes are written with a `$` or a
// dot; a class alone means its main. Nothing: it was reported, with what else there is.
std::optional<Entry> find_entry(ClassPath& path, const Candidates& candidates,
                                std::string_view wanted, diag::Sink& sink);

// Without a name: the only main(String[]), else the only test. Nothing: it was reported.
std::optional<Entry> default_entry(ClassPath& path, const Candidates& candidates, diag::Sink& sink);

// The methods with an annotation @Test (JUnit, TestNG) of classes that are not abstract, inherited
// ones too; by class, and as in the class file. None: it was reported.
std::vector<Entry> find_tests(ClassPath& path, const Candidates& candidates, diag::Sink& sink);

// Every main(String[]) and every such test, of classes in the order of the candidates.
std::vector<Entry> find_targets(ClassPath& path, const Candidates& candidates);

}  // namespace jvm
