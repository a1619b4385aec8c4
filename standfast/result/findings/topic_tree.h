// Topics in the order of a tree that joins the two most alike groups again and again, and how alike they are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/cluster/linkage.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// At most this many topics, those with most documents: more cannot be told apart in a figure.
inline constexpr size_t kMostTopicsInTree = 60;

struct TopicTree {
  std::vector<std::string> topics;  // in the order of the leaves
  std::vector<double> cosine;       // topics x topics, row-major
  std::vector<Join> joins;          // leaf k is topics[k]; average linkage of 1 - cosine
  size_t all = 0;                   // topics that the corpus has

  double at(size_t i, size_t j) const { return cosine[i * topics.size() + j]; }
};

// summary: who has most documents; nullptr: the first.
TopicTree topic_tree(const TopicCosines& cosines, const CorpusSummary* summary);

}  // namespace standfast::result
