#include "pipeline/modular_view.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "base/scanner.h"
#include "engine/modular/property.h"
#include "ir/pass/drop.h"

namespace pipeline {

namespace {

bool is_word_part(char c) {
  return base::is_letter(c) || base::is_digit(c) || c == '_' || c == '$';
}

// The words of all formulas that are about this program or its entry.
std::set<std::string, std::less<>> words_of_formulas(const ir::Program& program,
                                                     const base::Sources& sources) {
  std::set<std::string, std::less<>> words;
  auto add = [&](base::Span span) {
    std::string_view text = sources.text(span);
    for (std::size_t i = 0; i < text.size();) {
      std::size_t begin = i;
      while (i < text.size() && is_word_part(text[i])) ++i;
      if (i > begin) words.emplace(text.substr(begin, i - begin));
      if (i == begin) ++i;
    }
  };
  for (const ir::Property& p : program.proc(program.entry).properties) add(p.formula);
  for (const ir::Class& cls : program.classes) {
    for (const ir::Property& p : cls.invariants) add(p.formula);
  }
  for (base::Span definition : program.definitions) add(definition);
  return words;
}

// Whose objects formulas speak of: classes that are named, and those with invariants.
std::vector<ir::ClassId> classes_named(const ir::Program& program,
                                       const std::set<std::string, std::less<>>& words) {
  std::vector<ir::ClassId> named;
  for (const std::string& word : words) {
    if (ir::ClassId cls = modular::find_class(program, word)) named.push_back(cls);
  }
  for (std::size_t i = 0; i < program.classes.size(); ++i) {
    if (!program.classes[i].invariants.empty()) named.emplace_back(i);
  }
  return named;
}

}  // namespace

ModularView::ModularView(const ir::Program& whole, const base::Sources& sources) : whole_(whole) {
  if (!whole.is_guarded || !whole.root) return;
  auto words = words_of_formulas(whole, sources);
  // Whatever exists: then all of it matters.
  if (words.contains("univ") || words.contains("iden")) return;
  pass::Kept kept;
  kept.forgets_thrown = true;
  for (const ir::Field& field : whole.fields) {
    if (words.contains(field.name)) {
      kept.variables.insert(whole.cls(field.owner).name + "." + field.name);
    }
  }
  for (const ir::Global& global : whole.globals) {
    if (words.contains(global.name.substr(global.name.rfind('.') + 1))) {
      kept.variables.insert(global.name);
    }
  }
  if (words.contains("elems") || words.contains("length")) kept.variables.insert("[]");
  if (words.contains("return")) {
    const ir::Procedure& entry = whole.proc(whole.entry);
    if (entry.retval) {
      kept.variables.insert(entry.name + "." +
                            std::string(ir::display_name(entry.local(entry.retval))));
    }
  }
  kept.keeps = [&whole, named = classes_named(whole, words)](const ir::Action& action) {
    const auto* made = std::get_if<ir::New>(&action);
    return made && std::any_of(named.begin(), named.end(), [&](ir::ClassId above) {
             return whole.is_subclass(made->cls, above);
           });
  };
  slice_ = pass::drop_irrelevant(whole, kept);
}

std::optional<ir::Program> without_library(const ir::Program& whole) {
  if (!whole.is_guarded || !whole.root) return std::nullopt;
  pass::Kept kept;
  kept.forgets_thrown = true;
  for (const ir::Field& field : whole.fields) {
    const std::string& owner = whole.cls(field.owner).name;
    if (!modular::is_library_name(owner)) kept.variables.insert(owner + "." + field.name);
  }
  for (const ir::Global& global : whole.globals) {
    bool is_users = !modular::is_library_name(global.name) && !global.name.starts_with('$');
    if (is_users) kept.variables.insert(global.name);
  }
  kept.variables.insert("[]");
  for (const ir::Procedure& proc : whole.procs) {
    if (proc.is_library || !proc.retval) continue;
    kept.variables.insert(proc.name + "." + std::string(ir::display_name(proc.local(proc.retval))));
  }
  kept.keeps = [&whole](const ir::Action& action) {
    const auto* made = std::get_if<ir::New>(&action);
    return made && !modular::is_library_name(whole.cls(made->cls).name);
  };
  return pass::drop_irrelevant(whole, kept);
}

}  // namespace pipeline
