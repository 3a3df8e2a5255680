#include "engine/modular/specifications.h"

#include <fmt/format.h>

#include <set>

namespace modular {

namespace {

// The caller's expressions in place of the relations of the body.
rel::Exprs::Substitution actuals(const CallSite& call, const Body& body) {
  rel::Exprs::Substitution by;
  for (std::size_t i = 0; i < body.relations.size(); ++i) {
    if (body.relations[i]) by.relations.emplace(body.relations[i], call.before[i]);
  }
  for (std::size_t i = 0; i < body.params.size(); ++i) {
    by.relations.emplace(body.params[i], call.args[i]);
  }
  return by;
}

}  // namespace

const Body& Specifications::body_of(const CallSite& call) {
  auto [it, is_new] = bodies_.try_emplace(BodyKey(call));
  if (is_new) {
    EncodeOptions options{.unwind = task_.options.unwind, .needs_raised = call.raised.is_valid()};
    options.stop = [&] { return task_.run.stop_reason(); };
    it->second = make_body(task_.program, task_.effects, task_.heap, call.callee, options);
  }
  return it->second;
}

std::vector<LabelledFormula> Specifications::of(const CallSite& call) {
  std::vector<LabelledFormula> all = summaries_.of(call);
  auto found = consequences_.find(BodyKey(call));
  if (found == consequences_.end()) return all;
  for (const Consequence& consequence : found->second) {
    all.push_back(instantiate(consequence, call));
  }
  return all;
}

LabelledFormula Specifications::instantiate(const Consequence& consequence, const CallSite& call) {
  rel::Exprs& exprs = task_.exprs();
  auto by = actuals(call, body_of(call));
  rel::Formula formula = exprs.substitute(consequence.path, by);
  if (consequence.value) {
    rel::Expr value = exprs.substitute(consequence.value, by);
    formula = exprs.implies(formula, exprs.equal(call.claim(consequence.slot), value));
  }
  return {exprs.implies(call.ends(exprs, consequence.is_about_raised), formula),
          fmt::format("refinement of {}", task_.program.proc(call.callee).name)};
}

void Specifications::add(const CallSite& call, Consequence consequence) {
  // From here on the verdict rests on the unrolled body.
  is_cut_ = is_cut_ || body_of(call).code.is_cut;
  consequences_[BodyKey(call)].push_back(std::move(consequence));
}

std::vector<std::string> Specifications::text(const std::vector<CallSite>& calls) const {
  std::vector<std::string> lines;
  std::set<BodyKey> seen;
  for (const CallSite& call : calls) {
    if (!seen.insert(BodyKey(call)).second) continue;
    auto found = consequences_.find(BodyKey(call));
    bool is_refined = found != consequences_.end();
    lines.push_back(fmt::format("{}: {}", task_.program.proc(call.callee).name,
                                is_refined ? "its summary and" : "its summary"));
    if (!is_refined) continue;
    for (const Consequence& consequence : found->second) lines.push_back("  " + consequence.text);
  }
  return lines;
}

}  // namespace modular
