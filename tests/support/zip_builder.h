// Zip archives, well-formed or not.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace test {

class ZipBuilder {
 public:
  struct Entry {
    std::string name;
    std::string packed;
    std::uint32_t size = 0;
    std::uint32_t crc = 0;
    unsigned method = 0;
    unsigned flags = 0;
    std::uint32_t header = 0;  // set by build(), unless `at` says otherwise
    std::int64_t at = -1;
  };

  Entry& store(std::string_view name, std::string_view text) {
    Entry& entry = entries.emplace_back();
    entry.name = name;
    entry.packed = text;
    entry.size = static_cast<std::uint32_t>(text.size());
    entry.crc = crc_of(text);
    return entry;
  }
  Entry& deflate(std::string_view name, std::string_view text) {
    Entry& entry = store(name, text);
    entry.method = 8;
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
    entry.packed.resize(deflateBound(&stream, static_cast<uLong>(text.size())));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(entry.packed.data());
    stream.avail_out = static_cast<uInt>(entry.packed.size());
    ::deflate(&stream, Z_FINISH);
    entry.packed.resize(stream.total_out);
    deflateEnd(&stream);
    return entry;
  }

  std::string build(std::string_view comment = "") {
    std::string bytes;
    for (Entry& entry : entries) {
      entry.header = static_cast<std::uint32_t>(bytes.size());
      if (entry.at >= 0) {
        entry.header = static_cast<std::uint32_t>(entry.at);
        continue;
      }
      bytes += le4(0x04034b50) + le2(20) + le2(entry.flags) + le2(entry.method) + le4(0) +
               le4(entry.crc) + le4(static_cast<std::uint32_t>(entry.packed.size())) +
               le4(entry.size) + le2(static_cast<unsigned>(entry.name.size())) + le2(0) +
               entry.name + entry.packed;
    }
    std::size_t start = bytes.size();
    for (const Entry& entry : entries) {
      bytes += le4(0x02014b50) + le2(20) + le2(20) + le2(entry.flags) + le2(entry.method) + le4(0) +
               le4(entry.crc) + le4(static_cast<std::uint32_t>(entry.packed.size())) +
               le4(entry.size) + le2(static_cast<unsigned>(entry.name.size())) + le2(0) + le2(0) +
               le2(0) + le2(0) + le4(0) + le4(entry.header) + entry.name;
    }
    std::size_t size = bytes.size() - start;
    auto count = static_cast<unsigned>(entries.size());
    bytes += le4(0x06054b50) + le2(0) + le2(0) + le2(count) + le2(count) +
             le4(static_cast<std::uint32_t>(size)) + le4(static_cast<std::uint32_t>(start)) +
             le2(static_cast<unsigned>(comment.size())) + std::string(comment);
    return bytes;
  }

  static std::uint32_t crc_of(std::string_view text) {
    return static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
  }
  static std::string le2(unsigned value) {
    return {static_cast<char>(value), static_cast<char>(value >> 8)};
  }
  static std::string le4(std::uint32_t value) { return le2(value & 0xffffU) + le2(value >> 16); }

  std::vector<Entry> entries;
};

}  // namespace test
