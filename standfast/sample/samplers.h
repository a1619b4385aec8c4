// The entries of samplers(), each in a file of its own.
#pragma once

#include "standfast/sample/sampler.h"

namespace standfast {

SamplerCatalog::Entry all_sampler();
SamplerCatalog::Entry random_topics_sampler();

// The sampler hits-mixture. At every step it adds, with probability `dose`, the topic that HITS would add to
// the topics chosen so far, else a topic drawn uniformly from the rest. Dose 1 is HITS; dose 0 is a uniform
// draw, as random-topics makes it. Under one seed the coins are the same for every dose: a step that takes
// the choice of HITS at one dose takes it at every higher one.
SamplerCatalog::Entry hits_mixture_sampler();
SamplerCatalog::Entry hits_grouping_sampler();
SamplerCatalog::Entry hits_hybrid_sampler();

}  // namespace standfast
