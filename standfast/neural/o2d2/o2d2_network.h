// The network of O2D2 (Boenninghoff et al. 2021): a text becomes a vector of 60 numbers, and three heads give
// the probability that one author wrote two texts; a detector finds answers that are not to be trusted.
//
//   characters of a token -> convolution, maximum -> 30 numbers, beside the word's own -> LSTM in both directions over a window
//   -> attention -> LSTM in both directions over the windows -> attention -> tanh: the text's vector
//
// Windows are packed: nothing is computed for padding. The released code also has a head for topics, on a
// vector that passes no gradient; it has no influence on the answers and is left out.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/neural/o2d2/o2d2_losses.h"
#include "standfast/neural/o2d2/o2d2_text.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/num/autodiff/attention_pool.h"
#include "standfast/num/autodiff/max_convolution.h"
#include "standfast/num/autodiff/recurrent.h"

namespace standfast {

struct O2d2Sizes {
  static constexpr size_t kCharacter = 10, kFilters = 30, kFilterWidth = 4;
  static constexpr size_t kState = 50;    // units of an LSTM in one direction
  static constexpr size_t kVector = 60;   // length of a text's vector
  static constexpr size_t kFactors = 40;  // factors of a text, for Bayes factor scoring
  static constexpr size_t kAdapted = 120, kDetected = 60, kDetectedNext = 30;
  static constexpr size_t kDetectorInputs = 2 * kVector + 4;
};

// Dropout rates while training.
struct O2d2Dropout {
  float characters = 0.2F, states = 0.1F, attention = 0.1F, vector = 0.2F, heads = 0.2F, detector = 0.25F;
};

// Trainable numbers that are part of no layer, and their gradients.
struct LearnedNumbers {
  std::vector<float> numbers, gradient;
};

struct BothDirections {
  Lstm forward, backward;
};

struct O2d2Network {
  Table characters, words;
  MaxConvolution convolution;
  BothDirections in_windows, over_windows;
  AttentionPool of_window, of_text;
  Linear vector;
  LearnedNumbers metric;  // alpha, beta
  Linear factors;
  LearnedNumbers between, within, mean;
  Linear adaptation, confusion;
  Linear detector, detector_next, detector_output;

  // Makes a network with random weights, initialised as in the released code.
  static O2d2Network begin(const O2d2Vocabulary& vocabulary, size_t word_columns, uint64_t seed);

  MetricHead metric_head() const { return {metric.numbers[0], metric.numbers[1]}; }
  TwoCovariance scoring(bool released) const {
    return {O2d2Sizes::kFactors, between.numbers, within.numbers, mean.numbers, released};
  }
};

// Visits the parts by name, in one order. Bodies are called with (name, Table&), (name, Linear&, outputs) or
// (name, LearnedNumbers&).
template <class Network, class Body>
void each_encoder_part(Network& n, const Body& body) {
  body("characters", n.characters);
  body("words", n.words);
  body("convolution", n.convolution.filters, n.convolution.filters.bias.size());
  const auto both = [&](const std::string& name, auto& directions) {
    for (auto* lstm : {&directions.forward, &directions.backward}) {
      const std::string at = name + (lstm == &directions.forward ? ".forward" : ".backward");
      body(at + ".input", lstm->input, lstm->input.bias.size());
      body(at + ".recurrent", lstm->recurrent, lstm->input.bias.size());
    }
  };
  both("in_windows", n.in_windows);
  body("of_window.inner", n.of_window.inner, n.of_window.inner.bias.size());
  body("of_window.vector", n.of_window.vector);
  both("over_windows", n.over_windows);
  body("of_text.inner", n.of_text.inner, n.of_text.inner.bias.size());
  body("of_text.vector", n.of_text.vector);
  body("vector", n.vector, n.vector.bias.size());
  body("metric", n.metric);
  body("factors", n.factors, n.factors.bias.size());
  body("between", n.between);
  body("within", n.within);
  body("mean", n.mean);
  body("adaptation", n.adaptation, n.adaptation.bias.size());
  body("confusion", n.confusion, n.confusion.bias.size());
}
template <class Network, class Body>
void each_detector_part(Network& n, const Body& body) {
  body("detector", n.detector, n.detector.bias.size());
  body("detector_next", n.detector_next, n.detector_next.bias.size());
  body("detector_output", n.detector_output, n.detector_output.bias.size());
}

// Makes the parameters trainable and lists them for an optimiser. The network must stay where it is.
std::vector<Parameter> let_encoder_learn(O2d2Network& network);
std::vector<Parameter> let_detector_learn(O2d2Network& network);
void stop_learning(O2d2Network& network);

// Computes the vectors of texts, a row each. streams: of random numbers, one for each text; texts with one
// stream share their dropout masks. Empty: no dropout.
ValuePtr text_vectors(Tape& tape, const O2d2Network& network, const PackedWindows& texts,
                      std::span<const uint64_t> streams, const O2d2Dropout& dropout);

// Computes vectors of whole texts, at most kMostWindows windows of each; the same bytes for any threads.
FloatMatrix text_vectors(const O2d2Network& network, std::span<const O2d2Text> texts, int threads);

// Sums of gradients over the pairs of a batch, in double precision and in their order.
struct PairSums {
  double to_alpha = 0, to_beta = 0;
  TwoCovariance::Sums scoring{O2d2Sizes::kFactors};
};

// The losses of the three heads for a pair.
struct PairLoss {
  double metric = 0, scoring = 0, adapted = 0;
  double sum() const { return metric + scoring + adapted; }
};

// Computes the losses of pairs: rows 2 i and 2 i + 1 of `vectors` belong to pair i. share: weight of a pair.
// Gradients are set, and added to `sums` when the tapes' sums are. streams: one for each pair. scoring: for
// the current state of the network.
void pair_losses(Tape& tape, const O2d2Network& network, const ValuePtr& vectors,
                 const TwoCovariance& scoring, std::span<const uint8_t> same, double share,
                 std::span<const uint64_t> streams, const O2d2Dropout& dropout, std::span<PairLoss> losses,
                 PairSums& sums);
// Adds the gradients of the sums to the numbers of the network and resets the sums.
void finish_sums(O2d2Network& network, const TwoCovariance& scoring, PairSums& sums);

// A pair of rows of `vectors`. A pair's answers have the same bytes in both orders and whatever other pairs
// are given.
struct RowPair {
  uint32_t a, b;
};
struct HeadAnswers {
  std::vector<double> metric, scoring, adapted;  // probabilities that one author wrote both
  FloatMatrix detector_inputs;                   // a row a pair
  std::vector<double> doubt;  // the detector's probability that `adapted` is not to be trusted
};
HeadAnswers answers_of(const O2d2Network& network, const FloatMatrix& vectors, std::span<const RowPair> pairs,
                       bool released_constant);

// Computes the detector's scores of rows of inputs: one column. streams as above.
ValuePtr detector_scores(Tape& tape, const O2d2Network& network, const ValuePtr& inputs,
                         std::span<const uint64_t> streams, float dropped);

// A trained O2D2 as files: model.safetensors with all weights, vocabulary.json.

Status save_o2d2(const std::string& folder, const O2d2Network& network, const O2d2Vocabulary& vocabulary);

struct LoadedO2d2 {
  O2d2Vocabulary vocabulary;
  O2d2Network network;
};
// Loads a trained O2D2. A data error names a missing tensor or one of another shape.
Result<LoadedO2d2> load_o2d2(const std::string& folder);

}  // namespace standfast
