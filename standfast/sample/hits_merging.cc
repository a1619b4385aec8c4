#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "standfast/sample/hits.h"
#include "standfast/sample/samplers.h"
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
      // Rounding may put a cosine just above 1; it must not pass a threshold above 1, which means "merge
      // nothing".
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

struct MergingOptions : HitsSamplerOptions {
  bool equalise = false;
  double threshold = -std::numeric_limits<double>::infinity();  // below any cosine, so all are merged
};

class HitsMerging final : public Sampler {
 public:
  HitsMerging(std::string method, const MergingOptions& options, Options recorded)
      : method_(std::move(method)), options_(options), recorded_(std::move(recorded)) {}

  Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const override {
    SF_ASSIGN(HitsDraw draw, draw_hits(corpus, context, options_, recorded_, method_));
    Sample& sample = draw.sample;
    sample.group_of_topic =
        nearest_chosen(*draw.similarity, draw.pool.topics, sample.topics, options_.threshold);
    const auto kept =
        static_cast<size_t>(std::count_if(sample.group_of_topic.begin(), sample.group_of_topic.end(),
                                          [](uint32_t group) { return group != kMissing; }));
    const size_t merged = kept - sample.topics.size(), dropped = draw.pool.topics.size() - kept;
    sample.notes.push_back(
        fmt::format("{} topics were merged into the {} chosen ones{}", merged, sample.topics.size(),
                    dropped == 0 ? ""
                                 : fmt::format(", {} were dropped: their similarity to the nearest "
                                               "chosen topic is below {}",
                                               dropped, options_.threshold)));
    take_documents(corpus, options_.max_docs, sample, options_.equalise ? CapUnit::group : CapUnit::topic);
    return std::move(draw.sample);
  }

 private:
  std::string method_;
  MergingOptions options_;
  Options recorded_;
};

OptionTable<MergingOptions> merging_table(double threshold) {
  MergingOptions defaults;
  defaults.threshold = threshold;
  OptionTable<MergingOptions> table(defaults);
  add_hits_options(table);
  table.add("equalise", &MergingOptions::equalise,
            "apply max-docs to a topic together with all topics merged into it, not to each topic before "
            "merging");
  table.require([](const MergingOptions& options) {
    return options.equalise && options.max_docs == 0
               ? std::string("equalise = true needs max-docs, the size that merged topics are cut to")
               : std::string();
  });
  return table;
}

SamplerCatalog::Entry merging_entry(std::string name, std::string summary, std::string citation,
                                    const OptionTable<MergingOptions>& table) {
  return {.name = name,
          .summary = std::move(summary),
          .citation = std::move(citation),
          .traits = {.needs_topics = true,
                     .needs_vectors = true,
                     .merges_topics = true,
                     .deterministic = true,
                     .heterogeneous = true},
          .options = table,
          .make = made_by<Sampler>(table, [name](const MergingOptions& options, const Options& recorded) {
            return std::make_unique<HitsMerging>(name, options, recorded);
          })};
}

}  // namespace

SamplerCatalog::Entry hits_grouping_sampler() {
  return merging_entry(
      "hits-grouping",
      "The topics of HITS; every other topic is merged into the chosen topic that is most similar to it.",
      "Sawatphol et al. 2024 (TACL), table 9", merging_table(MergingOptions().threshold));
}

SamplerCatalog::Entry hits_hybrid_sampler() {
  auto table = merging_table(0.5);
  // A cosine, or a number above 1 to merge nothing.
  table
      .add("threshold", &MergingOptions::threshold,
           "merge where the cosine to the nearest chosen topic is at least this, else drop; above 1: hits, "
           "-1: "
           "hits-grouping")
      .between(-1, 2);
  return merging_entry("hits-hybrid",
                       "The topics of HITS; topics that are similar enough are merged into them, others are "
                       "dropped.",
                       "after Sawatphol et al. 2024 (TACL), section 3.2 and table 9", table);
}

}  // namespace standfast
