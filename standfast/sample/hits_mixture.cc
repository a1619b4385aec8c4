// A mixture of random topics and HITS: a family of samples whose folds range from many near-twins to none,
// for dose-response curves (result/findings/dose_response.h).
#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/sample/hits.h"
#include "standfast/sample/samplers.h"
#include "standfast/sample/topics.h"

namespace standfast {
namespace {

struct MixtureOptions : HitsSamplerOptions {
  double dose = 0.5;
};

class HitsMixture final : public Sampler {
 public:
  HitsMixture(const MixtureOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const override {
    assert(context.encoder.encode);
    SF_ASSIGN(const TopicPool pool, topic_pool(corpus, options_.min_docs));
    SF_ASSIGN(const uint32_t wanted, topics_wanted(corpus, pool, options_));
    SF_ASSIGN(const auto similarity,
              context.encoder.encode(corpus, pool.rows, context.threads, *context.sink));
    const double dose = options_.dose;
    // Two random streams, so that the coins do not depend on which topics were drawn.
    Rng coins(context.seed, "sample/hits-mixture", "coins"),
        draws(context.seed, "sample/hits-mixture", "draws");
    uint32_t drawn = 0;
    HitsOptions choice;
    choice.topics = wanted;
    choice.clamp = options_.clamp;
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
    sample.options = recorded_.with("topics", int64_t{wanted});
    sample.seed = context.seed;
    sample.vectors = context.encoder.name;
    sample.topics = std::move(order.topics);
    sample.leakage = std::move(order.leakage);
    sample.notes = pool.notes;
    sample.notes.push_back(
        fmt::format("{} of {} topics were drawn at random, the others chosen by HITS", drawn, wanted));
    take_documents(corpus, options_.max_docs, sample);
    return sample;
  }

 private:
  MixtureOptions options_;
  Options recorded_;
};

}  // namespace

SamplerCatalog::Entry hits_mixture_sampler() {
  OptionTable<MixtureOptions> table;
  add_hits_options(table);
  table
      .add("dose", &MixtureOptions::dose,
           "probability that a topic is the choice of HITS: 0 = random topics, 1 = HITS")
      .between(0, 1);
  return {
      .name = "hits-mixture",
      .summary = "Between random topics and HITS: each topic is the choice of HITS with probability dose.",
      .citation = "after Sawatphol et al. 2024 (TACL), section 3.2; the mixture is ours",
      .traits = {.needs_topics = true, .needs_vectors = true, .deterministic = false, .heterogeneous = true},
      .options = table,
      .make = made_as<Sampler, HitsMixture>(table)};
}

}  // namespace standfast
