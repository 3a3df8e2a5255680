#include "result/report/escape.h"

#include <gtest/gtest.h>

#include <string>

namespace {

TEST(Escape, XmlHoldsWhatItCan) {
  EXPECT_EQ(report::xml_text("a<b>&\"\n"), "a&lt;b&gt;&amp;\"\n");
  EXPECT_EQ(report::xml_attribute("\"\n\t"), "&quot;&#10;&#9;");
  EXPECT_EQ(report::xml_text("\x01\xff]]>\xef\xbf\xbf"), "\ufffd\ufffd]]&gt;\ufffd");
  EXPECT_EQ(report::xml_text(std::string("a\0b", 3)), "a\ufffdb");
  EXPECT_EQ(report::xml_text("\r\n"), "&#13;\n");
}

TEST(Escape, WorkflowCommandsStayInTheirLine) {
  EXPECT_EQ(report::github_message("50%\r\n::error::x"), "50%25%0D%0A::error::x");
  EXPECT_EQ(report::github_property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
  EXPECT_EQ(report::github_message("\xff"), "\ufffd");
}

TEST(Escape, GraphvizAndYaml) {
  EXPECT_EQ(report::dot_string("a\"\\\nb\x01"), "\"a\\\"\\\\\\lb\ufffd\"");
  EXPECT_EQ(report::yaml_string("\xc3\xbc: \"#\"\n"), "\"\\u00fc: \\\"#\\\"\\n\"");
}

TEST(Escape, Uris) {
  EXPECT_EQ(report::percent_encoded("a b/c:d#e?f%g"), "a%20b/c%3Ad%23e%3Ff%25g");
  EXPECT_EQ(report::percent_encoded("\xc3\xbc"), "%C3%BC");
}

}  // namespace
