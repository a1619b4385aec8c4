// Files of a splits unit, as a report reads them: the split file, with folds, topics of their sides, clusters
// and the figures for drawing it; and the design file, from which warnings are judged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/companions.h"
#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/base/field_table.h"
#include "standfast/base/result.h"
#include "standfast/corpus/row_set.h"

namespace standfast {

// One fold of a split; train includes validation.
struct FoldInfo {
  uint64_t train_documents = 0, test_documents = 0;
  uint64_t train_topics = 0, test_topics = 0, shared_topics = 0;
  uint64_t train_authors = 0, test_authors = 0;
  std::optional<double> similarity_mean, similarity_max;  // cosine similarity of train and test topics
};

// The clusters of documents that a split was made from (corpus/fold.h, SplitClusters), by cluster and class.
struct ClusterInfo {
  std::vector<std::string> class_names;  // while the run is read
  std::vector<uint32_t> classes;  // places in CorpusInfo::classes; one kMissing: documents have no classes
  std::vector<std::vector<uint32_t>> counts, tested;
  std::vector<RowSet> rows;
};

// A split and its statistics (split/file/statistics.h), for one corpus, condition and seed.
struct SplitInfo {
  std::string corpus, condition;
  uint64_t seed = 0;
  std::vector<std::string> notes;
  uint32_t folds = 0;
  std::vector<FoldInfo> fold;
  double shared_topics = 0;  // topics on both sides of a fold, mean over folds
  std::optional<double> similarity_mean, similarity_max;
  struct Pair {
    std::string a, b;
    double similarity = 0;
  };
  std::vector<Pair> closest;  // most similar pairs of train and test topics, most similar first
  // Rows that any fold tests. Nothing where the file does not name documents by row.
  std::optional<RowSet> tested = {};
  uint64_t used = 0;  // number of documents that are not left out: each is on some side of some fold
  // Rows of the first fold, train with validation; empty where `tested` is nothing.
  RowSet first_train = {}, first_test = {};
  std::optional<ClusterInfo> clusters = {};  // only for a splitter that reports clusters
  // For a control of blocks: the number of blocks, and of blocks with one class; 0: unknown.
  uint64_t blocks = 0, pure_blocks = 0;
  uint64_t torn_groups = 0;  // groups that it keeps whole, but that its condition puts on several sides
  std::string space = {};    // key of the space that the split was made in, or ""
};

// Reads a split file. path: of the split file. The caller fills in corpus, condition, seed and space. A data
// error names the file.
Result<SplitInfo> read_split(const std::string& path);

// Design file of a splits unit, design.json: the counts for its condition and seed, from which warnings are
// judged (experiment/judge.h); for a control also the columns that group its documents, and the columns that
// travel with the column that its condition keeps apart.
inline constexpr const char* kDesignFile = "design.json";

struct DesignFile {
  std::string corpus, condition;
  ConditionMeasures measures;
  std::vector<BlockColumn> blocks;
  std::optional<Companions> companions = {};
};

const FieldTable<DesignFile>& design_fields();

}  // namespace standfast
