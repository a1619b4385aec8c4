#include "standfast/sample/all.h"

#include "standfast/sample/topics.h"

namespace standfast {
namespace {

class All final : public Sampler {
 public:
  explicit All(Options options) : options_(std::move(options)) {}

  Result<Sample> sample(const Corpus& corpus, const SampleContext& context) const override {
    Sample sample = whole_corpus(corpus);
    const int64_t min_docs = options_.integer("min-docs"), max_docs = options_.integer("max-docs");
    if (min_docs > 1 || max_docs > 0) {
      // Only now do topics matter: a document without one cannot be counted.
      SF_ASSIGN(TopicPool pool, topic_pool(corpus, min_docs));
      sample.topics = std::move(pool.topics);
      sample.notes = std::move(pool.notes);
      sample.seed = context.seed;
      take_documents(corpus, max_docs, sample);
    }
    sample.seed = context.seed;
    sample.options = options_;
    return sample;
  }

 private:
  Options options_;
};

}  // namespace

SamplerCatalog::Entry all_sampler() {
  return {.name = "all",
          .summary =
              "Every document; with min-docs or max-docs, every topic that is large enough, cut to one size.",
          .citation = "",
          .traits = {.needs_topics = false, .needs_vectors = false, .deterministic = true},
          .options = {min_docs_option(1), max_docs_option()},
          .make = [](const Options& options) -> Result<std::unique_ptr<Sampler>> {
            return std::make_unique<All>(options);
          }};
}

}  // namespace standfast
