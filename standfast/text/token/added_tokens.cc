#include "standfast/text/token/added_tokens.h"

#include <algorithm>
#include <utility>

#include "standfast/text/token/properties.h"

namespace standfast::token {
namespace {

// Returns the place where the code point begins that ends at `end` (end > 0).
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
  tokens_.push_back({std::move(token), std::move(pattern)});
}

void AddedTokens::ready() {
  std::ranges::stable_sort(tokens_, {}, &Entry::pattern);
  const auto [from, to] = std::ranges::unique(tokens_, {}, &Entry::pattern);
  tokens_.erase(from, to);
  // In sorted order, the patterns that begin with a pattern follow it immediately.
  std::vector<size_t> open;
  for (size_t i = 0; i < tokens_.size(); ++i) {
    while (!open.empty() && !tokens_[i].pattern.starts_with(tokens_[open.back()].pattern)) open.pop_back();
    tokens_[i].prefix = open.empty() ? kNone : open.back();
    open.push_back(i);
  }
}

// All patterns between a prefix of the text and the text itself begin with this prefix. So the longest match
// is the last pattern before the text, or a prefix of that pattern.
const AddedTokens::Entry* AddedTokens::longest_at(std::string_view text, size_t at) const {
  const auto rest = text.substr(at);
  const auto behind = std::ranges::upper_bound(
      tokens_, rest, {}, [](const Entry& entry) { return std::string_view(entry.pattern); });
  if (behind == tokens_.begin()) return nullptr;
  for (auto i = static_cast<size_t>(behind - tokens_.begin()) - 1; i != kNone; i = tokens_[i].prefix)
    if (rest.starts_with(tokens_[i].pattern)) return &tokens_[i];
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

Result<AddedToken> parse_added_token(const JsonField& field) {
  AddedToken token;
  SF_ASSIGN(const auto content, field.at("content"));
  SF_ASSIGN(token.content, content.text());
  if (token.content.empty()) return content.wrong("is empty");
  SF_ASSIGN(token.special, field.boolean_or("special", false));
  SF_ASSIGN(token.single_word, field.boolean_or("single_word", false));
  SF_ASSIGN(token.lstrip, field.boolean_or("lstrip", false));
  SF_ASSIGN(token.rstrip, field.boolean_or("rstrip", false));
  SF_ASSIGN(token.normalized, field.boolean_or("normalized", !token.special));
  return token;
}

}  // namespace standfast::token
