#include "standfast/result/run/topic_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "standfast/metric/pairs/profile.h"
#include "standfast/result/findings/ranking.h"
#include "standfast/result/run/run_in_memory.h"
#include "standfast/sample/sampler.h"
#include "standfast/sample/topics.h"
#include "standfast/split/file/statistics.h"
#include "standfast/split/splitter.h"

namespace standfast::result {
namespace {

constexpr double kValidation = 0.2;        // the share that a study sets aside by default
constexpr const char* kCorpus = "corpus";  // in the studies
constexpr uint32_t kMostTopics = 100, kFewestTopics = 4, kSteps = 6;

class Sweep {
 public:
  Sweep(const Corpus& corpus, const TopicSweepOptions& options, const MetricProfile& profile)
      : corpus_(corpus),
        options_(options),
        profile_(profile),
        experiment_({{kCorpus, &corpus}}, {.threads = options.threads}) {}

  Result<TopicSweep> run() {
    SF_ASSIGN(const auto* sampler, samplers().find(options_.sampler));
    if (std::none_of(sampler->options.begin(), sampler->options.end(),
                     [](const auto& option) { return option.name == "topics"; }))
      return usage_error(fmt::format("{} does not choose among topics; try hits", options_.sampler));
    if (options_.models.size() < 2)
      return usage_error("a ranking needs at least two models; name more with --models");
    std::set<std::string> names;
    for (const auto& model : options_.models) {
      SF_TRY(verifiers().find(model));
      if (!names.insert(model).second) return usage_error(fmt::format("--models names {} twice", model));
    }
    if (options_.folds < 2) return usage_error(fmt::format("folds = {}: at least 2", options_.folds));
    SF_TRY(corpus_.require(Role::author));
    SF_ASSIGN(const Options resolved,
              Options::resolve(options_.sampler, sampler->options, options_.sampler_options));
    SF_ASSIGN(const TopicPool pool, topic_pool(corpus_, resolved.integer("min-docs")));

    TopicSweep sweep;
    sweep.pool = static_cast<uint32_t>(pool.topics.size());
    sweep.vectors = describe(options_.encoder);
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
    SF_ASSIGN(const StudySpec study, study_of(m, entry.folds));
    SF_ASSIGN(const auto* draw,
              experiment_.draw(study, kCorpus, study.conditions.front().name, options_.seed));
    if (similarity_ == nullptr) {
      SF_ASSIGN(similarity_, draw->encoder.encode(corpus_, pool.rows, options_.threads, *options_.sink));
    }
    const auto statistics =
        split_statistics(corpus_, draw->sample, draw->split, similarity_.get(), draw->encoder.name, 0);
    entry.similarity_mean = statistics.similarity_mean;
    entry.similarity_max = statistics.similarity_max;
    describe_data(*draw, entry);
    const auto examined = [&](const Unit&) {
      options_.sink->progress("models on folds", step_++, steps_);
      return true;
    };
    SF_ASSIGN(const RunRecords run, experiment_.run(study, examined));
    rank(run, entry);
    return {};
  }

  Result<StudySpec> study_of(uint32_t m, uint32_t folds) const {
    StudySpec study;
    study.profile = options_.profile;
    study.seeds = {options_.seed};
    study.corpora.emplace_back().name = kCorpus;
    SF_ASSIGN(auto condition, condition_of(m, folds));
    study.conditions.push_back(std::move(condition));
    for (const auto& name : options_.models) {
      SF_ASSIGN(Options options, study_catalogs().verifiers->resolve(name, {}));
      study.models.push_back({name, {name, std::move(options)}});
    }
    return study;
  }

  Result<ConditionSpec> condition_of(uint32_t m, uint32_t folds) const {
    ConditionSpec condition;
    condition.name = fmt::format("{} {}", options_.sampler, m);
    condition.reference = true;
    condition.encoder = options_.encoder;
    auto given = options_.sampler_options;
    given["topics"] = int64_t{m};
    SF_ASSIGN(Options sampling, samplers().resolve(options_.sampler, given));
    condition.sampler = {options_.sampler, std::move(sampling)};
    SF_ASSIGN(Options splitting,
              splitters().resolve("topic-k-fold", {{"folds", int64_t{folds}}, {"validation", kValidation}}));
    condition.splitter = {"topic-k-fold", std::move(splitting)};
    SF_ASSIGN(condition.pairs, Options::resolve("pairs", study_catalogs().pair_options,
                                                {{"max-pairs", static_cast<int64_t>(options_.max_pairs)}}));
    return condition;
  }

  void describe_data(const DrawsInMemory::Draw& draw, TopicSweepEntry& entry) const {
    entry.documents = draw.sample.rows.size();
    const Column& author = *corpus_.column(Role::author);
    std::vector<bool> wrote(author.names.size(), false);
    for (const uint32_t row : draw.sample.rows)
      if (author.codes[row] != kMissing) wrote[author.codes[row]] = true;
    entry.authors = static_cast<uint64_t>(std::count(wrote.begin(), wrote.end(), true));
    uint64_t train = 0, test = 0, same = 0;
    for (const auto& fold : draw.pairs.folds) {
      train += fold.train.size() + fold.validation.size();
      test += fold.test.size();
      same += static_cast<uint64_t>(
          std::count_if(fold.test.begin(), fold.test.end(), [](const Pair& pair) { return pair.same; }));
    }
    const auto folds = static_cast<double>(draw.pairs.folds.size());
    entry.train_pairs = static_cast<double>(train) / folds;
    entry.test_pairs = static_cast<double>(test) / folds;
    entry.prior = test == 0 ? 0 : static_cast<double>(same) / static_cast<double>(test);
  }

  void rank(const RunRecords& run, TopicSweepEntry& entry) const {
    const auto metrics = metric_names(profile_);
    std::vector<size_t> models(options_.models.size());
    std::iota(models.begin(), models.end(), size_t{0});
    const auto scores = fold_scores(run, 0, 0, models, metrics);
    std::vector<Replicated> means;
    for (size_t k = 0; k < metrics.size(); ++k) {
      entry.stability.push_back(rank_stability(scores[k], RankCorrelation::spearman,
                                               {.seed = options_.seed, .threads = options_.threads}));
      // Takes the metrics that overall averages, and overall itself, which is the last, as the ranking of a
      // run does.
      if (k + 1 == metrics.size() || profile_.metrics[k].in_overall) means.push_back(entry.stability[k].mean);
    }
    entry.average = mean_of(means);
    for (const size_t m : models) {
      auto& row = entry.scores.emplace_back();
      for (const auto& one : scores) row.push_back(mean_over_folds(one, m));
    }
    warn_of_failures(run, entry);
  }

  // Returns the mean score over folds; NaN if the model has no score in any fold.
  static double mean_over_folds(const FoldScores& scores, size_t model) {
    double sum = 0;
    size_t count = 0;
    for (size_t at = model; at < scores.value.size(); at += scores.models)
      if (const auto& value = scores.value[at]) {
        sum += *value;
        ++count;
      }
    return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(count);
  }

  void warn_of_failures(const RunRecords& run, const TopicSweepEntry& entry) const {
    const auto failed = [](const CellRecord& cell) { return !cell.ok; };
    const auto first = std::find_if(run.cells.begin(), run.cells.end(), failed);
    if (first == run.cells.end()) return;
    options_.sink->warn(fmt::format("{} topics: {} of {} fits failed, e.g. {}: {}", entry.topics,
                                    std::count_if(first, run.cells.end(), failed), run.cells.size(),
                                    first->model, first->reason));
  }

  static void advise(TopicSweep& sweep) {
    for (size_t i = 0; i < sweep.entries.size(); ++i) {
      const auto& entry = sweep.entries[i];
      if (!entry.failure.empty() || !entry.average.value) continue;
      // Chooses the larger of equally stable numbers (to the third digit, as printed): it keeps more data.
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
        "Recommended: {} topics, where the ranking of the models is most stable (mean Spearman {:.3f} over "
        "pairs of folds, {:.3f} to {:.3f} over all numbers tried; {:.3f} is the greatest train-test "
        "similarity). Stability is not monotone in the number of topics (Sawatphol et al. 2024, table 8), "
        "so where the intervals overlap prefer the number that leaves you enough documents.",
        best.topics, *best.average.value, least, most, best.similarity_max);
  }

  const Corpus& corpus_;
  const TopicSweepOptions& options_;
  const MetricProfile& profile_;
  ExperimentInMemory experiment_;
  std::shared_ptr<const TopicSimilarity> similarity_;  // of all topics of the pool
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

}  // namespace standfast::result
