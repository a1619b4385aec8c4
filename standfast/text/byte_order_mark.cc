#include "standfast/text/byte_order_mark.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace standfast {
namespace {

// Names the encoding of the first two letters, or of the first one in UTF-32, if they are ASCII.
std::string_view encoding_of_letters(std::string_view head) {
  if (head.size() < 4) return "";
  const auto zero = [&](size_t i) { return head[i] == '\0'; };
  if (!zero(0) && zero(1) && zero(2) && zero(3)) return "utf-32le";
  if (zero(0) && zero(1) && zero(2) && !zero(3)) return "utf-32be";
  if (!zero(0) && zero(1) && !zero(2) && zero(3)) return "utf-16le";
  if (zero(0) && !zero(1) && zero(2) && !zero(3)) return "utf-16be";
  return "";
}

}  // namespace

ByteOrderMark find_byte_order_mark(std::string_view head) {
  static constexpr std::pair<std::string_view, std::string_view> kMarks[] = {
      {{"\xef\xbb\xbf", 3}, "utf-8"}, {{"\xff\xfe\0\0", 4}, "utf-32le"}, {{"\0\0\xfe\xff", 4}, "utf-32be"},
      {{"\xff\xfe", 2}, "utf-16le"},  {{"\xfe\xff", 2}, "utf-16be"},
  };
  for (const auto& [mark, encoding] : kMarks)
    if (head.starts_with(mark)) return {encoding, mark.size()};
  return {};
}

Result<size_t> byte_order_mark(std::string_view head, const std::string& name) {
  const ByteOrderMark mark = find_byte_order_mark(head);
  if (mark.encoding == "utf-8") return mark.bytes;
  const std::string encoding(mark.bytes > 0 ? mark.encoding : encoding_of_letters(head));
  if (encoding.empty()) return size_t{0};
  std::string upper = encoding;
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  return data_error(fmt::format(
      "{0}: is {1}{2}, where UTF-8 is expected (a corpus: --encoding {3}; any other file: iconv -f {1} -t UTF-8)",
      name, upper, mark.bytes > 0 ? "" : " without a byte order mark", encoding));
}

}  // namespace standfast
