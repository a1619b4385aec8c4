#include "standfast/sample/hits.h"
#include "standfast/sample/sampler.h"
#include "standfast/sample/samplers.h"

namespace standfast {

// To add a sampler: write its file, a line here, and its test.
const SamplerCatalog& samplers() {
  static const SamplerCatalog catalog(
      "sampler", {all_sampler(), random_topics_sampler(), hits_sampler(), hits_grouping_sampler(),
                  hits_hybrid_sampler(), hits_mixture_sampler()});
  return catalog;
}

std::vector<TraitLine> describe(const SamplerTraits& t) {
  return trait_lines<SamplerTraits>(
      TraitLine{"needs_topics", "the corpus must have topics", t.needs_topics},
      TraitLine{"options_need_topics", "with an option the corpus must have topics", t.options_need_topics},
      TraitLine{"needs_vectors", "reads vectors of topics: the encoder matters", t.needs_vectors},
      TraitLine{"merges_topics", "merges topics into the chosen ones", t.merges_topics},
      TraitLine{"deterministic", "the seed does not change which topics are chosen", t.deterministic},
      TraitLine{"heterogeneous", "chooses topics unlike each other", t.heterogeneous},
      TraitLine{"random_topics", "chooses topics at random, as the baseline of heterogeneous ones",
                t.random_topics});
}

}  // namespace standfast
