#include "standfast/report/simulated_judgements.h"

#include <cmath>
#include <numeric>

#include "standfast/metric/bootstrap.h"
#include "standfast/metric/classification_bootstrap.h"
#include "standfast/metric/distributions.h"
#include "standfast/metric/proportion.h"
#include "standfast/metric/topic_comparison.h"
#include "standfast/metric/two_way_mean.h"
#include "standfast/report/class_items.h"
#include "standfast/report/run_reader.h"
#include "standfast/report/summary.h"
#include "standfast/report/topic_scores.h"

namespace standfast::report {
namespace {

constexpr const char* kProfile = "classification-labels";  // without probabilities: quick to resample
constexpr const char* kConditions[] = {"iid", "novel", "control"};
constexpr const char* kReaders[] = {"whole", "words-a", "words-b", "vocabulary-a", "vocabulary-b"};

// The records of a run with these answers, of the reader of whole texts or of the others.
RunRecords records_of(const SyntheticDesign& design, const SyntheticAnswers& answers, bool whole) {
  RunRecords run;
  run.task = "classification";
  run.target = "author";
  run.profile = kProfile;
  run.seeds = {design.seed};
  CorpusInfo corpus;
  corpus.name = "synthetic";
  corpus.documents = corpus.tested_documents = static_cast<uint32_t>(answers.author.size());
  corpus.authors = corpus.tested_authors = static_cast<uint32_t>(design.table.authors.size());
  corpus.topics = design.table.topics.size();
  corpus.tested_topics = design.table.topics;
  corpus.classes = design.table.authors;
  run.corpora.push_back(std::move(corpus));
  for (const char* name : kConditions) {
    ConditionInfo condition;
    condition.name = name;
    condition.reference = name == kConditions[0];
    if (name == kConditions[2]) condition.control_of = kConditions[1];
    run.conditions.push_back(std::move(condition));
  }
  for (const char* name : kReaders)
    if (whole == (name == kReaders[0])) run.models.push_back({name, design.model});
  for (const auto& fold : answers.folds) {
    const auto& [condition, reader] = kSyntheticRuns[fold.run];
    if (whole != (reader == SyntheticReader::whole)) continue;
    CellRecord cell;
    cell.task = run.task;
    cell.corpus = run.corpora.front().name;
    cell.condition = kConditions[static_cast<size_t>(condition)];
    cell.model = kReaders[static_cast<size_t>(reader)];
    cell.seed = design.seed;
    cell.fold = fold.fold;
    cell.ok = true;
    cell.n_test = fold.test.size();
    for (size_t i = 0; i < fold.test.size(); ++i) {
      const uint32_t row = fold.test[i];
      cell.classified.document.push_back(row);
      cell.classified.truth.push_back(answers.author[row]);
      cell.classified.author.push_back(answers.author[row]);
      cell.classified.topic.push_back(answers.topic[row]);
      const auto shares = fold.probabilities.row(i);
      cell.classified.probabilities.insert(cell.classified.probabilities.end(), shares.begin(), shares.end());
    }
    run.cells.push_back(std::move(cell));
  }
  return run;
}

class Judge {
 public:
  Judge(const SyntheticDesign& design, const SyntheticAnswers& answers, double level, uint32_t resamples)
      : design_(design),
        answers_(answers),
        level_(level),
        resamples_(resamples),
        whole_(records_of(design, answers, true)),
        halves_(records_of(design, answers, false)) {}

  Result<std::vector<Judgement>> judgements() {
    ReportOptions options;
    options.resamples = resamples_;
    options.level = level_;
    SF_ASSIGN(const Summary summary, summarise(whole_, options, null_sink()));
    const auto place = [&](const char* metric) {
      return static_cast<size_t>(std::find(summary.metrics.begin(), summary.metrics.end(), metric) -
                                 summary.metrics.begin());
    };
    const PooledItems iid = pooled_items(whole_, 0, 0, 0), novel = pooled_items(whole_, 0, 1, 0),
                      control = pooled_items(whole_, 0, 2, 0);
    score("accuracy-iid", iid, summary.cell(whole_, 0, 0, 0).metrics[place("accuracy")].score, "accuracy");
    score("accuracy-novel", novel, summary.cell(whole_, 0, 1, 0).metrics[place("accuracy")].score,
          "accuracy");
    score("macro-f1-novel", novel, summary.cell(whole_, 0, 1, 0).metrics[place("macro-f1")].score,
          "macro-f1");
    difference("drop", control, novel, design_.topic_strength == 0);
    difference("words", pooled_items(halves_, 0, 1, 0), pooled_items(halves_, 0, 1, 1), true);
    difference("vocabulary", pooled_items(halves_, 0, 1, 2), pooled_items(halves_, 0, 1, 3), true);
    lost("lost", summary.cell(whole_, 0, 1, 0).metrics[place("accuracy")].lost, design_.topic_strength == 0);
    return std::move(out_);
  }

 private:
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
    // Resampled by other units, at percentiles widened in the same way.
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
    by("documents", items.document, static_cast<uint32_t>(answers_.author.size()), false);
    if (std::string_view(metric) != "accuracy") return;  // the others need every author in a resample
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

  // The points lost of the survival table, from the matched control.
  void lost(const std::string& name, const Difference& shown, bool is_null) {
    question_ = {};
    question_.question = name;
    question_.question_is_difference = true;
    question_.is_null = is_null;
    question_.value = shown.estimate.value.value_or(0);
    add("report", true, shown.estimate.interval).p = shown.p;
  }

  void difference(const std::string& name, const PooledItems& a, const PooledItems& b, bool is_null) {
    const MatchedTopics matched = match_topics(topic_scores(a, {}), topic_scores(b, {}));
    question_ = {};
    question_.question = name;
    question_.question_is_difference = true;
    question_.is_null = is_null;
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
    // Ten times the resamples, as the report takes them: p of a bootstrap over few topics is never small
    // else.
    const TopicComparison comparison =
        compare_over_topics(matched.b, matched.a, matched.weight,
                            {.level = level_, .resamples = 10 * resamples_, .seed = design_.seed});
    for (const auto& test : comparison.tests) add(test.info.name, false, test.interval).p = test.p;
    // As if documents were independent: the normal form of McNemar's test.
    std::vector<double> right_a(answers_.author.size(), 0), right_b = right_a;
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
  const SyntheticAnswers& answers_;
  double level_;
  uint32_t resamples_;
  RunRecords whole_, halves_;
  Judgement question_;
  std::vector<Judgement> out_;
};

}  // namespace

Result<std::vector<Judgement>> judge_corpus(const SyntheticDesign& design, const SyntheticAnswers& answers,
                                            double level, uint32_t resamples) {
  return Judge(design, answers, level, resamples).judgements();
}

}  // namespace standfast::report
