// The entries of explainers(), each defined in a file of its own.
#pragma once

#include "standfast/analysis/attribution/explainer.h"

namespace standfast {

ExplainerCatalog::Entry linear_explainer();
ExplainerCatalog::Entry partition_explainer();
ExplainerCatalog::Entry permutation_explainer();
ExplainerCatalog::Entry occlusion_explainer();

}  // namespace standfast
