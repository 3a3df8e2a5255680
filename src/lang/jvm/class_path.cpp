#include "lang/jvm/class_path.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "lang/jvm/class_path_entry.h"
#include "lang/jvm/jdk.h"

namespace jvm {

namespace {

namespace fs = std::filesystem;

// For archives for several releases, as long as no JDK says which.
constexpr unsigned kDefaultRelease = 17;
constexpr std::size_t kOrigins = 3;

// Classes of the platform, which no user can replace.
bool is_platform(std::string_view name) { return name.starts_with("java/"); }

bool has_archive_ending(std::string_view path) {
  return path.ends_with(".jar") || path.ends_with(".zip");
}

}  // namespace

struct ClassPath::State {
  // What an entry said about a name: null if it is not there or malformed.
  using Classes = std::map<std::string, std::unique_ptr<ClassFile>, std::less<>>;

  struct Place {
    Origin origin{};
    std::unique_ptr<ClassPathEntry> entry;
    Classes classes;
  };

  explicit State(diag::Sink& all) : sink(all) {}
  bool add(EntryOrError entry, Origin origin);
  bool add_file(const std::string& path, Origin origin);
  const ClassFile* find_in(Place& place, std::string_view name);
  std::unique_ptr<ClassFile> load(Place& place, std::string_view name);
  const Place& place(const ClassFile& file) const;

  diag::Sink& sink;
  std::array<std::vector<std::unique_ptr<Place>>, kOrigins> places;  // by origin, in order
  unsigned release = kDefaultRelease;
  std::map<std::string, std::string> files;  // class files given, by the name of the class
  std::map<std::string, const ClassFile*, std::less<>> found;  // what find() said
  std::unordered_map<const ClassFile*, const Place*> place_of;
};

bool ClassPath::State::add(EntryOrError entry, Origin origin) {
  if (!entry) {
    report(entry.error(), sink);
    return false;
  }
  auto one = std::make_unique<Place>();
  one->origin = origin;
  one->entry = std::move(*entry);
  places[static_cast<std::size_t>(origin)].push_back(std::move(one));
  found.clear();
  return true;
}

bool ClassPath::State::add_file(const std::string& path, Origin origin) {
  EntryOrError entry = file_entry(path);
  if (entry) {
    std::string name = (*entry)->classes().front();
    auto [known, is_new] = files.emplace(name, path);
    if (!is_new) {
      sink.report(diag::Kind::JvmTwice, {}, known->second, path, external_name(name));
      return false;
    }
  }
  return add(std::move(entry), origin);
}

std::unique_ptr<ClassFile> ClassPath::State::load(Place& place, std::string_view name) {
  auto raw = place.entry->read(name, release);
  if (!raw) {
    report(raw.error(), sink);
    return nullptr;
  }
  if (!*raw) return nullptr;
  auto file = read_class_file(std::move((*raw)->path), std::move((*raw)->bytes));
  if (!file) {
    report(file.error(), sink);
    return nullptr;
  }
  if ((*file)->name != name) {
    sink.report(diag::Kind::JvmClassName, {}, (*file)->path, external_name((*file)->name),
                external_name(name));
    return nullptr;
  }
  return std::move(*file);
}

const ClassFile* ClassPath::State::find_in(Place& place, std::string_view name) {
  auto known = place.classes.find(name);
  if (known == place.classes.end()) {
    known = place.classes.emplace(std::string(name), load(place, name)).first;
    if (known->second) place_of.emplace(known->second.get(), &place);
  }
  return known->second.get();
}

const ClassPath::State::Place& ClassPath::State::place(const ClassFile& file) const {
  auto known = place_of.find(&file);
  CHECK(known != place_of.end(), "{} is not of this class path", file.name);
  return *known->second;
}

ClassPath::ClassPath(diag::Sink& sink) : state_(std::make_unique<State>(sink)) {}

ClassPath::~ClassPath() = default;

bool ClassPath::add(const std::string& path, Origin origin) {
  std::error_code error;
  fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    state_->sink.report(diag::Kind::CannotRead, {}, path,
                        error ? error.message() : "no such file or directory");
    return false;
  }
  if (fs::is_directory(status)) return state_->add(folder_entry(path), origin);
  if (has_archive_ending(path)) return state_->add(archive_entry(path), origin);
  if (path.ends_with(".class")) return state_->add_file(path, origin);
  state_->sink.report(diag::Kind::JvmClassPathEntry, {}, path);
  return false;
}

bool ClassPath::add_list(std::string_view list, Origin origin) {
  bool is_good = true;
  for (std::string_view part : base::split_words(list, ":")) {
    if (part != "*" && !part.ends_with("/*")) {
      is_good &= add(std::string(part), origin);
      continue;
    }
    // All jars of a folder, as `java` has it.
    part.remove_suffix(1);
    std::vector<std::string> jars;
    std::error_code error;
    for (fs::directory_iterator it(part.empty() ? fs::path(".") : fs::path(part), error), end;
         !error && it != end; it.increment(error)) {
      if (it->path().extension() == ".jar") jars.push_back(it->path().string());
    }
    std::sort(jars.begin(), jars.end());
    for (const std::string& jar : jars) is_good &= add(jar, origin);
  }
  return is_good;
}

bool ClassPath::add_jdk(const std::string& home) {
  tl::expected<Jdk, std::string> jdk = tl::unexpected(
      home + " has no file lib/modules; install openjdk-17-jdk-headless, or set JAVA_HOME");
  if (home.empty()) {
    jdk = find_jdk();
  } else if (auto there = jdk_at(home)) {
    jdk = *there;
  }
  if (!jdk) {
    state_->sink.report(diag::Kind::JvmNoJdk, {}, jdk.error());
    return false;
  }
  if (!state_->add(image_entry(jdk->home, jdk->modules), Origin::Jdk)) return false;
  state_->release = jdk->release;
  return true;
}

const ClassFile* ClassPath::find(std::string_view name) {
  if (auto known = state_->found.find(name); known != state_->found.end()) return known->second;
  const ClassFile* file = nullptr;
  for (Origin origin : {Origin::User, Origin::Models, Origin::Jdk}) {
    if (file == nullptr) file = find_in(origin, name);
  }
  state_->found.emplace(std::string(name), file);
  return file;
}

const ClassFile* ClassPath::find_in(Origin origin, std::string_view name) {
  if (origin == Origin::User && is_platform(name)) return nullptr;
  for (auto& place : state_->places[static_cast<std::size_t>(origin)]) {
    if (const ClassFile* file = state_->find_in(*place, name)) return file;
  }
  return nullptr;
}

Origin ClassPath::origin(const ClassFile& file) const { return state_->place(file).origin; }

const std::string& ClassPath::entry_path(const ClassFile& file) const {
  return state_->place(file).entry->path();
}

unsigned ClassPath::release() const { return state_->release; }

std::vector<std::string> ClassPath::classes(Origin origin) const {
  std::vector<std::string> names;
  for (const auto& place : state_->places[static_cast<std::size_t>(origin)]) {
    std::vector<std::string> more = place->entry->classes();
    names.insert(names.end(), more.begin(), more.end());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::string> ClassPath::entries(Origin origin) const {
  std::vector<std::string> paths;
  for (const auto& place : state_->places[static_cast<std::size_t>(origin)]) {
    paths.push_back(place->entry->path());
  }
  return paths;
}

}  // namespace jvm
