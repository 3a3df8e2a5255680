// An Alloy model as it is written.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/diag/diagnostic.h"
#include "logic/rel/syntax.h"

namespace rel {

struct SigSyntax {
  SyntaxName name;
  bool is_abstract = false;
  std::string multiplicity;           // one, lone, some, or empty
  std::optional<SyntaxName> extends;  // or
  SyntaxPtr subset_of;                // `in A + B`
  std::vector<SyntaxDecl> fields;
  SyntaxPtr fact;  // the block behind the fields
};

struct ScopeSyntax {
  SyntaxName sig;  // `Int` for the bitwidth
  std::int64_t count = 0;
  bool is_exact = false;
};

struct CommandSyntax {
  bool is_check = false;
  std::string name;   // the label, or what is run, or run$1
  SyntaxName target;  // a predicate or assertion; empty: `block`
  SyntaxPtr block;
  base::Span span;
  std::optional<std::int64_t> overall;  // `for N`
  std::vector<ScopeSyntax> scopes;
  std::optional<bool> expected;  // `expect 1`: an instance
};

struct NamedBlock {
  SyntaxName name;  // may be empty
  SyntaxPtr block;
};

// `open util/ordering[S] as o`
struct OpenSyntax {
  SyntaxName module;
  std::optional<SyntaxName> parameter;
  std::string alias;
};

struct ModelSyntax {
  std::vector<OpenSyntax> opens;
  std::vector<SigSyntax> sigs;
  std::vector<NamedBlock> facts;
  std::vector<NamedBlock> assertions;
  std::deque<CallableSyntax> callables;  // a deque: others keep pointers
  std::vector<CommandSyntax> commands;
};

// Appends what the file contains. Errors are reported; the parser goes on with the next
// paragraph.
void parse_model(const base::Sources& sources, base::FileId file, ModelSyntax& model,
                 diag::Sink& sink);

}  // namespace rel
