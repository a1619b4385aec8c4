// What a reader wants to know about a corpus before any score: counts, the author x topic matrix, lengths,
// and how similar the topics are. Written as summary.json and topic_similarity.json (docs/run-folder.md).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/plan/plan.h"

namespace standfast {

CorpusFacts corpus_facts(const std::string& name, const Corpus& corpus);
// The same without hashes: for a plan that keeps no artifact beyond its process.
CorpusFacts corpus_sizes(const std::string& name, const Corpus& corpus);
nlohmann::ordered_json corpus_summary(const std::string& name, const Corpus& corpus);

}  // namespace standfast
