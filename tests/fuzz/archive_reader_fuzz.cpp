// The readers of archives and of images of a JDK take any bytes without harm.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "lang/jvm/archive.h"
#include "lang/jvm/jimage.h"

namespace {

constexpr unsigned kRelease = 17;

void read_archive(std::string_view bytes) {
  auto archive = jvm::Archive::read("fuzz.jar", bytes);
  if (!archive) {
    CHECK(archive.error().offset <= bytes.size(), "an offset outside of the file");
    return;
  }
  for (const std::string& name : (*archive)->names()) {
    bool leads_out = ("/" + name + "/").find("/../") != std::string::npos || name.starts_with('/');
    CHECK(!leads_out, "the name {} leads out", name);
    auto text = (*archive)->unpack(name, kRelease);
    // Deflate packs at most 1 : 1032.
    CHECK(!text || text->size() <= jvm::Archive::kHarmless + 1100 * bytes.size(), "too large");
  }
}

void read_image(std::string_view bytes) {
  auto image = jvm::JImage::read("fuzz", bytes);
  if (!image) {
    CHECK(image.error().offset <= bytes.size(), "an offset outside of the file");
    return;
  }
  for (const char* name : {"java/lang/Object", "a/B", "A"}) {
    auto found = (*image)->find_class(name);
    CHECK(!found || !*found || (*found)->size() <= bytes.size(), "a class outside of the image");
  }
  (void)(*image)->classes("java.base");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_archive(bytes);
  read_image(bytes);
  return 0;
}
