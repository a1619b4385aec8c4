// The laws that the tokens of any text obey.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "standfast/text/token/tokenizer.h"
#include "standfast/text/utf8.h"

namespace standfast::fuzz {

inline void require_token_laws(const token::Tokenizer& tokenizer, std::string_view text) {
  const auto require_good = [](bool holds) {
    if (!holds) std::abort();
  };
  token::Tokens whole, other;
  const size_t length = tokenizer.encode(text, 0, whole);
  require_good(length == whole.size() && length >= tokenizer.specials());
  for (size_t i = 0; i < whole.size(); ++i) {
    require_good(whole.begin[i] <= whole.end[i] && whole.end[i] <= text.size());
    require_good(tokenizer.id_of(tokenizer.token(whole.ids[i])) == whole.ids[i]);
  }
  require_good(tokenizer.encode(repair_utf8(text), 0, other) == length && other.ids == whole.ids);
  for (const size_t most : {size_t{1}, tokenizer.specials() + 2, length + 1}) {
    require_good(tokenizer.encode(text, most, other) == length);
    require_good(other.size() == std::min(most, length));
    require_good(other.size() < length || other.ids == whole.ids);
    tokenizer.encode_pair(text, text.substr(0, text.size() / 2), most, other);
    require_good(other.size() <= most);
  }
}

}  // namespace standfast::fuzz
