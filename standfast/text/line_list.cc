#include "standfast/text/line_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/text/byte_order_mark.h"
#include "standfast/text/encoding_guess.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view without_outer_blanks(std::string_view line) {
  const size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlanks) + 1 - first);
}

// Recognises the beginning of an object or a list of JSON. An entry such as "[sic]" or "{" with words behind
// it does not.
bool begins_json(std::string_view line) {
  if (line.front() != '{' && line.front() != '[') return false;
  const size_t second = line.find_first_not_of(kBlanks, 1);
  if (second == std::string_view::npos) return true;
  const char next = line[second];
  return next == '"' || (line.front() == '{' ? next == '}' : next == '{' || next == '[');
}

}  // namespace

Result<std::vector<ListLine>> list_lines(std::string_view content, const std::string& path,
                                         std::string_view entry) {
  SF_ASSIGN(const size_t mark, byte_order_mark(content, path));
  content.remove_prefix(mark);
  std::vector<ListLine> lines;
  uint64_t number = 0;
  for (size_t at = 0; at < content.size();) {
    const size_t end = std::min(content.find('\n', at), content.size());
    const std::string_view bytes = content.substr(at, end - at);
    at = end + 1;
    ++number;
    const auto refuse = [&](std::string_view why) {
      return data_error(fmt::format("{}:{}: {}", path, number, why));
    };
    if (bytes.find('\0') != std::string_view::npos)
      return refuse(fmt::format("a NUL byte; is this a text file with one {} a line?", entry));
    if (is_iso_2022_jp(bytes)) return refuse("not UTF-8 (iconv -f ISO-2022-JP -t UTF-8 makes it so)");
    if (!is_valid_utf8(bytes)) return refuse("not UTF-8 (iconv -t UTF-8 makes it so)");
    const std::string_view text = without_outer_blanks(bytes);
    if (text.empty() || text.front() == '#') continue;
    if (lines.empty() && begins_json(text))
      return refuse(fmt::format("JSON where one {} a line is expected", entry));
    lines.push_back({text, number});
  }
  if (lines.empty()) return data_error(fmt::format("{}: no {} in it (one a line is expected)", path, entry));
  return lines;
}

}  // namespace standfast
