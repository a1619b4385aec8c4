// LUAR (Rivera-Soto et al. 2021, Learning universal authorship representations): a vector for the style of an episode, which is some
// short texts of one author. An encoder gives each text the mean of its tokens' states; the texts attend to each other without
// parameters; the largest number of each column goes through a linear layer. Vectors are compared by their cosine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/neural/encoder/text_encoder.h"
#include "standfast/neural/encoder/tokenizer_files.h"
#include "standfast/neural/luar/episode_texts.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

class LuarModel {
 public:
  static constexpr size_t kColumns = 512;  // of a new layer

  // The encoder of a folder with a new layer behind it, whose numbers are drawn by the seed: uniform within 1 / root of the
  // encoder's columns. A data error where a window has no room for a text, or the encoder not for a window.
  static Result<LuarModel> begin(const std::string& folder, const EpisodeTextRule& rule, uint64_t seed);
  // A folder in the layout of the public checkpoints (checkpoint/luar_config.h). Texts are as the folder says; rule, if given,
  // replaces it.
  static Result<LuarModel> load(const std::string& folder, const EpisodeTextRule* rule = nullptr);

  size_t columns() const { return layer_.bias.size(); }
  const EpisodeTextRule& rule() const { return rule_; }
  const ModelConfig& config() const { return encoder_.config; }
  const std::vector<std::string>& notes() const { return encoder_.notes; }  // on its folder, a line each
  const std::vector<std::string>& files() const {
    return encoder_.files;
  }  // that were read, as names in the folder

  EpisodeTexts texts(std::span<const std::string_view> documents, int threads) const;
  // A row a document: the vector of the episode of all its texts, not of length 1; zeros for a document without texts. A
  // document's row has the same bytes whatever is asked with it and for any number of threads. done: told of the documents and tokens that were
  // read, by any thread.
  FloatMatrix vectors(const EpisodeTexts& documents, int threads,
                      const std::function<void(size_t documents, size_t tokens)>& done = {}) const;

  // config.json, model.safetensors and the tokenizer's files, in the layout of the public checkpoints.
  Status save(const std::string& folder) const;

  // For training.
  TextEncoder& encoder() { return encoder_; }
  Linear& layer() { return layer_; }
  // The row of each text.
  ValuePtr rows_of_texts(Tape& tape, const TokenRows& texts) const;
  // The vector of each episode. Episode e has the rows from episodes[e] on, up to episodes[e + 1].
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
