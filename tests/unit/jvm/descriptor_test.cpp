#include "lang/jvm/descriptor.h"

#include <gtest/gtest.h>

#include "lang/jvm/modified_utf8.h"

namespace jvm {
namespace {

TEST(Descriptor, TypesRoundTrip) {
  for (const char* text : {"I", "Z", "[J", "[[[D", "Ljava/lang/String;", "[LA;"}) {
    auto type = parse_type(text);
    ASSERT_TRUE(type.has_value()) << text;
    EXPECT_EQ(descriptor(*type), text);
  }
  for (const char* text : {"()V", "(IJ)I", "([Ljava/lang/String;D)[I"}) {
    auto type = parse_method_type(text);
    ASSERT_TRUE(type.has_value()) << text;
    EXPECT_EQ(descriptor(*type), text);
  }
}

TEST(Descriptor, RefusesTheRest) {
  for (const char* text : {"", "V", "[", "[V", "II", "L;", "La.b;", "La", "La//b;", "L/a;", "La/;",
                           "X", "L[a;", "()V"}) {
    EXPECT_FALSE(parse_type(text).has_value()) << text;
  }
  for (const char* text : {"", "I", "(", "()", "(V)V", "()VV", "(I", ")V", "()[V", "(L;)V"}) {
    EXPECT_FALSE(parse_method_type(text).has_value()) << text;
  }
}

TEST(Descriptor, Limits) {
  EXPECT_TRUE(parse_type(std::string(255, '[') + "I").has_value());
  EXPECT_FALSE(parse_type(std::string(256, '[') + "I").has_value());
  EXPECT_TRUE(parse_method_type("(" + std::string(255, 'I') + ")V").has_value());
  EXPECT_FALSE(parse_method_type("(" + std::string(256, 'I') + ")V").has_value());
  EXPECT_FALSE(parse_method_type("(" + std::string(128, 'J') + ")V").has_value());
}

TEST(Descriptor, Slots) {
  EXPECT_EQ(parse_type("J")->slots(), 2U);
  EXPECT_EQ(parse_type("[J")->slots(), 1U);
  EXPECT_EQ(parse_method_type("(IJ[D)V")->slots(), 4U);
  EXPECT_EQ(parse_method_type("()V")->result.slots(), 0U);
}

TEST(Descriptor, JavaText) {
  EXPECT_EQ(java_text(*parse_type("[[Ljava/lang/String;")), "java.lang.String[][]");
  EXPECT_EQ(java_parameters(*parse_method_type("(I[JLA;)V")), "(int, long[], A)");
}

TEST(Descriptor, ElementsAndArrays) {
  Type type = *parse_type("[[I");
  EXPECT_EQ(descriptor(type.element()), "[I");
  EXPECT_EQ(descriptor(type.array_of()), "[[[I");
  EXPECT_TRUE(type.is_reference() && !type.is_int_like());
  EXPECT_TRUE(parse_type("C")->is_int_like());
  EXPECT_EQ(descriptor(*newarray_element(11)), "J");
  EXPECT_EQ(descriptor(*newarray_element(4)), "Z");
  EXPECT_FALSE(newarray_element(12).has_value());
  EXPECT_EQ(*parse_class_constant("[I"), *parse_type("[I"));
  EXPECT_EQ(*parse_class_constant("a/B"), class_type("a/B"));
  EXPECT_FALSE(parse_class_constant("I;").has_value());
}

TEST(ModifiedUtf8, RoundTrip) {
  std::string bytes("a\xc0\x80\xc3\xb6\xed\xa0\xbd\xed\xb8\x80", 11);
  EXPECT_FALSE(modified_utf8_invalid_at(bytes).has_value());
  std::u16string units = modified_utf8_units(bytes);
  EXPECT_EQ(units, std::u16string(u"a\0ö\xd83d\xde00", 5));
  Utf16Text text = utf16_to_utf8(units);
  EXPECT_TRUE(text.is_exact);
  EXPECT_EQ(text.text, std::string("a\0\xc3\xb6\xf0\x9f\x98\x80", 8));
}

TEST(ModifiedUtf8, LoneSurrogates) {
  for (std::u16string units : {u"\xd800", u"\xdc00", u"\xdc00\xd800", u"\xd800x"}) {
    Utf16Text text = utf16_to_utf8(units);
    EXPECT_FALSE(text.is_exact);
    EXPECT_NE(text.text.find("\xef\xbf\xbd"), std::string::npos);
  }
}

TEST(ModifiedUtf8, Malformed) {
  using namespace std::string_view_literals;
  EXPECT_EQ(modified_utf8_invalid_at("ab\0"sv), 2U);
  EXPECT_EQ(modified_utf8_invalid_at("\xc3"sv), 0U);
  EXPECT_EQ(modified_utf8_invalid_at("\xc1\x81"sv), 0U);  // too long for `A`
  EXPECT_EQ(modified_utf8_invalid_at("x\xe0\x80\x80"sv), 1U);
  EXPECT_EQ(modified_utf8_invalid_at("\xe3\x81"sv), 0U);
  EXPECT_EQ(modified_utf8_invalid_at("\xf0\x9f\x98\x80"sv), 0U);
  EXPECT_EQ(modified_utf8_invalid_at("\x80"sv), 0U);
}

}  // namespace
}  // namespace jvm
