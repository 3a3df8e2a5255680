#include "logic/ltl/short_names.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace ltl {

namespace {

class FullNames {
 public:
  explicit FullNames(const ir::Program& program) : program_(program) {}

  SyntaxPtr rewrite(const SyntaxPtr& syntax) {
    const Syntax& s = *syntax;
    bool binds = s.kind == SyntaxKind::Forall || s.kind == SyntaxKind::Exists;
    auto result = std::make_shared<Syntax>(s);
    if (binds) result->text = full_class(s.text);
    if (s.kind == SyntaxKind::At || s.kind == SyntaxKind::Name) result->name = full_member(s.name);
    bool is_new = binds && bound_.insert(s.name).second;
    for (SyntaxPtr& arg : result->args) arg = rewrite(arg);
    if (is_new) bound_.erase(s.name);
    return result;
  }

 private:
  // As Java writes the name of a nested class.
  static std::string dotted(std::string name) {
    std::replace(name.begin(), name.end(), '$', '.');
    return name;
  }

  // The class whose name ends with this, if there is one.
  const ir::Class* ending_with(std::string_view part) const {
    const ir::Class* found = nullptr;
    for (const ir::Class& cls : program_.classes) {
      std::size_t dot = cls.name.rfind('.');
      if (dot == std::string::npos && cls.name.find('$') == std::string::npos) continue;
      std::string name = dotted(cls.name);
      std::size_t start = dot == std::string::npos ? 0 : dot + 1;
      bool matches = name == part || std::string_view(name).substr(start) == part;
      if (!matches) continue;
      if (found) return nullptr;
      found = &cls;
    }
    return found;
  }

  std::string full_class(const std::string& name) const {
    if (program_.find_class(name).is_valid()) return name;
    const ir::Class* cls = ending_with(dotted(name));
    return cls ? cls->name : name;
  }

  // The longest beginning that names a class counts.
  std::string full_member(const std::string& name) const {
    std::size_t dot = name.find('.');
    if (dot == std::string::npos || bound_.contains(name.substr(0, dot))) return name;
    for (dot = name.rfind('.'); dot != std::string::npos && dot > 0;
         dot = name.rfind('.', dot - 1)) {
      std::string full = full_class(name.substr(0, dot));
      if (program_.find_class(full).is_valid()) return full + name.substr(dot);
    }
    return name;
  }

  const ir::Program& program_;
  std::set<std::string> bound_;
};

}  // namespace

SyntaxPtr with_full_names(const SyntaxPtr& syntax, const ir::Program& program) {
  return FullNames(program).rewrite(syntax);
}

}  // namespace ltl
