// Burrows' space for stylistic distances: the most frequent words of some texts, each text a vector of their
// relative frequencies, with every word measured in standard deviations from its mean.
//
// Words are maximal runs of word characters (one is enough), or the parts between white space, in lower case.
// The relative frequency of a word is its count over all words of the text, listed or not. Mean and standard
// deviation (n - 1) are over the texts given to fit, each once; a word without deviation is dropped. Ranks
// are by total count, largest first, equals by word ascending.
//
//   burrows    mean over words of |z_a - z_b|                                  (Burrows 2002)
//   cosine     1 - cos(z_a, z_b)                                               (Smith and Aldridge 2011)
//   eder       mean over words of (n - r + 1) / n |z_a - z_b|, r the rank      (Eder 2015)
//   quadratic  Euclidean distance of z_a and z_b                               (Argamon 2008)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/feature/ngram/tfidf.h"

namespace standfast {

enum class DeltaVariant : uint8_t { burrows, cosine, eder, quadratic };
inline constexpr std::array<std::string_view, 4> kDeltaVariants = {"burrows", "cosine", "eder", "quadratic"};

class DeltaSpace {
 public:
  explicit DeltaSpace(bool between_spaces = false) : between_spaces_(between_spaces) {}

  // Learns the `words` most frequent words. Data error if no word is left.
  Status fit(std::span<const std::string_view> texts, uint64_t words, int threads);

  size_t words() const { return kept_; }                               // words in use
  size_t constant_words() const { return tfidf_.features() - kept_; }  // dropped: without deviation

  // Word counts of texts, from which z is computed. z itself is dense and only computed for the current pair.
  struct Texts {
    CsrMatrix counts;             // by word
    std::vector<uint64_t> words;  // by text: number of all its words
  };
  Texts take(std::span<const std::string_view> texts, int threads) const;
  // Computes z of text i: words() numbers, by rank. A text without words has none (asserted).
  void z(const Texts& texts, size_t i, std::span<double> out) const;

  std::string save() const;
  Status restore(std::string_view saved);

 private:
  bool between_spaces_;
  Tfidf tfidf_;
  std::vector<double> mean_, sd_;  // by column; sd 0: dropped
  std::vector<uint32_t> place_;    // by column: its place in z
  std::vector<double> zero_;       // z of a text without any of the words
  size_t kept_ = 0;
  void derive();  // computes zero_ from the rest
};

// Returns the distance. a, b: z vectors of one space. cosine: 1 if a vector is zero.
double delta_distance(DeltaVariant variant, std::span<const double> a, std::span<const double> b);

}  // namespace standfast
