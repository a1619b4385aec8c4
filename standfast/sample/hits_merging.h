// HITS without lost documents: the same topics are chosen, then each topic that was not chosen is merged
// into the chosen topic that it is most like (the "grouping" of Sawatphol et al. 2024, table 9). Merged
// topics count as one from there on: they are held out together and a pair of their documents shares its
// topic.
//
// hits-grouping merges every topic, so no document is lost. hits-hybrid merges where the similarity to the
// nearest chosen topic reaches a threshold and drops the others: above 1 it is plain HITS, at -1 it is
// hits-grouping. The threshold is for topics that are somewhat like several groups: merged into one of them,
// such a topic would leak into the others.
//
// Documents: max-docs cuts each topic, as under plain HITS, before topics are merged, so chosen topics keep
// the same documents under all variants and merged ones are larger; with equalise it cuts the merged topic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/feature/topic/topic_similarity.h"
#include "standfast/sample/sampler.h"

namespace standfast {

// For each topic code of `similarity`: itself for the chosen, the nearest chosen topic for others of the pool
// whose similarity to it is at least `threshold`, else kMissing. Ties (to 6e-14): the chosen topic whose name
// comes first. Negative similarities are compared as they are, clamped or not. pool, chosen: codes; chosen is
// part of pool and not empty.
std::vector<uint32_t> nearest_chosen(const TopicSimilarity& similarity, std::span<const uint32_t> pool,
                                     std::span<const uint32_t> chosen, double threshold);

SamplerCatalog::Entry hits_grouping_sampler();
SamplerCatalog::Entry hits_hybrid_sampler();

}  // namespace standfast
