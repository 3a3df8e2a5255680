// The JDK that is installed: its image, its compiler, and that all of its classes can be read.
#include "lang/jvm/jdk.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "lang/jvm/javac.h"
#include "lang/jvm/jimage.h"
#include "unit/jvm/support.h"

namespace jvm {
namespace {

// Sets a variable of the environment for a while.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    ::setenv(name, value, 1);
  }
  ~Environment() {
    if (old_) {
      ::setenv(name_, old_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

const JImage& image() {
  static const auto opened = JImage::open(find_jdk().value().modules);
  return *opened.value();
}

TEST(Jdk, IsFound) {
  auto jdk = find_jdk(true);
  ASSERT_TRUE(jdk.has_value()) << jdk.error();
  EXPECT_GE(jdk->release, 9U);
  EXPECT_FALSE(jdk->javac.empty());
}

TEST(Jdk, JavaHomeDecides) {
  std::string home = find_jdk().value().home;
  {
    Environment set("JAVA_HOME", home.c_str());
    EXPECT_EQ(find_jdk().value().home, home);
  }
  Environment set("JAVA_HOME", "/nowhere");
  auto jdk = find_jdk();
  ASSERT_FALSE(jdk.has_value());
  EXPECT_EQ(jdk.error(),
            "JAVA_HOME is /nowhere, where there is no lib/modules; install "
            "openjdk-17-jdk-headless, or set JAVA_HOME");
}

TEST(JImage, FindsClasses) {
  for (const char* name : {"java/lang/Object", "java/util/concurrent/locks/ReentrantLock",
                           "java/util/logging/Logger", "java/lang/Thread$State"}) {
    auto bytes = image().find_class(name);
    ASSERT_TRUE(bytes.has_value() && bytes->has_value()) << name;
    auto file = read_class_file(name, std::string(**bytes));
    ASSERT_TRUE(file.has_value()) << file.error().what;
    EXPECT_EQ((*file)->name, name);
  }
  for (const char* name : {"java/lang/Objekt", "Object", "", "java/nowhere/X", "packages/java"}) {
    auto bytes = image().find_class(name);
    EXPECT_TRUE(bytes.has_value() && !bytes->has_value()) << name;
  }
}

TEST(JImage, RandomClassesParseAndPrint) {
  auto names = image().classes("java.base");
  ASSERT_TRUE(names.has_value());
  ASSERT_GT(names->size(), 5000U);
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const std::string& name = (*names)[random() % names->size()];
    auto bytes = image().find_class(name);
    ASSERT_TRUE(bytes.has_value());
    if (!*bytes) continue;  // module-info and the like
    auto file = read_class_file(name, std::string(**bytes));
    ASSERT_TRUE(file.has_value()) << name << ": " << file.error().what;
    Listing listing = list(**file);
    EXPECT_EQ(listing.text.find("malformed:"), std::string::npos) << name;
    EXPECT_EQ(listing.methods.size(), (*file)->methods.size());
  }
}

TEST(JImage, DamagedImages) {
  auto complaint = [](const std::string& bytes) {
    auto opened = JImage::read("modules", bytes);
    return opened ? std::string() : opened.error().what;
  };
  auto le = [](std::uint32_t value) {
    std::string text;
    for (int i = 0; i < 4; ++i) text += static_cast<char>(value >> (8 * i));
    return text;
  };
  EXPECT_EQ(complaint(""), "it is too short");
  EXPECT_EQ(complaint(std::string(28, 'x')), "it does not begin with CAFEDADA");
  EXPECT_EQ(complaint("\xca\xfe\xda\xda" + std::string(24, 'x')),
            "it has the byte order of another machine");
  std::string head = le(0xcafedada);
  EXPECT_EQ(complaint(head + le(0x20000) + std::string(20, 'x')), "it has the version 2.0");
  head += le(0x10000) + le(0) + le(1);
  EXPECT_EQ(complaint(head + le(0xffffffff) + le(0) + le(0)), "its tables are cut off");
  EXPECT_EQ(complaint(head + le(1) + le(0xffffffff) + le(0xffffffff)), "its tables are cut off");
  // One slot, which everything is redirected to; its location is read past the end.
  std::string one =
      head + le(1) + le(1) + le(1) + le(0xffffffff) + le(0) + "\x0a" + std::string(1, '\0');
  auto opened = JImage::read("modules", one);
  ASSERT_TRUE(opened.has_value());
  EXPECT_FALSE((*opened)->find_class("a/B").has_value());
}

TEST(JImage, CompressedResourcesAreRefused) {
  auto le = [](std::uint32_t value) {
    std::string text;
    for (int i = 0; i < 4; ++i) text += static_cast<char>(value >> (8 * i));
    return text;
  };
  // The only resource is /packages/a, compressed.
  std::string strings("\0packages\0a\0", 12);
  std::string location("\x08\x01\x18\x0a\x30\x05\x00", 7);
  std::string bytes = le(0xcafedada) + le(0x10000) + le(0) + le(1) + le(1) + le(7) + le(12) +
                      le(0xffffffff) + le(0) + location + strings;
  auto opened = JImage::read("modules", bytes);
  ASSERT_TRUE(opened.has_value());
  auto found = (*opened)->find_class("a/B");
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().what, "its resources are compressed, as `jlink --compress` makes them");
}

TEST(Javac, ErrorsAreShownAsTheyAre) {
  test::Compiled compiled({test::JavaFile{"A.java", "class A { int f = \"x\"; }"}});
  EXPECT_EQ(compiled.classes, nullptr);
  ASSERT_EQ(compiled.sink.all().size(), 1U);
  EXPECT_EQ(compiled.sink.all()[0].kind, diag::Kind::JvmJavac);
  const std::string& note = compiled.sink.all()[0].notes.at(0);
  EXPECT_NE(note.find("A.java:1: error: incompatible types"), std::string::npos) << note;
}

TEST(Javac, TheFolderGoes) {
  std::string path;
  {
    test::Compiled compiled({test::JavaFile{"A.java", "class A { }"}});
    path = compiled.classes->path();
    EXPECT_TRUE(std::filesystem::exists(path + "/A.class"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Javac, WithoutAJdk) {
  Environment set("JAVA_HOME", "/nowhere");
  diag::Sink sink;
  EXPECT_EQ(compile({"A.java"}, {}, sink), nullptr);
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_NE(sink.all()[0].message.find("openjdk-17-jdk-headless"), std::string::npos);
}

}  // namespace
}  // namespace jvm
