// The components of a tokenizer, as its files describe them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "standfast/text/token/added_tokens.h"
#include "standfast/text/token/byte_pairs.h"
#include "standfast/text/token/normalizer.h"
#include "standfast/text/token/template.h"
#include "standfast/text/token/vocabulary.h"
#include "standfast/text/token/wordpiece.h"

namespace standfast::token {

enum class Splitting { basic, bytes };

struct Parts {
  Vocabulary vocabulary;  // the model's tokens; added tokens may stand there too
  Vocabulary beyond;      // added tokens that the model does not have
  AddedTokens raw;        // looked for in the text as it is
  AddedTokens normalized;
  Normalizer normalizer;
  bool lowers = false;  // the normalizer lowers, and does nothing else to plain ASCII
  Splitting splitting = Splitting::basic;
  bool add_prefix_space = false;  // byte-level only, as
  bool gpt2_words = true;         // true if the text is split by GPT-2's pattern
  std::variant<WordPiece, BytePairs> model;
  Template around;

  std::optional<int32_t> pad, cls, sep, mask, unk;
  size_t model_max_length = 0;
  bool cuts_left = false;  // a text that is too long loses its beginning
  std::vector<std::string> files, notes;
};

}  // namespace standfast::token
