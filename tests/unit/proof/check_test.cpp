// Proofs that were tampered with are refused, and so is everything that is not a proof.
#include "certify/proof/check.h"

#include <functional>

#include "base/run/random.h"
#include "support/proof.h"

namespace {

using Json = support::ProofJson;
using support::refusal;

// Proofs with all kinds of rules.
const char* const kPrograms[] = {
    // merges
    "int x := 0, y := 0; ensures x == 2 and y == 1 proc { x := x + 1; x := x + 1 } proc { y := 1 }",
    // cycles
    "int t := 0, n := 0; ensures true "
    "proc { while (true) { await(t == 0); n := n + 1; assert(n == 1); n := n - 1; t := 1 } } "
    "proc { while (true) { await(t == 1); n := n + 1; assert(n == 1); n := n - 1; t := 0 } }",
    // invariants
    "int c := 0, i := 0, j := 0; requires n >= 0 and m >= 0 ensures c == n + m "
    "proc { while (i < n) invariant c == i + j and i <= n and j <= m { c := c + 1; i := i + 1 } } "
    "proc { while (j < m) invariant c == i + j and i <= n and j <= m { c := c + 1; j := j + 1 } }",
    // new threads, division
    "int x := 0; requires y != 0 ensures x == 1 or x == 2 "
    "proc { new(x := 1); if (y / y == 1) { x := 2 } else { x := 3 }; join; skip }",
    // formulas as assumptions and quantifiers
    "requires [proc { x := x + 1 }] x > 5 and forall k : k > 3 ==> k > lim "
    "ensures x > 5 and (forall bool b : b or x > lim) proc { x := x + 1 }",
};

Json proof_of(const std::string& text) {
  support::Pl pl(text);
  auto proved = support::prove_contract(pl, text);
  EXPECT_TRUE(proved.result.is_proved) << text;
  return proved.json;
}

class Tampering {
 public:
  Tampering(Json json, std::uint64_t seed) : json(std::move(json)), random_(seed) {}

  // Changes one thing that matters; says what. Empty: nothing fits here.
  std::string tamper() {
    using Change = std::string (Tampering::*)();
    static constexpr Change kChanges[] = {
        &Tampering::change_tree,    &Tampering::drop_premise,    &Tampering::redirect_premise,
        &Tampering::change_rule,    &Tampering::change_claim,    &Tampering::drop_assumption,
        &Tampering::add_assumption, &Tampering::drop_event,      &Tampering::swap_events,
        &Tampering::change_event,   &Tampering::close_node,      &Tampering::circle,
        &Tampering::change_fresh,   &Tampering::change_instance, &Tampering::drop_head,
        &Tampering::change_source};
    return (this->*kChanges[random_.below(std::size(kChanges))])();
  }

  Json json;

 private:
  Json& proof() { return json["proofs"][0]; }
  Json& any(Json& list) { return list[random_.below(list.size())]; }
  Json& any_node() { return any(proof()["nodes"]); }
  std::size_t any_formula() {
    for (;;) {
      std::size_t i = random_.below(proof()["trees"].size());
      const std::string kind = proof()["trees"][i][0];
      static const std::set<std::string> kFormulas = {
          "bool", "not", "and", "or", "==>", "==", "!=", "<", "<=", ">", "update"};
      if (kFormulas.contains(kind)) return i;
    }
  }

  std::string change_tree() {
    Json& tree = any(proof()["trees"]);
    const std::string kind = tree[0];
    if (kind == "int") {
      tree[1] = tree[1] == "7" ? "8" : "7";
      return "number";
    }
    if (kind == "bool") {
      tree[1] = !tree[1].get<bool>();
      return "truth value";
    }
    static const std::map<std::string, std::string> kOther = {
        {"+", "-"},           {"-", "+"},     {"<", "<="},         {"<=", "<"},
        {"==", "!="},         {"!=", "=="},   {"and", "or"},       {"or", "and"},
        {"forall", "exists"}, {">", ">="},    {"await", "assert"}, {"assert", "await"},
        {"exists", "forall"}, {"==>", "and"}, {"*", "+"},          {"/", "%"}};
    auto other = kOther.find(kind);
    if (other == kOther.end()) return "";
    tree[0] = other->second;
    return kind + " to " + other->second;
  }
  std::string drop_premise() {
    Json& premises = any_node()["premises"];
    if (premises.empty()) return "";
    premises.erase(random_.below(premises.size()));
    return "premise dropped";
  }
  std::string redirect_premise() {
    Json& premises = any_node()["premises"];
    if (premises.empty()) return "";
    Json& premise = any(premises);
    std::size_t other = random_.below(proof()["nodes"].size());
    const Json& now = proof()["nodes"][premise.get<std::size_t>()];
    const Json& then = proof()["nodes"][other];
    bool is_same = true;
    for (const char* part : {"assumptions", "path", "claims"}) {
      is_same = is_same && now[part] == then[part];
    }
    if (is_same) return "";
    premise = other;
    return "premise redirected";
  }
  std::string change_rule() {
    static const char* const kRules[] = {"close", "open",      "schedule", "reduce",   "merge",
                                         "link",  "invariant", "drop",     "and-left", "not-right"};
    Json& rule = any_node()["rule"];
    const std::string other = kRules[random_.below(std::size(kRules))];
    if (rule == other) return "";
    std::string text = rule.get<std::string>() + " to " + other;
    rule = other;
    return text;
  }
  std::string change_claim() {
    Json& claims = any_node()["claims"];
    if (claims.empty()) return "";
    Json& claim = any(claims);
    std::size_t other = any_formula();
    if (claim == other) return "";
    claim = other;
    return "claim changed";
  }
  std::string drop_assumption() {
    Json& assumptions = any_node()["assumptions"];
    if (assumptions.empty()) return "";
    assumptions.erase(random_.below(assumptions.size()));
    return "assumption dropped";
  }
  std::string add_assumption() {
    Json& assumptions = any_node()["assumptions"];
    std::size_t other = any_formula();
    if (std::find(assumptions.begin(), assumptions.end(), Json(other)) != assumptions.end()) {
      return "";
    }
    if (proof()["trees"][other] == Json::array({"bool", true})) return "";
    assumptions.push_back(other);
    return "assumption added";
  }
  std::string drop_event() {
    Json& path = any_node()["path"];
    if (path.empty()) return "";
    path.erase(random_.below(path.size()));
    return "event dropped";
  }
  std::string swap_events() {
    Json& path = any_node()["path"];
    if (path.size() < 2) return "";
    std::size_t i = random_.below(path.size() - 1);
    if (path[i] == path[i + 1]) return "";
    std::swap(path[i], path[i + 1]);
    return "events exchanged";
  }
  std::string change_event() {
    if (proof()["events"].empty()) return "";
    Json& event = any(proof()["events"]);
    Json& vars = event[2 + random_.below(2)];
    if (vars.empty()) {
      vars.push_back(0);
    } else {
      vars.erase(0);
    }
    return "event changed";
  }
  std::string close_node() {
    Json& node = any_node();
    if (node["rule"] == "close") return "";
    // Where there is something to execute or to take apart, the solver alone cannot do it,
    // unless the sequent has become trivial.
    node["rule"] = "close";
    node["premises"] = Json::array();
    return "closed";
  }
  // Every sequent is an instance of itself.
  std::string circle() {
    std::size_t i = random_.below(proof()["nodes"].size());
    Json& node = proof()["nodes"][i];
    node["rule"] = random_.below(2) == 0 ? "merge" : "link";
    node["premises"] = Json::array({i});
    proof()["trees"].push_back(Json::array({"subst", Json::array()}));
    node["instance"] = proof()["trees"].size() - 1;
    return "circle";
  }
  std::string change_fresh() {
    Json& node = any_node();
    if (node.contains("new")) {
      std::size_t other = random_.below(proof()["variables"].size());
      if (node["new"] == other) return "";
      node["new"] = other;
      return "constant changed";
    }
    if (!node.contains("forgotten") || node["forgotten"].empty()) return "";
    Json& pair = any(node["forgotten"]);
    std::size_t other = random_.below(proof()["variables"].size());
    if (pair[1] == other) return "";
    pair[1] = other;
    return "forgotten variable changed";
  }
  // An instance that leaves all constants alone is right only if the states are equal.
  std::string change_instance() {
    Json& node = any_node();
    if (!node.contains("instance")) return "";
    if (proof()["trees"][node["instance"].get<std::size_t>()][1].empty()) return "";
    proof()["trees"].push_back(Json::array({"subst", Json::array()}));
    node["instance"] = proof()["trees"].size() - 1;
    return "instance changed";
  }
  std::string drop_head() {
    Json& node = any_node();
    if (!node.contains("heads") || node["heads"].empty()) return "";
    node["heads"].erase(0);
    return "head dropped";
  }
  std::string change_source() {
    std::string text = json["source"];
    std::size_t digit = text.find_last_of("0123456789");
    text[digit] = text[digit] == '9' ? '8' : '9';
    json["source"] = text;
    return "source changed";
  }

  run::Random random_;
};

TEST(ProofCheck, RefusesEveryChange) {
  constexpr std::uint64_t kChanges = 100;  // of each proof
  std::map<std::string, int> kinds;
  for (const char* program : kPrograms) {
    const Json json = proof_of(program);
    ASSERT_EQ(refusal(json), "");
    std::uint64_t made = 0;
    for (std::uint64_t seed = 0; made < kChanges; ++seed) {
      Tampering tampering(json, seed);
      std::string what = tampering.tamper();
      if (what.empty() || tampering.json == json) continue;
      ++made;
      ++kinds[what];
      EXPECT_NE(refusal(tampering.json), "") << what << ", seed " << seed << "\n" << program;
    }
  }
  EXPECT_GT(kinds.size(), 15U);
}

// Whatever single value is replaced by nonsense: refused or harmless, never a crash.
TEST(ProofCheck, SurvivesNonsense) {
  const Json json = proof_of(kPrograms[2]);
  const Json flat = json.flatten();
  const Json nonsense[] = {Json(nullptr), Json(-5),   Json(1e300),   Json(18446744073709551615U),
                           Json("?"),     Json(true), Json::array(), Json::object(),
                           Json(4000000), Json("int")};
  run::Random random(1);
  for (int i = 0; i < 600; ++i) {
    Json changed = flat;
    auto at = changed.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random.below(changed.size())));
    *at = nonsense[random.below(std::size(nonsense))];
    Json broken;
    try {
      broken = changed.unflatten();
    } catch (const Json::exception&) {
      continue;
    }
    refusal(broken);
  }
}

TEST(ProofCheck, RefusesWhatIsMissing) {
  const Json json = proof_of(kPrograms[0]);
  for (const char* key : {"braid_proof", "source", "proofs"}) {
    Json without = json;
    without.erase(key);
    EXPECT_NE(refusal(without), "") << key;
  }
  for (const auto& [key, value] : json["proofs"][0].items()) {
    Json without = json;
    without["proofs"][0].erase(key);
    EXPECT_NE(refusal(without), "") << key;
  }
  for (const char* text : {"null", "[]", "3", "\"x\"", "{}", "{\"braid_proof\": 2}",
                           "{\"braid_proof\": 1, \"source\": \"\", \"proofs\": []}"}) {
    EXPECT_NE(refusal(Json::parse(text)), "") << text;
  }
}

TEST(ProofCheck, RefusesDeepAndHugeTrees) {
  Json json = proof_of(kPrograms[0]);
  Json& trees = json["proofs"][0]["trees"];
  std::size_t first = trees.size();
  trees.push_back(Json::array({"bool", true}));
  for (std::size_t i = first; i < first + 30'000; ++i) trees.push_back(Json::array({"not", i}));
  EXPECT_EQ(refusal(json), "unreadable: a tree is nested too deeply");

  Json wide = proof_of(kPrograms[0]);
  Json& more = wide["proofs"][0]["trees"];
  first = more.size();
  more.push_back(Json::array({"skip"}));
  more.push_back(Json::array({"code", first, -1}));
  more.push_back(Json::array({"bool", true}));
  const std::size_t condition = more.size() - 1;
  for (std::size_t i = first + 1, n = 0; n < 60; ++n) {
    more.push_back(Json::array({"if", condition, i, i}));
    more.push_back(Json::array({"code", more.size() - 1, -1}));
    i = more.size() - 1;
  }
  EXPECT_EQ(refusal(wide), "unreadable: a tree is too large");
}

// Soundness does not rest on the search: proofs made by hand that go in circles.
TEST(ProofCheck, RefusesCirclesWithoutProgress) {
  Json json = proof_of("ensures x == 1 proc { x := 1 }");
  Json& nodes = json["proofs"][0]["nodes"];
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Json broken = json;
    Json& node = broken["proofs"][0]["nodes"][i];
    node["rule"] = "merge";
    node["premises"] = Json::array({i});
    EXPECT_EQ(refusal(broken), "a circle makes no step of an execution") << i;
  }
}

}  // namespace
