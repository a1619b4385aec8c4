// The contract of samplers: choose topics and documents of a corpus before it is split.
#pragma once

#include <cstdint>
#include <memory>

#include "standfast/base/catalog.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/num/dense.h"

namespace standfast {

struct SampleContext {
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
  // One vector per topic code (row = code of the topic column), for samplers whose traits say needs_vectors; the
  // caller makes it with feature/topic_vectors.h. Null otherwise.
  const DenseMatrix* topic_similarity = nullptr;  // topics x topics cosine, symmetric
};

class Sampler {
 public:
  virtual ~Sampler() = default;
  virtual Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const = 0;
};

struct SamplerTraits {
  bool needs_topics = true;
  bool needs_similarity = false;
  bool deterministic = false;  // the seed has no effect
};

using SamplerCatalog = Catalog<Sampler, SamplerTraits>;
const SamplerCatalog& samplers();

}  // namespace standfast
