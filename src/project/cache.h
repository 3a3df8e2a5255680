// Verdicts of earlier runs, by what they depend on (docs/decisions/0030-projects.md).
//
// An entry is a file with the complete key and the value. It is written under another name and
// then renamed, so that whoever reads finds an old entry, a new one or none, whatever becomes of
// the writer. An entry that is damaged, or that has another key, is none. Several processes may
// use one folder at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace project {

class VerdictCache {
 public:
  static constexpr std::uint64_t kDefaultBytes = std::uint64_t{256} << 20;

  // Nothing is made or read yet. `most_bytes` bounds the entries after `trim`.
  VerdictCache(std::string folder, std::uint64_t most_bytes)
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  std::optional<std::string> find(std::string_view key);
  // What cannot be written is left out; `problem` says why, of the first one.
  void store(std::string_view key, std::string_view value);
  const std::string& problem() const { return problem_; }

  // Removes the entries that were not used for the longest time, down to the bound, and what
  // killed writers left. Does nothing if nothing was stored.
  void trim();

 private:
  std::string path_of(std::string_view key) const;
  bool make_folder();
  void fail(std::string_view what, int error);

  std::string folder_;
  std::uint64_t most_bytes_;
  std::string problem_;
  bool has_folder_ = false;
  bool has_stored_ = false;
};

// The bytes of an entry, and back; nullopt: damaged, or the entry of another key.
std::string encode_entry(std::string_view key, std::string_view value);
std::optional<std::string> decode_entry(std::string_view bytes, std::string_view key);

}  // namespace project
