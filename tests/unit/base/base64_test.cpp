#include "base/base64.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using base::from_base64;
using base::to_base64;

// The examples of RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  const std::pair<const char*, const char*> cases[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : cases) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, KeepsAllBytes) {
  std::string bytes;
  for (int length = 0; length < 600; ++length) {
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
    bytes += static_cast<char>(length * 7);
  }
}

TEST(Base64, RefusesOtherTexts) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zg===", "====", "Z===", "Zm9v=", "Zm=v", "Zm 9",
                           "Zm9-", "Zh==", "Zm9=", "Zm9v\n"}) {
    EXPECT_FALSE(from_base64(text)) << text;
  }
}

}  // namespace
