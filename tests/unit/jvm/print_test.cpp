#include "lang/jvm/print.h"

#include <gtest/gtest.h>

#include <sstream>

#include "unit/jvm/support.h"

namespace jvm {
namespace {

TEST(Print, LooksLikeJavap) {
  test::Compiled compiled({test::JavaFile{"A.java", R"(class A {
  static final int SIX = 6;
  static int f(int n, int[] a) throws Exception {
    while (n > 100) n -= a[0];
    return "text\n".length() + n;
  }
})"}});
  auto file = must_read(compiled.bytes("A"));
  std::string text = print(*file);
  std::string expected = R"(// T.class: version MAJOR.0
// compiled from A.java
class A extends java.lang.Object {
  static final int SIX = 6;

  A();
      // line 1
        0: aload_0
        1: invokespecial java/lang/Object.<init>()V
        4: return

  static int f(int, int[]) throws java.lang.Exception;
      // line 4
        0: iload_0
        1: bipush 100
        3: if_icmple 15
        6: iload_0
        7: aload_1
        8: iconst_0
        9: iaload
       10: isub
       11: istore_0
       12: goto 0
      // line 5
       15: ldc "text\n"
       17: invokevirtual java/lang/String.length()I
       20: iload_0
       21: iadd
       22: ireturn
}
)";
  expected.replace(expected.find("MAJOR"), 5, std::to_string(file->major_version));
  EXPECT_EQ(text, expected);
}

TEST(Print, TellsWhereWhatStands) {
  test::Compiled compiled({test::JavaFile{"A.java", R"(class A {
  int f;
  native void g();
  int h(int n) {
    switch (n) { case 1: return 5; case 7: return 6; default: return 7; }
  }
})"}});
  auto file = must_read(compiled.bytes("A"));
  Listing listing = list(*file);
  std::vector<std::string> lines;
  std::istringstream in(listing.text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  auto line = [&](std::uint32_t number) { return lines.at(number - 1); };
  EXPECT_EQ(line(listing.class_line), "class A extends java.lang.Object {");
  EXPECT_EQ(line(listing.fields.at(0)), "  int f;");
  EXPECT_EQ(line(listing.methods.at(1).head), "  native void g();");
  EXPECT_TRUE(listing.methods[1].instructions.empty());
  const Listing::MethodLines& h = listing.methods.at(2);
  EXPECT_EQ(line(h.head), "  int h(int);");
  Code code = must_decode(*file, "h");
  ASSERT_EQ(h.instructions.size(), code.instructions.size());
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    EXPECT_NE(line(h.instructions[i]).find(print(*file, code, code.instructions[i])),
              std::string::npos);
  }
  EXPECT_EQ(print_access(0x0001 | 0x0008 | 0x0020, 'm'), "public static synchronized");
  EXPECT_EQ(print_access(0x0040, 'f'), "volatile");
}

// Names may contain almost anything, but a line of the listing stays one.
TEST(Print, OddNamesStayOnTheirLine) {
  test::ClassBuilder builder;
  builder.field(0, "a\nb", "I");
  auto file = must_read(builder.build());
  EXPECT_NE(print(*file).find("int \"a\\nb\";"), std::string::npos) << print(*file);
}

}  // namespace
}  // namespace jvm
