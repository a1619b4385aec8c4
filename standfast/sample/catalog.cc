#include "standfast/sample/all.h"
#include "standfast/sample/hits.h"
#include "standfast/sample/hits_merging.h"
#include "standfast/sample/hits_mixture.h"
#include "standfast/sample/random_topics.h"
#include "standfast/sample/sampler.h"

namespace standfast {

// Adding a sampler: its file, a line here, its test.
const SamplerCatalog& samplers() {
  static const SamplerCatalog catalog(
      "sampler", {all_sampler(), random_topics_sampler(), hits_sampler(), hits_grouping_sampler(),
                  hits_hybrid_sampler(), hits_mixture_sampler()});
  return catalog;
}

}  // namespace standfast
