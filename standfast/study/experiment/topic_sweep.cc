#include "standfast/study/experiment/topic_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/metric/pairs/profile.h"
#include "standfast/sample/topics.h"
#include "standfast/split/file/statistics.h"
#include "standfast/study/experiment/pair_features_in_memory.h"
#include "standfast/study/record/fold_scores.h"

namespace standfast {
namespace {

constexpr double kValidation = 0.2;  // the share that a study sets aside by default
constexpr uint32_t kMostTopics = 100, kFewestTopics = 4, kSteps = 6;

// The similarities of one pool, made at the first request. Every m is drawn from the same pool.
class OnceEncoded {
 public:
  explicit OnceEncoded(TopicEncoder encoder) : encoder_(std::move(encoder)) {}

  TopicEncoder encoder() {
    return {
        encoder_.name,
        [this](const Corpus& corpus, std::span<const uint32_t> rows, int threads,
               Sink& sink) -> Result<std::unique_ptr<TopicSimilarity>> {
          if (similarity_ == nullptr || !std::equal(rows.begin(), rows.end(), rows_.begin(), rows_.end())) {
            SF_ASSIGN(auto made, encoder_.encode(corpus, rows, threads, sink));
            similarity_ = std::move(made);
            rows_.assign(rows.begin(), rows.end());
          }
          return std::make_unique<Shared>(similarity_);
        }};
  }

 private:
  class Shared final : public TopicSimilarity {
   public:
    explicit Shared(std::shared_ptr<const TopicSimilarity> all) : all_(std::move(all)) {}
    uint32_t topics() const override { return all_->topics(); }
    void against_all(uint32_t topic, std::span<double> out) const override { all_->against_all(topic, out); }
    void mean_to_others(std::span<const uint32_t> among, std::span<double> out) const override {
      all_->mean_to_others(among, out);
    }

   private:
    std::shared_ptr<const TopicSimilarity> all_;
  };

  TopicEncoder encoder_;
  std::shared_ptr<const TopicSimilarity> similarity_;
  std::vector<uint32_t> rows_;
};

class Sweep {
 public:
  Sweep(const Corpus& corpus, const TopicSweepOptions& options, const MetricProfile& profile)
      : corpus_(corpus), options_(options), profile_(profile), once_(options.encoder) {}

  Result<TopicSweep> run() {
    SF_ASSIGN(const auto* sampler, samplers().find(options_.sampler));
    if (std::none_of(sampler->options.begin(), sampler->options.end(),
                     [](const auto& option) { return option.name == "topics"; }))
      return usage_error(fmt::format("{} does not choose among topics; try hits", options_.sampler));
    if (options_.models.size() < 2)
      return usage_error("a ranking needs at least two models; name more with --models");
    for (const auto& model : options_.models) SF_TRY(verifiers().find(model));
    if (options_.folds < 2) return usage_error(fmt::format("folds = {}: at least 2", options_.folds));
    SF_TRY(corpus_.require(Role::author));
    SF_ASSIGN(const Options resolved,
              Options::resolve(options_.sampler, sampler->options, options_.sampler_options));
    SF_ASSIGN(const TopicPool pool, topic_pool(corpus_, resolved.integer("min-docs")));

    TopicSweep sweep;
    sweep.pool = static_cast<uint32_t>(pool.topics.size());
    sweep.vectors = options_.encoder.name;
    sweep.metrics = metric_names(profile_);
    std::vector<uint32_t> topics = options_.topics.empty() ? sweep_grid(sweep.pool) : options_.topics;
    std::sort(topics.begin(), topics.end());
    topics.erase(std::unique(topics.begin(), topics.end()), topics.end());
    steps_ = topics.size() * options_.models.size();
    for (const uint32_t m : topics) {
      TopicSweepEntry entry;
      entry.topics = m;
      if (auto tried = attempt(m, pool, entry); !tried) {
        if (tried.error().kind == ErrorKind::usage) return Failure(tried.error());
        entry.failure = tried.error().message;
      }
      step_ = (sweep.entries.size() + 1) * options_.models.size();
      sweep.entries.push_back(std::move(entry));
    }
    advise(sweep);
    return sweep;
  }

 private:
  Status attempt(uint32_t m, const TopicPool& pool, TopicSweepEntry& entry) {
    entry.folds = std::min(options_.folds, m);
    SF_ASSIGN(const ConditionSpec condition, condition_of(m, entry.folds));
    TopicEncoder encoder = once_.encoder();
    SF_ASSIGN(const DrawnCondition drawn,
              draw_condition(corpus_, condition, study_catalogs(), {}, options_.seed, options_.threads,
                             *options_.sink, encoder));
    SF_ASSIGN(const auto similarity, encoder.encode(corpus_, pool.rows, options_.threads, *options_.sink));
    const auto statistics =
        split_statistics(corpus_, drawn.sample, drawn.split, similarity.get(), encoder.name, 0);
    entry.similarity_mean = statistics.similarity_mean;
    entry.similarity_max = statistics.similarity_max;
    describe_data(drawn, entry);
    return rank_models(drawn, entry);
  }

  Result<ConditionSpec> condition_of(uint32_t m, uint32_t folds) const {
    ConditionSpec condition;
    condition.name = fmt::format("{} {}", options_.sampler, m);
    SF_ASSIGN(const auto* sampler, samplers().find(options_.sampler));
    auto given = options_.sampler_options;
    given["topics"] = int64_t{m};
    SF_ASSIGN(const Options sampling, Options::resolve(options_.sampler, sampler->options, given));
    condition.sampler = {options_.sampler, sampling};
    SF_ASSIGN(const auto* splitter, splitters().find("topic-k-fold"));
    SF_ASSIGN(const Options splitting,
              Options::resolve("topic-k-fold", splitter->options,
                               {{"folds", int64_t{folds}}, {"validation", kValidation}}));
    condition.splitter = {"topic-k-fold", splitting};
    SF_ASSIGN(condition.pairs, Options::resolve("pairs", study_catalogs().pair_options,
                                                {{"max-pairs", static_cast<int64_t>(options_.max_pairs)}}));
    return condition;
  }

  void describe_data(const DrawnCondition& drawn, TopicSweepEntry& entry) const {
    entry.documents = drawn.sample.rows.size();
    const Column& author = *corpus_.column(Role::author);
    std::vector<bool> wrote(author.names.size(), false);
    for (const uint32_t row : drawn.sample.rows)
      if (author.codes[row] != kMissing) wrote[author.codes[row]] = true;
    entry.authors = static_cast<uint64_t>(std::count(wrote.begin(), wrote.end(), true));
    uint64_t train = 0, test = 0, same = 0;
    for (const auto& fold : drawn.pairs) {
      train += fold.train.size() + fold.validation.size();
      test += fold.test.size();
      same += static_cast<uint64_t>(
          std::count_if(fold.test.begin(), fold.test.end(), [](const Pair& pair) { return pair.same; }));
    }
    const auto folds = static_cast<double>(drawn.pairs.size());
    entry.train_pairs = static_cast<double>(train) / folds;
    entry.test_pairs = static_cast<double>(test) / folds;
    entry.prior = test == 0 ? 0 : static_cast<double>(same) / static_cast<double>(test);
  }

  Status rank_models(const DrawnCondition& drawn, TopicSweepEntry& entry) {
    const size_t metrics = metric_names(profile_).size(), models = options_.models.size();
    const size_t folds = drawn.pairs.size();
    std::vector<FoldScores> scores(metrics);
    for (auto& one : scores) {
      one.models = static_cast<uint32_t>(models);
      one.value.resize(folds * models);
    }
    std::vector<std::string> failures;
    for (size_t m = 0; m < models; ++m) {
      options_.sink->progress("models on folds", step_++, steps_);
      SF_ASSIGN(const auto* entry_of_model, verifiers().find(options_.models[m]));
      SF_ASSIGN(const Options resolved, Options::resolve(options_.models[m], entry_of_model->options, {}));
      SF_ASSIGN(const auto verifier, entry_of_model->make(resolved));
      ModelContext context;
      context.threads = options_.threads;
      context.sink = options_.sink;
      std::unique_ptr<PairFeaturesInMemory> table;
      if (const PairFeatures* features = verifier->pair_features()) {
        std::vector<Pair> all;
        add_pairs_once({drawn.pairs, {}}, all);
        SF_ASSIGN(table, PairFeaturesInMemory::make(*features, corpus_, std::move(all), options_.threads,
                                                    null_sink()));
        context.pair_features = table.get();
      }
      for (uint32_t f = 0; f < folds; ++f) {
        const auto answers = examine_pairs(corpus_, drawn.pairs[f], {}, f, options_.seed, *verifier, context);
        if (!answers) {
          failures.push_back(fmt::format("{}: {}", options_.models[m], answers.error().message));
          continue;
        }
        const auto values =
            evaluate(profile_, answers->front().values, truths_of(drawn.pairs[f].test)).values;
        for (size_t k = 0; k < metrics; ++k) scores[k].value[f * models + m] = values[k];
      }
    }
    if (!failures.empty())
      options_.sink->warn(fmt::format("{} topics: {} of {} fits failed, e.g. {}", entry.topics,
                                      failures.size(), folds * models, failures.front()));
    std::vector<Replicated> means;
    for (size_t k = 0; k < metrics; ++k) {
      entry.stability.push_back(rank_stability(scores[k], RankCorrelation::spearman,
                                               {.seed = options_.seed, .threads = options_.threads}));
      // As in the ranking of a run: the metrics that overall averages, and overall itself, which is the last.
      if (k + 1 == metrics || profile_.metrics[k].in_overall) means.push_back(entry.stability[k].mean);
    }
    entry.average = mean_of(means);
    for (size_t m = 0; m < models; ++m) {
      auto& row = entry.scores.emplace_back();
      for (const auto& one : scores) {
        double sum = 0;
        size_t count = 0;
        for (size_t f = 0; f < folds; ++f)
          if (const auto& value = one.value[f * models + m]) {
            sum += *value;
            ++count;
          }
        row.push_back(count == 0 ? std::numeric_limits<double>::quiet_NaN()
                                 : sum / static_cast<double>(count));
      }
    }
    return {};
  }

  static void advise(TopicSweep& sweep) {
    for (size_t i = 0; i < sweep.entries.size(); ++i) {
      const auto& entry = sweep.entries[i];
      if (!entry.failure.empty() || !entry.average.value) continue;
      // Of equally stable numbers (to the third digit, as printed), the larger one: it keeps more data.
      const auto rounded = [](const TopicSweepEntry& e) { return std::lround(*e.average.value * 1000); };
      if (!sweep.choice || rounded(entry) >= rounded(sweep.entries[*sweep.choice])) sweep.choice = i;
    }
    if (!sweep.choice) {
      sweep.advice =
          "No number of topics gave a ranking in two folds, so there is no stability to choose by; look at "
          "the similarities.";
      return;
    }
    const auto& best = sweep.entries[*sweep.choice];
    double least = 2, most = -2;
    for (const auto& entry : sweep.entries)
      if (entry.failure.empty() && entry.average.value) {
        least = std::min(least, *entry.average.value);
        most = std::max(most, *entry.average.value);
      }
    sweep.advice = fmt::format(
        "I would keep {} topics: there the ranking of the models is most stable (mean Spearman {:.3f} over "
        "pairs of folds, {:.3f} to {:.3f} over all numbers tried; {:.3f} is the greatest train-test "
        "similarity). Stability is not monotone in the number of topics (Sawatphol et al. 2024, table 8), so "
        "where the intervals overlap prefer the number that leaves you enough documents.",
        best.topics, *best.average.value, least, most, best.similarity_max);
  }

  const Corpus& corpus_;
  const TopicSweepOptions& options_;
  const MetricProfile& profile_;
  OnceEncoded once_;
  size_t step_ = 0, steps_ = 0;
};

}  // namespace

std::vector<uint32_t> sweep_grid(uint32_t pool) {
  const uint32_t highest = std::min(kMostTopics, pool - pool / 4);
  std::vector<uint32_t> grid;
  for (uint32_t step = 1; step <= kSteps; ++step) {
    const uint32_t m = highest * step / kSteps;
    if (m >= kFewestTopics && (grid.empty() || m > grid.back())) grid.push_back(m);
  }
  if (grid.empty()) grid.push_back(pool);
  return grid;
}

Result<TopicSweep> sweep_topics(const Corpus& corpus, const TopicSweepOptions& options) {
  SF_ASSIGN(const MetricProfile* profile, find_profile(options.profile));
  return Sweep(corpus, options, *profile).run();
}

}  // namespace standfast
