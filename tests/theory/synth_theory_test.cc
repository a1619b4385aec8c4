// Predictions of the theory of topic leakage, on a corpus with a known truth (corpus/synth/synth.h).
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "standfast/base/parallel.h"
#include "standfast/corpus/sample_pairs.h"
#include "standfast/corpus/synth/synth.h"
#include "standfast/metric/pairs/tally.h"
#include "standfast/metric/pairs/verification.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"

namespace standfast {
namespace {

using Given = std::map<std::string, OptionValue>;

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

void must_hold(const Status& status) {
  if (!status) throw std::runtime_error(status.error().message);
}

Corpus corpus_of(const SynthOptions& options) {
  return must(must(Synth::make(options)).corpus(available_threads()));
}

Sample sample_of(const Corpus& corpus, const std::string& method, const Given& given, uint64_t seed) {
  SampleContext context;
  context.seed = seed;
  return must(must(samplers().make(method, given))->sample(corpus, context));
}

Split split_of(const Corpus& corpus, const Sample& sample, const std::string& method, const Given& given,
               uint64_t seed) {
  SplitContext context;
  context.seed = seed;
  return must(must(splitters().make(method, given))->split(corpus, sample, context));
}

// Computes the AUC of a verifier on each fold.
std::vector<double> aucs(const Corpus& corpus, const Split& split, const std::string& model, uint64_t seed) {
  std::vector<double> out;
  ModelContext context;
  context.seed = seed;
  for (size_t f = 0; f < split.folds.size(); ++f) {
    const auto verifier = must(verifiers().make(model, {}));
    const auto pairs_of = [&](const std::vector<uint32_t>& rows) {
      return rows.empty() ? std::vector<Pair>()
                          : must(sample_pairs(corpus, rows, {.balanced = false}, seed, "one side")).pairs;
    };
    const auto train = pairs_of(split.folds[f].train), validation = pairs_of(split.folds[f].validation),
               test = pairs_of(split.folds[f].test);
    must_hold(verifier->fit({&corpus, train}, {&corpus, validation}, context));
    std::vector<double> scores(test.size());
    must_hold(verifier->score({&corpus, test}, scores, context));
    std::vector<uint8_t> same;
    for (const Pair& pair : test) same.push_back(pair.same ? 1 : 0);
    out.push_back(auc(RankedItems(scores, same).tally()).value());
  }
  return out;
}

struct Mean {
  double value = 0, half_width = 0;  // of the 99 % interval of Student's t for a few folds
};

Mean mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double v : values) sum += v;
  for (const double v : values) squares += (v - sum / n) * (v - sum / n);
  constexpr double kStudent = 3.5;  // t(0.995; 7 degrees of freedom)
  return {sum / n, kStudent * std::sqrt(squares / (n - 1) / n)};
}

// Without style, verifiers are at chance on novel topics. Texts of an author have nothing in common but their
// topics: a verifier can use that on shuffled folds, but not on a single topic that training never saw.
TEST(Theory, WithoutStyleVerifiersAreAtChanceOnNovelTopics) {
  SynthOptions options;
  options.style = 0;
  options.topics = options.families = 8;
  options.authors = 60;
  options.documents = 1200;
  const Corpus corpus = corpus_of(options);
  const Sample all = sample_of(corpus, "all", {}, 1);
  const Split shuffled = split_of(corpus, all, "k-fold", {{"folds", int64_t{8}}}, 1);
  const Split novel = split_of(corpus, all, "leave-one-topic-out", {}, 1);
  for (const std::string model : {"char-ngram", "ppm", "topic-fit"}) {
    const Mean seen = mean_of(aucs(corpus, shuffled, model, 1)),
               unseen = mean_of(aucs(corpus, novel, model, 1));
    EXPECT_GT(seen.value, 0.6) << model << ": the test has no power";
    EXPECT_NEAR(unseen.value, 0.5, unseen.half_width) << model;
    EXPECT_LT(unseen.half_width, 0.1) << model << ": the test has no power";
  }
}

// Checks that a model that knows only topics loses more under HITS. Folds over randomly drawn topics leave
// twins of test topics in training, whose words the test topic shares; HITS draws no twins.
void expect_greater_loss_under_hits(uint64_t seeds) {
  SynthOptions options;
  options.documents = 6000;
  options.length = 80;
  const Corpus corpus = corpus_of(options);
  const Given twelve = {{"topics", int64_t{12}}}, six = {{"folds", int64_t{6}}};
  std::vector<double> differences;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto loss = [&](const std::string& sampler) {
      const Sample sample = sample_of(corpus, sampler, twelve, seed);
      return mean_of(aucs(corpus, split_of(corpus, sample, "k-fold", six, seed), "topic-fit", seed)).value -
             mean_of(aucs(corpus, split_of(corpus, sample, "topic-k-fold", six, seed), "topic-fit", seed))
                 .value;
    };
    differences.push_back(loss("hits") - loss("random-topics"));
    EXPECT_GT(differences.back(), 0) << "seed " << seed;
  }
  EXPECT_GT(mean_of(differences).value, 0.05);
}

TEST(Theory, TopicFitLosesMoreUnderHitsThanUnderRandomTopics) {
  expect_greater_loss_under_hits(1);
}

TEST(Theory, TopicFitLosesMoreUnderHitsThanUnderRandomTopicsAtLength) {
  expect_greater_loss_under_hits(4);
}

TEST(Theory, PlantedTwinsNeverBothSurviveHits) {
  for (const double overlap : {0.7, 0.9, 1.0})
    for (const uint64_t seed : {1, 2, 3}) {
      SynthOptions options;
      options.documents = 1000;
      options.length = 60;
      options.overlap = overlap;
      options.seed = seed;
      const Synth synth = must(Synth::make(options));
      const Corpus corpus = must(synth.corpus(2));
      std::map<std::string, std::string> family;
      for (const auto& topic : synth.truth().topics) family[topic.name] = topic.family;
      const Sample sample = sample_of(corpus, "hits", {{"topics", int64_t{12}}}, seed);
      std::set<std::string> families;
      for (const uint32_t topic : sample.topics)
        families.insert(family[corpus.column(Role::topic)->names[topic]]);
      EXPECT_EQ(families.size(), 12u) << "overlap " << overlap << ", seed " << seed;
    }
}

// The control: random topics do include twins, so the tests above are about HITS.
TEST(Theory, RandomTopicsTakeTwins) {
  const Synth synth = must(Synth::make({}));
  const Corpus corpus = must(synth.corpus(2));
  std::map<std::string, std::string> family;
  for (const auto& topic : synth.truth().topics) family[topic.name] = topic.family;
  size_t families_taken = 0;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    std::set<std::string> families;
    for (const uint32_t topic : sample_of(corpus, "random-topics", {{"topics", int64_t{12}}}, seed).topics)
      families.insert(family[corpus.column(Role::topic)->names[topic]]);
    families_taken += families.size();
  }
  EXPECT_LT(families_taken, 5 * 11u);
}

}  // namespace
}  // namespace standfast
