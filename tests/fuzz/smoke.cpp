// A fuzzer without coverage: `target N FOLDER…` runs every file of the folders, then
// N random changes of them, the same ones every time. A crash or a sanitizer report
// fails the test; the input is written to smoke-crash first. Inputs that once broke a
// parser, or nearly did, are kept in regressions/.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::string> read_folders(int argc, char** argv) {
  std::vector<std::filesystem::path> paths;
  for (int i = 2; i < argc; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

void run(const std::string& text) {
  std::ofstream("smoke-crash", std::ios::binary) << text;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

// Cuts, doubles, swaps and overwrites pieces, within a text or between two.
std::string change(const std::vector<std::string>& texts, std::mt19937_64& random) {
  auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  std::string text = texts[below(texts.size())];
  for (std::size_t i = 0, n = 1 + below(4); i < n; ++i) {
    std::size_t at = below(text.size() + 1);
    std::size_t length = std::min<std::size_t>(below(40), text.size() - at);
    switch (below(5)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, text.substr(at, length)); break;
      case 2: {
        const std::string& other = texts[below(texts.size())];
        std::size_t from = below(other.size() + 1);
        text.insert(at, other.substr(from, below(40)));
        break;
      }
      case 3: text.resize(at); break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(random());
    }
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s COUNT FOLDER...\n", argv[0]);
    return 2;
  }
  std::vector<std::string> texts = read_folders(argc, argv);
  if (texts.empty()) {
    std::fprintf(stderr, "no input files\n");
    return 2;
  }
  for (const std::string& text : texts) run(text);
  std::mt19937_64 random(1);
  long count = std::strtol(argv[1], nullptr, 10);
  for (long i = 0; i < count; ++i) run(change(texts, random));
  std::remove("smoke-crash");
  std::printf("%zu files and %ld random changes\n", texts.size(), count);
  return 0;
}
