// All unit tests. `unit --folder jvm` runs those of tests/unit/jvm; what gtest offers works as
// well: `unit --gtest_filter='Archive.*'`.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

// A filter for the tests whose source lies in this folder of tests/unit; empty: there are none.
std::string filter_of(std::string_view folder) {
  std::string part = "tests/unit/" + std::string(folder) + "/";
  std::string filter;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& test = *suite.GetTestInfo(j);
      if (std::string_view(test.file()).find(part) == std::string_view::npos) continue;
      filter += std::string(suite.name()) + "." + test.name() + ":";
    }
  }
  return filter;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc == 3 && std::string_view(argv[1]) == "--folder") {
    std::string filter = filter_of(argv[2]);
    if (filter.empty()) {
      std::fprintf(stderr, "there are no tests in tests/unit/%s\n", argv[2]);
      return 1;
    }
    GTEST_FLAG_SET(filter, filter);
  }
  return RUN_ALL_TESTS();
}
