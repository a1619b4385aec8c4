// A coin, a constant, a shuffled model and the prior are recognized as guessers: for no metric and condition
// do they show a share that survives. See docs/what-survives.md.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {
namespace {

const std::vector<std::string> kModels = {"good", "coin", "constant", "shuffled", "prior"};

RunRecords run_of(const std::string& task, const std::string& profile) {
  RunRecords run;
  run.task = task;
  run.profile = profile;
  run.seeds = {1, 2};
  CorpusInfo corpus;
  corpus.name = "made";
  corpus.tested_authors = 20;
  for (int t = 0; t < 10; ++t) corpus.tested_topics.push_back(fmt::format("topic {}", t));
  corpus.classes = {"a", "b", "c", "d"};
  corpus.tested_documents = 400;
  run.corpora = {corpus};
  run.conditions = {
      {"iid", "all", "k-fold", true}, {"novel", "all", "topic-k-fold"}, {"novel control", "all", "k-fold"}};
  if (task == "classification") run.conditions[2].control_of = "novel";
  for (const auto& model : kModels) run.models.push_back({model, model == "prior" ? "prior" : "command"});
  return run;
}

CellRecord cell_of(const RunRecords& run, const std::string& condition, const std::string& model,
                   uint64_t seed, uint32_t fold) {
  CellRecord cell;
  cell.task = run.task;
  cell.corpus = "made";
  cell.condition = condition;
  cell.model = model;
  cell.seed = seed;
  cell.fold = fold;
  cell.ok = true;
  cell.profile = run.profile;
  return cell;
}

// Makes a run whose folds differ in size and in their share of same-author pairs. The answers follow that
// share, like a model that knows the class mix of a fold.
RunRecords pairs_answered(const std::string& profile) {
  RunRecords run = run_of("verification", profile);
  for (const auto& condition : run.conditions)
    for (const auto& model : kModels)
      for (const uint64_t seed : run.seeds)
        for (uint32_t fold = 0; fold < 5; ++fold) {
          Rng items(seed, "test/guessers/items", fmt::format("{} {}", condition.name, fold));
          Rng answers(seed, "test/guessers/answers", fmt::format("{} {} {}", condition.name, model, fold));
          CellRecord cell = cell_of(run, condition.name, model, seed, fold);
          auto& p = cell.predictions;
          const double share = 0.2 + 0.15 * fold;
          for (uint32_t i = 0; i < 60 + 20 * fold; ++i) {
            const bool same = items.chance(share);
            p.same.push_back(same ? 1 : 0);
            p.author_a.push_back(static_cast<uint32_t>(items.below(20)));
            p.author_b.push_back(same ? p.author_a.back() : static_cast<uint32_t>(items.below(20)));
            p.topic_a.push_back(static_cast<uint32_t>(items.below(10)));
            p.topic_b.push_back(static_cast<uint32_t>(items.below(10)));
            const double told = 0.6 * answers.uniform() + 0.2 * share + (same ? 0.2 : 0);
            p.value.push_back(model == "coin"       ? answers.uniform()
                              : model == "constant" ? 0.8
                              : model == "prior"    ? 0.5
                                                    : told);
          }
          if (model == "shuffled")
            for (size_t i = p.value.size(); i > 1; --i) std::swap(p.value[i - 1], p.value[answers.below(i)]);
          cell.n_test = p.value.size();
          run.cells.push_back(std::move(cell));
        }
  return run;
}

RunRecords documents_answered() {
  RunRecords run = run_of("classification", "classification-full");
  for (const auto& condition : run.conditions)
    for (const auto& model : kModels)
      for (const uint64_t seed : run.seeds)
        for (uint32_t fold = 0; fold < 5; ++fold) {
          Rng items(seed, "test/guessers/documents", fmt::format("{} {}", condition.name, fold));
          Rng answers(seed, "test/guessers/classes", fmt::format("{} {} {}", condition.name, model, fold));
          CellRecord cell = cell_of(run, condition.name, model, seed, fold);
          auto& p = cell.classified;
          std::vector<std::vector<double>> rows;
          const uint32_t common = fold % 4;  // the class of half of the fold
          for (uint32_t i = 0; i < 50 + 10 * fold; ++i) {
            const auto truth = items.chance(0.5) ? common : static_cast<uint32_t>(items.below(4));
            p.document.push_back(fold * 80 + i);
            p.truth.push_back(truth);
            p.author.push_back(static_cast<uint32_t>(items.below(20)));
            p.topic.push_back(static_cast<uint32_t>(items.below(10)));
            std::vector<double> row;
            double sum = 0;
            for (uint32_t c = 0; c < 4; ++c) {
              double weight = answers.uniform();
              if (model == "good" || model == "shuffled")
                weight += (c == truth ? 0.6 : 0) + (c == common ? 0.3 : 0);
              if (model == "constant") weight = c == 1 ? 0.7 : 0.1;
              if (model == "prior")
                weight = c == common ? 0.4 : 0.2;  // knows the mix of the fold and nothing else
              row.push_back(weight);
              sum += weight;
            }
            for (double& weight : row) weight /= sum;
            rows.push_back(std::move(row));
          }
          if (model == "shuffled")
            for (size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[answers.below(i)]);
          for (const auto& row : rows) p.probabilities.insert(p.probabilities.end(), row.begin(), row.end());
          cell.n_test = rows.size();
          run.cells.push_back(std::move(cell));
        }
  return run;
}

void expect_no_guesser_survives(const RunRecords& run, const std::vector<std::string>& with_shares) {
  const auto summary = summarise(run, SummaryOptions{}, null_sink());
  ASSERT_TRUE(summary) << summary.error().message;
  size_t shares = 0, intervals = 0;
  for (const auto& cell : summary->cells)
    for (size_t m = 0; m < summary->metrics.size(); ++m) {
      const auto& numbers = cell.metrics[m];
      const std::string& model = run.models[cell.model].name;
      const std::string where = run.conditions[cell.condition].name + " " + model + " " + summary->metrics[m];
      if (summary->baseline[cell.condition]) {
        const bool share = numbers.survival.value.has_value();
        if (model == "good") {
          const bool wanted =
              run.conditions[cell.condition].control_of.empty() &&
              std::find(with_shares.begin(), with_shares.end(), summary->metrics[m]) != with_shares.end();
          EXPECT_EQ(share, wanted) << where << ": " << numbers.survival.why_not;
          shares += share;
        } else {
          EXPECT_FALSE(share) << where << " survives by " << *numbers.survival.value;
          EXPECT_NE(numbers.survival.why_not, "") << where;
        }
      }
      // Every estimate lies in its interval.
      std::vector<const Estimate*> all = {&numbers.score, &numbers.lost.estimate, &numbers.survival};
      for (const auto* part : {&numbers.ranking, &numbers.threshold})
        if (*part) all.push_back(&(*part)->estimate);
      for (const Estimate* e : all) {
        if (!e->interval) continue;
        ++intervals;
        EXPECT_LE(e->interval->low, *e->value) << where;
        EXPECT_GE(e->interval->high, *e->value) << where;
      }
      // The parts of a loss add up.
      if (!numbers.ranking) continue;
      EXPECT_NEAR(*numbers.ranking->estimate.value + *numbers.threshold->estimate.value,
                  *numbers.lost.estimate.value, 1e-12)
          << where;
    }
  // A control has no share, because the loss to it is a loss of data.
  EXPECT_EQ(shares, with_shares.size() * (run.the_task().traits().has_target ? 1 : 2));
  EXPECT_GT(intervals, 50U);
}

TEST(Guessers, NoneSurvivesInVerification) {
  for (const auto& profile : metric_profiles())
    expect_no_guesser_survives(pairs_answered(profile.name), {"auc"});
}

TEST(Guessers, NoneSurvivesInClassification) {
  expect_no_guesser_survives(documents_answered(),
                             {"accuracy", "balanced-accuracy", "macro-recall", "mcc", "kappa"});
}

}  // namespace
}  // namespace standfast::result
