#include <fmt/format.h>

#include "standfast/metric/profile.h"
#include "standfast/sample/pairs.h"
#include "standfast/sample/topics.h"
#include "standfast/study/work.h"

namespace standfast {

const StudyCatalogs& study_catalogs() {
  static const StudyCatalogs catalogs = [] {
    StudyCatalogs c;
    c.samplers = &samplers();
    c.splitters = &splitters();
    c.verifiers = &verifiers();
    c.pair_options = pair_option_specs();
    for (const auto& profile : metric_profiles()) c.profiles.push_back(profile.name);
    return c;
  }();
  return catalogs;
}

Result<StoredVectors> encode_pool(const Corpus& corpus, const ConditionSpec& condition,
                                  const std::string& study_folder, const StudyCatalogs& catalogs, int threads,
                                  Sink& sink) {
  StoredVectors pool;
  SF_ASSIGN(TopicPool topics, topic_pool(corpus, pool_min_docs(condition)));
  pool.rows = std::move(topics.rows);
  SF_ASSIGN(const EncoderChoice choice, located(*condition.encoder, study_folder, catalogs));
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(choice.name));
  SF_ASSIGN(const auto encoder, entry->make(choice.options));
  auto encoded = encoder->encode(corpus, pool.rows, {condition.encoder->seed, threads, &sink});
  if (!encoded) return with_context(corpus.name() + ": " + condition.encoder->name, encoded.error());
  pool.encoded = std::move(*encoded);
  return pool;
}

Result<TopicEncoder> study_topic_encoder(const EncoderChoice& choice, const std::string& study_folder,
                                         const StudyCatalogs& catalogs) {
  SF_ASSIGN(const EncoderChoice found, located(choice, study_folder, catalogs));
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(found.name));
  SF_ASSIGN(std::shared_ptr<const Encoder> encoder, entry->make(found.options));
  return topic_encoder(describe(choice, *catalogs.encoders), std::move(encoder), choice.aggregate,
                       choice.seed);
}

Result<DrawnCondition> draw_condition(const Corpus& corpus, const ConditionSpec& condition,
                                      const StudyCatalogs& catalogs, uint64_t seed, int threads, Sink& sink,
                                      const TopicEncoder& encoder) {
  DrawnCondition drawn;
  SF_ASSIGN(const auto* sampler_entry, catalogs.samplers->find(condition.sampler.name));
  SF_ASSIGN(const auto sampler, sampler_entry->make(condition.sampler.options));
  SampleContext sample_context;
  sample_context.seed = seed;
  sample_context.threads = threads;
  sample_context.sink = &sink;
  sample_context.encoder = encoder;
  SF_ASSIGN(drawn.sample, sampler->sample(corpus, sample_context));
  SF_ASSIGN(const auto* splitter_entry, catalogs.splitters->find(condition.splitter.name));
  SF_ASSIGN(const auto splitter, splitter_entry->make(condition.splitter.options));
  SF_ASSIGN(drawn.split,
            splitter->split(corpus, drawn.sample, {.seed = seed, .threads = threads, .sink = &sink}));
  SF_ASSIGN(const PairOptions pair_rule, pair_options(condition.pairs));
  if (const auto author = corpus.require(Role::author); !author) return Failure(author.error());
  for (size_t i = 0; i < drawn.split.folds.size(); ++i) {
    const Fold& fold = drawn.split.folds[i];
    FoldPairs pairs;
    // A side that gives no pairs costs its fold, not the condition: the cells of that fold fail and say why.
    const auto draw = [&](const std::vector<uint32_t>& rows, const char* side, std::vector<Pair>& out) {
      if (rows.empty()) return;
      auto sampled =
          sample_pairs(corpus, rows, pair_rule, seed, fmt::format("the {} side of fold {}", side, i),
                       drawn.sample.group_of_topic);
      if (sampled)
        out = std::move(sampled->pairs);
      else
        drawn.split.notes.push_back(fmt::format("no pairs: {}", sampled.error().message));
    };
    draw(fold.train, "train", pairs.train);
    draw(fold.validation, "validation", pairs.validation);
    draw(fold.test, "test", pairs.test);
    drawn.pairs.push_back(std::move(pairs));
  }
  return drawn;
}

}  // namespace standfast
