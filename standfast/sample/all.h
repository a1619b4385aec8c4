// The sampler that keeps every document: for the i.i.d. reference and for corpora that need no choice.
#pragma once

#include "standfast/sample/sampler.h"

namespace standfast {

SamplerCatalog::Entry all_sampler();

}  // namespace standfast
