// What every sampler does with topics: leave out the rare ones before choosing, cap the chosen ones after.
// (Sawatphol et al. 2024, section 4: rare topics are filtered first; topics are brought to one size at the
// end.)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

// The options that all samplers of topics share.
OptionSpec topics_option();
OptionSpec min_docs_option(int64_t default_value);
OptionSpec max_docs_option();
OptionSpec clamp_option();  // of HITS and its variants

// Topics a sampler may choose from.
struct TopicPool {
  std::vector<uint32_t> topics;  // codes with at least min_docs documents, ascending
  std::vector<uint32_t> rows;    // their documents, ascending
  std::vector<std::string> notes;
};

// A data error if the corpus has no topics or none has min_docs documents.
Result<TopicPool> topic_pool(const Corpus& corpus, int64_t min_docs);

// The option "topics", resolved: 0 stands for half of the pool (rounded up), at most 70, the paper's main
// setting. More than the pool has is a data error that says how many there are.
Result<uint32_t> topics_wanted(const Corpus& corpus, const TopicPool& pool, const Options& options);

enum class CapUnit : uint8_t { topic, group };

// Fills sample.rows with the documents of sample.topics and of the topics merged into them, at most max_docs
// (0: all) of each topic, or of each topic together with what was merged into it (group). Which of a larger
// topic are kept is drawn document by document from (seed, id), without replacement: the same ones under
// every sampler, and for every fold. (The paper draws per fold and side; where topics are kept whole that is
// a draw of the same size from the same documents.) What happened is added to sample.notes.
void take_documents(const Corpus& corpus, int64_t max_docs, Sample& sample, CapUnit unit = CapUnit::topic);

}  // namespace standfast
