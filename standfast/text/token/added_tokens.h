// Added tokens, which are cut out of a text before all else, as they are written: [SEP], <mask>, or tokens
// that a user added to a vocabulary.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/text/json_field.h"

namespace standfast::token {

struct AddedToken {
  std::string content;
  int32_t id = 0;
  bool single_word = false;  // only where no word character stands beside it
  bool lstrip = false;       // includes the white space on its left
  bool rstrip = false;
  bool normalized = false;  // is looked for in the normalised text, not in the raw one
  bool special = false;

  bool operator==(const AddedToken&) const = default;
};

// A set of added tokens with a search structure.
class AddedTokens {
 public:
  // Adds a token. pattern: the text to look for (the content, normalised where the token asks for that).
  // Empty patterns are never found.
  void add(AddedToken token, std::string pattern);
  // Builds the search structure. To be called after the last add() and before for_each(). Of equal patterns
  // the first stays.
  void ready();
  bool empty() const { return tokens_.empty(); }

  // Calls between(begin, end) for each stretch without such tokens that is not empty, and found(token, begin,
  // end), in order. The longest token at the leftmost place counts.
  template <class Between, class Found>
  void for_each(std::string_view text, const Between& between, const Found& found) const;

 private:
  struct Entry {
    AddedToken token;
    std::string pattern;
    size_t prefix = kNone;  // the longest other pattern that this one begins with
  };
  static constexpr size_t kNone = ~size_t{0};
  // Returns the longest token that the text has at this place, or null.
  const Entry* longest_at(std::string_view text, size_t at) const;
  // Returns whether the match counts. Widens it over white space, but not before `least`.
  static bool accept(const Entry& entry, std::string_view text, size_t least, size_t& begin, size_t& end);

  std::vector<Entry> tokens_;            // by pattern, once ready
  std::array<bool, 256> first_bytes_{};  // of the patterns
};

template <class Between, class Found>
void AddedTokens::for_each(std::string_view text, const Between& between, const Found& found) const {
  size_t done = 0;
  if (!tokens_.empty())
    for (size_t at = 0; at < text.size();) {
      const Entry* const entry =
          first_bytes_[static_cast<unsigned char>(text[at])] ? longest_at(text, at) : nullptr;
      if (entry == nullptr) {
        ++at;
        continue;
      }
      size_t begin = at;
      size_t end = at + entry->pattern.size();
      at = end;
      if (!accept(*entry, text, done, begin, end)) continue;
      if (done < begin) between(done, begin);
      found(entry->token, begin, end);
      done = end;
    }
  if (done < text.size()) between(done, text.size());
}

// Parsing of an added token as the files write it: {"content": ..., "single_word": ..., ...}.

// Parses an added token. The caller sets the id.
Result<AddedToken> parse_added_token(const JsonField& field);

}  // namespace standfast::token
