// The transformer encoder of BERT, RoBERTa and DistilBERT (Devlin et al. 2019; Vaswani et al. 2017): layers
// of attention and of two linear maps, each followed by layer normalisation. The same code serves inference
// and training.
//
// Tokens of all texts are one below the other, without padding. A token's vector depends only on the tokens
// of its own text, bit for bit: not on other texts, on threads, or on the level of vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/layer_norm.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// One layer. H: hidden size, F: inner size.
struct TransformerLayer {
  Linear query_key_value;  // H -> 3 H: queries of all heads, keys, values
  Linear attended;         // H -> H
  NormWeights attended_norm;
  Linear inner;  // H -> F
  Linear outer;  // F -> H
  NormWeights outer_norm;
};

struct TransformerWeights {
  Table words;      // a row for each token id
  Table positions;  // a row for each position
  Table types;      // a row for each kind of segment; none for DistilBERT
  NormWeights norm;
  std::vector<TransformerLayer> layers;
};

struct TransformerShape {
  size_t heads = 0;
  Activation activation = Activation::gelu;
  float epsilon = 1e-12F;
  // Dropout rates of attention weights and of hidden numbers while training. DistilBERT has no dropout where
  // attention is added to the states.
  float attention_dropout = 0, hidden_dropout = 0;
  bool attended_dropout = true;
  // RoBERTa numbers the tokens that are no padding from the row after the padding token's; others number all
  // from 0.
  std::optional<int32_t> positions_behind = {};
};

// Texts, one below the other: text s has the ids from segments[s] on, up to segments[s + 1].
struct TokenRows {
  std::span<const int32_t> ids;
  std::span<const int32_t> types = {};  // empty: all 0
  std::span<const uint32_t> segments;   // begins with 0, ends with the number of ids

  size_t texts() const { return segments.empty() ? 0 : segments.size() - 1; }
};

class Transformer {
 public:
  Transformer(TransformerShape shape, TransformerWeights weights);

  size_t hidden() const { return weights_.words.columns; }
  size_t layers() const { return weights_.layers.size(); }
  size_t vocabulary() const { return weights_.words.rows; }
  size_t most_tokens() const;  // of one text: rows of the table of positions that texts may use

  // Computes the vectors of the tokens after the last layer, a row each. Ids are within the vocabulary, types
  // within their table, and no text has more than most_tokens(). `each`, if given, receives the rows after
  // the embeddings (0) and after each layer (1, 2, ...). Runs on the calling thread.
  using Each = std::function<void(size_t layer, const Strided<const float>& states)>;
  ValuePtr states(Tape& tape, const TokenRows& tokens, const Each& each = {}) const;
  // Adds a bias for each token to the attention of every layer (num/autodiff/attention.h); null: none.
  ValuePtr states(Tape& tape, const TokenRows& tokens, const ValuePtr& key_bias) const;

  TransformerShape& shape() { return shape_; }
  const TransformerWeights& weights() const { return weights_; }
  TransformerWeights& weights() { return weights_; }

 private:
  ValuePtr embed(Tape& tape, const TokenRows& tokens) const;
  ValuePtr states(Tape& tape, const TokenRows& tokens, const ValuePtr& key_bias, const Each& each) const;

  TransformerShape shape_;
  TransformerWeights weights_;
};

// Loads an encoder from the files of a model folder. A data error for unsupported activations, and for
// tensors that cannot be read.
Result<Transformer> load_transformer(const EncoderTensors& tensors, const ModelConfig& config);

}  // namespace standfast
