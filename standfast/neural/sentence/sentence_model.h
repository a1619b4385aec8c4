// Sentence embeddings from a folder of sentence-transformers, or from a plain encoder (Reimers and Gurevych
// 2019, Sentence-BERT).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/sentence_folder.h"
#include "standfast/neural/encoder/transformer.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

struct SentenceOptions {
  size_t most_tokens = 0;  // of a text, special tokens included; 0: as in the folder
  // Reads long texts in windows of most_tokens, each `stride` tokens after the previous one; a text's vector
  // is the mean of its windows' vectors, scaled to unit length if the folder says so. 0: long texts are
  // truncated.
  size_t stride = 0;
  std::optional<std::string> prompt = {};  // prefix of each text; not given: as in the folder
};

struct SentenceCounts {
  size_t tokens = 0;   // read by the encoder, special tokens included
  size_t cut = 0;      // texts that were too long and were truncated
  size_t windows = 0;  // of all texts
};

class SentenceModel {
 public:
  static Result<SentenceModel> load(const std::string& folder, const SentenceOptions& options);

  size_t columns() const { return columns_; }
  size_t most_tokens() const { return most_tokens_; }
  const ModelConfig& config() const { return config_; }
  const token::Tokenizer& tokenizer() const { return tokenizer_; }
  const SentenceFolder& folder() const { return folder_; }
  // Returns all files that determine a vector, as names in the folder.
  const std::vector<std::string>& files() const { return files_; }
  const std::vector<std::string>& notes() const { return notes_; }

  // Computes one row a text. A text's row has the same bytes whatever other texts are given and for any
  // number of threads. Numbers of a row may not be finite if weights are so large that sums leave the range
  // of floats. `done` receives the numbers of finished texts and tokens, on any thread.
  FloatMatrix encode(std::span<const std::string_view> texts, int threads, SentenceCounts& counts,
                     const std::function<void(size_t texts, size_t tokens)>& done = {}) const;

 private:
  SentenceModel(Transformer transformer, token::Tokenizer tokenizer)
      : transformer_(std::move(transformer)), tokenizer_(std::move(tokenizer)) {}

  struct Windows;
  void add_windows(std::string_view text, Windows& windows) const;
  std::string text_of(std::string_view given) const;
  void finish(const Strided<const float>& tokens, size_t unpooled, std::span<float> out) const;

  Transformer transformer_;
  token::Tokenizer tokenizer_;
  ModelConfig config_;
  SentenceFolder folder_;
  std::vector<Linear> dense_;
  size_t most_tokens_ = 0, stride_ = 0, columns_ = 0;
  // Leading tokens that are excluded from a vector: the prompt, and the special tokens before it.
  size_t unpooled_ = 0;
  std::string prompt_;
  std::vector<std::string> files_, notes_;
};

}  // namespace standfast
