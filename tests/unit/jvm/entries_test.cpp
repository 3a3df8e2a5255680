#include "lang/jvm/entries.h"

#include <gtest/gtest.h>

#include "unit/jvm/support.h"

namespace jvm {
namespace {

const test::Compiled& bank() {
  static const test::Compiled compiled({test::JavaFile{"com/acme/Bank.java", R"(
package com.acme;
public class Bank extends Base implements Comparable<Bank> {
  public int transfer(int from, long amount) { return 0; }
  public int transfer(String from, long amount) { return 0; }
  public int compareTo(Bank other) { return 0; }
  native void outside();
  static class Inner { static void run() { } public static void main(String[] args) { } }
}
abstract class Base { void close() { } abstract int transfer(int from, long amount); }
)"},
                                        test::JavaFile{"org/junit/Test.java", R"(
package org.junit;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME) public @interface Test { }
)"},
                                        test::JavaFile{"com/acme/BankTest.java", R"(
package com.acme;
import org.junit.Test;
public class BankTest extends Shared { @Test public void one() { } @Test public void two() { } void three() { } }
abstract class Shared { @Test public void shared() { } @Test public void two() { } }
)"}});
  return compiled;
}

struct EntriesTest : testing::Test {
  diag::Sink sink;
  ClassPath path{sink};
  Candidates candidates;

  void SetUp() override {
    ASSERT_TRUE(path.add(bank().classes->path()));
    candidates = path.classes(Origin::User);
    ASSERT_TRUE(path.add_jdk());
  }
  // Its name and descriptor; or the diagnostic.
  std::string find(std::string_view wanted) {
    auto entry = find_entry(path, candidates, wanted, sink);
    if (!entry) return "";
    EXPECT_EQ(find_entry(path, candidates, entry->name(), sink)->method, entry->method);
    return entry->name();
  }
  const diag::Diagnostic& last() const { return sink.all().back(); }
};

TEST_F(EntriesTest, ByName) {
  EXPECT_EQ(find("com.acme.Bank.compareTo"), "com.acme.Bank.compareTo(com.acme.Bank)");
  EXPECT_EQ(find("com/acme/Bank.compareTo"), "com.acme.Bank.compareTo(com.acme.Bank)");
  EXPECT_EQ(find("Bank.compareTo"), "com.acme.Bank.compareTo(com.acme.Bank)");
  EXPECT_EQ(find("com.acme.Bank.close"), "com.acme.Bank.close()");
  EXPECT_EQ(find("com.acme.Bank$Inner.run"), "com.acme.Bank$Inner.run()");
  EXPECT_EQ(find("com.acme.Bank.Inner.run"), "com.acme.Bank$Inner.run()");
  EXPECT_EQ(find("com.acme.Bank$Inner"), "com.acme.Bank$Inner.main(java.lang.String[])");
  EXPECT_FALSE(sink.has_errors());
}

TEST_F(EntriesTest, InheritedMethodsKeepTheirOwner) {
  auto entry = find_entry(path, candidates, "com.acme.Bank.close", sink);
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->klass->name, "com/acme/Bank");
  EXPECT_EQ(entry->owner->name, "com/acme/Base");
}

TEST_F(EntriesTest, ByParameters) {
  EXPECT_EQ(find("Bank.transfer(int, long)"), "com.acme.Bank.transfer(int, long)");
  EXPECT_EQ(find("Bank.transfer(IJ)I"), "com.acme.Bank.transfer(int, long)");
  EXPECT_EQ(find("Bank.transfer(String,long)"), "com.acme.Bank.transfer(java.lang.String, long)");
  EXPECT_FALSE(sink.has_errors());
  EXPECT_EQ(find("Bank.transfer"), "");
  EXPECT_EQ(last().message, "`Bank.transfer` could be any of 2 methods");
  EXPECT_EQ(last().notes,
            (std::vector<std::string>{"--entry 'com.acme.Bank.transfer(int, long)'",
                                      "--entry 'com.acme.Bank.transfer(java.lang.String, long)'"}));
  EXPECT_EQ(find("Bank.transfer(char)"), "");
  EXPECT_EQ(last().kind, diag::Kind::JvmNoMethod);
  EXPECT_EQ(last().notes.size(), 2U);
}

TEST_F(EntriesTest, Constructor) {
  EXPECT_EQ(find("com.acme.Bank.<init>"), "com.acme.Bank.<init>()");
}

TEST_F(EntriesTest, Unknown) {
  EXPECT_EQ(find("com.acme.Bnak.close"), "");
  EXPECT_EQ(last().message, "there is no class `com.acme.Bnak`");
  EXPECT_EQ(last().helps, std::vector<std::string>{"did you mean `com.acme.Bank`?"});
  EXPECT_EQ(find("com.acme.Bank.compreTo"), "");
  EXPECT_EQ(last().message, "there is no method `com.acme.Bank.compreTo` to start from");
  EXPECT_EQ(last().helps, std::vector<std::string>{"did you mean `com.acme.Bank.compareTo`?"});
  EXPECT_EQ(find(""), "");
  EXPECT_EQ(find("..("), "");
  EXPECT_EQ(find("com.acme.Bank.outside"), "");
  EXPECT_EQ(last().message, "`com.acme.Bank.outside()` has no code to start from: it is native");
  EXPECT_EQ(find("com.acme.Base.transfer"), "");
  EXPECT_EQ(last().message,
            "`com.acme.Base.transfer(int, long)` has no code to start from: it is abstract");
}

TEST_F(EntriesTest, TheOnlyMain) {
  auto entry = default_entry(path, candidates, sink);
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->name(), "com.acme.Bank$Inner.main(java.lang.String[])");
  EXPECT_TRUE(entry->is_main());
}

TEST_F(EntriesTest, TheOnlyTestOrNothing) {
  EXPECT_FALSE(default_entry(path, {"com/acme/BankTest"}, sink).has_value());
  EXPECT_EQ(last().message, "3 methods could be the one to start from");
  EXPECT_EQ(last().notes.at(0), "--entry 'com.acme.BankTest.one()'");
  EXPECT_FALSE(default_entry(path, {"com/acme/Bank"}, sink).has_value());
  EXPECT_EQ(last().kind, diag::Kind::JvmNoEntry);
}

TEST_F(EntriesTest, TestsWithInheritedOnes) {
  std::vector<std::string> names;
  for (const Entry& entry : find_tests(path, candidates, sink)) names.push_back(entry.name());
  EXPECT_EQ(names, (std::vector<std::string>{"com.acme.BankTest.one()", "com.acme.BankTest.two()",
                                             "com.acme.BankTest.shared()"}));
  EXPECT_TRUE(find_tests(path, {"com/acme/Bank"}, sink).empty());
  EXPECT_EQ(last().kind, diag::Kind::JvmNoTests);
}

}  // namespace
}  // namespace jvm
