#include "lang/bir/parse.h"

#include "ir/verify.h"
#include "lang/bir/builder.h"
#include "lang/bir/lexer.h"
#include "lang/bir/parser.h"

namespace bir {

std::optional<ir::Program> parse(const base::Sources& sources, base::FileId file,
                                 diag::Sink& sink) {
  std::size_t errors_before = sink.error_count();
  auto failed = [&] { return sink.error_count() != errors_before; };
  std::vector<Token> tokens = tokenize(sources, file, sink);
  syntax::File tree = BirParser(sources, std::move(tokens), sink).run();
  if (failed()) return std::nullopt;
  Program program = BirBuilder(tree, sink).run();
  if (failed()) return std::nullopt;
  for (const Malformed& problem : verify(program)) {
    base::Span span = problem.span.is_valid() ? problem.span : tree.name.span;
    sink.report(diag::Kind::BirMalformed, span, problem.where, problem.what);
  }
  if (failed()) return std::nullopt;
  return program;
}

}  // namespace bir
