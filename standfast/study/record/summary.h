// Summary of a corpus: counts, the author x topic matrix, lengths, and the similarity of the topics. Written
// as summary.json and topic_similarity.json (docs/run-folder.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/field_table.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/plan/plan.h"

namespace standfast {

CorpusFacts corpus_facts(const std::string& name, const Corpus& corpus);
// Returns the facts without hashes, for a plan that keeps no artifact beyond its process.
CorpusFacts corpus_sizes(const std::string& name, const Corpus& corpus);

// Content of summary.json: the number of documents in every cell of authors x topics, and lengths.
struct CorpusSummary {
  std::vector<std::string> authors, topics;
  struct Cell {
    uint32_t author, topic;
    uint64_t documents;
  };
  std::vector<Cell> cells = {};  // non-empty cells
  std::string corpus = {};
  uint64_t documents = 0, bytes = 0;
  // Lengths (in bytes) at the 0, 25, 50, 75 and 100 % places of the sorted documents; the lower of two.
  std::vector<uint64_t> length_quantiles = {};
};
CorpusSummary corpus_summary(const std::string& name, const Corpus& corpus);
const FieldTable<CorpusSummary>& summary_fields();

// Content of topic_similarity.json.
struct TopicCosines {
  std::vector<std::string> topics;
  std::vector<double> similarity;         // topics x topics, row-major cosines
  std::string corpus = {}, vectors = {};  // vectors: the name of the compared vectors
};
const FieldTable<TopicCosines>& similarity_fields();

}  // namespace standfast
