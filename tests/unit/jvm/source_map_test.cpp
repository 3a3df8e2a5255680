#include "lang/jvm/source_map.h"

#include <gtest/gtest.h>

#include "support/zip_builder.h"
#include "unit/jvm/support.h"

namespace jvm {
namespace {

constexpr const char* kText = R"(package p;

class Lines {
  int field = 3;

  Lines() { }

  static int twice(
      int n) {
    int m = n + n;
    return m;
  }
  static abstract class Inner { abstract void todo(); }
}
)";

const test::Compiled& lines() {
  static const test::Compiled compiled({test::JavaFile{"p/Lines.java", kText}});
  return compiled;
}

// A project with the class and perhaps its source at some place.
struct Project {
  base::TemporaryFolder folder;
  diag::Sink sink;
  ClassPath path{sink};
  base::Sources sources;
  SourceMap map{path, sources, sink};
  const ClassFile* file = nullptr;

  explicit Project(const std::string& classes, const std::string& source = "",
                   const std::string& bytes = lines().bytes("p/Lines")) {
    test::write_file(folder.path(), classes + "/p/Lines.class", bytes);
    if (!source.empty()) test::write_file(folder.path(), source, kText);
    EXPECT_TRUE(path.add(folder.path() + "/" + classes));
    file = path.find("p/Lines");
  }
  std::string at(std::string_view method, std::uint32_t instruction) {
    Code code = must_decode(*file, method);
    return std::string(
        sources.text(map.instruction(*file, method_of(*file, method), code, instruction)));
  }
};

TEST(SourceMap, BesideTheClassesAndInProjects) {
  for (auto [classes, source] : {std::pair{"out", "out/p/Lines.java"},
                                 std::pair{"target/classes", "src/main/java/p/Lines.java"},
                                 std::pair{"target/test-classes", "src/test/java/p/Lines.java"},
                                 std::pair{"build/classes/java/main", "src/main/java/p/Lines.java"},
                                 std::pair{"build/classes/java/test", "src/test/java/p/Lines.java"},
                                 std::pair{"bin", "src/p/Lines.java"}}) {
    Project project(classes, source);
    EXPECT_TRUE(project.map.has_source(*project.file)) << source;
    EXPECT_EQ(project.at("twice", 0), "int m = n + n;") << source;
    EXPECT_EQ(project.at("twice", 4), "return m;");
    EXPECT_EQ(project.sources.size(), 1U);
    EXPECT_TRUE(project.sink.all().empty());
  }
}

TEST(SourceMap, Declarations) {
  Project project("out", "out/p/Lines.java");
  auto text = [&](base::Span span) { return std::string(project.sources.text(span)); };
  EXPECT_EQ(text(project.map.klass(*project.file)), "class Lines {");
  EXPECT_EQ(text(project.map.method(*project.file, method_of(*project.file, "twice"))),
            "static int twice(");
  EXPECT_EQ(text(project.map.method(*project.file, method_of(*project.file, "<init>"))),
            "int field = 3;");
}

TEST(SourceMap, AFolderThatWasGiven) {
  Project project("out");
  test::write_file(project.folder.path(), "elsewhere/Lines.java", kText);
  project.map.add_folder(project.folder.path() + "/elsewhere");
  EXPECT_EQ(project.at("twice", 0), "int m = n + n;");
}

TEST(SourceMap, InArchives) {
  base::TemporaryFolder folder;
  test::ZipBuilder classes;
  classes.deflate("p/Lines.class", lines().bytes("p/Lines"));
  test::ZipBuilder texts;
  texts.deflate("p/Lines.java", kText);
  std::string jar = test::write_file(folder.path(), "lib/app.jar", classes.build());
  test::write_file(folder.path(), "lib/app-sources.jar", texts.build());
  diag::Sink sink;
  ClassPath path(sink);
  ASSERT_TRUE(path.add(jar));
  base::Sources sources;
  SourceMap map(path, sources, sink);
  const ClassFile* file = path.find("p/Lines");
  EXPECT_TRUE(map.has_source(*file));
  EXPECT_EQ(sources.text(map.klass(*file)), "class Lines {");
  EXPECT_EQ(sources.file(base::FileId(0)).name(),
            folder.path() + "/lib/app-sources.jar!/p/Lines.java");
}

TEST(SourceMap, InstructionsInPlaceOfASource) {
  Project project("out");
  EXPECT_FALSE(project.map.has_source(*project.file));
  EXPECT_EQ(project.at("twice", 0), "twice: iload_0; iload_0; iadd; istore_1;");
  EXPECT_EQ(project.at("twice", 2), "twice: iload_0; iload_0; iadd; istore_1;");
  EXPECT_EQ(project.at("twice", 4), "twice: iload_1; ireturn;");
  // At the lines of the source, under its name.
  base::Span twice = project.map.method(*project.file, method_of(*project.file, "twice"));
  EXPECT_EQ(project.sources.begin(twice).line, 10U);
  EXPECT_EQ(project.sources.file(twice.file).name(), "p/Lines.java");
  EXPECT_EQ(project.sources.size(), 1U);
  EXPECT_EQ(project.sources.text(project.map.klass(*project.file)),
            "class p.Lines extends java.lang.Object {");
  EXPECT_EQ(project.sources.size(), 2U);
  EXPECT_TRUE(project.sink.all().empty());  // it has line numbers
}

TEST(SourceMap, WithoutLineNumbersItIsSaidOnce) {
  test::Compiled bare({test::JavaFile{"p/Lines.java", kText}}, {"-g:none"});
  Project project("out", "out/p/Lines.java", bare.bytes("p/Lines"));
  EXPECT_EQ(project.at("twice", 0), "0: iload_0");
  EXPECT_EQ(project.at("twice", 2), "2: iadd");
  ASSERT_EQ(project.sink.all().size(), 1U);
  EXPECT_EQ(project.sink.all()[0].kind, diag::Kind::JvmNoLines);
  EXPECT_FALSE(project.sink.has_errors());
}

TEST(SourceMap, ASourceThatIsTooShortIsAnotherOne) {
  Project project("out");
  test::write_file(project.folder.path(), "out/p/Lines.java", "package p;\nclass Lines { }\n");
  EXPECT_FALSE(project.map.has_source(*project.file));
  EXPECT_EQ(project.at("twice", 0), "twice: iload_0; iload_0; iadd; istore_1;");
}

TEST(SourceMap, TextThatIsNotUtf8) {
  Project project("out");
  std::string text = kText;
  text.insert(text.find("return m;"),
              "/* gr\xf6\xdf"
              "e */ ");
  test::write_file(project.folder.path(), "out/p/Lines.java", text);
  EXPECT_EQ(project.at("twice", 4), "/* größe */ return m;");
}

// The name of the source is the class file's, and may be anything.
TEST(SourceMap, NamesThatLeadElsewhere) {
  test::ClassBuilder builder("p/Lines");
  builder.add_attribute(
      builder.attribute("SourceFile", test::u2(builder.utf8("../../secret.java"))));
  base::TemporaryFolder folder;
  test::write_file(folder.path(), "secret.java", kText);
  test::write_file(folder.path(), "out/p/Lines.class", builder.build());
  diag::Sink sink;
  ClassPath path(sink);
  ASSERT_TRUE(path.add(folder.path() + "/out"));
  base::Sources sources;
  SourceMap map(path, sources, sink);
  ASSERT_NE(path.find("p/Lines"), nullptr);
  EXPECT_FALSE(map.has_source(*path.find("p/Lines")));
}

}  // namespace
}  // namespace jvm
