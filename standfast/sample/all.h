// Keeps everything: the sampler of the i.i.d. reference and of corpora that need no choice.
#pragma once

#include "standfast/sample/sampler.h"

namespace standfast {

SamplerCatalog::Entry all_sampler();

}  // namespace standfast
