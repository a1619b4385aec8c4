// A uniform random sample of topics, the baseline of HITS (R0..R4 of the paper are seeds 0..4).
#pragma once

#include "standfast/sample/sampler.h"

namespace standfast {

SamplerCatalog::Entry random_topics_sampler();

}  // namespace standfast
