// A small encoder as a folder, with the frequent words of some texts as tokens: one layer of random numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "standfast/neural/masked/masked_model.h"
#include "standfast/text/token/wordpiece_trainer.h"

namespace standfast::testing {

inline void write_word_encoder(const std::string& folder, std::span<const std::string_view> texts,
                               size_t pieces = 400, uint64_t seed = 1) {
  token::WordCounter counter;
  for (const std::string_view text : texts) counter.add(text);
  const token::NewWordPieces made{train_word_pieces(counter.counts(), {.pieces = pieces}), true, 64};
  ModelConfig config;
  config.vocabulary = made.pieces.size();
  config.hidden = 24;
  config.layers = 1;
  config.heads = 2;
  config.inner = 48;
  config.positions = 64;
  config.token_types = 2;
  MaskedModel model = MaskedModel::make(config, seed);
  // Words count for more than positions.
  for (float& number : model.encoder().weights().positions.data) number *= 0.05F;
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(made.save(folder));
  ASSERT_TRUE(model.save(folder));
}

}  // namespace standfast::testing
