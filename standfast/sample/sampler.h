// The contract of samplers: choose topics and documents of a corpus before it is split.
//
// Duties, checked for every catalog entry by tests/sample/conformance_test.cc: rows are distinct, ascending
// and belong to the chosen topics or to topics merged into them; the same seed gives the same bytes, for any
// thread count; another order of documents chooses the same ids; renaming topics in a way that keeps their
// order changes nothing; too few topics is a clear error.
#pragma once

#include <cstdint>
#include <memory>

#include "standfast/base/catalog.h"
#include "standfast/base/sink.h"
#include "standfast/base/traits.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/topic/topic_encoder.h"

namespace standfast {

struct SampleContext {
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
  // Where topic vectors come from, for samplers whose traits say needs_vectors; others ignore it. It is given
  // the documents that are left once rare topics are gone, so the vectors are fitted on what is sampled from.
  TopicEncoder encoder = tfidf_topics();
};

class Sampler {
 public:
  virtual ~Sampler() = default;
  virtual Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const = 0;
};

struct SamplerTraits {
  bool needs_topics = true;
  bool options_need_topics = false;  // any option that is not at its default does
  bool needs_vectors = false;
  bool merges_topics = false;  // topics are merged into chosen ones: Sample::group_of_topic is filled
  bool deterministic = false;  // which topics are chosen does not depend on the seed
  bool heterogeneous = false;  // topics unlike each other are chosen (HITS)
  bool random_topics = false;  // topics are chosen at random: what heterogeneous ones are compared with
};

std::vector<TraitLine> describe(const SamplerTraits& traits);

using SamplerCatalog = Catalog<Sampler, SamplerTraits>;
const SamplerCatalog& samplers();

}  // namespace standfast
