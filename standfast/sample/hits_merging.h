// HITS that merges topics: the same topics are chosen as by HITS, then each topic that was not chosen is
// merged into the most similar chosen topic, so its documents are not lost (the "grouping" of Sawatphol et
// al. 2024, table 9). Merged topics count as one from there on: they are held out together, and a pair of
// their documents counts as a pair within one topic.
//
// hits-grouping merges every topic, so no document is lost. hits-hybrid merges a topic if its similarity to
// the nearest chosen topic reaches a threshold, and drops the others: above 1 it is plain HITS, at -1 it is
// hits-grouping. The threshold is for topics that are somewhat similar to several groups: merged into one of
// them, such a topic would leak into the others.
//
// As under plain HITS, max-docs cuts each topic before topics are merged. So chosen topics keep the same
// documents under all variants, and merged ones are larger. With equalise, max-docs cuts the merged topic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/feature/topic/topic_similarity.h"
#include "standfast/sample/sampler.h"

namespace standfast {

// Assigns each topic code of `similarity` to a chosen topic. A chosen topic is assigned to itself. Another
// topic of the pool is assigned to its nearest chosen topic if their similarity is at least `threshold`, else
// to kMissing; so are topics outside the pool. Ties (to 6e-14) go to the chosen topic whose name comes first.
// Negative similarities are compared as they are, clamped or not. pool, chosen: codes; chosen is part of pool
// and not empty.
std::vector<uint32_t> nearest_chosen(const TopicSimilarity& similarity, std::span<const uint32_t> pool,
                                     std::span<const uint32_t> chosen, double threshold);

}  // namespace standfast
