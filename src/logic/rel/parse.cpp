#include "logic/rel/parse.h"

#include "logic/rel/parser.h"

namespace rel {

namespace {

// Everything up to the end, as one block.
SyntaxPtr parse_all(Parser& parser, base::Span part) {
  Syntax node;
  node.kind = SyntaxKind::Block;
  node.span = part;
  while (!parser.at_end()) node.args.push_back(parser.expr());
  return std::make_shared<const Syntax>(std::move(node));
}

}  // namespace

std::optional<Formula> parse_formula(const base::Sources& sources, base::Span part, Exprs& exprs,
                                     Names& names, diag::Sink& sink) {
  std::size_t errors = sink.error_count();
  Parser parser(tokenize(sources, part, sink), sink);
  try {
    SyntaxPtr syntax = parse_all(parser, part);
    if (sink.error_count() != errors) return std::nullopt;
    return Elaborator(exprs, names, sink).formula(*syntax);
  } catch (const SyntaxError&) {
    return std::nullopt;
  }
}

std::optional<Expr> parse_expr(const base::Sources& sources, base::Span part, Exprs& exprs,
                               Names& names, diag::Sink& sink) {
  std::size_t errors = sink.error_count();
  Parser parser(tokenize(sources, part, sink), sink);
  try {
    SyntaxPtr syntax = parser.expr();
    if (!parser.at_end()) parser.unexpected("an operator or the end of the expression");
    if (sink.error_count() != errors) return std::nullopt;
    return Elaborator(exprs, names, sink).expr(*syntax);
  } catch (const SyntaxError&) {
    return std::nullopt;
  }
}

}  // namespace rel
