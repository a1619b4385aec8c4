// How alike the topics of train and test are, per condition: the numbers of tables 6 and 7 of Sawatphol,
// Udomcharoen- chaikit, Nutanong (2024), "Addressing Topic Leakage in Cross-Topic Evaluation for Authorship
// Verification", TACL 12.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/report/run_reader.h"

namespace standfast::report {

struct TopicPair {
  std::string a, b;  // one in train, the other in test of some fold
  double similarity = 0;
};

struct TopicLeakage {
  double mean = 0;  // over the (train topic, test topic) pairs of a fold, then over folds
  double max = 0;   // the largest of a fold, then the mean over folds
  uint32_t folds = 0;
  uint32_t shared_topics = 0;    // topics on both sides of a fold, summed over folds; their similarity is 1
  std::vector<TopicPair> pairs;  // of different topics, the most similar over all folds, falling; each once
};

// folds.topics that `cosines` does not know are passed over. Ties: names ascending.
TopicLeakage topic_leakage(const FoldsSummary& folds, const TopicCosines& cosines, size_t pairs = 5);

}  // namespace standfast::report
