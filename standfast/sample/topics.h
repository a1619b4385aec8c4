// Handling of topics that all samplers share: rare topics are left out before the choice, chosen ones are
// capped after it (Sawatphol et al. 2024, section 4: rare topics are filtered first; topics are brought to
// one size at the end).
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

// Base of a sampler's options: bounds of the number of documents of a topic.
struct DocumentBounds {
  uint64_t min_docs = 10, max_docs = 0;  // documents of a topic; max_docs = 0: all
};
struct TopicOptions : DocumentBounds {
  uint32_t topics = 0;  // 0: half of the pool, at most 70
};
// Adds the options min-docs and max-docs.
template <std::derived_from<DocumentBounds> Struct>
void add_document_bounds(OptionTable<Struct>& table) {
  table.add("min-docs", &DocumentBounds::min_docs, "leave out topics with fewer documents before choosing");
  table.add("max-docs", &DocumentBounds::max_docs,
            "keep at most this many documents of each chosen topic, drawn by the seed; 0 keeps all");
}
template <std::derived_from<TopicOptions> Struct>
void add_topic_options(OptionTable<Struct>& table) {
  table.add("topics", &TopicOptions::topics,
            "number of topics to keep; 0 stands for half of the topics with enough documents, at most 70");
  add_document_bounds(table);
}

// The topics that a sampler may choose from.
struct TopicPool {
  std::vector<uint32_t> topics;  // codes with at least min_docs documents, ascending
  std::vector<uint32_t> rows;    // their documents, ascending
  std::vector<std::string> notes;
};

// Returns the topics with at least min_docs documents. A data error if the corpus has no topics or none has
// so many.
Result<TopicPool> topic_pool(const Corpus& corpus, uint64_t min_docs);

// Resolves the option "topics": 0 stands for half of the pool (rounded up), at most 70, the paper's main
// setting. More topics than the pool has are a data error that says how many there are.
Result<uint32_t> topics_wanted(const Corpus& corpus, const TopicPool& pool, const TopicOptions& options);

enum class CapUnit : uint8_t { topic, group };

// Fills sample.rows with the documents of sample.topics and of the topics merged into them. It takes at most
// max_docs documents (0: all) of each topic, or of each topic together with the topics merged into it
// (group). The documents kept of a larger topic are drawn document by document from (seed, id), without
// replacement: the same ones under every sampler, and for every fold. (The paper draws per fold and side;
// where topics are kept whole that is a draw of the same size from the same documents.) Notes about the cut
// are added to sample.notes.
void take_documents(const Corpus& corpus, uint64_t max_docs, Sample& sample, CapUnit unit = CapUnit::topic);

}  // namespace standfast
