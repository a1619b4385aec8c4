// The topics of a corpus: documents by author and topic, and a tree of similar topics.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/cluster/linkage.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// Maximum numbers of authors and topics in a document matrix: more cannot be told apart in a figure.
inline constexpr size_t kMostAuthorsShown = 60, kMostTopicsShown = 60;

// Numbers of documents that each author wrote on each topic, for the authors and topics with most documents.
struct DocumentMatrix {
  std::vector<std::string> authors, topics;  // most documents first
  struct Cell {
    size_t author = 0, topic = 0;  // places in the lists
    uint64_t documents = 0;
  };
  std::vector<Cell> cells;  // the non-empty ones
  uint64_t documents = 0;   // in these cells
  bool of_all = true;       // no author and no topic is left out
};

// Selects the authors and topics with most documents and counts their documents.
DocumentMatrix document_matrix(const CorpusSummary& summary);

// Maximum number of topics in a tree: the topics with most documents. More cannot be told apart in a figure.
inline constexpr size_t kMostTopicsInTree = 60;

// Topics in the order of a tree that repeatedly joins the two most similar groups, and their similarities.
struct TopicTree {
  std::vector<std::string> topics;  // in the order of the leaves
  std::vector<double> cosine;       // topics x topics, row-major
  std::vector<Join> joins;          // leaf k is topics[k]; average linkage of 1 - cosine
  size_t all = 0;                   // topics of the corpus

  double at(size_t i, size_t j) const { return cosine[i * topics.size() + j]; }
};

// Clusters the topics. summary: its topics with most documents are kept; nullptr: the first topics are kept.
TopicTree topic_tree(const TopicCosines& cosines, const CorpusSummary* summary);

}  // namespace standfast::result
