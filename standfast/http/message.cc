#include "standfast/http/message.h"

#include <algorithm>
#include <charconv>

namespace standfast {

std::string_view HttpHead::header(std::string_view name) const {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  for (const auto& [key, value] : headers)
    if (std::ranges::equal(key, name, [&](char a, char b) { return small(a) == small(b); })) return value;
  return "";
}

double seconds_of_retry_after(std::string_view retry_after) {
  double seconds = 0;
  const char* end = retry_after.data() + retry_after.size();
  const auto [at, failed] = std::from_chars(retry_after.data(), end, seconds);
  return failed == std::errc{} && at == end && seconds > 0 ? seconds : 0;
}

}  // namespace standfast
