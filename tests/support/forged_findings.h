// Handmade findings of a corpus, for tests of their display.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/report/figure/figure.h"
#include "tests/support/svg.h"

namespace standfast::testing {

// Returns two conditions, three models and two metrics, without findings.
inline result::CorpusFindings bare_findings() {
  result::CorpusFindings found;
  found.name = "forums";
  found.conditions = {"seen", "HITS"};
  found.models = {"a", "b", "c"};
  found.metrics = {"auc", "overall"};
  found.level = 0.9;
  found.tested_topics = {"x", "y", "unseen"};
  return found;
}

// Adds two folds of every model under both conditions; model c has no auc in one fold.
inline void forge_folds(result::CorpusFindings& found) {
  for (size_t c = 0; c < 2; ++c)
    for (size_t m = 0; m < 3; ++m) {
      for (uint32_t fold = 0; fold < 2; ++fold) {
        std::optional<double> auc;
        if (m < 2 || fold == 0) auc = 0.5 + 0.1 * static_cast<double>(m) + 0.02 * fold;
        found.folds.push_back({c, m, 7, fold, 50, {auc, 0.6}});
      }
      for (size_t metric = 0; metric < 2; ++metric)
        found.scores.push_back({c, m, metric, 0.6, Interval{0.55, 0.65}});
    }
  found.cells = 12;
  found.answers = 600;
}

// Adds curves. Model a calibrates. The later the model, the more scores are missing. Only model a has ROC
// curves and bins.
inline void forge_pair_curves(result::CorpusFindings& found) {
  for (size_t c = 0; c < 2; ++c)
    for (size_t m = 0; m < 3; ++m) {
      result::PairCurves curves{c, m};
      curves.scores = {{1, 3}, {4, 0}, 0, 8 * m};
      if (m == 0) {
        curves.thresholds = {{7, 0, 0.3, 0.4}};
        curves.roc = {{0, 0}, {0.25, 0.75}, {1, 1}};
        curves.bins = {{0.25, 0.2, {0.1, 0.3}, 40}, {0.75, 0.8, {0.6, 0.9}, 10}};
      }
      found.pair_curves.push_back(std::move(curves));
    }
}

// Adds two topics of model a under both conditions.
inline void forge_topic_reliability(result::CorpusFindings& found) {
  for (const uint32_t topic : {1U, 0U})
    for (size_t c = 0; c < 2; ++c) {
      result::TopicReliability row;
      row.topic = topic;
      row.condition = c;
      row.bins.bins = {{0.25, 0.2, {0.1, 0.3}, 40}, {0.75, 0.8, {0.6, 0.9}, 10}};
      row.bins.n = 50;
      found.topic_reliability.push_back(std::move(row));
    }
}

// Adds LLRs of model a under both conditions, in bins of one decade from 0.01 to 100.
inline void forge_llr_curves(result::CorpusFindings& found) {
  constexpr double kTen = 2.302585092994046;  // natural logarithm
  for (size_t c = 0; c < 2; ++c)
    found.llr_curves.push_back(
        {c,
         0,
         {-2, 1, {0, 1, 3, 4}, {4, 4, 2, 0}, 2, 0},
         {{{-kTen, 1}, {kTen, 0.5}}, {{-2 * kTen, 1}, {kTen, 0.25}}, -kTen, kTen},
         {{-kTen, kTen}, {Interval{0.9, 1}, std::nullopt}, {Interval{0.4, 0.6}, Interval{0, 0.1}}},
         0.1,
         0.045,
         {{-1, 0.25, 0.2, 0.375}, {0, 0.75, 0.5, 1}},
         {Interval{0.2, 0.3}, std::nullopt},
         20});
}

// Adds three folds of each condition: a is first, b and c share the next rank. There is one diagram, in the
// order b, c, a; c and a cannot be told apart.
inline void forge_ranks(result::CorpusFindings& found) {
  result::FoldRanks ranks;
  ranks.models = {0, 1, 2};
  for (size_t c = 0; c < 2; ++c)
    for (uint32_t fold = 0; fold < 3; ++fold) ranks.folds.push_back({c, 7, fold, {{1, 2.5, 2.5}, {}}});
  ranks.diagrams.push_back({1, 0, 3, {0.05, 0.5, {2.75, 1, 2.25}, {1, 2, 0}, {{1, 2}}}});
  ranks.all_folds = 6;
  found.ranks = std::move(ranks);
}

// Adds a point for each model and condition; model a has a falling line.
inline void forge_doses(result::CorpusFindings& found) {
  for (size_t m = 0; m < 3; ++m) {
    result::CorpusFindings::Dose dose;
    dose.curve.model = m;
    for (size_t c = 0; c < 2; ++c)
      dose.curve.points.push_back({c, 7, 0, 0.2 + 0.1 * static_cast<double>(c), 0.7});
    if (m == 0) {
      dose.curve.slope.value = -0.5;
      dose.curve.slope.interval = Interval{-1, 0.25};
      dose.curve.line.intercept = 0.8;
    }
    found.doses.push_back(std::move(dose));
  }
}

inline void forge_topics(result::CorpusFindings& found) {
  result::TopicTree tree;
  tree.topics = {"x", "z", "y"};
  tree.cosine = {1, 0.75, 0.25, 0.75, 1, 0.5, 0.25, 0.5, 1};
  tree.joins = {{0, 1, 0.25, 2}, {2, 3, 0.625, 3}};
  tree.all = 4;
  found.topic_tree = std::move(tree);
  found.document_matrix = {
      {"ann", "bob"}, {"x", "y", "z"}, {{0, 0, 1}, {0, 2, 12}, {1, 1, 12345}}, 12358, true};
}

// Adds classes. Model a has two topics under both conditions, a drop of two parts, and one class that is
// always right. The drop of model b is based on no items.
inline void forge_classes(result::CorpusFindings& found) {
  found.of_pairs = false;
  found.topic_accuracy = {{0, 0, 0, 1, 4}, {0, 0, 1, 3, 4}, {1, 0, 0, 0, 1}, {1, 0, 1, 4, 16}};
  result::Drop drop;
  drop.condition = 1;
  drop.all = {0, 1, 0.2, 0.1, 0.3, 0.01, 2, 20, {}, {}};
  drop.parts = {{"data", {0, 1, -0.05, {}, {}, {}, 2, 20, {}, {}}}, {"topic", {}}};
  result::Drop without_items;
  without_items.condition = without_items.model = 1;
  found.drops = {drop, without_items};
  found.answers_given.classes = {"ann", "bob"};
  for (size_t c = 0; c < 2; ++c)
    found.answers_given.matrices.push_back({c, 0, {{0, 0, 1}, {0, 1, 1}, {1, 1, 4}}});
}

// Adds F1 and recall of two classes for model a under both conditions.
inline void forge_class_scores(result::CorpusFindings& found) {
  found.classes = {"ann", "bob"};
  for (size_t c = 0; c < 2; ++c) {
    result::ScoresByClass one{c, 0, {{10, 8, 6, 0.75, 0.6, 2.0 / 3}, {5, 4, 2, 0.5, 0.4, 4.0 / 9}}, {}, {}};
    for (const auto& scores : one.classes) {
      one.f1.push_back({scores.f1, Interval{0.5, 0.8}, 0, {}, {}});
      one.recall.push_back({scores.recall, Interval{0.4, 0.8}, 0, {}, {}});
    }
    found.scores_by_class.push_back(std::move(one));
  }
}

// Adds a split with a cluster of four documents that is tested as a whole, and one of ten.
inline void forge_clusters(result::CorpusFindings& found) {
  found.classes = {"ann", "bob"};
  found.compositions.push_back(
      {1, 7, {0, 1}, {{1, {3, 1}, {3, 1}, 4, 4}, {0, {2, 8}, {0, 0}, 10, 0}}, 14, 4});
}

// Adds three documents, one of them tested, by side and by cluster.
inline void forge_maps(result::CorpusFindings& found) {
  result::SpaceMap map{1, 7, "lsa", "umap", 5, {"d0", "d1", "d2"}, {0, 4095, 1}, {0, 2000, 1}, {}, {}};
  map.colours.push_back({"side", {"train", "test"}, {0, 1, 0}, {}});
  map.colours.push_back({"cluster", {"0", "1"}, {0, 1, 1}, {std::pair(0.0, 0.0), std::pair(2048.0, 1000.5)}});
  map.bins = result::hexagons(map.x, map.y, map.colours);
  found.maps.push_back(std::move(map));
}

// Adds one shortcut at two strengths, which are conditions 0 and 1, with the effects on model a, and on model
// b, which guesses. Needs classes.
inline void forge_shortcuts(result::CorpusFindings& found) {
  found.classes = {"ann", "bob"};
  result::ShortcutFindings& shortcuts = found.shortcuts;
  for (size_t c = 0; c < 2; ++c) {
    const double lambda = c == 0 ? 0.5 : 1;
    shortcuts.conditions.push_back(
        {{c, c, c}, {"single-term", "mixture", lambda, 1, {}}, "single-term", {"none", "honestly"}});
    for (size_t m = 0; m < 2; ++m) {
      result::ShortcutEffect row;
      row.condition = c;
      row.model = m;
      row.n = row.n_total = row.documents = 50;
      for (auto& metric : row.metrics) {
        const double delta = m == 0 ? 0.25 * lambda : 0;
        metric.original = metric.test = metric.anti = {0.5 - delta, Interval{0.125, 0.625}, 0, {}, {}};
        metric.delta.estimate.value = delta;
        if (m == 0) metric.delta.estimate.interval = Interval{delta - 0.0625, delta + 0.0625};
      }
      shortcuts.rows.push_back(row);
      for (uint32_t value = 0; value < 2; ++value)
        shortcuts.groups.push_back({c,
                                    m,
                                    result::GroupSide::both,
                                    value,
                                    value,
                                    25,
                                    {20, 25, {0.8, Interval{0.6, 0.9}, 0, {}, {}}},
                                    false});
    }
  }
  for (size_t m = 0; m < 2; ++m) {
    result::LambdaCurve curve{m, "single-term", {m, 2 + m}, 0.5, 1, {}};
    curve.area[0].estimate.value = 0.1;
    shortcuts.curves.push_back(std::move(curve));
  }
}

// Adds attributions of model a under both conditions: a planted token of class bob, and a value whose tokens
// do not count. Model b cannot be explained. Needs classes.
inline void forge_attributions(result::CorpusFindings& found) {
  found.classes = {"ann", "bob"};
  for (size_t c = 0; c < 2; ++c) {
    result::AttributionFinding one;
    one.condition = c;
    one.method = "permutation";
    one.output = "log-odds";
    const double sign = c == 0 ? 1 : -1;
    one.shares = {
        {"honestly", 0, {-0.5, {}, 10, 10}, {-1.0, {}, 10, 10}, {0.0, {}, 10, 90}},
        {"honestly", 1, {sign, Interval{sign - 0.25, sign + 0.25}, 10, 10}, {}, {0.125, {}, 10, 90}},
        {"none", 0, {}, {}, {}}};
    one.ranking = {{"precision-at-1", "", {0.75, Interval{0.5, 0.875}, 10, 10}, 0.125, 1},
                   {"mean-rank", "", {}, 0, 0}};
    found.attributions.push_back(std::move(one));
    result::AttributionFinding without;
    without.condition = c;
    without.model = 1;
    without.why_not = "not linear";
    found.attributions.push_back(std::move(without));
  }
}

// Adds two trainings of model a, chosen by validation; a space of the second condition stayed at chance
// level.
inline void forge_learning(result::CorpusFindings& found) {
  TrainingHistory good;
  good.updates = good.updates_planned = 40;
  good.guessing = 0.7;
  good.losses = {{20, 0.6}, {40, 0.3}};
  good.validations = {{20, 0.5, 0.8}, {40, 0.6, 0.75}};
  good.best = 0;
  TrainingHistory flat = good;
  flat.losses = {{20, 0.7}, {40, 0.7}};
  flat.validations.clear();
  flat.best.reset();
  result::Learning one;
  one.most_updates = 40;
  one.guessing = 0.7;
  for (uint32_t fold = 0; fold < 2; ++fold)
    one.fits.push_back({7, fold, 0, std::make_shared<const TrainingHistory>(good)});
  result::Learning space = one;
  space.of_space = true;
  space.condition = 1;
  space.conditions = found.conditions[1];
  space.fits = {{0, 0, 0, std::make_shared<const TrainingHistory>(flat)}};
  found.learning = {one, space};
}

inline result::CorpusFindings forged_findings() {
  result::CorpusFindings found = bare_findings();
  forge_folds(found);
  forge_pair_curves(found);
  forge_topic_reliability(found);
  forge_llr_curves(found);
  forge_ranks(found);
  forge_doses(found);
  forge_topics(found);
  forge_classes(found);
  forge_class_scores(found);
  forge_clusters(found);
  forge_maps(found);
  forge_shortcuts(found);
  forge_attributions(found);
  forge_learning(found);
  return found;
}

// Returns the SVG file of a figure. The test fails if the file is not sound.
inline std::string drawn(const report::Figure& figure, const result::CorpusFindings& found,
                         size_t metric = 0) {
  std::string svg = report::svg_file(figure.draw(found, metric));
  EXPECT_TRUE(well_formed(svg)) << figure.name << "\n" << svg;
  EXPECT_FALSE(has_bad_number(svg)) << figure.name;
  EXPECT_EQ(svg.find("var("), std::string::npos) << figure.name << " needs the page";
  return svg;
}

// Returns the CSV files of a figure, one after the other.
inline std::string rows_of(const report::Figure& figure, const result::CorpusFindings& found) {
  std::string csv;
  for (const auto& rows : figure.rows(found)) csv += report::to_csv(rows.table());
  return csv;
}

}  // namespace standfast::testing
