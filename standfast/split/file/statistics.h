// Statistics of a split: sizes, topics and authors of each side, and the similarity between the topics of the
// two sides (Sawatphol et al. 2024, tables 6 and 7).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/topic/topic_similarity.h"

namespace standfast {

// The balance of the stratified labels over the test sides.
struct LabelBalance {
  struct Label {
    std::string column, value;     // value "": documents without one
    uint64_t documents = 0;        // in the folds: on any side of any fold
    std::vector<uint64_t> tested;  // by fold
  };
  std::vector<Label> labels;
  // The largest difference, over folds and labels, between the share of a label in the test side and its
  // share of all documents in the folds: 0.03 is three percentage points.
  double largest_deviation = std::numeric_limits<double>::quiet_NaN();
  // The objective that scikit-learn's StratifiedGroupKFold minimizes: the mean over labels of the standard
  // deviation over folds of (documents of the label in the test side / documents of the label that are
  // tested). It is averaged over repeats. NaN if a repeat has one fold or leaves a label untested.
  double mean_sd = std::numeric_limits<double>::quiet_NaN();
};

// Computes the balance of the columns that the option `by` of the split names. Empty if it names none, if the
// corpus was read without one of them, or if the option balance says that by is ignored.
LabelBalance label_balance(const Corpus& corpus, const Sample& sample, const Split& split);

// The statistics of a fold. Train includes validation in all counts of topics, authors and similarity,
// because a model has seen both. Documents kept aside are in none of these counts. If the sample merged
// topics, counts of topics refer to the merged groups. Similarities are between the topics of the corpus,
// merged or not: this alone shows if merging left near-identical topics on two sides.
struct FoldStatistics {
  uint64_t train = 0, validation = 0, test = 0, aside = 0;  // documents
  Fold::Purged purged = {};                                 // of the documents kept aside
  uint64_t train_topics = 0, test_topics = 0, shared_topics = 0;
  uint64_t train_authors = 0, test_authors = 0, shared_authors = 0;
  // The mean and maximum cosine over all pairs (train topic, test topic); a topic on both sides is a pair of
  // cosine 1. NaN if topics were not compared.
  double similarity_mean = std::numeric_limits<double>::quiet_NaN();
  double similarity_max = std::numeric_limits<double>::quiet_NaN();
};

struct TopicPairSimilarity {
  uint32_t a = 0, b = 0;  // topic codes, a < b; one was tested while the other was in train
  double similarity = 0;
};

struct SplitStatistics {
  std::vector<FoldStatistics> folds;
  double similarity_mean = std::numeric_limits<double>::quiet_NaN();  // averages over folds
  double similarity_max = std::numeric_limits<double>::quiet_NaN();
  // The numbers of tested topics, and of those that were compared with the training topics. All are compared,
  // unless this would take hours; then only some, drawn by name, are compared. Only these have similarities,
  // and a fold that tests none of them has no numbers.
  uint64_t tested_topics = 0, compared_topics = 0;
  std::vector<TopicPairSimilarity> closest;  // most similar first; a topic with itself is not listed
  std::string vectors;                       // the source of the similarities
  LabelBalance balance;                      // of the columns that the split stratifies by
};

// The suffix of the encoder's name in `vectors`. Topics are compared by vectors of all their documents in the
// corpus, even of documents that a split leaves out, so that all splits of a corpus are measured alike.
inline constexpr const char* kOfWholeCorpus = " of the whole corpus";

// Computes the statistics. similarity: null if the corpus has no topics or the comparison is left out; then
// the similarities stay NaN.
SplitStatistics split_statistics(const Corpus& corpus, const Sample& sample, const Split& split,
                                 const TopicSimilarity* similarity, const std::string& vectors = "",
                                 size_t closest = 5);

}  // namespace standfast
