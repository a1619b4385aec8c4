// Comparisons of two conditions: every such number rests on the documents that both can test, whichever
// condition leaves out the others. The numbers are recomputed here from the answers.
#include "standfast/result/findings/shared_items.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/result/findings/drops.h"
#include "standfast/result/findings/judgement.h"
#include "standfast/result/findings/summary.h"
#include "tests/support/forged_run.h"
#include "tests/support/summary_of.h"

namespace standfast::result {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr uint32_t kDocuments = 420;

bool lacks_author(uint32_t document) {
  return document % 5 == 0;
}
bool lacks_topic(uint32_t document) {
  return document % 7 == 0;
}

// Returns the share of right answers: documents without an author are guessed at, documents without a topic
// answered a little better.
double right_share(const std::string& condition, const std::string& model, uint32_t document) {
  if (lacks_author(document)) return 0.5;
  if (lacks_topic(document)) return 0.6;
  const double first = condition == "iid" ? 0.95 : condition == "control" ? 0.85 : 0.7;
  return model == "b" ? first - 0.15 : first;
}

// The columns that a condition needs; documents without a value are left out.
struct Needs {
  std::string name;
  bool author = false, topic = false;
};

// Adds the record of a column to the design of a split: the places of the tested documents without a value.
void record_column(DesignFile& design, const std::string& column, bool needed,
                   const std::function<bool(uint32_t)>& lacks, const std::vector<uint32_t>& tested) {
  WithoutValue without{.column = column, .needed = needed};
  for (uint32_t document = 0; document < kDocuments; ++document)
    without.left_out += needed && lacks(document);
  without.items.emplace_back();
  for (uint32_t place = 0; place < tested.size(); ++place)
    if (lacks(tested[place])) without.items.back().push_back(place);
  without.tested = without.items.back().size();
  without.tested_all = tested.size();
  if (without.tested == 0) without.items.clear();
  design.measures.without.push_back(std::move(without));
}

// Makes a run of these conditions. The first one is the reference; a condition named "control" is the control
// of "novel".
RunRecords partly_known(const std::vector<Needs>& conditions) {
  std::vector<std::string> names;
  for (const auto& one : conditions) names.push_back(one.name);
  RunRecords run = testing::bare_run("classification", names, {"a", "b"});
  run.profile = "classification";
  run.target = "label";
  run.corpora[0].classes = {"no", "yes"};
  run.corpora[0].tested_authors = 12;
  for (const auto& needs : conditions) {
    std::vector<uint32_t> tested;
    for (uint32_t document = 0; document < kDocuments; ++document)
      if (!(needs.author && lacks_author(document)) && !(needs.topic && lacks_topic(document)))
        tested.push_back(document);
    for (const auto& model : run.models) {
      Rng rng(2, "test/shared-items", needs.name + model.name);
      std::vector<testing::ForgedAnswer> answers;
      for (const uint32_t document : tested) {
        const uint32_t truth = document / 5 % 2;
        const bool right = rng.chance(right_share(needs.name, model.name, document));
        answers.push_back({document, truth, right ? truth : 1 - truth, kNoCode,
                           lacks_author(document) ? kNoCode : document % 12});
      }
      testing::add_answers(run, testing::add_cell(run, needs.name, model.name), answers);
    }
    DesignFile design;
    design.corpus = run.corpora[0].name;
    design.condition = needs.name;
    design.measures.seed = 1;
    design.measures.folds = 1;
    record_column(design, "author", needs.author, lacks_author, tested);
    record_column(design, "topic", needs.topic, lacks_topic, tested);
    run.designs.push_back(std::move(design));
    SplitInfo split;
    split.corpus = run.corpora[0].name;
    split.condition = needs.name;
    split.seed = 1;
    split.fold.emplace_back().test_documents = tested.size();
    run.splits.push_back(std::move(split));
  }
  run.conditions.front().reference = true;
  for (auto& condition : run.conditions)
    if (condition.name == "control") condition.control_of = "novel";
  return run;
}

size_t place_of(const RunRecords& run, const std::string& condition) {
  size_t place = 0;
  while (run.conditions[place].name != condition) ++place;
  return place;
}

// Computes the accuracy of a model under a condition over the documents that are kept.
double accuracy_of(const RunRecords& run, const std::string& condition, size_t model,
                   const std::function<bool(uint32_t)>& keep) {
  double right = 0, all = 0;
  for (const auto& cell : run.cells) {
    if (cell.condition != condition || cell.model != run.models[model].name) continue;
    const auto& of = cell.classified;
    for (size_t i = 0; i < of.size(); ++i) {
      if (!keep(of.document[i])) continue;
      all += 1;
      right += of.probabilities[2 * i + of.truth[i]] > 0.5 ? 1 : 0;
    }
  }
  return right / all;
}

bool known(uint32_t document) {
  return !lacks_author(document);
}

const MetricSummary& numbers_of(const RunRecords& run, const Summary& summary, const std::string& condition,
                                size_t model) {
  return summary.cell(run, 0, place_of(run, condition), model).metrics[summary.default_metric];
}

TEST(SharedItems, EitherOfTwoConditionsMayLeaveDocumentsOut) {
  const RunRecords run = partly_known({{"iid"}, {"new authors", true}, {"new topics", false, true}});
  EXPECT_THAT(columns_to_share(run, 0, 0, 0), IsEmpty());
  EXPECT_THAT(columns_to_share(run, 0, 1, 0), ElementsAre("author"));
  EXPECT_THAT(columns_to_share(run, 0, 0, 1), ElementsAre("author"));
  EXPECT_THAT(columns_to_share(run, 0, 2, 0), ElementsAre("topic"));
  EXPECT_THAT(columns_to_share(run, 0, 1, 2), ElementsAre("author", "topic"));
  EXPECT_THAT(columns_to_share(run, 0, 2, 1), ElementsAre("author", "topic"));
}

TEST(SharedItems, WhatTheReferenceCannotTestIsLeftOutOfTheCondition) {
  const RunRecords run = partly_known({{"iid", true}, {"novel"}});
  const Summary summary = testing::summary_of(run);
  for (const size_t model : {0U, 1U}) {
    const auto& numbers = numbers_of(run, summary, "novel", model);
    ASSERT_TRUE(numbers.compared);
    EXPECT_THAT(numbers.compared->columns, ElementsAre("author"));
    EXPECT_EQ(numbers.compared->n, kDocuments * 4 / 5);
    EXPECT_EQ(numbers.compared->of, kDocuments);
    EXPECT_EQ(numbers.compared->baseline_n, numbers.compared->baseline_of);
    const double there = accuracy_of(run, "iid", model, known),
                 here = accuracy_of(run, "novel", model, known);
    EXPECT_NEAR(*numbers.lost.estimate.value, there - here, 1e-12);
    EXPECT_NEAR(*numbers.compared->score.value, here, 1e-12);
    EXPECT_NEAR(*numbers.compared->baseline_score.value, there, 1e-12);
    if (model == 0) {
      EXPECT_GT(here, *numbers.score.value + 0.02) << "nothing is tested";
    }
  }
}

TEST(SharedItems, TwoColumnsAreSharedTogether) {
  const RunRecords run = partly_known({{"iid", false, true}, {"novel", true, false}});
  const Summary summary = testing::summary_of(run);
  const auto both = [](uint32_t document) { return !lacks_author(document) && !lacks_topic(document); };
  for (const size_t model : {0U, 1U}) {
    const auto& numbers = numbers_of(run, summary, "novel", model);
    ASSERT_TRUE(numbers.compared);
    EXPECT_THAT(numbers.compared->columns, ElementsAre("author", "topic"));
    EXPECT_EQ(numbers.compared->n, kDocuments * 24 / 35);
    EXPECT_EQ(numbers.compared->of, kDocuments * 4 / 5);
    EXPECT_EQ(numbers.compared->baseline_n, kDocuments * 24 / 35);
    EXPECT_EQ(numbers.compared->baseline_of, kDocuments * 6 / 7);
    EXPECT_NEAR(*numbers.lost.estimate.value,
                accuracy_of(run, "iid", model, both) - accuracy_of(run, "novel", model, both), 1e-12);
  }
  // A document that lacks both values is left out once.
  const RunRecords one_sided = partly_known({{"iid"}, {"novel", true, true}});
  const Summary of_one_sided = testing::summary_of(one_sided);
  const auto& numbers = numbers_of(one_sided, of_one_sided, "novel", 0);
  EXPECT_EQ(numbers.compared->baseline_n, kDocuments * 24 / 35);
}

// Where values are missing, the parts of a drop still add up to the drop, which agrees with the cells of the
// survival table.
TEST(SharedItems, PartsOfADropAddUpWhereValuesAreMissing) {
  const RunRecords run = partly_known({{"iid"}, {"novel", true}, {"control", true}});
  const Summary summary = testing::summary_of(run);
  const auto found = drops(run, summary, AllTopicScores(run, 0));
  ASSERT_EQ(found.size(), 2U) << "of each model";
  for (const Drop& drop : found) {
    ASSERT_EQ(drop.parts.size(), 2U);
    EXPECT_NEAR(drop.all.difference,
                accuracy_of(run, "iid", drop.model, known) - accuracy_of(run, "novel", drop.model, known),
                1e-12);
    EXPECT_NEAR(drop.parts[0].second.difference + drop.parts[1].second.difference, drop.all.difference,
                1e-12);
    EXPECT_NEAR(drop.parts[0].second.difference,
                *numbers_of(run, summary, "control", drop.model).lost.estimate.value, 1e-12);
    EXPECT_NEAR(drop.parts[1].second.difference,
                *numbers_of(run, summary, "novel", drop.model).lost.estimate.value, 1e-12);
    EXPECT_TRUE(drop.all.p);
  }
}

TEST(SharedItems, WhoLosesMoreIsAskedOfTheSameItems) {
  const RunRecords run = partly_known({{"iid"}, {"novel", true}});
  const Summary summary = testing::summary_of(run);
  ASSERT_EQ(summary.drop_tests.size(), 1U);
  const auto lost = [&](size_t model) {
    return accuracy_of(run, "iid", model, known) - accuracy_of(run, "novel", model, known);
  };
  EXPECT_NEAR(*summary.drop_tests[0].difference.estimate.value, lost(0) - lost(1), 1e-12);
  EXPECT_NEAR(lost(0), *numbers_of(run, summary, "novel", 0).lost.estimate.value, 1e-12);
  const auto all = [](uint32_t) { return true; };
  EXPECT_GT(std::abs(accuracy_of(run, "iid", 0, all) - accuracy_of(run, "iid", 1, all) -
                     (accuracy_of(run, "iid", 0, known) - accuracy_of(run, "iid", 1, known))),
            0.01)
      << "nothing is tested";
}

// Makes a run of a condition with a shortcut, whose side "original" is compared with the reference. dropped:
// the number of documents that the shortcut cannot change.
RunRecords planted_run(const Needs& reference, Needs planted, uint32_t dropped) {
  planted.name = "planted";
  RunRecords run = partly_known({reference, planted});
  for (auto& cell : run.cells) {
    if (cell.condition != "planted") continue;
    cell.condition = "planted/original";
    cell.side = kOriginalSide;
    auto& of = cell.classified;
    const size_t left = of.size() - dropped;
    of.document.resize(left);
    of.truth.resize(left);
    of.author.resize(left);
    of.topic.resize(left);
    of.probabilities.resize(2 * left);
    cell.n_test = left;
  }
  auto& condition = run.conditions.back();
  condition.name = "planted/original";
  condition.side = kOriginalSide;
  condition.side_of = "planted";
  condition.shortcut.emplace();
  return run;
}

TEST(SharedItems, TheOriginalSideOfAPlantedConditionIsComparedOverTheSameDocuments) {
  for (const uint32_t dropped : {0U, 30U}) {
    const RunRecords run = planted_run({"iid"}, {"", true}, dropped);
    const Summary summary = testing::summary_of(run);
    const auto& numbers = numbers_of(run, summary, "planted/original", 0);
    ASSERT_TRUE(numbers.compared) << dropped;
    EXPECT_EQ(numbers.compared->baseline_n, kDocuments * 4 / 5);
    EXPECT_EQ(numbers.compared->baseline_of, kDocuments);
    EXPECT_NEAR(*numbers.lost.estimate.value,
                accuracy_of(run, "iid", 0, known) - accuracy_of(run, "planted/original", 0, known), 1e-12);
  }
}

// Nothing is claimed where a shortcut moved the places of items. The reference leaves out documents that the
// planted condition tests, and the answers have the places of the split only if the shortcut changed every
// document.
TEST(SharedItems, NothingIsClaimedWhereAShortcutMovedThePlacesOfItems) {
  const RunRecords whole = planted_run({"iid", true}, {""}, 0);
  const Summary of_whole = testing::summary_of(whole);
  const auto& numbers = numbers_of(whole, of_whole, "planted/original", 0);
  ASSERT_TRUE(numbers.compared);
  EXPECT_EQ(numbers.compared->n, kDocuments * 4 / 5);
  EXPECT_NEAR(*numbers.lost.estimate.value,
              accuracy_of(whole, "iid", 0, known) - accuracy_of(whole, "planted/original", 0, known), 1e-12);

  RunRecords run = planted_run({"iid", true}, {""}, 30);
  const auto claims_nothing = [&] {
    const Summary summary = testing::summary_of(run);
    const auto& unknown = numbers_of(run, summary, "planted/original", 0);
    EXPECT_TRUE(unknown.score.value);
    EXPECT_FALSE(unknown.compared);
    EXPECT_FALSE(unknown.lost.estimate.value);
    EXPECT_FALSE(unknown.survival.value);
    EXPECT_EQ(unknown.lost.estimate.why_not, kUnknownItems);
    EXPECT_EQ(unknown.survival.why_not, kUnknownItems);
    EXPECT_THAT(summary.drop_tests, IsEmpty());
  };
  claims_nothing();
  run = whole;
  run.splits.clear();  // the numbers of documents of the folds are unknown
  claims_nothing();
}

// Makes a run of a few documents with an author among many anonymous ones. Of those with an author, `there`
// in a hundred are right under the reference and `here` under the condition; of the anonymous ones half are
// right, or all.
RunRecords mostly_anonymous(uint32_t there, uint32_t here, bool anonymous_right) {
  constexpr uint32_t kKnown = 200, kAll = 8200;
  RunRecords run = testing::bare_run("classification", {"random", "new customers"}, {"m"});
  run.profile = "classification";
  run.target = "label";
  run.corpora[0].classes = {"no", "yes"};
  run.conditions[0].reference = true;
  for (const bool reference : {true, false}) {
    std::vector<testing::ForgedAnswer> answers;
    for (uint32_t i = 0; i < (reference ? kAll : kKnown); ++i) {
      const uint32_t truth = i % 2;
      const bool right =
          i < kKnown ? i / 2 % 100 < (reference ? there : here) : anonymous_right || i / 2 % 2 == 0;
      answers.push_back({i, truth, right ? truth : 1 - truth});
    }
    const auto& name = run.conditions[reference ? 0 : 1].name;
    testing::add_answers(run, testing::add_cell(run, name, "m"), answers);
    DesignFile design;
    design.corpus = run.corpora[0].name;
    design.condition = name;
    design.measures.seed = 1;
    design.measures.test.documents = answers.size();
    WithoutValue author{"author", !reference, 0, 0, answers.size()};
    if (reference) {
      author.tested = kAll - kKnown;
      for (uint32_t i = kKnown; i < kAll; ++i) {
        author.items.resize(1);
        author.items[0].push_back(i);
      }
    } else {
      author.left_out = kAll - kKnown;
    }
    design.measures.without.push_back(std::move(author));
    run.designs.push_back(std::move(design));
  }
  return run;
}

// A reference counts as guessing or not by the documents that are compared, not by the anonymous ones.
TEST(SharedItems, AReferenceGuessesOrNotOverTheDocumentsThatAreCompared) {
  RunRecords run = mostly_anonymous(80, 50, false);
  Summary summary = testing::summary_of(run);
  const auto& all = summary.cell(run, 0, 0, 0).metrics[summary.default_metric];
  ASSERT_LE(all.score.interval->low, *all.guessing) << "over all documents it may guess";
  auto said = judge_run(run, summary, {})->warnings;
  EXPECT_THAT(said, Not(Contains(Field(&StudyWarning::code, "SF201"))));
  EXPECT_THAT(said, Contains(Field(&StudyWarning::code, "SF119")));
  // The reverse: right answers to documents that are not compared do not make a reference.
  run = mostly_anonymous(52, 50, true);
  summary = testing::summary_of(run);
  const auto& right = summary.cell(run, 0, 0, 0).metrics[summary.default_metric];
  ASSERT_GT(right.score.interval->low, *right.guessing);
  said = judge_run(run, summary, {})->warnings;
  EXPECT_THAT(said,
              Contains(Field(&StudyWarning::message,
                             HasSubstr("of \"random\" over 200 of 8,200 documents, as \"new customers\" is "
                                       "compared with it, holds chance, 0.5"))));
}

}  // namespace
}  // namespace standfast::result
