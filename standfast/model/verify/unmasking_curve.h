// The curve of unmasking (Koppel and Schler 2004): the speed at which two texts become hard to tell apart as
// the most discriminating features are removed. Texts of one author differ in a few features only, so their
// curve falls fast.
//
// Each text becomes `chunks` bags of `chunk` words, drawn without replacement from all its words, anew when
// they are used up (bootstrapped chunks of Bevendorff et al. 2019, who made the method fit for texts shorter
// than books). Random streams are named by the document's id. Features are the `features` words, or n-grams
// of characters within a bag, with the largest mean of the shares in both texts (equals in code point order).
// In each round a linear SVM (c = 1) tells the chunks of the two texts apart, by k-fold cross-validation:
// chunk i of either text is in fold i mod k. The curve has max(0, 2 (accuracy - 1/2)). Then features are
// removed:
//
//   strongest  the `remove` / 2 with the largest weights of either sign, of a model of all chunks (paper)
//   first-fold the `remove` with the largest positive weights of the first fold's model (what the
//   implementation in
//              PAN's 2024 baselines does)
//
// If features run out the rest of the curve is 0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standfast {

struct UnmaskingOptions {
  uint32_t chunk = 700, chunks = 30, features = 250, rounds = 20, remove = 10, folds = 10;
  uint32_t trigrams = 0;    // 0: words; n: n-grams of n characters
  bool first_fold = false;  // rule for removing features
  // Divides each feature by its standard deviation over the chunks; false: shares are unchanged.
  bool standardise = true;
};

// The bags of one text.
class UnmaskingChunks {
 public:
  UnmaskingChunks(std::string_view text, std::string_view id, const UnmaskingOptions& options);
  // Returns the number of words that a text must have: two chunks' worth. Each bag of a shorter text is
  // nearly the text itself, so any two texts could be told apart by a single word.
  static uint64_t words_needed(const UnmaskingOptions& options) { return 2 * uint64_t{options.chunk}; }
  bool long_enough() const { return long_enough_; }

 private:
  friend std::vector<double> unmasking_curve(const UnmaskingChunks&, const UnmaskingChunks&,
                                             const UnmaskingOptions&);
  struct Share {
    uint32_t gram;  // index into grams_
    double share;   // of all grams of the bag
  };
  bool long_enough_ = false;
  std::vector<std::string> grams_;        // of the text, ascending
  std::vector<double> mean_;              // share of each, over all bags
  std::vector<std::vector<Share>> bags_;  // ascending
};

// Computes the curve: options.rounds numbers in [0, 1]. Both texts must be long enough (asserted). Swapping
// them mirrors every model and so changes nothing but rounding.
std::vector<double> unmasking_curve(const UnmaskingChunks& a, const UnmaskingChunks& b,
                                    const UnmaskingOptions& options);

}  // namespace standfast
