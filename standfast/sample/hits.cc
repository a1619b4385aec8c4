#include "standfast/sample/hits.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "standfast/sample/topics.h"

namespace standfast {

HitsOrder hits_order(const TopicSimilarity& similarity, std::span<const uint32_t> pool,
                     const HitsOptions& options) {
  assert(!pool.empty() && options.topics >= 1 && options.topics <= pool.size());
  const size_t n = pool.size();
  HitsOrder order;
  std::vector<double> row(similarity.topics());
  std::vector<double> mean(n);
  if (!options.clamp) {
    similarity.mean_to_others(pool, mean);
  } else {
    for (size_t i = 0; i < n && n > 1; ++i) {
      similarity.against_all(pool[i], row);
      for (size_t j = 0; j < n; ++j)
        if (j != i) mean[i] += std::max(row[pool[j]], 0.0);
      mean[i] /= static_cast<double>(n - 1);
    }
  }
  for (double& value : mean) value = on_grid(value);
  // min_element takes the first of equals, and topics in pool ascend by name.
  size_t next = static_cast<size_t>(std::min_element(mean.begin(), mean.end()) - mean.begin());
  std::vector<bool> chosen(n, false);
  if (options.instead) next = options.instead(chosen).value_or(next);
  order.topics.push_back(pool[next]);
  order.leakage.push_back(mean[next]);

  std::vector<double> sum(n, 0.0), highest(n, -std::numeric_limits<double>::infinity());
  while (order.topics.size() < options.topics) {
    chosen[next] = true;
    similarity.against_all(pool[next], row);
    const auto steps = static_cast<double>(order.topics.size());
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < n; ++i) {
      double value = on_grid(row[pool[i]]);
      if (options.clamp) value = std::max(value, 0.0);
      sum[i] += value;
      highest[i] = std::max(highest[i], value);
      if (chosen[i]) continue;
      const double leakage = sum[i] / steps * highest[i];
      if (leakage < least || chosen[next]) {
        least = leakage;
        next = i;
      }
    }
    if (options.instead)
      if (const auto other = options.instead(chosen)) {
        next = *other;
        least = sum[next] / steps * highest[next];
      }
    order.topics.push_back(pool[next]);
    order.leakage.push_back(least);
    order.negative_steps += highest[next] < 0;
  }
  return order;
}

Result<HitsDraw> draw_hits(const Corpus& corpus, const SampleContext& context,
                           const HitsSamplerOptions& options, const Options& recorded, std::string method) {
  assert(context.encoder.encode);
  HitsDraw draw;
  SF_ASSIGN(draw.pool, topic_pool(corpus, options.min_docs));
  SF_ASSIGN(const uint32_t wanted, topics_wanted(corpus, draw.pool, options));
  SF_ASSIGN(draw.similarity, context.encoder.encode(corpus, draw.pool.rows, context.threads, *context.sink));
  HitsOrder order =
      hits_order(*draw.similarity, draw.pool.topics, {.topics = wanted, .clamp = options.clamp});
  Sample& sample = draw.sample;
  sample.method = std::move(method);
  sample.options = recorded.with("topics", int64_t{wanted});
  sample.seed = context.seed;
  sample.vectors = context.encoder.name;
  sample.topics = std::move(order.topics);
  sample.leakage = std::move(order.leakage);
  sample.notes = draw.pool.notes;
  if (order.negative_steps > 0) {
    sample.notes.push_back(
        fmt::format("{} of {} topics were chosen while all their similarities were negative: there the "
                    "leakage score grows with "
                    "unlikeness; clamp = true takes negative similarities as 0",
                    order.negative_steps, wanted));
    context.sink->warn(sample.notes.back());
  }
  return draw;
}

namespace {

class Hits final : public Sampler {
 public:
  Hits(const HitsSamplerOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const override {
    SF_ASSIGN(HitsDraw draw, draw_hits(corpus, context, options_, recorded_, "hits"));
    take_documents(corpus, options_.max_docs, draw.sample);
    return std::move(draw.sample);
  }

 private:
  HitsSamplerOptions options_;
  Options recorded_;
};

}  // namespace

SamplerCatalog::Entry hits_sampler() {
  OptionTable<HitsSamplerOptions> table;
  add_hits_options(table);
  return {
      .name = "hits",
      .summary = "Topics as unlike each other as possible, so that no held-out topic has a twin in training.",
      .citation = "Sawatphol et al. 2024 (TACL), section 3.2, equations 1-3",
      .traits = {.needs_topics = true, .needs_vectors = true, .deterministic = true, .heterogeneous = true},
      .options = table,
      .make = made_as<Sampler, Hits>(table)};
}

}  // namespace standfast
