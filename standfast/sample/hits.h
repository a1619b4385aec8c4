// The HITS sampler: a subset of topics as unlike each other as possible, so that a held-out topic has no near
// twin among the training topics (Sawatphol, Udomcharoenchaikit and Nutanong 2024, "Addressing Topic Leakage
// in Cross-Topic Evaluation for Authorship Verification", TACL, equations 1-3).
//
// HITS starts with the topic of the smallest mean similarity to the others. Then, with S_i the similarities
// of topic i to the topics chosen so far, it adds the topic with the smallest leakage mean(S_i) * max(S_i),
// until it has m topics. Ties (to 6e-14) go to the topic whose name comes first. Running sums and maxima keep
// the cost of a step at O(topics x vector length).
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/feature/topic/topic_similarity.h"
#include "standfast/sample/sampler.h"
#include "standfast/sample/topics.h"

namespace standfast {

struct HitsOptions {
  uint32_t topics = 0;  // m, 1..pool size
  // Takes negative similarities as 0, also in the mean similarities that decide the first topic. Without it,
  // the formula is used to the letter: where mean and max are both negative, their product is positive, so a
  // very unlike topic looks leaky. It never matters for tf-idf, LDA or NMF.
  bool clamp = false;
  // A hook that is called at every step after HITS has made its choice. It returns a place in the pool that
  // is not yet chosen to take instead, or nothing to accept the choice of HITS. Mixtures with other ways of
  // choosing use it.
  std::function<std::optional<size_t>(const std::vector<bool>& chosen)> instead = {};
};

struct HitsOrder {
  std::vector<uint32_t> topics;  // codes in the order of selection
  std::vector<double> leakage;  // leakage of each topic when it was chosen; of the first, its mean similarity
  uint32_t negative_steps = 0;  // steps whose chosen topic had max(S) < 0
};

// Rounds a similarity to a grid of 2^-44 (6e-14), far above the noise of a dot product: topics that tie by
// definition tie here too, and the last bit of a sum never chooses a topic.
inline double on_grid(double similarity) {
  constexpr double kGrid = 0x1p44;
  return std::nearbyint(similarity * kGrid) / kGrid;
}

// Orders the topics of a pool by HITS. pool: codes, ascending, not empty; options.topics <= pool.size().
HitsOrder hits_order(const TopicSimilarity& similarity, std::span<const uint32_t> pool,
                     const HitsOptions& options);

// Base of the options of every variant of HITS.
struct HitsSamplerOptions : TopicOptions {
  bool clamp = false;
};
// Adds the options topics, min-docs, max-docs and clamp.
template <std::derived_from<HitsSamplerOptions> Struct>
void add_hits_options(OptionTable<Struct>& table) {
  add_topic_options(table);
  table.add(
      "clamp", &HitsSamplerOptions::clamp,
      "take negative similarities as 0, also where the first topic is chosen; no effect on tf-idf vectors");
}

// The first stage that all variants of HITS share: the pool, its similarities and the chosen topics.
struct HitsDraw {
  TopicPool pool;
  std::shared_ptr<const TopicSimilarity> similarity;
  Sample sample;  // without rows
};
// Draws topics by HITS. recorded: the options as the sample keeps them, once topics is resolved. method: the
// name of the variant in the catalog.
Result<HitsDraw> draw_hits(const Corpus& corpus, const SampleContext& context,
                           const HitsSamplerOptions& options, const Options& recorded, std::string method);

SamplerCatalog::Entry hits_sampler();

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

// Assigns each topic code of `similarity` to a chosen topic. A chosen topic is assigned to itself. Another
// topic of the pool is assigned to its nearest chosen topic if their similarity is at least `threshold`, else
// to kMissing; so are topics outside the pool. Ties (to 6e-14) go to the chosen topic whose name comes first.
// Negative similarities are compared as they are, clamped or not. pool, chosen: codes; chosen is part of pool
// and not empty.
std::vector<uint32_t> nearest_chosen(const TopicSimilarity& similarity, std::span<const uint32_t> pool,
                                     std::span<const uint32_t> chosen, double threshold);

}  // namespace standfast
