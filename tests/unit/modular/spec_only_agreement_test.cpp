// Clients of sets and maps that are given by specification only, against the same clients of
// linked implementations: the verdicts must be the same. Bodies are random; symbolic execution
// judges the implementations.
#include <gtest/gtest.h>

#include "base/run/random.h"
#include "engine/symex/engine.h"
#include "unit/modular/support.h"

namespace {

using modular_test::Program;

constexpr const char* kJob = "class Job { }\n";

constexpr const char* kGivenSet = R"(
class Set {
    specfield elts : set Job;
    bool add(Job d) spec { elts' = elts + this -> d  return = (d in this.elts => false else true) };
    bool remove(Job d) spec { elts' = elts - this -> d  return = (d in this.elts => true else false) };
    bool contains(Job d) spec { return = (d in this.elts => true else false) };
    int size() spec { return = #this.elts };
    void clear() spec { no this.elts'  all s: Set - this | s.elts' = s.elts };
})";

constexpr const char* kLinkedSet = R"(
class Link { Job held; Link next; }
class Set {
    Link first;
    int count;
    bool contains(Job d) {
        Link l := this.first;
        while (l != null) {
            Job held := l.held;
            if (held == d) { return true; }
            l := l.next;
        }
        return false;
    }
    bool add(Job d) {
        bool there := this.contains(d);
        if (there) { return false; }
        Link l := new Link();
        l.held := d;
        Link old := this.first;
        l.next := old;
        this.first := l;
        int n := this.count;
        this.count := n + 1;
        return true;
    }
    bool remove(Job d) {
        Link before := null;
        Link l := this.first;
        while (l != null) {
            Job held := l.held;
            Link after := l.next;
            if (held == d) {
                if (before == null) { this.first := after; } else { before.next := after; }
                int n := this.count;
                this.count := n - 1;
                return true;
            }
            before := l;
            l := after;
        }
        return false;
    }
    int size() { int n := this.count; return n; }
    void clear() { this.first := null; this.count := 0; }
})";

constexpr const char* kGivenMap = R"(
class Map {
    specfield map : Job -> lone Job;
    Job get(Job k) spec { return = this.map[k] };
    Job put(Job k, Job d) spec { map' = map - this -> k -> Job + this -> k -> d  return = this.map[k] };
    Job remove(Job k) spec { map' = map - this -> k -> Job  return = k.(this.map) };
    bool containsKey(Job k) spec { return = (some this.map[k] => true else false) };
})";

constexpr const char* kLinkedMap = R"(
class Link { Job key; Job held; Link next; }
class Map {
    Link first;
    Link find(Job k) {
        Link l := this.first;
        while (l != null) {
            Job key := l.key;
            if (key == k) { return l; }
            l := l.next;
        }
        return null;
    }
    Job get(Job k) {
        Link l := this.find(k);
        if (l == null) { return null; }
        Job held := l.held;
        return held;
    }
    Job put(Job k, Job d) {
        Link l := this.find(k);
        if (l == null) {
            l := new Link();
            l.key := k;
            Link old := this.first;
            l.next := old;
            this.first := l;
        }
        Job before := l.held;
        l.held := d;
        return before;
    }
    Job remove(Job k) {
        Link l := this.find(k);
        if (l == null) { return null; }
        Job before := l.held;
        l.held := null;
        return before;
    }
    bool containsKey(Job k) { Job d := this.get(k); return d != null; }
})";

// A body of calls, branches and assertions over two containers.
class Client {
 public:
  Client(std::uint64_t seed, bool is_map) : random_(seed), is_map_(is_map) {}

  std::string text() {
    std::string type = is_map_ ? "Map" : "Set";
    body_ = fmt::format("        {0} s := new {0}();\n        {0} t := new {0}();\n", type);
    if (random_.below(3) == 0) body_ += "        t := s;\n";
    for (int i = 0; i < 3; ++i) body_ += fmt::format("        bool f{} := p;\n", i);
    for (int i = 0; i < 3; ++i) body_ += fmt::format("        Job o{} := {};\n", i, i ? "a" : "b");
    body_ += "        int n := 0;\n";
    for (int i = 0; i < 4; ++i) statement(2);
    return fmt::format(
        "\nclass Client {{\n    static void run(Job a, Job b, bool p) {{\n"
        "        assume a != null && b != null;\n{}        assert {};\n    }}\n}}\n",
        body_, claim());
  }

 private:
  std::string pick(const std::vector<std::string>& from) {
    return from[random_.below(from.size())];
  }
  std::string flag() { return pick({"f0", "f1", "f2"}); }
  std::string job() { return pick({"a", "b"}); }

  void call() {
    std::string on = pick({"s", "s", "t"});
    std::string line;
    if (is_map_) {
      switch (random_.below(4)) {
        case 0: line = fmt::format("{} := {}.get({})", result(), on, job()); break;
        case 1: line = fmt::format("{} := {}.remove({})", result(), on, job()); break;
        case 2: line = fmt::format("{} := {}.containsKey({})", flag(), on, job()); break;
        default: line = fmt::format("{} := {}.put({}, {})", result(), on, job(), job());
      }
    } else {
      switch (random_.below(8)) {
        case 0: line = fmt::format("{}.clear()", on); break;
        case 1: line = fmt::format("n := {}.size()", on); break;
        case 2:
        case 3: line = fmt::format("{} := {}.contains({})", flag(), on, job()); break;
        case 4: line = fmt::format("{} := {}.remove({})", flag(), on, job()); break;
        default: line = fmt::format("{} := {}.add({})", flag(), on, job());
      }
    }
    body_ += "        " + line + ";\n";
  }

  void statement(int depth) {
    if (depth == 0 || random_.below(3) != 0) return call();
    body_ += fmt::format("        if ({}) {{\n", pick({"p", flag(), "a == b"}));
    statement(depth - 1);
    if (random_.below(2) == 0) {
      body_ += "        } else {\n";
      statement(depth - 1);
    }
    body_ += "        }\n";
  }

  std::string claim() {
    std::string any = fmt::format("({} || {})", flag(), pick({"p", "!p", "!" + flag()}));
    if (is_map_) {
      return pick({any, fmt::format("{} == {}", result(), result()),
                   fmt::format("({} == null || a == b)", result()),
                   fmt::format("({} || {} != null)", flag(), result())});
    }
    return pick({any, fmt::format("(n <= {} || {})", random_.below(3), flag()),
                 fmt::format("({} == {})", flag(), flag()),
                 fmt::format("(a == b || {} || n == {})", flag(), random_.below(2))});
  }
  std::string result() { return pick({"o0", "o1", "o2"}); }

  run::Random random_;
  bool is_map_;
  std::string body_;
};

verdict::VerdictKind execute(const std::string& text) {
  Program program(text);
  program.ir.entry = program.proc("Client.run");
  run::Run run;
  symex::ProgramTables tables(program.ir);
  symex::Options options;
  options.unwind = 8;
  return symex::verify(run, tables, options).result.verdict;
}

class GivenAgreementTest : public ::testing::TestWithParam<bool> {};

TEST_P(GivenAgreementTest, ClientsCannotTellTheDifference) {
  bool is_map = GetParam();
  int counts[2] = {0, 0};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::string client = Client(seed, is_map).text();
    auto expected = execute(kJob + std::string(is_map ? kLinkedMap : kLinkedSet) + client);
    ASSERT_NE(expected, verdict::VerdictKind::Unknown) << client;
    Program given(kJob + std::string(is_map ? kGivenMap : kGivenSet) + client);
    auto answer = given.verify("Client.run", modular_test::bounds(2, 3));
    EXPECT_EQ(answer.result.verdict, expected) << answer.result.reason << client;
    EXPECT_FALSE(answer.result.vacuous) << client;
    ++counts[expected == verdict::VerdictKind::Valid ? 0 : 1];
  }
  EXPECT_GT(counts[0], 5);
  EXPECT_GT(counts[1], 5);
}

INSTANTIATE_TEST_SUITE_P(Containers, GivenAgreementTest, ::testing::Bool(),
                         [](const auto& tested) { return tested.param ? "Maps" : "Sets"; });

}  // namespace
