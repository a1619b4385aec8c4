// An encoder with the tokenizer and the configuration of its folder, and its evaluation on many texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/sentence_folder.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/encoder/transformer.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

struct TextEncoder {
  ModelConfig config;
  Transformer transformer;
  token::Tokenizer tokenizer;
  SentenceLength length;
  std::vector<std::string> files;  // the files read, as names in the folder
  std::vector<std::string> notes;  // remarks for the user, a line each

  // Loads a folder with config.json, weights and tokenizer. `beside`, if given, reads other tensors of the
  // same weights.
  using Beside = std::function<Status(const EncoderTensors&, const ModelConfig&)>;
  static Result<TextEncoder> load(const std::string& folder, const Beside& beside = {});
  // Loads a folder with a configuration that was read from a config.json of another form.
  static Result<TextEncoder> load_as(ModelConfig config, const std::string& folder, const Weights& weights,
                                     const Beside& beside);
  // Returns the largest number of tokens of a text, special tokens included: max_seq_length of
  // sentence_bert_config.json, else model_max_length of tokenizer_config.json, at most the number of
  // positions.
  size_t most_tokens() const;
};

// Number of texts that one thread processes at once. It changes no vector.
inline constexpr size_t kTextsAtOnce = 16;

// Computes the states of texts, given as tokens one below the other: text s has the ids from begins[s] on, up
// to begins[s + 1]. `take` receives the states of each text's tokens after the last layer, in order; they are
// valid during the call. It runs on the calling thread.
void each_states(const Transformer& transformer, std::span<const int32_t> ids,
                 std::span<const uint32_t> begins,
                 const std::function<void(size_t text, const Strided<const float>& states)>& take);

}  // namespace standfast
