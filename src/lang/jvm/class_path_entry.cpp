#include "lang/jvm/class_path_entry.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/utf8.h"
#include "lang/jvm/archive.h"
#include "lang/jvm/jimage.h"

namespace jvm {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestClass = std::uint64_t{64} << 20;
constexpr std::string_view kEnding = ".class";

// The internal name of a class by the name of its file; empty for descriptions of modules and
// packages and for what is no class.
std::string_view class_of(std::string_view file) {
  if (!file.ends_with(kEnding) || file.starts_with("META-INF/")) return {};
  file.remove_suffix(kEnding.size());
  // The name of a class is never something else, so that nobody could ask for it.
  if (base::utf8_invalid_at(file)) return {};
  std::string_view last = file.substr(file.rfind('/') + 1);
  return last == "module-info" || last == "package-info" ? std::string_view() : file;
}

// The folder above the packages of a class; empty: its file lies elsewhere.
std::string folder_of(const std::string& path, const std::string& name) {
  std::error_code error;
  std::string whole = fs::absolute(path, error).lexically_normal().generic_string();
  std::string tail = "/" + name + std::string(kEnding);
  return whole.ends_with(tail) ? whole.substr(0, whole.size() - tail.size() + 1) : "";
}

class FolderEntry final : public ClassPathEntry {
 public:
  explicit FolderEntry(const std::string& path) : ClassPathEntry(path) {}

  tl::expected<std::optional<Raw>, FormatError> read(std::string_view name,
                                                     unsigned /*release*/) override {
    // No name has `..`, but the system would end it at a zero.
    if (name.find('\0') != std::string_view::npos) return std::nullopt;
    fs::path file = fs::path(path()) / (std::string(name) + std::string(kEnding));
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return std::nullopt;
    auto bytes = base::read_file(file.string(), kLargestClass);
    if (bytes) return Raw{file.string(), std::move(*bytes)};
    return tl::unexpected(
        FormatError{diag::Kind::CannotRead, file.string(), 0, bytes.error().text});
  }

  std::vector<std::string> classes() const override {
    std::vector<std::string> names;
    std::error_code error;
    fs::path root(path());
    auto options = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator it(root, options, error), end; !error && it != end;
         it.increment(error)) {
      std::string file = it->path().lexically_relative(root).generic_string();
      std::string_view name = class_of(file);
      if (!name.empty() && it->is_regular_file(error)) names.emplace_back(name);
    }
    return names;
  }
};

class ArchiveEntry final : public ClassPathEntry {
 public:
  ArchiveEntry(const std::string& path, std::unique_ptr<Archive> archive)
      : ClassPathEntry(path), archive_(std::move(archive)) {}

  tl::expected<std::optional<Raw>, FormatError> read(std::string_view name,
                                                     unsigned release) override {
    std::string file = fmt::format("{}{}", name, kEnding);
    if (!archive_->has(file, release)) return std::nullopt;
    auto bytes = archive_->unpack(file, release);
    if (!bytes) return tl::unexpected(bytes.error());
    return Raw{fmt::format("{}!/{}", path(), file), std::move(*bytes)};
  }

  std::vector<std::string> classes() const override {
    std::vector<std::string> names;
    for (const std::string& file : archive_->names()) {
      if (std::string_view name = class_of(file); !name.empty()) names.emplace_back(name);
    }
    return names;
  }

 private:
  std::unique_ptr<Archive> archive_;
};

class FileEntry final : public ClassPathEntry {
 public:
  FileEntry(const std::string& path, std::string name, std::string bytes)
      : ClassPathEntry(path), name_(std::move(name)), bytes_(std::move(bytes)) {
    std::string folder = folder_of(path, name_);
    if (!folder.empty()) beside_ = std::make_unique<FolderEntry>(folder);
  }

  tl::expected<std::optional<Raw>, FormatError> read(std::string_view name,
                                                     unsigned release) override {
    if (name == name_) return Raw{path(), bytes_};
    return beside_ ? beside_->read(name, release) : std::nullopt;
  }

  std::vector<std::string> classes() const override { return {name_}; }

 private:
  std::string name_;
  std::string bytes_;
  std::unique_ptr<FolderEntry> beside_;  // null: the file does not lie where its name says
};

class ImageEntry final : public ClassPathEntry {
 public:
  ImageEntry(const std::string& home, std::unique_ptr<JImage> image)
      : ClassPathEntry(home), image_(std::move(image)) {}

  tl::expected<std::optional<Raw>, FormatError> read(std::string_view name,
                                                     unsigned /*release*/) override {
    auto bytes = image_->find_class(name);
    if (!bytes) return tl::unexpected(bytes.error());
    if (!*bytes) return std::nullopt;
    return Raw{fmt::format("{}!/{}{}", path(), name, kEnding), std::string(**bytes)};
  }

  std::vector<std::string> classes() const override {
    return image_->classes("java.base").value_or(std::vector<std::string>());
  }

 private:
  std::unique_ptr<JImage> image_;
};

}  // namespace

EntryOrError folder_entry(const std::string& path) { return std::make_unique<FolderEntry>(path); }

EntryOrError archive_entry(const std::string& path) {
  auto archive = Archive::open(path);
  if (!archive) return tl::unexpected(archive.error());
  return std::make_unique<ArchiveEntry>(path, std::move(*archive));
}

EntryOrError file_entry(const std::string& path) {
  auto bytes = base::read_file(path, kLargestClass);
  if (!bytes) {
    return tl::unexpected(FormatError{diag::Kind::CannotRead, path, 0, bytes.error().text});
  }
  auto file = read_class_file(path, *bytes);
  if (!file) return tl::unexpected(file.error());
  return std::make_unique<FileEntry>(path, std::string((*file)->name), std::move(*bytes));
}

std::string folder_above(const std::string& class_file) {
  EntryOrError entry = file_entry(class_file);
  return entry ? folder_of(class_file, (*entry)->classes().front()) : "";
}

EntryOrError image_entry(const std::string& home, const std::string& modules) {
  auto image = JImage::open(modules);
  if (!image) return tl::unexpected(image.error());
  return std::make_unique<ImageEntry>(home, std::move(*image));
}

}  // namespace jvm
