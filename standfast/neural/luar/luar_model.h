// LUAR (Rivera-Soto et al. 2021, Learning universal authorship representations): a vector for the style of an
// episode, which consists of short texts of one author. An encoder gives each text the mean of its tokens'
// states; the texts attend to each other without parameters; the maximum of each column goes through a linear
// layer. Vectors are compared by their cosine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/neural/encoder/network_files.h"
#include "standfast/neural/encoder/text_encoder.h"
#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

// The texts of LUAR's episodes: a document cut into short pieces.
struct EpisodeTextRule {
  size_t window = 32;  // most tokens of a text, special tokens included
  // Paragraphs of kSentences sentences, truncated to the window; else consecutive windows without a gap.
  bool paragraphs = false;

  static constexpr size_t kSentences = 8;
};

// The texts of some documents, in order.
struct EpisodeTexts {
  TextTokens tokens;  // a text each
  std::vector<uint32_t> begins = {
      // Document d has the texts from begins[d] on, up to begins[d + 1]; none if it is empty.
      0};

  size_t documents() const { return begins.size() - 1; }
  size_t texts_of(size_t document) const { return begins[document + 1] - begins[document]; }
};

// Cuts documents into texts. Less than 4 G tokens in all.
EpisodeTexts episode_texts(const token::Tokenizer& tokenizer, std::span<const std::string_view> documents,
                           const EpisodeTextRule& rule, int threads);

class LuarModel {
 public:
  static constexpr size_t kColumns = 512;  // output size of a new layer

  // Makes an untrained model: the encoder of a folder and a new layer, whose numbers are drawn by the seed,
  // uniform within 1 / root of the encoder's columns. A data error if a window has no room for a text, or the
  // encoder none for a window.
  static Result<LuarModel> begin(const std::string& folder, const EpisodeTextRule& rule, uint64_t seed);
  // Loads a folder in the layout of the public checkpoints (checkpoint/luar_config.h). The folder defines the
  // texts; rule, if given, replaces its definition.
  static Result<LuarModel> load(const std::string& folder, const EpisodeTextRule* rule = nullptr);

  size_t columns() const { return layer_.bias.size(); }
  const EpisodeTextRule& rule() const { return rule_; }
  const ModelConfig& config() const { return encoder_.config; }
  const std::vector<std::string>& notes() const { return encoder_.notes; }  // on its folder, a line each
  const std::vector<std::string>& files() const {
    return encoder_.files;
  }  // that were read, as names in the folder

  EpisodeTexts texts(std::span<const std::string_view> documents, int threads) const;
  // Computes a row a document: the vector of the episode of all its texts, not of length 1; zeros for a
  // document without texts. A document's row has the same bytes whatever other documents are given and for
  // any number of threads. done: receives the numbers of documents and tokens that were read, on any thread.
  FloatMatrix vectors(const EpisodeTexts& documents, int threads,
                      const std::function<void(size_t documents, size_t tokens)>& done = {}) const;

  // Writes config.json, model.safetensors and the tokenizer's files, in the layout of the public checkpoints.
  Status save(const std::string& folder) const;

  // Access for training.
  TextEncoder& encoder() { return encoder_; }
  Linear& layer() { return layer_; }
  // Computes the row of each text.
  ValuePtr rows_of_texts(Tape& tape, const TokenRows& texts) const;
  // Computes the vector of each episode. Episode e has the rows from episodes[e] on, up to episodes[e + 1].
  ValuePtr rows_of_episodes(Tape& tape, const ValuePtr& texts, std::span<const uint32_t> episodes) const;

 private:
  LuarModel(TextEncoder encoder, Linear layer, const EpisodeTextRule& rule)
      : encoder_(std::move(encoder)), layer_(std::move(layer)), rule_(rule) {}
  // Checks the rule against the encoder, and reads the tokenizer's files.
  Status finish(const std::string& folder);

  TextEncoder encoder_;
  Linear layer_;
  EpisodeTextRule rule_;
  TokenizerFiles tokenizer_files_;
};

}  // namespace standfast
