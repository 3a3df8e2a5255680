#include "lang/jvm/class_path.h"

#include <gtest/gtest.h>

#include "support/zip_builder.h"
#include "unit/jvm/support.h"

namespace jvm {
namespace {

const test::Compiled& pair() {
  static const test::Compiled compiled(
      {test::JavaFile{"p/A.java", "package p; public class A { class Inner { } }"},
       test::JavaFile{"java_like/B.java", "package java_like; public class B { }"}});
  return compiled;
}

std::string jar(const std::string& folder, const std::string& name, bool is_good = true) {
  test::ZipBuilder zip;
  zip.deflate("p/A.class", is_good ? pair().bytes("p/A") : "nonsense");
  zip.deflate("java/lang/Object.class", pair().bytes("p/A"));
  zip.deflate("module-info.class", "");
  return test::write_file(folder, name, zip.build());
}

TEST(ClassPath, Folder) {
  diag::Sink sink;
  ClassPath path(sink);
  EXPECT_TRUE(path.add(pair().classes->path()));
  const ClassFile* file = path.find("p/A");
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(file->name, "p/A");
  EXPECT_EQ(path.find("p/A"), file);
  EXPECT_EQ(path.origin(*file), Origin::User);
  EXPECT_EQ(path.entry_path(*file), pair().classes->path());
  EXPECT_EQ(path.find("p/C"), nullptr);
  EXPECT_EQ(path.classes(Origin::User),
            (std::vector<std::string>{"java_like/B", "p/A", "p/A$Inner"}));
  EXPECT_FALSE(sink.has_errors());
}

TEST(ClassPath, ASingleFileFindsItsNeighbours) {
  diag::Sink sink;
  ClassPath path(sink);
  EXPECT_TRUE(path.add(pair().classes->path() + "/p/A.class"));
  EXPECT_EQ(path.classes(Origin::User), std::vector<std::string>{"p/A"});
  EXPECT_NE(path.find("p/A$Inner"), nullptr);
  EXPECT_NE(path.find("java_like/B"), nullptr);
  EXPECT_FALSE(path.add(pair().classes->path() + "/p/A.class"));
  EXPECT_EQ(sink.all().at(0).kind, diag::Kind::JvmTwice);
}

TEST(ClassPath, OrderOfOrigins) {
  diag::Sink sink;
  base::TemporaryFolder folder;
  ClassPath path(sink);
  ASSERT_TRUE(path.add_jdk());
  ASSERT_TRUE(path.add(jar(folder.path(), "models.jar"), Origin::Models));
  const ClassFile* model = path.find("p/A");
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(path.origin(*model), Origin::Models);
  EXPECT_EQ(model->path, folder.path() + "/models.jar!/p/A.class");
  ASSERT_TRUE(path.add(pair().classes->path()));
  EXPECT_EQ(path.origin(*path.find("p/A")), Origin::User);
  EXPECT_EQ(path.find_in(Origin::Models, "p/A"), model);
  EXPECT_EQ(path.find_in(Origin::Jdk, "p/A"), nullptr);
  EXPECT_EQ(path.classes(Origin::Models), (std::vector<std::string>{"java/lang/Object", "p/A"}));
  EXPECT_FALSE(sink.has_errors());
}

TEST(ClassPath, NobodyReplacesThePlatform) {
  diag::Sink sink;
  base::TemporaryFolder folder;
  ClassPath path(sink);
  ASSERT_TRUE(path.add(jar(folder.path(), "user.jar")));
  ASSERT_TRUE(path.add_jdk());
  const ClassFile* object = path.find("java/lang/Object");
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(path.origin(*object), Origin::Jdk);
  EXPECT_TRUE(object->super.empty());
  EXPECT_FALSE(sink.has_errors());
}

TEST(ClassPath, MalformedClassesAreReportedOnce) {
  diag::Sink sink;
  base::TemporaryFolder folder;
  ClassPath path(sink);
  ASSERT_TRUE(path.add(jar(folder.path(), "bad.jar", false)));
  EXPECT_EQ(path.find("p/A"), nullptr);
  EXPECT_EQ(path.find("p/A"), nullptr);
  EXPECT_EQ(path.find_in(Origin::User, "p/A"), nullptr);
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_NE(sink.all()[0].message.find("bad.jar!/p/A.class is not a well-formed class file"),
            std::string::npos);
}

TEST(ClassPath, AClassInTheWrongPlace) {
  diag::Sink sink;
  base::TemporaryFolder folder;
  test::write_file(folder.path(), "A.class", pair().bytes("p/A"));
  ClassPath path(sink);
  ASSERT_TRUE(path.add(folder.path()));
  EXPECT_EQ(path.find("A"), nullptr);
  ASSERT_EQ(sink.all().size(), 1U);
  EXPECT_EQ(sink.all()[0].message, folder.path() + "/A.class contains the class p.A, not A");
}

TEST(ClassPath, WhatIsNoEntry) {
  diag::Sink sink;
  base::TemporaryFolder folder;
  ClassPath path(sink);
  EXPECT_FALSE(path.add("/nowhere/classes"));
  EXPECT_FALSE(path.add(test::write_file(folder.path(), "x.txt", "text")));
  EXPECT_FALSE(path.add(test::write_file(folder.path(), "x.jar", "text")));
  EXPECT_FALSE(path.add(test::write_file(folder.path(), "x.class", "text")));
  EXPECT_FALSE(path.add_jdk(folder.path()));
  EXPECT_EQ(sink.error_count(), 5U);
}

TEST(ClassPath, Lists) {
  diag::Sink sink;
  base::TemporaryFolder folder;
  jar(folder.path(), "lib/two.jar");
  jar(folder.path(), "lib/one.jar");
  ClassPath path(sink);
  EXPECT_TRUE(path.add_list(folder.path() + "/lib/*:" + pair().classes->path()));
  EXPECT_EQ(path.entries(Origin::User),
            (std::vector<std::string>{folder.path() + "/lib/one.jar",
                                      folder.path() + "/lib/two.jar", pair().classes->path()}));
  EXPECT_FALSE(path.add_list("/nowhere.jar"));
}

}  // namespace
}  // namespace jvm
