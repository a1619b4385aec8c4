// The samplers without a method: every document (for the i.i.d. reference and for corpora that need no
// choice), and a uniform random sample of topics, the baseline of HITS.
#include "standfast/base/rng.h"
#include "standfast/sample/samplers.h"
#include "standfast/sample/topics.h"

namespace standfast {
namespace {

class All final : public Sampler {
 public:
  All(const DocumentBounds& options, Options recorded) : options_(options), recorded_(std::move(recorded)) {}

  Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const override {
    Sample sample = whole_corpus(corpus);
    if (options_.min_docs > 1 || options_.max_docs > 0) {
      // Topics matter only with these bounds: a document without a topic cannot be counted for one.
      SF_ASSIGN(TopicPool pool, topic_pool(corpus, options_.min_docs));
      sample.topics = std::move(pool.topics);
      sample.notes = std::move(pool.notes);
      sample.seed = context.seed;
      take_documents(corpus, options_.max_docs, sample);
    }
    sample.seed = context.seed;
    sample.options = recorded_;
    return sample;
  }

 private:
  DocumentBounds options_;
  Options recorded_;
};

// Random topics. R0..R4 of the paper are seeds 0..4.
class RandomTopics final : public Sampler {
 public:
  RandomTopics(const TopicOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const override {
    SF_ASSIGN(TopicPool pool, topic_pool(corpus, options_.min_docs));
    SF_ASSIGN(const uint32_t wanted, topics_wanted(corpus, pool, options_));
    Sample sample;
    sample.method = "random-topics";
    sample.options = recorded_.with("topics", int64_t{wanted});
    sample.seed = context.seed;
    sample.notes = std::move(pool.notes);
    // A subset is drawn first, then an order. So the order of selection is random too, and each prefix of it
    // is itself a random draw.
    Rng rng(context.seed, "sample/random-topics");
    for (const uint32_t place : rng.choose(static_cast<uint32_t>(pool.topics.size()), wanted))
      sample.topics.push_back(pool.topics[place]);
    rng.shuffle(sample.topics);
    take_documents(corpus, options_.max_docs, sample);
    return sample;
  }

 private:
  TopicOptions options_;
  Options recorded_;
};

}  // namespace

SamplerCatalog::Entry all_sampler() {
  OptionTable<DocumentBounds> table(DocumentBounds{.min_docs = 1});
  add_document_bounds(table);
  return {.name = "all",
          .summary =
              "Every document; with min-docs or max-docs, every topic that is large enough, cut to one size.",
          .citation = "",
          .traits = {.needs_topics = false,
                     .options_need_topics = true,
                     .needs_vectors = false,
                     .deterministic = true},
          .options = table,
          .make = made_as<Sampler, All>(table)};
}

SamplerCatalog::Entry random_topics_sampler() {
  OptionTable<TopicOptions> table;
  add_topic_options(table);
  return {
      .name = "random-topics",
      .summary = "Topics drawn uniformly without replacement: the control for HITS.",
      .citation = "Sawatphol et al. 2024 (TACL), section 4",
      .traits = {.needs_topics = true, .needs_vectors = false, .deterministic = false, .random_topics = true},
      .options = table,
      .make = made_as<Sampler, RandomTopics>(table)};
}

}  // namespace standfast
