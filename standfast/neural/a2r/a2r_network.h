// The network of A2R (Yu, Zhang, Chang and Jaakkola 2021, Understanding interlocking dynamics of cooperative
// rationalization): a generator chooses a sentence, and a predictor answers from it alone. To keep the two
// from locking each other in, the predictor answers a second time from all sentences, weighted by the
// probability of their choice.
//
//   generator: words -> GRU in both directions -> maximum over the words of a sentence -> score -> softmax over the sentences: shares
//   predictor: words -> GRU in both directions -> maximum over the words of a sentence
//     soft head: the sum of the sentences' vectors by their shares        hard head: the vector of one sentence, made while
//     all words of the others are zeros
//
// Each part has its own word vectors. Texts are packed: nothing is computed for padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/recurrent.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/text/character_spans.h"

namespace standfast {

// Texts as input of A2R: words by number, in sentences.

// Limits of the part of a text that is read, and of the sentences that may be chosen.
struct A2rReading {
  uint32_t most_tokens = 300;
  uint32_t most_sentences = 50;    // the last one extends to the end of the part that is read
  uint32_t shortest_sentence = 1;  // in tokens; shorter ones may not be chosen
};

// Tokens of a text in lower case (encoder/word_vectors.h), by sentence (text/sentences.h).
struct A2rTokens {
  std::vector<std::string> tokens;
  std::vector<uint32_t> sentences = {0};  // tokens up to each; none is empty
  std::vector<TokenSpan> spans;           // of each sentence: from its first token to the end of its last one
  bool cut = false;                       // the text has more tokens than the limit
};
A2rTokens a2r_tokens(std::string_view text, const A2rReading& reading);

// The vocabulary: words of the training texts by number, in the order of code points, after two special rows.
class A2rVocabulary {
 public:
  static constexpr uint32_t kLeftOut = 0;  // hidden words: a vector of zeros
  static constexpr uint32_t kUnknown = 1;  // all other words
  static constexpr uint32_t kFirstWord = 2;

  // Learns the vocabulary. Words must occur at least `least_count` times.
  static A2rVocabulary learn(std::span<const A2rTokens> texts, uint64_t least_count);

  const std::vector<std::string>& words() const { return words_; }  // from number kFirstWord on
  size_t rows() const { return words_.size() + kFirstWord; }
  uint32_t number(std::string_view word) const;

  nlohmann::ordered_json save() const { return words_; }
  // Reads a vocabulary. A data error unless words ascend. Exceptions of nlohmann::json may escape.
  static Result<A2rVocabulary> restore(const nlohmann::ordered_json& saved);

 private:
  std::vector<std::string> words_;  // ascending
};

struct A2rText {
  std::vector<uint32_t> words;
  std::vector<uint32_t> sentences = {0};  // words up to each
  std::vector<uint32_t> candidates;       // sentences that may be chosen; all if all are too short
};
A2rText numbered(const A2rVocabulary& vocabulary, const A2rTokens& tokens, const A2rReading& reading);

// Texts one below the other, without padding.
struct PackedSentences {
  std::vector<uint32_t> words;
  std::vector<uint32_t> of_sentences = {0};   // words up to each sentence
  std::vector<uint32_t> of_texts = {0};       // words up to each text
  std::vector<uint32_t> candidates;           // sentences that may be chosen
  std::vector<uint32_t> of_candidates = {0};  // candidates up to each text

  size_t texts() const { return of_texts.size() - 1; }
  void add(const A2rText& text);
};

struct BidirectionalGru {
  Gru forward, backward;
};

struct A2rSizes {
  size_t word_rows = 0;       // rows of the vocabulary
  size_t word_columns = 100;  // length of a word vector
  size_t units = 100;         // units of a GRU in one direction
  size_t classes = 0;
};

struct A2rNetwork {
  Table generator_words;
  BidirectionalGru generator;
  Table score;  // the vector that sentences are multiplied by, its only row
  Table predictor_words;
  BidirectionalGru predictor;
  Linear soft, hard;

  // Makes a network with random weights, initialised like PyTorch's layers; word vectors are normal with a
  // standard deviation of .1, except that left-out and unknown words have zeros.
  static A2rNetwork begin(const A2rSizes& sizes, uint64_t seed);

  size_t classes() const { return hard.bias.size(); }
};

// Visits the parts by name, in one order. Bodies are called with (name, Table&) or (name, Linear&, outputs).
template <class Both, class Body>
void each_part(const std::string& name, Both& both, const Body& body) {
  for (auto* gru : {&both.forward, &both.backward}) {
    const std::string at = name + (gru == &both.forward ? ".forward" : ".backward");
    body(at + ".input", gru->input, gru->input.bias.size());
    body(at + ".recurrent", gru->recurrent, gru->recurrent.bias.size());
  }
}
template <class Network, class Body>
void each_generator_part(Network& n, const Body& body) {
  body("generator.words", n.generator_words);
  each_part("generator", n.generator, body);
  body("generator.score", n.score);
}
template <class Network, class Body>
void each_predictor_part(Network& n, const Body& body) {
  body("predictor.words", n.predictor_words);
  each_part("predictor", n.predictor, body);
  body("predictor.soft", n.soft, n.soft.bias.size());
  body("predictor.hard", n.hard, n.hard.bias.size());
}

// Makes the parameters trainable and lists them for an optimiser. The network must stay where it is.
std::vector<Parameter> let_generator_learn(A2rNetwork& network);
std::vector<Parameter> let_predictor_learn(A2rNetwork& network);
void stop_learning(A2rNetwork& network);

// Returns the share of each candidate, in one column. The shares of a text add up to 1.
ValuePtr candidate_shares(Tape& tape, const A2rNetwork& network, const PackedSentences& texts);
// Returns the predictor's vector of each candidate in its whole text.
ValuePtr candidate_vectors(Tape& tape, const A2rNetwork& network, const PackedSentences& texts);

// Returns scores of the classes, a row a text.
ValuePtr soft_scores(Tape& tape, const A2rNetwork& network, const PackedSentences& texts,
                     const ValuePtr& shares, const ValuePtr& vectors);
// Returns the scores from one sentence. chosen: a candidate of each text, or kNothingDrawn
// (num/autodiff/categorical.h), whose vector is zeros.
ValuePtr hard_scores(Tape& tape, const A2rNetwork& network, const PackedSentences& texts,
                     std::span<const uint32_t> chosen);

// Returns the candidate with the largest share of each text, the first of equals; kNothingDrawn for a text
// without words.
std::vector<uint32_t> most_probable(const Value& shares, std::span<const uint32_t> of_candidates);

// Cuts texts into pieces of about equally many words, which go through a network at once: their beginnings,
// and the end.
std::vector<size_t> pieces_of_texts(std::span<const A2rText* const> texts);

// Answers from the most probable sentence. A text has the same bytes whatever other texts are given and for
// any threads.
struct A2rAnswers {
  FloatMatrix scores;            // of the hard head, a row a text
  std::vector<uint32_t> chosen;  // by text: the number of a candidate; kNothingDrawn for a text without words
};
A2rAnswers answers_of(const A2rNetwork& network, std::span<const A2rText> texts, int threads);

// A trained A2R as files: model.safetensors with all weights, vocabulary.json.
struct LoadedA2r {
  A2rVocabulary vocabulary;
  A2rNetwork network;
};

Status save_a2r(const std::string& folder, const LoadedA2r& model);
// Loads a trained A2R. A data error names a missing tensor or one of another shape.
Result<LoadedA2r> load_a2r(const std::string& folder);

}  // namespace standfast
