#include "lang/jvm/jimage.h"

#include <algorithm>
#include <utility>

#include "lang/jvm/bytes.h"
#include "lang/jvm/class_file.h"

namespace jvm {

namespace {

constexpr std::uint32_t kImageMagic = 0xcafedada;
constexpr std::uint32_t kSwappedMagic = 0xdadafeca;
constexpr std::uint32_t kVersion = 0x00010000;
constexpr std::size_t kHeaderSize = 28;
constexpr std::uint32_t kHashFactor = 0x01000193;

[[noreturn]] void fail_image(std::uint64_t offset, std::string what) {
  throw FormatFailure{diag::Kind::JvmImage, offset, std::move(what)};
}

std::uint32_t hash(std::string_view name, std::uint32_t seed) {
  for (char c : name) seed = (seed * kHashFactor) ^ static_cast<std::uint8_t>(c);
  return seed & 0x7fffffffU;
}

}  // namespace

void JImage::read_header() {
  if (bytes_.size() < kHeaderSize) fail_image(0, "it is too short");
  std::uint32_t magic = little32(bytes_, 0);
  if (magic == kSwappedMagic) fail_image(0, "it has the byte order of another machine");
  if (magic != kImageMagic) fail_image(0, "it does not begin with CAFEDADA");
  std::uint32_t version = little32(bytes_, 4);
  if (version != kVersion) {
    fail_image(4, fmt::format("it has the version {}.{}", version >> 16, version & 0xffffU));
  }
  length_ = little32(bytes_, 16);
  redirect_ = kHeaderSize;
  offsets_ = redirect_ + 4 * length_;
  locations_ = offsets_ + 4 * length_;
  strings_ = locations_ + little32(bytes_, 20);
  resources_ = strings_ + little32(bytes_, 24);
  if (length_ == 0 || resources_ > bytes_.size()) fail_image(16, "its tables are cut off");
}

std::string_view JImage::string_at(std::uint64_t offset) const {
  if (offset >= resources_ - strings_) fail_image(strings_, "a name outside of its strings");
  std::string_view all = bytes_.substr(strings_, resources_ - strings_);
  std::size_t end = all.find('\0', offset);
  if (end == std::string_view::npos) fail_image(strings_ + offset, "a name that does not end");
  return all.substr(offset, end - offset);
}

JImage::Location JImage::read_location(std::size_t slot) const {
  Location location{};
  std::size_t at = locations_ + little32(bytes_, offsets_ + 4 * slot);
  for (;;) {
    if (at >= strings_) fail_image(offsets_ + 4 * slot, "a location that does not end");
    auto head = static_cast<std::uint8_t>(bytes_[at]);
    std::size_t kind = head >> 3;
    std::size_t count = (head & 7U) + 1;
    if (kind == kEnd) return location;
    if (kind >= kAttributes || count >= strings_ - at) {
      fail_image(at, "a location with an unknown attribute");
    }
    std::uint64_t value = 0;
    for (std::size_t i = 1; i <= count; ++i) {
      value = value << 8 | static_cast<std::uint8_t>(bytes_[at + i]);
    }
    location[kind] = value;
    at += count + 1;
  }
}

// "/java.base/java/lang/Object.class"
std::string JImage::name_of(const Location& location) const {
  std::string name;
  if (auto module = string_at(location[kModuleName]); !module.empty()) {
    name += fmt::format("/{}/", module);
  }
  if (auto parent = string_at(location[kParentName]); !parent.empty()) {
    name += fmt::format("{}/", parent);
  }
  name += string_at(location[kBaseName]);
  if (auto extension = string_at(location[kExtensionName]); !extension.empty()) {
    name += fmt::format(".{}", extension);
  }
  return name;
}

std::optional<JImage::Location> JImage::find(std::string_view name) const {
  std::size_t slot = hash(name, kHashFactor) % length_;
  auto redirect = static_cast<std::int32_t>(little32(bytes_, redirect_ + 4 * slot));
  if (redirect == 0) return std::nullopt;
  if (redirect > 0) {
    slot = hash(name, static_cast<std::uint32_t>(redirect)) % length_;
  } else {
    slot = static_cast<std::size_t>(-1 - std::int64_t{redirect});
    if (slot >= length_) fail_image(redirect_, "a redirection out of its tables");
  }
  Location location = read_location(slot);
  if (name_of(location) != name) return std::nullopt;
  return location;
}

std::string_view JImage::resource(const Location& location) const {
  if (location[kCompressed] != 0) {
    fail_image(resources_, "its resources are compressed, as `jlink --compress` makes them");
  }
  std::uint64_t room = bytes_.size() - resources_;
  std::uint64_t offset = location[kOffset];
  std::uint64_t size = location[kUncompressed];
  if (offset > room || size > room - offset) fail_image(resources_, "a resource is cut off");
  return bytes_.substr(resources_ + offset, size);
}

// /packages/a.b lists modules, each with a word that is not 0 if the package is empty there.
std::optional<std::string> JImage::module_of(std::string_view package) const {
  auto location = find("/packages/" + external_name(package));
  if (!location) return std::nullopt;
  std::string_view modules = resource(*location);
  for (std::size_t at = 0; at + 8 <= modules.size(); at += 8) {
    if (little32(modules, at) != 0) continue;
    return std::string(string_at(little32(modules, at + 4)));
  }
  return std::nullopt;
}

std::optional<std::string_view> JImage::find_class_or_throw(std::string_view name) const {
  std::size_t slash = name.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;  // no class of the JDK
  auto module = module_of(name.substr(0, slash));
  if (!module) return std::nullopt;
  auto location = find(fmt::format("/{}/{}.class", *module, name));
  if (!location) return std::nullopt;
  return resource(*location);
}

tl::expected<std::optional<std::string_view>, FormatError> JImage::find_class(
    std::string_view name) const {
  try {
    return find_class_or_throw(name);
  } catch (FormatFailure& failure) {
    return tl::unexpected(std::move(failure).in(path_));
  }
}

tl::expected<std::vector<std::string>, FormatError> JImage::classes(std::string_view module) const {
  std::vector<std::string> names;
  try {
    for (std::size_t slot = 0; slot < length_; ++slot) {
      Location location = read_location(slot);
      if (string_at(location[kModuleName]) != module) continue;
      if (string_at(location[kExtensionName]) != "class") continue;
      names.push_back(
          fmt::format("{}/{}", string_at(location[kParentName]), string_at(location[kBaseName])));
    }
  } catch (FormatFailure& failure) {
    return tl::unexpected(std::move(failure).in(path_));
  }
  std::sort(names.begin(), names.end());
  return names;
}

tl::expected<std::unique_ptr<JImage>, FormatError> JImage::read(std::string path,
                                                                std::string_view bytes) {
  std::unique_ptr<JImage> image(new JImage(std::move(path), bytes));
  try {
    image->read_header();
  } catch (FormatFailure& failure) {
    return tl::unexpected(std::move(failure).in(image->path_));
  }
  return image;
}

tl::expected<std::unique_ptr<JImage>, FormatError> JImage::open(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(FormatError{diag::Kind::JvmImage, path, 0, file.error()});
  auto image = read(path, (*file)->bytes());
  if (image) (*image)->file_ = std::move(*file);
  return image;
}

}  // namespace jvm
