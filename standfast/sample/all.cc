// The sampler that keeps every document: for the i.i.d. reference and for corpora that need no choice.
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

}  // namespace standfast
