// A split: folds of index sets over one corpus, with the reason and the seed. It holds rows, never text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/row_set.h"

namespace standfast {

// Rows of one corpus, in disjoint sets.
struct Fold {
  RowSet train, validation, test;  // to learn from; to stop early or to place thresholds on; to answer
  RowSet aside = {};               // documents of the design, but in none of these sets: no model sees them
  // The drawing of the same split that this fold belongs to, from 0.
  uint32_t repeat = 0;
  // The number of documents of `aside` that a purge took out of train and validation (split/purge.h), by
  // reason.
  struct Purged {
    uint64_t group = 0;  // sharing a group with a tested document
    uint64_t text = 0;   // the others: near duplicates of a tested document's text
    bool operator==(const Purged&) const = default;
  };
  Purged purged = {};
};

// A candidate that a splitter tried before it chose: a clustering of the documents.
struct SplitCandidate {
  uint32_t k = 0;          // clusters
  uint64_t seed = 0;       // the seed of the clustering
  uint32_t whole = 0;      // clusters that would be tested as a whole; 0: none fits
  uint64_t documents = 0;  // documents in these
  uint64_t missing = 0;    // documents that the test side would still lack
  bool chosen = false;
  bool operator==(const SplitCandidate&) const = default;
};

// The clusters of documents that a splitter worked with, for readers. Cluster, then class, in all lists.
struct SplitClusters {
  std::vector<std::string> classes;           // one without a name where documents have no classes
  std::vector<std::vector<uint32_t>> counts;  // documents
  std::vector<std::vector<uint32_t>> tested;  // the number of them that the first fold tests
  std::vector<RowSet> rows;                   // the documents of each cluster
  bool empty() const { return rows.empty(); }
};

struct Split {
  std::string method;  // catalog name of the splitter
  Options options;     // resolved: "auto" replaced by the choice
  uint64_t seed = 0;
  std::string reason;  // one sentence: the things that this split keeps apart
  std::vector<Fold> folds;
  std::vector<uint32_t> left_out;  // rows in no fold, ascending
  std::vector<std::string> notes;  // notes for the reader: sizes that differ, groups that were merged
  std::vector<SplitCandidate> candidates = {};  // in the order tried; none where no choice was made
  SplitClusters clusters = {};  // none where a splitter makes no clusters, or does not report them
};

// A choice of topics and documents, made before a split. Rows not in it are left out.
struct Sample {
  std::string method;  // catalog name of the sampler, or "all"
  Options options;
  uint64_t seed = 0;
  std::string vectors;  // the space of comparing topics, e.g. "word tf-idf"; "" where they were not compared
  std::vector<uint32_t> topics;  // codes of the topic column, in the order of selection
  std::vector<double>
      leakage;  // HITS: leakage score of each topic when it was chosen (first: its mean similarity)
  std::vector<uint32_t> rows;  // chosen documents, ascending
  // The groups of samplers that merge topics: code of a topic -> code of the chosen topic it was merged into
  // (a chosen topic: its own), kMissing for a topic that was dropped; else empty.
  std::vector<uint32_t> group_of_topic;
  std::vector<std::string> notes;
};

// Returns a sample that holds the whole corpus, also rows without a topic, except documents of a side.
Sample whole_corpus(const Corpus& corpus);

// Returns the topic column as a sample sees it: a document of a merged topic carries the code of its group,
// and a document of a dropped topic carries kMissing. A copy of the column where `group_of_topic` is empty;
// nullopt where the corpus has no topics. All code that asks whether two topics are the same uses this
// column.
std::optional<Column> grouped_topics(const Corpus& corpus, std::span<const uint32_t> group_of_topic);

// The most runs that a split may have, 2 GB: folds take eight bytes a run of rows.
constexpr uint64_t kMostRuns = uint64_t{1} << 28;
uint64_t runs_of(const Fold& fold);

}  // namespace standfast
