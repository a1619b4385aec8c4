#include "standfast/sample/hits_merging.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "standfast/sample/hits.h"
#include "standfast/sample/topics.h"

namespace standfast {

std::vector<uint32_t> nearest_chosen(const TopicSimilarity& similarity, std::span<const uint32_t> pool,
                                     std::span<const uint32_t> chosen, double threshold) {
  assert(!chosen.empty());
  std::vector<uint32_t> by_name(chosen.begin(), chosen.end());
  std::sort(by_name.begin(), by_name.end());
  std::vector<uint32_t> nearest(similarity.topics(), kMissing);
  std::vector<double> highest(similarity.topics(), -std::numeric_limits<double>::infinity());
  std::vector<double> row(similarity.topics());
  for (const uint32_t topic : by_name) {
    similarity.against_all(topic, row);
    for (const uint32_t other : pool) {
      // A cosine past 1 by its last bit must not pass a threshold that says "none".
      const double value = std::clamp(on_grid(row[other]), -1.0, 1.0);
      if (value <= highest[other]) continue;
      highest[other] = value;
      nearest[other] = topic;
    }
  }
  for (const uint32_t topic : pool)
    if (highest[topic] < threshold) nearest[topic] = kMissing;
  for (const uint32_t topic : by_name) nearest[topic] = topic;
  return nearest;
}

namespace {

class HitsMerging final : public Sampler {
 public:
  HitsMerging(std::string method, Options options, double threshold)
      : method_(std::move(method)), options_(std::move(options)), threshold_(threshold) {}

  Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const override {
    SF_ASSIGN(HitsDraw draw, draw_hits(corpus, context, options_, method_));
    Sample& sample = draw.sample;
    sample.group_of_topic = nearest_chosen(*draw.similarity, draw.pool.topics, sample.topics, threshold_);
    const auto kept =
        static_cast<size_t>(std::count_if(sample.group_of_topic.begin(), sample.group_of_topic.end(),
                                          [](uint32_t group) { return group != kMissing; }));
    const size_t merged = kept - sample.topics.size(), dropped = draw.pool.topics.size() - kept;
    sample.notes.push_back(fmt::format(
        "{} topics were merged into the {} chosen ones{}", merged, sample.topics.size(),
        dropped == 0
            ? ""
            : fmt::format(", {} were dropped: nothing chosen is as like them as {}", dropped, threshold_)));
    take_documents(corpus, options_.integer("max-docs"), sample,
                   options_.flag("equalise") ? CapUnit::group : CapUnit::topic);
    return std::move(draw.sample);
  }

 private:
  std::string method_;
  Options options_;
  double threshold_;
};

std::vector<OptionSpec> merging_options() {
  return {topics_option(),
          min_docs_option(10),
          max_docs_option(),
          clamp_option(),
          {"equalise", false,
           "max-docs cuts a topic together with all that was merged into it, not each topic before merging"}};
}

Result<std::unique_ptr<Sampler>> make(const std::string& method, const Options& options, double threshold) {
  if (options.flag("equalise") && options.integer("max-docs") <= 0)
    return usage_error(method + ": equalise = true needs max-docs, the size that merged topics are cut to");
  return std::make_unique<HitsMerging>(method, options, threshold);
}

}  // namespace

SamplerCatalog::Entry hits_grouping_sampler() {
  return {.name = "hits-grouping",
          .summary = "The topics of HITS, and every other topic merged into the chosen one it is most like.",
          .citation = "Sawatphol et al. 2024 (TACL), table 9",
          .traits = {.needs_topics = true,
                     .needs_vectors = true,
                     .merges_topics = true,
                     .deterministic = true,
                     .heterogeneous = true},
          .options = merging_options(),
          .make = [](const Options& options) -> Result<std::unique_ptr<Sampler>> {
            return make("hits-grouping", options, -std::numeric_limits<double>::infinity());
          }};
}

SamplerCatalog::Entry hits_hybrid_sampler() {
  auto specs = merging_options();
  specs.push_back({"threshold", 0.5,
                   "merge where the cosine to the nearest chosen topic is at least this, else drop; above 1: "
                   "hits, -1: hits-grouping"});
  return {.name = "hits-hybrid",
          .summary = "The topics of HITS with those merged into them that are alike enough; others dropped.",
          .citation = "after Sawatphol et al. 2024 (TACL), section 3.2 and table 9",
          .traits = {.needs_topics = true,
                     .needs_vectors = true,
                     .merges_topics = true,
                     .deterministic = true,
                     .heterogeneous = true},
          .options = std::move(specs),
          .make = [](const Options& options) -> Result<std::unique_ptr<Sampler>> {
            const double threshold = options.number("threshold");
            if (!(threshold >= -1 && threshold <= 2))
              return usage_error(fmt::format(
                  "threshold = {}: a cosine, -1 to 1, or something above 1 to merge nothing", threshold));
            return make("hits-hybrid", options, threshold);
          }};
}

}  // namespace standfast
