#include "standfast/checkpoint/stored_zip.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace standfast {
namespace {

constexpr uint32_t kEnd = 0x06054b50, kEnd64 = 0x06064b50, kLocator = 0x07064b50, kMember = 0x02014b50,
                   kLocal = 0x04034b50;
constexpr uint32_t kElsewhere = 0xFFFFFFFF;  // the 64-bit extension has the number
constexpr size_t kEndBytes = 22, kEnd64Bytes = 56, kLocatorBytes = 20, kMemberBytes = 46, kLocalBytes = 30;
constexpr size_t kLongestComment = 65535;

class Zip {
 public:
  Zip(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file) {}

  Result<std::map<std::string, std::string_view>> members() const {
    SF_ASSIGN(uint64_t at, directory());
    std::map<std::string, std::string_view> out;
    while (has(at, kMemberBytes) && number<uint32_t>(at) == kMember) {
      const size_t name_bytes = number<uint16_t>(at + 28), extra_bytes = number<uint16_t>(at + 30),
                   comment_bytes = number<uint16_t>(at + 32);
      const uint64_t end = at + kMemberBytes + name_bytes + extra_bytes + comment_bytes;
      if (end > bytes_.size()) return damaged();
      const std::string name(bytes_.substr(at + kMemberBytes, name_bytes));
      SF_ASSIGN(const auto content,
                content_of(at, name, bytes_.substr(at + kMemberBytes + name_bytes, extra_bytes)));
      if (!out.emplace(name, content).second)
        return data_error(fmt::format("{}: the zip file has the member \"{}\" twice", file_, name));
      at = end;
    }
    return out;
  }

 private:
  Failure damaged() const {
    return data_error(
        fmt::format("{}: the zip file is damaged or cut short; is the download incomplete?", file_));
  }
  bool has(uint64_t at, uint64_t count) const { return at <= bytes_.size() && count <= bytes_.size() - at; }
  template <class T>
  T number(uint64_t at) const {
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }

  // Returns the beginning of the list of members.
  Result<uint64_t> directory() const {
    if (bytes_.size() < kEndBytes) return damaged();
    const size_t last = bytes_.size() - kEndBytes, first = last - std::min(last, kLongestComment);
    for (size_t at = last + 1; at-- > first;) {
      if (number<uint32_t>(at) != kEnd) continue;
      if (at >= kLocatorBytes && number<uint32_t>(at - kLocatorBytes) == kLocator) {
        const auto wide = number<uint64_t>(at - kLocatorBytes + 8);
        if (!has(wide, kEnd64Bytes) || number<uint32_t>(wide) != kEnd64) return damaged();
        return number<uint64_t>(wide + 48);
      }
      return number<uint32_t>(at + 16);
    }
    return damaged();
  }

  Result<std::string_view> content_of(uint64_t at, const std::string& name, std::string_view extra) const {
    if ((number<uint16_t>(at + 8) & 1) != 0 || number<uint16_t>(at + 10) != 0)
      return data_error(fmt::format(
          "{}: the member \"{}\" of the zip file is packed; PyTorch stores its files unpacked", file_, name));
    uint64_t packed = number<uint32_t>(at + 20), size = number<uint32_t>(at + 24),
             local = number<uint32_t>(at + 42);
    // The extension has the values that do not fit, in this order: size, packed size, place.
    while (extra.size() >= 4) {
      uint16_t kind = 0, count = 0;
      std::memcpy(&kind, extra.data(), 2);
      std::memcpy(&count, extra.data() + 2, 2);
      if (count > extra.size() - 4) break;
      std::string_view field = extra.substr(4, count);
      extra.remove_prefix(4U + count);
      if (kind != 1) continue;
      for (uint64_t* value : {&size, &packed, &local}) {
        if (*value != kElsewhere) continue;
        if (field.size() < 8) return damaged();
        std::memcpy(value, field.data(), 8);
        field.remove_prefix(8);
      }
    }
    if (packed != size || !has(local, kLocalBytes) || number<uint32_t>(local) != kLocal) return damaged();
    const uint64_t begin = local + kLocalBytes + number<uint16_t>(local + 26) + number<uint16_t>(local + 28);
    if (!has(begin, size)) return damaged();
    return bytes_.substr(begin, size);
  }

  std::string_view bytes_;
  const std::string& file_;
};

}  // namespace

Result<std::map<std::string, std::string_view>> stored_members(std::string_view bytes,
                                                               const std::string& file) {
  return Zip(bytes, file).members();
}

}  // namespace standfast
