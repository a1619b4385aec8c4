#include "standfast/sample/hits_mixture.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/sample/hits.h"
#include "standfast/sample/topics.h"

namespace standfast {
namespace {

class HitsMixture final : public Sampler {
 public:
  explicit HitsMixture(Options options) : options_(std::move(options)) {}

  Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const override {
    assert(context.encoder.encode);
    SF_ASSIGN(const TopicPool pool, topic_pool(corpus, options_.integer("min-docs")));
    SF_ASSIGN(const uint32_t wanted, topics_wanted(corpus, pool, options_));
    SF_ASSIGN(const auto similarity,
              context.encoder.encode(corpus, pool.rows, context.threads, *context.sink));
    const double dose = options_.number("dose");
    // Two streams, so that the coins do not depend on which topics were drawn.
    Rng coins(context.seed, "sample/hits-mixture", "coins"),
        draws(context.seed, "sample/hits-mixture", "draws");
    uint32_t drawn = 0;
    HitsOptions choice;
    choice.topics = wanted;
    choice.clamp = options_.flag("clamp");
    choice.instead = [&](const std::vector<bool>& chosen) -> std::optional<size_t> {
      if (coins.chance(dose)) return std::nullopt;
      std::vector<size_t> rest;
      for (size_t i = 0; i < chosen.size(); ++i)
        if (!chosen[i]) rest.push_back(i);
      ++drawn;
      return rest[draws.below(rest.size())];
    };
    HitsOrder order = hits_order(*similarity, pool.topics, choice);
    Sample sample;
    sample.method = "hits-mixture";
    sample.options = options_.with("topics", int64_t{wanted});
    sample.seed = context.seed;
    sample.vectors = context.encoder.name;
    sample.topics = std::move(order.topics);
    sample.leakage = std::move(order.leakage);
    sample.notes = pool.notes;
    sample.notes.push_back(
        fmt::format("{} of {} topics were drawn at random, the others chosen by HITS", drawn, wanted));
    take_documents(corpus, options_.integer("max-docs"), sample);
    return sample;
  }

 private:
  Options options_;
};

}  // namespace

SamplerCatalog::Entry hits_mixture_sampler() {
  return {
      .name = "hits-mixture",
      .summary = "Between random topics and HITS: each topic is the choice of HITS with probability dose.",
      .citation = "after Sawatphol et al. 2024 (TACL), section 3.2; the mixture is ours",
      .traits = {.needs_topics = true, .needs_vectors = true, .deterministic = false, .heterogeneous = true},
      .options = {topics_option(),
                  min_docs_option(10),
                  max_docs_option(),
                  clamp_option(),
                  {"dose", 0.5,
                   "probability that a topic is the choice of HITS: 0 = random topics, 1 = HITS"}},
      .make = [](const Options& options) -> Result<std::unique_ptr<Sampler>> {
        const double dose = options.number("dose");
        if (!(dose >= 0 && dose <= 1))
          return usage_error(fmt::format("hits-mixture: dose = {:g} is no probability (0 to 1)", dose));
        return std::make_unique<HitsMixture>(options);
      }};
}

}  // namespace standfast
