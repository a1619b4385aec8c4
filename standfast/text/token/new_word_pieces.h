// A tokenizer whose vocabulary was learned here (wordpiece_trainer.h), and its files as transformers has
// them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast::token {

struct NewWordPieces {
  std::vector<std::string> pieces;  // the index of each is its number; with BERT's specials
  bool lower = true;                // letters are lowered and lose their accents
  size_t most_tokens = 512;         // in a text

  std::string vocabulary_text() const;  // vocab.txt
  std::string config_text() const;      // tokenizer_config.json
  Result<Tokenizer> tokenizer() const;  // the tokenizer that Tokenizer::load makes of the two files
  Status save(const std::string& folder) const;
};

}  // namespace standfast::token
