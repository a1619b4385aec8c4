// Files of a corpus unit (docs/run-folder.md): summary.json has counts, the author x topic matrix and
// lengths, topic_similarity.json the similarity of the topics, style_interaction.json the analysis of style.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/lexical/style_interaction.h"
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

// Content of style_interaction.json of a classification run: the analysis of variance of measures of style
// over the target column and topic. With it the report can show the analysis without the texts.
struct StyleFile {
  std::string corpus, target;
  std::optional<StyleInteraction> found;
  std::string why_not;  // reason why there is no analysis
};

// Analyses a corpus with topics. If the corpus does not allow the analysis, the result has the reason.
StyleFile style_of_corpus(const std::string& name, const Corpus& corpus, Role target, int threads);

const FieldTable<StyleFile>& style_fields();

}  // namespace standfast
