#include "standfast/simulate/simulated_judgements.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "standfast/base/result.h"
#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/resample/classification_bootstrap.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/weighted_mean.h"
#include "standfast/metric/topics/topic_comparison.h"
#include "standfast/result/findings/class_items.h"
#include "standfast/result/findings/drops.h"
#include "standfast/result/findings/model_tests.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/topic_scores.h"
#include "standfast/result/findings/topic_shortcut.h"
#include "standfast/result/run/records.h"
#include "standfast/result/run/run_in_memory.h"
#include "standfast/simulate/synthetic_study.h"

namespace standfast::simulate {
namespace {

// The studies of a design (synthetic_study.h), run on one of its corpora in memory.

struct SyntheticRecords {
  result::RunRecords whole, halves;  // records of the studies of the same names
};

using result::RunRecords;

// Checks the run. For verification a fold may fail, such as one without pairs, but not all folds of a
// condition.
Status check(const RunRecords& run, bool folds_may_fail) {
  if (!run.failed_artifacts.empty()) return data_error(run.failed_artifacts.front().reason);
  struct Answered {
    bool any = false;
    std::string failure;  // the first
  };
  std::map<std::tuple<std::string, std::string, uint64_t>, Answered> answered;
  for (const auto& cell : run.cells) {
    if (!cell.ok && !folds_may_fail) return data_error(cell.reason);
    auto& one = answered[{cell.condition, cell.model, cell.seed}];
    one.any |= cell.ok;
    if (one.failure.empty()) one.failure = cell.reason;
  }
  for (const auto& [key, one] : answered)
    if (!one.any) return data_error(one.failure);
  return {};
}

// Runs the studies. Documents have their rows as codes, authors and topics the order of the design's table.
// Usage errors are the errors of synthetic_studies(). Data errors: a condition that cannot be drawn; for
// classification a fold that cannot be answered; for verification a model that answers no fold of a condition
// and seed. A fold of verification without pairs is a failed cell.
Result<SyntheticRecords> synthetic_records(const SyntheticDesign& design, const SyntheticCorpus& corpus) {
  SF_ASSIGN(const SyntheticStudies studies, synthetic_studies(design, corpus.seed));
  CorpusInMemory texts{kCorpusName, &corpus.read_by.front()};
  for (size_t reader = 0; reader < corpus.read_by.size(); ++reader)
    texts.read_by[kReaderNames[reader]] = &corpus.read_by[reader];
  result::ExperimentInMemory experiment({texts}, {.codes = result::AnswerCodes::of_corpus});
  SyntheticRecords records;
  SF_ASSIGN(records.whole, experiment.run(studies.whole));
  SF_TRY(check(records.whole, design.verifies));
  SF_ASSIGN(records.halves, experiment.run(studies.halves, is_asked));
  SF_TRY(check(records.halves, design.verifies));
  return records;
}

}  // namespace

using namespace result;
namespace {

class Judge {
 public:
  Judge(const SyntheticDesign& design, SyntheticRecords records, double level, uint32_t resamples)
      : design_(design),
        level_(level),
        resamples_(resamples),
        whole_(std::move(records.whole)),
        halves_(std::move(records.halves)),
        documents_(whole_.corpora.front().tested_documents) {}

  Result<std::vector<Judgement>> judgements() {
    SF_ASSIGN(const Summary summary, summarise(whole_, {"", level_, 1}, null_sink()));
    const auto place = [&](const char* metric) {
      return static_cast<size_t>(std::find(summary.metrics.begin(), summary.metrics.end(), metric) -
                                 summary.metrics.begin());
    };
    const PooledItems iid = items_of(kIid), novel = items_of(kNovel), control = items_of(kControl);
    score("accuracy-iid", iid, summary.cell(whole_, 0, kIid, 0).metrics[place("accuracy")].score, "accuracy");
    score("accuracy-novel", novel, summary.cell(whole_, 0, kNovel, 0).metrics[place("accuracy")].score,
          "accuracy");
    score("macro-f1-novel", novel, summary.cell(whole_, 0, kNovel, 0).metrics[place("macro-f1")].score,
          "macro-f1");
    for (const char* metric : {"balanced-accuracy", "kappa", "mcc"})
      out_.push_back(judged_score(std::string(metric) + "-novel",
                                  summary.cell(whole_, 0, kNovel, 0).metrics[place(metric)].score));
    const bool no_topics = design_.topic_strength == 0,
               no_threads = design_.threads == 0 || design_.thread_strength == 0;
    difference("drop", control, novel, no_topics && no_threads);
    // The only condition of halves is novel. Its models: two halves of words, two of the vocabulary.
    const auto half = [&](size_t model) { return pooled_items(halves_, 0, 0, model); };
    difference("words", half(0), half(1), true);
    difference("vocabulary", half(2), half(3), true);
    const auto lost = [&](const std::string& before_name, const char* metric) {
      const MetricSummary& shown = summary.cell(whole_, 0, kNovel, 0).metrics[place(metric)];
      out_.push_back(judged_difference(before_name + "lost", shown.lost, no_topics, true));
      survives(before_name + "survives", shown,
               summary.cell(whole_, 0, *summary.baseline[kNovel], 0).metrics[place(metric)], no_topics);
    };
    lost("", "accuracy");
    lost("balanced-accuracy-", "balanced-accuracy");
    parts(summary, no_topics, no_threads);
    return std::move(out_);
  }

 private:
  static constexpr auto kIid = static_cast<size_t>(ClassCondition::iid),
                        kNovel = static_cast<size_t>(ClassCondition::novel),
                        kControl = static_cast<size_t>(ClassCondition::control);
  PooledItems items_of(size_t condition) const { return pooled_items(whole_, 0, condition, 0); }

  Judgement& add(const std::string& method, bool shown, std::optional<Interval> interval) {
    Judgement one = question_;
    one.method = method;
    one.shown_by_report = shown;
    one.interval = interval;
    out_.push_back(std::move(one));
    return out_.back();
  }

  std::optional<Interval> around(double value, double se, double df) const {
    if (!(se > 0 && df > 0)) return std::nullopt;
    const double reach = student_critical(1 - level_, df) * se;
    return Interval{value - reach, value + reach};
  }

  void score(const std::string& name, const PooledItems& items, const Estimate& shown, const char* metric) {
    question_ = {};
    question_.question = name;
    question_.value = shown.value.value_or(0);
    add("report", true, shown.interval);
    // Adds intervals by resampling other units, with percentiles that are widened in the same way.
    const auto by = [&](const char* method, const std::vector<uint32_t>& cluster, uint32_t units,
                        bool widened) {
      ScoredClasses scored;
      scored.classes = items.classes;
      scored.truth = items.truth;
      scored.probabilities = items.probabilities;
      scored.probabilistic = items.probabilistic;
      scored.cluster = cluster;
      const auto profile = make_classification_profile("one", "", {metric});
      const auto replicates = ClusterBootstrap(units, {.resamples = resamples_, .seed = design_.seed})
                                  .scores(*profile, scored, FoldMean::pooled)
                                  .front()
                                  .replicates;
      add(method, false,
          percentile_interval(replicates, widened ? widened_confidence(level_, cluster, units) : level_));
    };
    by("topics", items.topic, static_cast<uint32_t>(design_.table.topics.size()), true);
    by("topics, not widened", items.topic, static_cast<uint32_t>(design_.table.topics.size()), false);
    by("documents", items.document, documents_, false);
    if (std::string_view(metric) != "accuracy") return;  // other metrics need every author in a resample
    by("authors", items.author, static_cast<uint32_t>(design_.table.authors.size()), true);
    const TopicScores scores = topic_scores(items, {});
    std::vector<double> values, weights, cells, cell_weights;
    std::vector<uint32_t> cell_topics, cell_authors;
    for (const auto& [topic, score] : scores) {
      values.push_back(score.accuracy());
      weights.push_back(static_cast<double>(score.n));
      for (const auto& [author, cell] : score.by_author) {
        cells.push_back(cell.accuracy());
        cell_weights.push_back(static_cast<double>(cell.n));
        cell_topics.push_back(topic);
        cell_authors.push_back(author);
      }
    }
    const WeightedMoments moments = weighted_moments(values, weights);
    add("score-t", false, t_interval(moments, StandardError::effective, level_));
    add("score-t-topics", false, t_interval(moments, StandardError::topics, level_));
    const TwoWayMean both = two_way_mean(cells, cell_weights, cell_topics, cell_authors);
    add("two-way-t", false, around(both.mean, both.se.value_or(0), both.df));
    const auto right = items.right();
    add("wilson", false,
        wilson_interval(std::accumulate(right.begin(), right.end(), uint64_t{0}), right.size(), level_));
  }

  // Judges the share in the survival table, counted from the matched control of the largest blocks.
  void survives(std::string name, const MetricSummary& novel, const MetricSummary& control,
                bool all_survives) {
    const auto lead = [](const MetricSummary& one) { return *one.score.value - one.guessing.value_or(0); };
    out_.push_back(judged_share(std::move(name), novel.survival, lead(novel), lead(control)));
    if (all_survives) out_.back().truth = 1;
  }

  // Judges the parts of the points lost from ordinary folds. Without threads the part beyond data is `drop`.
  void parts(const Summary& summary, bool no_topics, bool no_threads) {
    const Drop drop = drops(whole_, summary, AllTopicScores(whole_, 0)).front();
    const auto part = [&](const char* name, const Drop::Part& shown, bool is_null) {
      Difference difference;
      difference.estimate.value = shown.difference;
      if (shown.low) difference.estimate.interval = Interval{*shown.low, *shown.high};
      difference.p = shown.p;
      out_.push_back(judged_difference(name, difference, is_null, true));
    };
    part("data", drop.parts.front().second, false);
    if (design_.threads == 0) return;
    part("block", drop.parts[1].second, no_topics && no_threads);
    if (design_.shared_threads) part("whole-block", drop.parts[2].second, no_topics && no_threads);
    part("topic", drop.parts.back().second, no_topics);
  }

  void difference(const std::string& name, const PooledItems& a, const PooledItems& b, bool is_null) {
    const MatchedTopics matched = match_topics(topic_scores(a, {}), topic_scores(b, {}));
    question_ = {};
    question_.question = name;
    question_.question_is_difference = true;
    question_.is_null = is_null;
    if (is_null) question_.truth = 0;
    question_.value = matched.moments_of_difference.mean;
    const Difference shown = matched.lost(level_, {});
    add("report", true, shown.estimate.interval).p = shown.p;
    std::vector<double> values, weights;
    std::vector<uint32_t> topics, authors;
    for (const auto& cell : matched.cells) {
      values.push_back(cell.difference);
      weights.push_back(cell.weight);
      topics.push_back(cell.unit);
      authors.push_back(cell.author);
    }
    const TwoWayMean both = two_way_mean(values, weights, topics, authors);
    add("two-way-t", false, around(both.mean, both.se.value_or(0), both.df)).p = two_way_t(both).p;
    // Ten times the resamples, like the report. Otherwise the p of a bootstrap over few topics is never
    // small.
    const TopicComparison comparison =
        compare_over_topics(matched.b, matched.a, matched.weight,
                            {.level = level_, .resamples = 10 * resamples_, .seed = design_.seed});
    for (const auto& test : comparison.tests) add(test.info.name, false, test.interval).p = test.p;
    // The normal form of McNemar's test, which takes documents as independent.
    std::vector<double> right_a(documents_, 0), right_b = right_a;
    const auto mark = [](const PooledItems& items, std::vector<double>& right) {
      const auto answers = items.right();
      for (size_t i = 0; i < answers.size(); ++i) right[items.document[i]] = answers[i];
    };
    mark(a, right_a);
    mark(b, right_b);
    const auto n = static_cast<double>(right_a.size());
    double sum = 0, squares = 0;
    for (size_t i = 0; i < right_a.size(); ++i) {
      sum += right_a[i] - right_b[i];
      squares += std::abs(right_a[i] - right_b[i]);
    }
    const double mean = sum / n, se = std::sqrt((squares / n - mean * mean) / n);
    const double reach = normal_critical(1 - level_) * se;
    const Interval interval{mean - reach, mean + reach};
    add("documents", false, se > 0 ? std::optional(interval) : std::nullopt).p =
        se > 0 ? std::optional(std::erfc(std::abs(mean) / se / std::sqrt(2.0))) : std::nullopt;
  }

  const SyntheticDesign& design_;
  double level_;
  uint32_t resamples_;
  RunRecords whole_, halves_;
  uint32_t documents_;
  Judgement question_;
  std::vector<Judgement> out_;
};

}  // namespace

Judgement judged_score(std::string question, const Estimate& shown) {
  Judgement one;
  one.question = std::move(question);
  one.method = "report";
  one.shown_by_report = true;
  one.value = shown.value.value_or(0);
  one.interval = shown.interval;
  return one;
}

Judgement judged_difference(std::string question, const Difference& shown, bool is_null, bool exact) {
  Judgement one = judged_score(std::move(question), shown.estimate);
  one.question_is_difference = true;
  one.is_null = is_null;
  if (is_null && exact) one.truth = 0;
  one.p = shown.p;
  return one;
}

Judgement judged_share(std::string question, const Estimate& shown, double lead, double base_lead) {
  Judgement one = judged_score(std::move(question), shown);
  one.value = lead;
  one.base = base_lead;
  return one;
}

Result<std::vector<Judgement>> judge_classification(const SyntheticDesign& design,
                                                    const SyntheticCorpus& corpus, double level,
                                                    uint32_t resamples) {
  SF_ASSIGN(SyntheticRecords records, synthetic_records(design, corpus));
  return Judge(design, std::move(records), level, resamples).judgements();
}

// Judgements of verification.

using namespace result;
namespace {

// The places of conditions. The study of halves has no shuffled folds, so there they are one less.
constexpr auto kReference = static_cast<size_t>(PairCondition::shuffled),
               kRandom = static_cast<size_t>(PairCondition::random_topics),
               kHits = static_cast<size_t>(PairCondition::hits), kHitsOfHalves = kHits - 1;

// Runs the topic shortcut test of the reader of whole texts. Also adds the smaller corrected p of the two
// readers of halves of words: it shows how often the test finds that any of two models leans on topics.
Status topic_shortcuts(const RunRecords& whole, const RunRecords& halves, const ResampleOptions& resampling,
                       double level, bool is_null, std::vector<Judgement>& out) {
  RankingOptions options;
  options.level = level;
  options.resampling = resampling;
  SF_ASSIGN(const TopicShortcut one,
            topic_shortcut(whole, {.hits = kHits, .random = kRandom}, "auc", options));
  const ShortcutRow& row = one.rows.front();
  out.push_back(judged_difference("raven", {row.difference, row.p}, is_null, false));
  out.push_back(judged_score("raven-average", row.average));
  SF_ASSIGN(const TopicShortcut two,
            topic_shortcut(halves, {.hits = kHitsOfHalves, .random = kHitsOfHalves - 1}, "auc", options));
  Judgement any = judged_difference("raven-of-two", {}, is_null, false);
  for (const auto& model : two.rows)
    if (model.p_holm) any.p = std::min(any.p.value_or(1), *model.p_holm);
  out.push_back(std::move(any));
  return {};
}

}  // namespace

Result<std::vector<Judgement>> judge_verification(const SyntheticDesign& design,
                                                  const SyntheticCorpus& corpus, double level,
                                                  uint32_t resamples) {
  SF_ASSIGN(const SyntheticRecords records, synthetic_records(design, corpus));
  const auto& [whole, halves] = records;
  SF_ASSIGN(const Summary summary, summarise(whole, {"", level, 1}, null_sink()));
  const auto metric = [&](size_t condition, const char* name) -> const MetricSummary& {
    const auto found = std::find(summary.metrics.begin(), summary.metrics.end(), name);
    return summary.cell(whole, 0, condition, 0).metrics[static_cast<size_t>(found - summary.metrics.begin())];
  };
  // HITS chooses topics by the same texts that are then scored. So even if no text has topic words, the AUC
  // lost is 0 only on average.
  const bool is_null = design.topic_strength == 0;
  std::vector<Judgement> out;
  out.push_back(judged_score("auc-reference", metric(kReference, "auc").score));
  out.push_back(judged_score("auc-random", metric(kRandom, "auc").score));
  out.push_back(judged_score("auc-hits", metric(kHits, "auc").score));
  out.push_back(judged_difference("lost", metric(kHits, "auc").lost, is_null, false));
  const auto lead = [](const MetricSummary& one) {
    return one.score.value.value_or(0) - one.guessing.value_or(0);
  };
  out.push_back(judged_share("survives", metric(kHits, "auc").survival, lead(metric(kHits, "auc")),
                             lead(metric(kReference, "auc"))));
  // Thresholds fit the mix of both kinds of pairs in training. So some of these points may be lost even if no
  // text has topic words.
  for (const std::string name : {"c@1", "overall"}) {
    const MetricSummary& one = metric(kHits, name.c_str());
    out.push_back(judged_difference(name + "-lost", one.lost, false, false));
    out.push_back(judged_difference(name + "-ranking", one.ranking.value_or(Difference()), false, false));
    out.push_back(judged_difference(name + "-threshold", one.threshold.value_or(Difference()), false, false));
  }
  // The first half of the words is compared with the second; the first half of the vocabulary with the
  // second.
  SF_ASSIGN(const auto pairs, pair_model_differences(halves, 0, "auc", level, 1));
  for (const auto& [a, question] : {std::pair<size_t, const char*>{0, "words"}, {2, "vocabulary"}}) {
    const auto found = std::find_if(pairs.begin(), pairs.end(), [&, first = a](const auto& one) {
      return one.condition == kHitsOfHalves && one.a == first && one.b == first + 1;
    });
    out.push_back(
        judged_difference(question, found == pairs.end() ? Difference() : found->difference, true, true));
  }
  SF_TRY(topic_shortcuts(whole, halves, {.resamples = resamples, .seed = corpus.seed}, level, is_null, out));
  return out;
}

}  // namespace standfast::simulate
