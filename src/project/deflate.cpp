#include "project/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

namespace project {

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  const auto* in = reinterpret_cast<const Bytef*>(bytes.data());  // as zlib has it
  auto* out = reinterpret_cast<Bytef*>(result.data());
  if (compress2(out, &size, in, bytes.size(), Z_BEST_SPEED) != Z_OK) return {};
  result.resize(size);
  return result;
}

// In pieces: whatever the bytes claim, no more memory is taken than comes out.
std::optional<std::string> inflated(std::string_view packed, std::size_t most) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  std::array<Bytef, 1 << 16> piece{};
  std::string result;
  int status = Z_OK;
  while (status == Z_OK && result.size() <= most) {
    if (stream.avail_in == 0) {
      std::size_t count =
          std::min<std::size_t>(packed.size(), std::numeric_limits<uInt>::max() / 2);
      // zlib does not write to it.
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
      stream.avail_in = static_cast<uInt>(count);
      packed.remove_prefix(count);
    }
    stream.next_out = piece.data();
    stream.avail_out = static_cast<uInt>(piece.size());
    status = inflate(&stream, Z_NO_FLUSH);
    std::size_t count = piece.size() - stream.avail_out;
    result.append(reinterpret_cast<const char*>(piece.data()), count);
  }
  bool is_whole = status == Z_STREAM_END && stream.avail_in == 0 && packed.empty();
  inflateEnd(&stream);
  if (!is_whole || result.size() > most) return std::nullopt;
  return result;
}

}  // namespace project
