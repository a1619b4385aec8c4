// A small encoder as a folder: random layers of 8 dimensions; its tokens are frequent English words and
// pieces of others.
#pragma once

#include <cctype>
#include <string>

#include "tests/support/small_checkpoint.h"

namespace standfast::testing {

inline void write_small_encoder(const std::string& folder) {
  std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (const char* word : {"the",  "of",  "and", "to",  "in",   "that", "it", "was", "with", "as",   "from",
                           "they", "but", "not", "are", "this", "or",   "we", "at",  "be",   "extra"})
    vocabulary += std::string(word) + "\n";
  for (const char* before : {"", "##"})
    for (char letter = '0'; letter <= 'z'; ++letter)
      if (std::isalnum(static_cast<unsigned char>(letter)) != 0 &&
          std::isupper(static_cast<unsigned char>(letter)) == 0)
        vocabulary += std::string(before) + letter + "\n";
  const auto tokens = static_cast<uint64_t>(std::ranges::count(vocabulary, '\n'));
  constexpr uint64_t kPositions = 160;
  SmallCheckpoint model;
  model.put("embeddings.word_embeddings.weight", {tokens, SmallCheckpoint::kHidden});
  model.put("embeddings.position_embeddings.weight", {kPositions, SmallCheckpoint::kHidden});
  // Words count for more than positions.
  for (float& number : model.tensors["embeddings.position_embeddings.weight"].numbers) number *= 0.05F;
  model.linear("pooler.dense", SmallCheckpoint::kHidden, SmallCheckpoint::kHidden);
  model.config["vocab_size"] = tokens;
  model.config["max_position_embeddings"] = kPositions;
  model.write(folder);
  ASSERT_TRUE(write_file(folder + "/vocab.txt", vocabulary));
}

}  // namespace standfast::testing
