// What a split looks like: sizes, topics and authors of each side, and how alike the topics of the two sides
// are (Sawatphol et al. 2024, tables 6 and 7).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/topic/topic_similarity.h"

namespace standfast {

// How evenly the labels that a split stratifies by lie in its test sides.
struct LabelBalance {
  struct Label {
    std::string column, value;     // value "": documents without one
    uint64_t documents = 0;        // in the folds: on any side of any
    std::vector<uint64_t> tested;  // by fold
  };
  std::vector<Label> labels;
  // The largest difference, over folds and labels, of a label's share of the test side from its share of all
  // documents in the folds: 0.03 is three points of a hundred.
  double largest_deviation = std::numeric_limits<double>::quiet_NaN();
  // What scikit-learn's StratifiedGroupKFold makes small: the mean over labels of the standard deviation over folds
  // of (documents of the label in the test side / documents of the label that are tested). The mean over repeats.
  // NaN where a repeat has one fold or leaves a label untested.
  double mean_sd = std::numeric_limits<double>::quiet_NaN();
};

// The columns are those that the option `by` of the split names. Empty where it names none, where the corpus was
// read without one of them, or where the option balance says that by is not looked at.
LabelBalance label_balance(const Corpus& corpus, const Sample& sample, const Split& split);

// Train includes validation in all counts of topics, authors and similarity: a model has seen both. Documents
// kept aside are in none of these counts. Counts of
// topics are of groups where the sample merged topics. Similarities are between the topics of the corpus,
// merged or not: only so do they show whether merging left twins on two sides.
struct FoldStatistics {
  uint64_t train = 0, validation = 0, test = 0, aside = 0;  // documents
  Fold::Purged purged = {};                                 // of these aside
  uint64_t train_topics = 0, test_topics = 0, shared_topics = 0;
  uint64_t train_authors = 0, test_authors = 0, shared_authors = 0;
  // Mean and maximum of the cosine over all pairs (train topic, test topic); a topic on both sides is a pair
  // of 1. NaN where topics were not compared.
  double similarity_mean = std::numeric_limits<double>::quiet_NaN();
  double similarity_max = std::numeric_limits<double>::quiet_NaN();
};

struct TopicPairSimilarity {
  uint32_t a = 0, b = 0;  // topic codes, a < b; one was tested while the other was trained on
  double similarity = 0;
};

struct SplitStatistics {
  std::vector<FoldStatistics> folds;
  double similarity_mean = std::numeric_limits<double>::quiet_NaN();  // averages over folds
  double similarity_max = std::numeric_limits<double>::quiet_NaN();
  // How many topics are tested, and how many of them were compared with those that train. These are all, or
  // some drawn by name if comparing all with all would take hours. Only they have similarities, and
  // a fold that tests none of them has no numbers.
  uint64_t tested_topics = 0, compared_topics = 0;
  std::vector<TopicPairSimilarity> closest;  // most similar first; a topic with itself is not listed
  std::string vectors;                       // what the similarities were computed from
  LabelBalance balance;                      // of the columns that the split stratifies by
};

// Follows the name of the encoder in `vectors`: topics are compared by vectors of all their documents in the
// corpus, even those that a split leaves out, so that all splits of a corpus are measured alike.
inline constexpr const char* kOfWholeCorpus = " of the whole corpus";

// similarity: null if the corpus has no topics or the comparison is left out; then those numbers stay NaN.
SplitStatistics split_statistics(const Corpus& corpus, const Sample& sample, const Split& split,
                                 const TopicSimilarity* similarity, const std::string& vectors = "",
                                 size_t closest = 5);

}  // namespace standfast
