#include "standfast/base/parse_json.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace standfast {
namespace {

size_t line_of(std::string_view text, size_t byte) {
  const auto end = text.begin() + static_cast<ptrdiff_t>(std::min(byte, text.size()));
  return 1 + static_cast<size_t>(std::count(text.begin(), end, '\n'));
}

// Returns the index of the byte that opens a list or object deeper than the limit, or npos.
size_t too_deep_at(std::string_view text) {
  size_t depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '[':
      case '{':
        if (++depth > kMostJsonDepth) return at;
        break;
      case ']':
      case '}':
        depth -= depth > 0 ? 1 : 0;
        break;
      case '"':  // skips to the closing quote
        for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
        break;
      default:
        break;
    }
  }
  return std::string_view::npos;
}

}  // namespace

bool is_nested_too_deep(std::string_view text) {
  return too_deep_at(text) != std::string_view::npos;
}

template <class Json>
Result<Json> parse_json(std::string_view text, const std::string& file) {
  const auto place = [&](size_t byte) {
    return file.empty() ? fmt::format("line {}", line_of(text, byte))
                        : fmt::format("{}:{}", file, line_of(text, byte));
  };
  if (const size_t at = too_deep_at(text); at != std::string_view::npos)
    return data_error(
        fmt::format("{}: nested deeper than {} lists and objects (damaged, or made to do harm?)", place(at),
                    kMostJsonDepth));
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return data_error(fmt::format("{}: not JSON; is the file cut short?", place(error.byte)));
  } catch (const nlohmann::json::exception&) {
    return data_error(fmt::format("{}{}a number in it is out of range", file, file.empty() ? "" : ": "));
  }
}

template Result<nlohmann::ordered_json> parse_json<nlohmann::ordered_json>(std::string_view,
                                                                           const std::string&);
template Result<nlohmann::json> parse_json<nlohmann::json>(std::string_view, const std::string&);

}  // namespace standfast
