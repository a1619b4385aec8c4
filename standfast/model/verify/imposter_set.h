// The imposters of General Imposters: the texts, or authors, that it draws from.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

struct ImposterSet {
  CsrMatrix vectors;                         // of the imposters
  std::vector<std::vector<uint64_t>> texts;  // fingerprints of the texts behind each vector
  std::vector<std::string> authors;          // of each vector; only while fitting, never saved

  // Makes a set. vectors: of the corpus's `rows`, in any order; the set is in the order of document ids.
  // by_author: the mean of each author's vectors, authors ascending; a data error if a text has no author.
  // Texts without a feature are left out.
  static Result<ImposterSet> make(const Corpus& corpus, std::span<const uint32_t> rows, CsrMatrix vectors,
                                  bool by_author);

  // Finds the imposters for a pair: not made from one of its texts, nor by one of its authors ("": unknown,
  // or not to be used).
  void candidates(uint64_t text_a, uint64_t text_b, std::string_view author_a, std::string_view author_b,
                  std::vector<uint32_t>& out) const;

  static uint64_t fingerprint(std::string_view text);

  std::string save() const;
  static Result<ImposterSet> restore(std::string_view saved, size_t features);
};

// The rounds of General Imposters (see imposters.cc) over sparse vectors.
enum class ImposterDistance : uint8_t { minmax, cosine, manhattan };
inline constexpr std::array<std::string_view, 3> kImposterDistances = {"minmax", "cosine", "manhattan"};

// Returns the distance of two rows under feature weights (all at least 0). Values are not negative.
double imposter_distance(ImposterDistance distance, const CsrMatrix& a, size_t i, const CsrMatrix& b,
                         size_t j, std::span<const double> weights);

struct RoundOptions {
  uint32_t rounds = 100;
  uint32_t imposters = 30;  // per round; all candidates if there are fewer
  double share = 0.5;       // of the features, drawn with replacement
  ImposterDistance distance = ImposterDistance::minmax;
};

// Scratch memory of one thread for many rounds.
class ImposterRounds {
 public:
  ImposterRounds(const RoundOptions& options, size_t features);

  // Returns the share of rounds in which row x of `texts` is nearer to its row y than to every drawn
  // imposter. candidates: rows of `imposters` to draw from, at least one. stream: name of the random stream.
  double share_of_wins(const CsrMatrix& texts, size_t x, size_t y, const CsrMatrix& imposters,
                       std::span<const uint32_t> candidates, uint64_t seed, std::string_view stream);

 private:
  // Returns the distance of row j of m to the target set by aim().
  double from_target(const CsrMatrix& m, size_t j) const;

  RoundOptions options_;
  struct Weighted {
    double weight = 0, target = 0;  // number of times the feature was drawn; the target's value
  };
  std::vector<Weighted> features_;
  double target_sum_ = 0;  // sum w t, or sum w t t for cosine
};

}  // namespace standfast
