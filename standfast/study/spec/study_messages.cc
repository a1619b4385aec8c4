#include "standfast/study/spec/study_messages.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast {
namespace {

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

}  // namespace

std::string in_keys_of_study(std::string_view message) {
  std::string text;
  for (size_t at = 0; at < message.size();) {
    const std::string_view rest = message.substr(at);
    const bool begins = at == 0 || !is_of_word(message[at - 1]);
    std::string_view flag;
    for (const std::string_view one : {"--encoding ", "--bad-rows ", "--form ", "--quotes "})
      if (begins && rest.starts_with(one)) flag = one;
    const std::string_view behind = rest.substr(flag.size());
    const std::string_view word = behind.substr(
        0, static_cast<size_t>(std::find_if_not(behind.begin(), behind.end(), is_of_word) - behind.begin()));
    if (flag.empty() || word.empty()) {
      text += message[at++];
      continue;
    }
    text += fmt::format("{} = \"{}\"", flag.substr(2, flag.size() - 3), word);
    at += flag.size() + word.size();
  }
  return text;
}

}  // namespace standfast
