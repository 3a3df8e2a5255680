#include "lang/jvm/archive.h"

#include <gtest/gtest.h>

#include <random>

#include "support/zip_builder.h"

namespace jvm {
namespace {

using test::ZipBuilder;

constexpr unsigned kRelease = 17;

// What is wrong with an archive or with one of its files; empty: nothing.
std::string complaint_about_zip(const std::string& bytes) {
  auto archive = Archive::read("T.jar", bytes);
  if (!archive) return archive.error().what;
  for (const std::string& name : (*archive)->names()) {
    auto text = (*archive)->unpack(name, kRelease);
    if (!text) return text.error().what;
  }
  return "";
}

std::string content(const std::string& bytes, std::string_view name, unsigned release = kRelease) {
  auto archive = Archive::read("T.jar", bytes);
  if (!archive) return "damaged: " + archive.error().what;
  if (!(*archive)->has(name, release)) return "missing";
  auto text = (*archive)->unpack(name, release);
  return text ? *text : "damaged: " + text.error().what;
}

ZipBuilder small() {
  ZipBuilder zip;
  zip.store("a/", "");
  zip.store("a/A.class", "stored");
  zip.deflate("b/B.class", "deflated deflated deflated");
  zip.deflate("empty", "");
  return zip;
}

TEST(Archive, StoredAndDeflated) {
  std::string bytes = small().build();
  EXPECT_EQ(complaint_about_zip(bytes), "");
  EXPECT_EQ(content(bytes, "a/A.class"), "stored");
  EXPECT_EQ(content(bytes, "b/B.class"), "deflated deflated deflated");
  EXPECT_EQ(content(bytes, "empty"), "");
  EXPECT_EQ(content(bytes, "a/"), "missing");
  EXPECT_EQ(content(bytes, "c"), "missing");
  EXPECT_EQ(Archive::read("T.jar", bytes).value()->names(),
            (std::vector<std::string>{"a/A.class", "b/B.class", "empty"}));
}

TEST(Archive, WithCommentAndWithSomethingInFront) {
  EXPECT_EQ(content(small().build("PK\x05\x06 a comment"), "a/A.class"), "stored");
  EXPECT_EQ(content("#!/bin/sh\nexec java\n" + small().build(), "b/B.class"),
            "deflated deflated deflated");
}

TEST(Archive, ForSeveralReleases) {
  ZipBuilder zip;
  zip.store("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n");
  zip.store("A.class", "old");
  zip.store("META-INF/versions/9/A.class", "nine");
  zip.store("META-INF/versions/21/A.class", "new");
  std::string bytes = zip.build();
  EXPECT_EQ(content(bytes, "A.class", 8), "old");
  EXPECT_EQ(content(bytes, "A.class", 17), "nine");
  EXPECT_EQ(content(bytes, "A.class", 25), "new");
  zip.entries[0] = ZipBuilder().store("META-INF/MANIFEST.MF",
                                      "Manifest-Version: 1.0\n\nName: x\nMulti-Release: true\n");
  EXPECT_EQ(content(zip.build(), "A.class", 17), "old");
}

TEST(HostileArchive, CutOffAtEveryLength) {
  std::string bytes = small().build();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_NE(complaint_about_zip(bytes.substr(0, length)), "") << length;
  }
}

TEST(HostileArchive, ChangedBitsDoNoHarm) {
  std::mt19937_64 random(7);
  std::string bytes = small().build();
  for (int i = 0; i < 5000; ++i) {
    std::string changed = bytes;
    char& byte = changed[random() % changed.size()];
    byte = static_cast<char>(byte ^ (1 << (random() % 8)));
    auto archive = Archive::read("T.jar", changed);
    if (!archive) {
      EXPECT_LE(archive.error().offset, changed.size());
      continue;
    }
    // Names and dates may change; what unpacks has its checksum.
    for (const std::string& name : (*archive)->names()) (void)(*archive)->unpack(name, kRelease);
  }
}

TEST(HostileArchive, NamesThatLeadOut) {
  for (const char* name : {"../A.class", "a/../../A.class", "/etc/A.class", "a\\..\\A.class",
                           "C:/A.class", "..", "a/.."}) {
    ZipBuilder zip;
    zip.store(name, "x");
    EXPECT_EQ(complaint_about_zip(zip.build()),
              std::string("the name `") + name + "` of a file leads out of the archive");
  }
  ZipBuilder dots;
  dots.store("a/..b/c...class", "x");
  EXPECT_EQ(complaint_about_zip(dots.build()), "");
}

TEST(HostileArchive, TheSameClassTwice) {
  ZipBuilder zip;
  zip.store("A.class", "x");
  zip.store("A.class", "y");
  EXPECT_EQ(complaint_about_zip(zip.build()), "it has A.class twice");
  ZipBuilder other;
  other.store("LICENSE", "x");
  other.store("LICENSE", "y");
  EXPECT_EQ(complaint_about_zip(other.build()), "");
}

TEST(HostileArchive, BombsAreNotUnpacked) {
  ZipBuilder zip;
  zip.deflate("A.class", std::string(std::size_t{8} << 20, 'x'));
  EXPECT_NE(complaint_about_zip(zip.build()).find("A.class expands from"), std::string::npos);
  zip.entries[0].size = 0x7fffffff;
  EXPECT_EQ(complaint_about_zip(zip.build()), "A.class expands to 2147483647 bytes");
  // It says that it is small, and is not.
  zip.entries[0].size = 100;
  EXPECT_EQ(complaint_about_zip(zip.build()), "A.class does not unpack");
  // Or the other way round.
  ZipBuilder less;
  less.deflate("A.class", "abc").size = 4;
  EXPECT_EQ(complaint_about_zip(less.build()), "A.class does not unpack");
}

TEST(HostileArchive, FilesThatOverlap) {
  ZipBuilder zip;
  zip.store("A.class", "abc");
  ZipBuilder::Entry copy = zip.entries[0];
  copy.name = "B.class";
  copy.at = 0;
  zip.entries.push_back(copy);
  EXPECT_EQ(complaint_about_zip(zip.build()), "two of its files overlap");
}

TEST(HostileArchive, ChecksumsAndSizes) {
  ZipBuilder crc;
  crc.store("A.class", "abc").crc ^= 1;
  EXPECT_EQ(complaint_about_zip(crc.build()), "A.class has a wrong checksum");
  ZipBuilder size;
  size.store("A.class", "abc").size = 4;
  EXPECT_EQ(complaint_about_zip(size.build()), "A.class has two sizes");
}

TEST(HostileArchive, WhatIsNotRead) {
  ZipBuilder encrypted;
  encrypted.store("A.class", "abc").flags = 1;
  EXPECT_EQ(complaint_about_zip(encrypted.build()), "A.class is encrypted");
  ZipBuilder method;
  method.store("A.class", "abc").method = 12;
  EXPECT_EQ(complaint_about_zip(method.build()), "A.class is packed by method 12");
  ZipBuilder zip64;
  zip64.store("A.class", "abc").size = 0xffffffff;
  EXPECT_EQ(complaint_about_zip(zip64.build()), "A.class is in the zip64 format");
  std::string many = small().build();
  many[many.size() - 22 + 10] = '\xff';
  many[many.size() - 22 + 11] = '\xff';
  EXPECT_EQ(complaint_about_zip(many),
            "it is in the zip64 format, for archives of 4 GiB or 65,535 files");
  EXPECT_EQ(complaint_about_zip(""), "it is too short");
  EXPECT_EQ(complaint_about_zip(std::string(100, 'x')), "the directory at its end is missing");
}

TEST(Archive, ThatIsNotThere) {
  auto archive = Archive::open("/nowhere/x.jar");
  ASSERT_FALSE(archive.has_value());
  EXPECT_EQ(archive.error().what, "No such file or directory");
}

}  // namespace
}  // namespace jvm
