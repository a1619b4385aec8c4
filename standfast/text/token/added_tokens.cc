#include "standfast/text/token/added_tokens.h"

#include <algorithm>
#include <utility>

#include "standfast/text/token/properties.h"

namespace standfast::token {
namespace {

// Where the code point begins that ends at `end` (end > 0).
size_t begin_of_last(std::string_view text, size_t end) {
  size_t at = end - 1;
  while (at > 0 && is_continuation(text[at])) --at;
  return at;
}

bool is_word_at(std::string_view text, size_t at) {
  return is_word_character(next_code_point(text, at));
}

}  // namespace

void AddedTokens::add(AddedToken token, std::string pattern) {
  if (pattern.empty()) return;
  first_bytes_[static_cast<unsigned char>(pattern[0])] = true;
  const auto place = std::find_if(tokens_.begin(), tokens_.end(),
                                  [&](const Entry& other) { return other.pattern.size() < pattern.size(); });
  tokens_.insert(place, {std::move(token), std::move(pattern)});
}

const AddedTokens::Entry* AddedTokens::longest_at(std::string_view text, size_t at) const {
  const auto rest = text.substr(at);
  for (const Entry& entry : tokens_)
    if (rest.starts_with(entry.pattern)) return &entry;
  return nullptr;
}

bool AddedTokens::accept(const Entry& entry, std::string_view text, size_t least, size_t& begin,
                         size_t& end) {
  if (entry.token.single_word && ((begin > 0 && is_word_at(text, begin_of_last(text, begin))) ||
                                  (end < text.size() && is_word_at(text, end))))
    return false;
  if (entry.token.lstrip) {
    size_t widened = begin;
    while (widened > 0) {
      size_t at = begin_of_last(text, widened);
      const size_t place = at;
      if (!is_white(next_code_point(text, at))) break;
      widened = place;
    }
    begin = std::max(widened, least);
  }
  if (entry.token.rstrip)
    for (size_t at = end; at < text.size() && is_white(next_code_point(text, at));) end = at;
  return true;
}

}  // namespace standfast::token
