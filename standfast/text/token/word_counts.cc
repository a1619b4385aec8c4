#include "standfast/text/token/word_counts.h"

#include <algorithm>

#include "standfast/text/token/assemble.h"
#include "standfast/text/token/basic_splitting.h"

namespace standfast::token {
namespace {

bool is_plain_white(char byte) {
  return kPlainKinds[static_cast<unsigned char>(byte)] == Plain::white;
}

// Returns whether the part is ASCII without controls: nothing to normalise but capitals.
bool is_plain_word(std::string_view part) {
  return std::all_of(part.begin(), part.end(),
                     [](char byte) { return kPlainKinds[static_cast<unsigned char>(byte)] != Plain::other; });
}

}  // namespace

WordCounter::WordCounter(bool lower)
    : lower_(lower),
      steps_(steps_of({.clean = true, .ideographs = true, .strip_accents = lower, .lower = lower})) {}

void WordCounter::count(std::string_view word) {
  const auto found = counts_.find(word);
  if (found != counts_.end())
    ++found->second;
  else
    counts_.emplace(word, 1);
}

// Counts the words of each part between white space. No step looks beyond white space, so a text may be taken
// apart there first. Most parts are plain.
void WordCounter::add(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && !is_plain_white(text[end])) ++end;
    const auto part = text.substr(at, end - at);
    at = end + 1;
    if (!is_plain_word(part)) {
      add_normalised(part);
      continue;
    }
    lowered_ = part;
    if (lower_)
      for (char& byte : lowered_)
        if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
    for_each_basic_word(
        lowered_, [&](size_t from, size_t to) { count(std::string_view(lowered_).substr(from, to - from)); });
  }
}

void WordCounter::add_normalised(std::string_view part) {
  aligned_.clear();
  to_aligned({part, nullptr, 0}, aligned_);
  normalise(steps_, aligned_);
  to_bytes(aligned_, bytes_);
  for_each_basic_word(bytes_.text, [&](size_t from, size_t to) {
    count(std::string_view(bytes_.text).substr(from, to - from));
  });
}

}  // namespace standfast::token
