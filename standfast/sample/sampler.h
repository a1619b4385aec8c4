// The interface of samplers. A sampler chooses topics and documents of a corpus before it is split.
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
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/topic/topic_encoder.h"

namespace standfast {

struct SampleContext {
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
  // The source of topic vectors, for samplers whose traits say needs_vectors; others ignore it. It is given
  // the documents that remain after rare topics are left out, so the vectors are fitted on the sampled
  // population.
  TopicEncoder encoder = tfidf_topics();
};

class Sampler {
 public:
  virtual ~Sampler() = default;
  virtual Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const = 0;
};

struct SamplerTraits {
  bool needs_topics = true;
  bool options_need_topics = false;  // so does any option that is not at its default
  bool needs_vectors = false;
  bool merges_topics = false;  // topics are merged into chosen ones: Sample::group_of_topic is filled
  bool deterministic = false;  // the chosen topics do not depend on the seed
  bool heterogeneous = false;  // the chosen topics are unlike each other (HITS)
  bool random_topics = false;  // topics are chosen at random: the baseline of heterogeneous ones
};

std::vector<TraitLine> describe(const SamplerTraits& traits);

using SamplerCatalog = Catalog<Sampler, SamplerTraits>;
const SamplerCatalog& samplers();

}  // namespace standfast
