// The network of A2R (Yu, Zhang, Chang and Jaakkola 2021, Understanding interlocking dynamics of cooperative rationalization): a
// generator chooses a sentence, and a predictor answers from it alone. So that the two do not lock each other in, the predictor
// answers a second time from all sentences, each by how probable its choice is.
//
//   generator: words -> GRU in both directions -> maximum over the words of a sentence -> score -> softmax over the sentences: shares
//   predictor: words -> GRU in both directions -> maximum over the words of a sentence
//     soft head: the sum of the sentences' vectors by their shares        hard head: the vector of one sentence, made while
//     all words of the others are zeros
//
// Each has vectors of words of its own. Texts are packed: nothing is computed for padding.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/neural/a2r/a2r_text.h"
#include "standfast/neural/train/parameters.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/gru.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct BidirectionalGru {
  Gru forward, backward;
};

struct A2rSizes {
  size_t word_rows = 0;       // of the vocabulary
  size_t word_columns = 100;  // numbers of a word
  size_t units = 100;         // of a GRU in one direction
  size_t classes = 0;
};

struct A2rNetwork {
  Table generator_words;
  BidirectionalGru generator;
  Table score;  // the vector that sentences are multiplied with, its only row
  Table predictor_words;
  BidirectionalGru predictor;
  Linear soft, hard;

  // Drawn anew, as PyTorch begins layers; vectors of words from a normal distribution with a deviation of .1, those of what is
  // left out and of unknown words are zeros.
  static A2rNetwork begin(const A2rSizes& sizes, uint64_t seed);

  size_t classes() const { return hard.bias.size(); }
};

// The parts by name, in one order. Bodies are called with (name, Table&) or (name, Linear&, outputs).
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

// Lets them learn, and lists them for an optimiser. The network must stay where it is.
std::vector<Parameter> let_generator_learn(A2rNetwork& network);
std::vector<Parameter> let_predictor_learn(A2rNetwork& network);
void stop_learning(A2rNetwork& network);

// The share of each candidate: one column. Those of a text add up to 1.
ValuePtr candidate_shares(Tape& tape, const A2rNetwork& network, const PackedSentences& texts);
// The predictor's vector of each candidate in its whole text.
ValuePtr candidate_vectors(Tape& tape, const A2rNetwork& network, const PackedSentences& texts);

// Scores of the classes, a row a text.
ValuePtr soft_scores(Tape& tape, const A2rNetwork& network, const PackedSentences& texts,
                     const ValuePtr& shares, const ValuePtr& vectors);
// chosen: a candidate of each text, or kNothingDrawn (num/autodiff/categorical.h), of which the vector is zeros.
ValuePtr hard_scores(Tape& tape, const A2rNetwork& network, const PackedSentences& texts,
                     std::span<const uint32_t> chosen);

// The candidate with the largest share of each text, the first of equal ones; kNothingDrawn for a text without words.
std::vector<uint32_t> most_probable(const Value& shares, std::span<const uint32_t> of_candidates);

// Pieces of texts, about as many words each: where they begin, and the end. What goes over a network at once.
std::vector<size_t> pieces_of_texts(std::span<const A2rText* const> texts);

// Answers from the most probable sentence. A text has the same bytes whatever is asked with it and for any threads.
struct A2rAnswers {
  FloatMatrix scores;            // of the hard head, a row a text
  std::vector<uint32_t> chosen;  // by text: which of its candidates; kNothingDrawn for a text without words
};
A2rAnswers answers_of(const A2rNetwork& network, std::span<const A2rText> texts, int threads);

}  // namespace standfast
