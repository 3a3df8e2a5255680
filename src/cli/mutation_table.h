// Views of mutants and of what became of them, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "cli/mutation_run.h"
#include "lang/oox/mutate/mutate.h"

namespace cli {

// What a batch of mutants is about.
struct MutationSubject {
  const base::Sources& sources;
  const std::vector<mutate::Mutant>& mutants;
  std::vector<std::string> input;  // the files, as given
  std::string entry;
  std::string engine;
};

// "NAME  file:line:column: before -> after", a line per mutant, cut to `width` columns; 0: not
// at all.
std::string mutant_list_text(const MutationSubject& subject, std::size_t width = 0);
std::string mutant_list_json(const MutationSubject& subject);

// The kill table, in pieces, so that each can be printed as soon as it is known. The
// widths of its columns depend on the mutants alone.
class KillTable {
 public:
  // With `stats`, rows have counters, too. Changes and remarks are cut so that rows fit
  // `width` columns; 0: no matter.
  KillTable(const MutationSubject& subject, bool stats, std::size_t width = 0);

  // What the original is like, and the head of the table.
  std::string head(const Verified& original) const;
  std::string row(const MutantResult& mutant) const;
  std::string totals(const MutationRun& run) const;

 private:
  std::string place(const mutate::Mutant& mutant) const;

  const MutationSubject& subject_;
  bool stats_;
  std::size_t width_;
  std::size_t name_width_ = 6;  // "mutant"
  std::size_t place_width_ = 5;
  std::size_t change_width_ = 6;
};

std::string kill_table_json(const MutationSubject& subject, const MutationRun& run);

}  // namespace cli
