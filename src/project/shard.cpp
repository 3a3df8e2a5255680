#include "project/shard.h"

#include <fmt/format.h>

#include <cctype>

#include "base/text.h"

namespace project {

bool has(const Shard& shard, std::size_t number) {
  return shard.count == 0 || number % shard.count == shard.index - 1;
}

std::size_t size_of(const Shard& shard, std::size_t all) {
  if (shard.count == 0) return all;
  return all / shard.count + (shard.index <= all % shard.count ? 1 : 0);
}

tl::expected<Shard, std::string> shard_from(const std::string& text) {
  auto number_of = [](const std::string& digits) {
    bool is_number = !digits.empty() && std::isdigit(static_cast<unsigned char>(digits[0])) != 0;
    return is_number ? base::parse_number<std::size_t>(digits) : std::nullopt;
  };
  std::size_t slash = text.find('/');
  auto index = number_of(text.substr(0, slash));
  auto count = slash == std::string::npos ? std::nullopt : number_of(text.substr(slash + 1));
  if (!index || !count) {
    return tl::unexpected(fmt::format("`{}` is no share I/N, such as 2/16", text));
  }
  if (*count > kMostShards) {
    return tl::unexpected(fmt::format("{} shards are too many: at most {}", *count, kMostShards));
  }
  if (*count == 0) return tl::unexpected(fmt::format("`{}`: there must be at least 1 shard", text));
  if (*index == 0) return tl::unexpected(fmt::format("`{}`: shards count from 1", text));
  if (*index > *count) {
    return tl::unexpected(fmt::format("`{}`: there is no shard {} of {}", text, *index, *count));
  }
  return Shard{*index, *count};
}

}  // namespace project
