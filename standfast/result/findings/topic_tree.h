// Topics in the order of a tree that joins the two most similar groups again and again, and their
// similarities.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/cluster/linkage.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// At most this many topics: those with most documents. More cannot be told apart in a figure.
inline constexpr size_t kMostTopicsInTree = 60;

struct TopicTree {
  std::vector<std::string> topics;  // in the order of the leaves
  std::vector<double> cosine;       // topics x topics, row-major
  std::vector<Join> joins;          // leaf k is topics[k]; average linkage of 1 - cosine
  size_t all = 0;                   // topics of the corpus

  double at(size_t i, size_t j) const { return cosine[i * topics.size() + j]; }
};

// summary: says which topics have most documents; nullptr: the first topics are kept.
TopicTree topic_tree(const TopicCosines& cosines, const CorpusSummary* summary);

}  // namespace standfast::result
