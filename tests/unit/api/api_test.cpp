#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "api/braid.h"

namespace {

constexpr const char* kRace = R"(class Cell { int value;
    void inc() { int old := this.value; this.value := old + 1; } }
class Main {
    static void main() {
        Cell c := new Cell();
        fork c.inc();
        fork c.inc();
        join;
        int total := c.value;
        assert total == 2;
    }
    static void sorted(int[] a) requires(a != null) { int n := #a; assert n >= 0; }
}
)";

// A file that lives as long as the test.
class SourceFile {
 public:
  explicit SourceFile(const std::string& text) {
    path_ = (std::filesystem::temp_directory_path() /
             ("braid_api_" + std::to_string(::getpid()) + ".oox"))
                .string();
    std::ofstream(path_) << text;
  }
  ~SourceFile() { std::filesystem::remove(path_); }
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Api, FindsAnExecution) {
  SourceFile file(kRace);
  braid::Program program = braid::Program::load({file.path()});
  ASSERT_TRUE(program);
  EXPECT_EQ(program.entry(), "Main.main");
  EXPECT_TRUE(program.diagnostics().empty());
  braid::Result result = braid::verify(program);
  EXPECT_EQ(result.verdict, braid::Verdict::Invalid);
  EXPECT_EQ(result.status, 10);
  EXPECT_EQ(result.engine, "symex");
  ASSERT_TRUE(result.violation);
  EXPECT_EQ(result.violation->kind, "assert");
  EXPECT_EQ(result.violation->place.line, 10U);
  ASSERT_FALSE(result.steps.empty());
  EXPECT_EQ(result.steps.front().text, "Cell c := new Cell();");
  EXPECT_EQ(result.steps.back().thread, 1U);
  EXPECT_NE(result.text.find("the assertion does not hold"), std::string::npos);
}

// What one engine does to a program must not matter to the next one.
TEST(Api, VerifiesAgainAndAgain) {
  SourceFile file(kRace);
  braid::Program program = braid::Program::load({file.path()});
  for (const char* engine : {"symex", "mc", "interp", "mc", "symex"}) {
    braid::VerifyOptions options;
    options.engine = engine;
    braid::Result result = braid::verify(program, options);
    EXPECT_EQ(result.verdict, braid::Verdict::Invalid) << engine;
    EXPECT_EQ(result.engine, engine);
  }
}

TEST(Api, TellsBounds) {
  SourceFile file(kRace);
  braid::LoadOptions load;
  load.entry = "Main.sorted";
  braid::Program program = braid::Program::load({file.path()}, load);
  braid::VerifyOptions options;
  options.array_size = 2;
  braid::Result result = braid::verify(program, options);
  EXPECT_EQ(result.verdict, braid::Verdict::Valid);
  bool is_told = false;
  for (const braid::Bound& bound : result.bounds) {
    is_told = is_told || (bound.name == "array-size" && bound.value == "2");
  }
  EXPECT_TRUE(is_told);
}

TEST(Api, RefusesWhatItCannotDo) {
  SourceFile file(kRace);
  braid::Program program = braid::Program::load({file.path()});
  braid::VerifyOptions options;
  options.engine = "symx";
  EXPECT_EQ(braid::verify(program, options).verdict, braid::Verdict::Error);
  options.engine = "mc";
  options.unwind = 3;
  braid::Result result = braid::verify(program, options);
  EXPECT_EQ(result.verdict, braid::Verdict::Error);
  EXPECT_EQ(result.status, 1);
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_NE(result.diagnostics[0].message.find("--unwind is for --engine"), std::string::npos);
  options = {};
  options.timeout = 0;
  EXPECT_EQ(braid::verify(program, options).verdict, braid::Verdict::Error);
}

TEST(Api, SaysWhatIsWrongWithAProgram) {
  SourceFile file("class Main { static void main() { int x := y; } }\n");
  braid::Program program = braid::Program::load({file.path()});
  EXPECT_FALSE(program);
  ASSERT_EQ(program.diagnostics().size(), 1U);
  EXPECT_EQ(program.diagnostics()[0].code, "OOX0301");
  EXPECT_EQ(program.diagnostics()[0].place.line, 1U);
  EXPECT_EQ(braid::verify(program).verdict, braid::Verdict::Error);
  braid::Program missing = braid::Program::load({"no/such/file.oox"});
  EXPECT_FALSE(missing);
  EXPECT_EQ(missing.diagnostics()[0].code, "BRD0001");
}

}  // namespace
