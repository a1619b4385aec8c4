// Compares the findings about shortcuts with numbers that are counted by hand or follow from how answers were
// made.
#include "standfast/result/findings/shortcut/shortcut_findings.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/shortcut_run.h"

namespace standfast::result {
namespace {

using standfast::testing::add_shortcut_cell;
using standfast::testing::add_shortcut_condition;
using standfast::testing::bare_run;
using standfast::testing::ThreeAnswers;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr uint32_t kNone = kNoCode;

RunRecords run_of(const std::vector<double>& lambdas, const std::vector<std::string>& models) {
  RunRecords run = bare_run("classification", {}, models);
  run.profile = "classification-labels";
  run.corpora[0].classes = {"low", "high"};
  for (const double lambda : lambdas) add_shortcut_condition(run, fmt::format("lambda {:g}", lambda), lambda);
  return run;
}

ShortcutFindings found_in(const RunRecords& run, double level = 0.95) {
  const auto summary = summarise(run, {"", level, 1}, null_sink());
  EXPECT_TRUE(summary) << summary.error().message;
  return shortcut_findings(run, CellIndex(run), *summary, 0, level);
}

// Returns ten documents. "low" (0) has no cue on test and has the cue on anti-test; "high" (1) is the other
// way round.
std::vector<ThreeAnswers> ten() {
  return {
      // document, truth, test, original, anti, cue, cue of anti
      {0, 0, 0, 0, 1, 0, 1},      // right until the cue misleads
      {1, 0, 0, 0, 1, 0, 1},      //
      {2, 0, 0, 1, 1, 0, 1},      // wrong without the cue, too
      {3, 0, 0, 0, 0, 0, 1},      // ignores the cue
      {4, 0, 1, 0, 0, 0, 1},      // wrong with the cue that should help
      {5, 1, 1, 1, 0, 1, 0},      // the cue misleads
      {6, 1, 1, 1, 1, 1, 0},      //
      {7, 1, 1, 1, kNone, 1, 0},  // no answer to the anti-test: wrong, a flip, and follows nothing
      {8, 1, 0, 0, 0, 1, 0},      // wrong everywhere
      {9, 1, kNone, 1, 1, 1, 0},  // no answer on test
  };
}

// A value that goes with no class cannot be followed, so its documents are in no share.
TEST(ShortcutFindings, AValueWithoutAClassIsNotFollowed) {
  RunRecords run = run_of({1}, {"a"});
  add_shortcut_cell(run, "lambda 1", "a", ten());
  const auto goes_with_no_class = [&](size_t value) {
    for (auto& cell : run.cells) {
      auto record = *cell.shortcut;
      record.suggests[value] = kNoCode;
      cell.shortcut = std::make_shared<const PlantedRecord>(std::move(record));
    }
  };
  goes_with_no_class(0);
  // Documents 0 to 4 with the reversed cue 1 are left. Wrong on anti-test are 0 1 2, all with the class of
  // that cue.
  const auto some = found_in(run).rows[0];
  EXPECT_EQ(some.following.n, 3U);
  EXPECT_EQ(some.following.k, 3U);
  EXPECT_EQ(some.following_without.n, 1U) << "of 2 and 8 the first";
  goes_with_no_class(1);
  const auto none = found_in(run).rows[0];
  EXPECT_EQ(none.following.n, 0U);
  EXPECT_FALSE(none.following.share.value);
  EXPECT_EQ(none.following.share.why_not, "the cue goes with no class in training");
}

TEST(ShortcutFindings, CountWhatTheThreeSidesSay) {
  RunRecords run = run_of({1}, {"a"});
  add_shortcut_cell(run, "lambda 1", "a", ten());
  const auto found = found_in(run);
  ASSERT_EQ(found.rows.size(), 1U);
  const ShortcutEffect& row = found.rows[0];
  const ShortcutMetric& accuracy = row.metrics[0];
  EXPECT_EQ(row.n, 10U);
  EXPECT_EQ(row.documents, 10U);
  EXPECT_DOUBLE_EQ(*accuracy.test.value, 0.7);
  EXPECT_DOUBLE_EQ(*accuracy.original.value, 0.8);
  EXPECT_DOUBLE_EQ(*accuracy.anti.value, 0.4);
  EXPECT_NEAR(*accuracy.delta.estimate.value, 0.3, 1e-12);
  // Right on test are 0 1 2 3 5 6 7. Their answers on anti-test differ for 0 1 2 5 7.
  EXPECT_EQ(row.flipped_test.n, 7U);
  EXPECT_EQ(row.flipped_test.k, 5U);
  // Right on original are 0 1 3 4 5 6 7 9. Their answers on anti-test differ for 0 1 5 7.
  EXPECT_EQ(row.flipped_original.n, 8U);
  EXPECT_EQ(row.flipped_original.k, 4U);
  // Wrong on anti-test are 0 1 2 5 7 8. All but 7 answer the class of the reversed cue; 7 has no answer and
  // is left out.
  EXPECT_EQ(row.following.n, 5U);
  EXPECT_EQ(row.following.k, 5U);
  // Wrong on original are 2 (answers high, and its reversed cue goes with high) and 8 (answers low, with
  // low).
  EXPECT_EQ(row.following_without.n, 2U);
  EXPECT_EQ(row.following_without.k, 2U);
  EXPECT_EQ(row.unanswered_test, 1U);
  EXPECT_EQ(row.unanswered_original, 0U);
  EXPECT_EQ(row.unanswered_anti, 1U);
  // Macro F1 is over both classes, and a missing answer counts as an error. On anti-test, low has 5 documents
  // and is answered 4 times, 2 of them right; high has 5 documents and is answered 5 times, 2 of them right.
  EXPECT_NEAR(*row.metrics[1].anti.value, (2.0 * 2 / (5 + 4) + 2.0 * 2 / (5 + 5)) / 2, 1e-12);
  EXPECT_THAT(row.metrics[1].survival.why_not, HasSubstr("no single score"));
}

TEST(ShortcutFindings, GroupsAreLabelsWithValues) {
  RunRecords run = run_of({1}, {"a"});
  std::vector<ThreeAnswers> answers;
  for (uint32_t i = 0; i < 6; ++i)
    for (auto one : ten()) {
      one.document += 10 * i;
      answers.push_back(one);
    }
  add_shortcut_cell(run, "lambda 1", "a", answers);
  const auto found = found_in(run);
  EXPECT_THAT(found.of(0).values, ElementsAre("none", "honestly"));
  ASSERT_EQ(found.groups.size(), 2U + 2 + 4) << "on test and on anti-test a label has one value only";
  const auto group = [&](GroupSide side, uint32_t label, uint32_t value) {
    for (const auto& one : found.groups)
      if (one.side == side && one.label == label && one.value == value) return one;
    ADD_FAILURE() << "no such group";
    return ShortcutGroup{};
  };
  EXPECT_EQ(group(GroupSide::both, 0, 0).right.k, 6U * 4) << "low without the cue: on test";
  EXPECT_EQ(group(GroupSide::both, 0, 1).right.k, 6U * 2) << "low with the cue: on anti-test";
  EXPECT_EQ(group(GroupSide::both, 1, 1).right.k, 6U * 3);
  EXPECT_EQ(group(GroupSide::both, 1, 0).right.k, 6U * 2);
  EXPECT_EQ(group(GroupSide::both, 1, 0).documents, 30U);
  int worst = 0;
  for (const auto& one : found.groups) {
    worst += one.worst ? 1 : 0;
    if (one.worst) {
      EXPECT_EQ(one.label, 0U) << "of two equal ones the first";
      EXPECT_EQ(one.value, 1U);
    }
  }
  EXPECT_EQ(worst, 1);
}

TEST(ShortcutFindings, PairsItemsWhateverTheirOrder) {
  RunRecords run = run_of({1}, {"a"});
  add_shortcut_cell(run, "lambda 1", "a", ten());
  RunRecords shuffled = run;
  auto& anti = shuffled.cells[2].classified;
  std::reverse(anti.document.begin(), anti.document.end());
  std::reverse(anti.truth.begin(), anti.truth.end());
  std::reverse(anti.cue.begin(), anti.cue.end());
  for (size_t i = 0; i < 5; ++i)
    std::swap_ranges(anti.probabilities.begin() + static_cast<ptrdiff_t>(2 * i),
                     anti.probabilities.begin() + static_cast<ptrdiff_t>(2 * i + 2),
                     anti.probabilities.begin() + static_cast<ptrdiff_t>(2 * (9 - i)));
  const auto plain = found_in(run), mixed = found_in(shuffled);
  EXPECT_EQ(plain.rows[0].flipped_test.k, mixed.rows[0].flipped_test.k);
  EXPECT_EQ(plain.rows[0].following.k, mixed.rows[0].following.k);
  EXPECT_EQ(plain.rows[0].metrics[0].delta.estimate.interval,
            mixed.rows[0].metrics[0].delta.estimate.interval);
}

TEST(ShortcutFindings, SpreadIsThatOfDeltaOverDrawsAndFits) {
  RunRecords run = run_of({1}, {"a"});
  run.seeds = {1, 2};
  // The deltas of the two draws are 0.3 and 0 (the cue changes nothing).
  auto ignoring = ten();
  for (auto& one : ignoring) one.anti = one.test;
  add_shortcut_cell(run, "lambda 1", "a", ten(), 1);
  add_shortcut_cell(run, "lambda 1", "a", ignoring, 2);
  const auto row = found_in(run).rows.at(0);
  EXPECT_EQ(row.draws, 2U);
  EXPECT_NEAR(*row.metrics[0].sd_draws, 0.3 / std::sqrt(2.0), 1e-12);
  EXPECT_FALSE(row.metrics[0].sd_fits);
  EXPECT_EQ(row.n, 20U);
  EXPECT_EQ(row.documents, 10U);
  // A draw that lacks a side is in neither number.
  std::erase_if(run.cells, [](const auto& cell) { return cell.seed == 2 && cell.side == kOriginalSide; });
  run.missing.push_back(
      {{run.corpora[0].name, name_of_side("lambda 1", kOriginalSide), "a", 2, 0}, "", kOriginalSide});
  const auto lacking = found_in(run).rows.at(0);
  EXPECT_EQ(lacking.n, 10U);
  EXPECT_EQ(lacking.draws, 1U);
  EXPECT_FALSE(lacking.metrics[0].sd_draws);
}

TEST(ShortcutFindings, AGuesserComesOutAsAGuesser) {
  RunRecords run = run_of({1, 0.5}, {"prior"});
  std::vector<ThreeAnswers> answers;
  for (uint32_t i = 0; i < 60; ++i)
    answers.push_back({i, i % 2, 0, 0, 0, static_cast<uint8_t>(i % 2), static_cast<uint8_t>(1 - i % 2)});
  add_shortcut_cell(run, "lambda 1", "prior", answers);
  add_shortcut_cell(run, "lambda 0.5", "prior", answers);
  const auto found = found_in(run);
  for (const auto& row : found.rows) {
    EXPECT_EQ(*row.metrics[0].delta.estimate.value, 0);
    EXPECT_FALSE(row.metrics[0].delta.p) << "there is nothing to test";
    EXPECT_FALSE(row.metrics[0].p_holm);
    EXPECT_FALSE(row.metrics[0].survival.value);
    EXPECT_THAT(row.metrics[0].survival.why_not, HasSubstr("not above guessing"));
    EXPECT_EQ(row.flipped_test.k, 0U);
    EXPECT_EQ(row.following.k, row.following_without.k);
  }
  ASSERT_EQ(found.curves.size(), 1U);
  EXPECT_EQ(*found.curves[0].area[0].estimate.value, 0);
}

TEST(ShortcutFindings, CurvesAreOfConditionsThatDifferInLambdaAlone) {
  RunRecords run = run_of({1, 0.5, 0.8}, {"a"});
  add_shortcut_condition(run, "of another test", 0.9);
  for (auto& condition : run.conditions)
    if (condition.drawn() == "of another test") condition.setting = "of another test";
  auto half = ten();
  for (size_t i = 0; i < 5; ++i) half[i].anti = half[i].test;  // the cue misleads on "high" only
  auto none = ten();
  for (auto& one : none) one.anti = one.test;
  add_shortcut_cell(run, "lambda 1", "a", ten());
  add_shortcut_cell(run, "lambda 0.8", "a", half);
  add_shortcut_cell(run, "lambda 0.5", "a", none);
  add_shortcut_cell(run, "of another test", "a", ten());
  const auto found = found_in(run);
  ASSERT_EQ(found.rows.size(), 4U);
  ASSERT_EQ(found.curves.size(), 1U);
  const auto& curve = found.curves[0];
  EXPECT_EQ(curve.series, "single-term");
  EXPECT_THAT(curve.rows, ElementsAre(1, 2, 0)) << "lambda .5, .8, 1";
  const double of_half = *found.rows[2].metrics[0].delta.estimate.value;
  EXPECT_NEAR(*curve.area[0].estimate.value, (0 + of_half) / 2 * 0.3 + (of_half + 0.3) / 2 * 0.2, 1e-12);
  EXPECT_EQ(curve.from, 0.5);
  EXPECT_EQ(curve.to, 1);
}

// Curves whose points come from different documents have no area.
TEST(ShortcutFindings, CurvesWithoutAllFoldsHaveNoArea) {
  for (const bool whole : {false, true}) {  // the middle lambda lacks a fold, or everything
    RunRecords run = run_of({0, 0.5, 1}, {"a", "b"});
    for (const std::string model : {"a", "b"})
      for (const char* lambda : {"lambda 0", "lambda 0.5", "lambda 1"})
        if (model == "b" || !whole || lambda != std::string("lambda 0.5"))
          add_shortcut_cell(run, lambda, model, ten());
    run.missing.push_back({{run.corpora[0].name, "lambda 0.5", "a", 1, 1}, ""});
    const auto found = found_in(run);
    ASSERT_EQ(found.curves.size(), 2U);
    EXPECT_EQ(found.curves[0].rows.size(), whole ? 2U : 3U);
    for (const auto& area : found.curves[0].area) {
      EXPECT_FALSE(area.estimate.value || area.p);
      EXPECT_EQ(area.estimate.why_not, "folds have no answers at lambda 0.5");
    }
    EXPECT_TRUE(found.curves[1].area[0].estimate.value) << "the other model has all of them";
  }
}

// The cue goes with one class in one draw and with the other class in the next. So each document follows it
// in half of its items, and the error of the share cannot be estimated.
TEST(ShortcutFindings, AShareThatIsTheSameInEveryUnitHasNoInterval) {
  UnitSpace space;
  std::vector<ItemUnits> units(60);
  std::vector<bool> follows(60);
  for (uint32_t i = 0; i < 60; ++i) {
    units[i].first[0] = i / 2;
    follows[i] = i % 2 == 0;
  }
  const auto share = share_of_items(units, std::vector<bool>(60, true), follows, 0.95, space, "");
  EXPECT_EQ(share.share.value, 0.5);
  EXPECT_FALSE(share.share.interval);
  EXPECT_NE(share.share.why_no_interval, "");
}

TEST(ShortcutFindings, PlantedSharesHaveExactIntervals) {
  RunRecords run = run_of({1}, {"a", "b"});
  add_shortcut_cell(run, "lambda 1", "a", ten(), 1);
  add_shortcut_cell(run, "lambda 1", "b", ten(), 1);
  const auto found = found_in(run);
  int seen = 0;
  for (const auto& share : found.planted) {
    if (share.side != "anti-test" || share.label != 0 || share.value != 1) continue;
    ++seen;
    EXPECT_EQ(share.k, 5U) << "of one model: the other learned from the same texts";
    EXPECT_EQ(share.n, 5U);
    EXPECT_EQ(share.interval.high, 1);
    EXPECT_NEAR(share.interval.low, std::pow(0.025, 0.2), 1e-9) << "Clopper and Pearson";
  }
  EXPECT_EQ(seen, 1);
}

// Returns the answers of a model that looks at the cue with probability `leaning`, and otherwise is right
// with a probability that belongs to the document. Both draws have the same documents.
RunRecords simulated(uint64_t number, double leaning, double least = 0.3, double range = 0.6) {
  RunRecords run = run_of({1}, {"a"});
  run.seeds = {1, 2};
  Rng rng(7, "test/shortcut", fmt::format("{} {}", number, leaning));
  std::vector<double> ease;
  for (uint32_t i = 0; i < 120; ++i) ease.push_back(least + range * rng.uniform());
  for (const uint64_t seed : {1U, 2U}) {
    std::vector<ThreeAnswers> answers;
    for (uint32_t i = 0; i < 120; ++i) {
      ThreeAnswers one{i, i % 2};
      one.cue = static_cast<uint8_t>(rng.chance(0.9) ? one.truth : 1 - one.truth);
      one.anti_cue = static_cast<uint8_t>(rng.chance(0.9) ? 1 - one.truth : one.truth);
      const auto answer = [&](int cue) -> uint32_t {
        if (cue >= 0 && rng.chance(leaning)) return static_cast<uint32_t>(cue);
        return rng.chance(ease[i]) ? one.truth : 1 - one.truth;
      };
      one.test = answer(one.cue);
      one.original = answer(-1);
      one.anti = answer(one.anti_cue);
      answers.push_back(one);
    }
    add_shortcut_cell(run, "lambda 1", "a", answers, seed);
  }
  return run;
}

// The intervals of the surviving lead hold the truth, which is 1 if the cue is ignored. If the cue is
// followed with probability l, the accuracy on the anti-test is l * .1 + (1 - l) * ease, and guessing is .5
// on both sides.
TEST(ShortcutFindings, IntervalsOfWhatSurvivesHoldTheTruth) {
  for (const double leaning : {0.0, 0.1, 0.3}) {
    const double ease = 0.8, truth = (leaning * 0.1 + (1 - leaning) * ease - 0.5) / (ease - 0.5);
    constexpr int kRuns = 200;
    int held = 0, made = 0;
    for (int i = 0; i < kRuns; ++i) {
      const auto row = found_in(simulated(static_cast<uint64_t>(i), leaning, 0.6, 0.4), 0.9).rows.at(0);
      const Estimate& share = row.metrics[0].survival;
      if (!share.interval) continue;
      ++made;
      held += share.interval->low <= truth && truth <= share.interval->high ? 1 : 0;
    }
    // 90 % of 200 is 180, with a standard deviation of 4.2. Of 1000 runs, 906, 918 and 882 held the truth.
    EXPECT_GE(made, 195) << leaning;
    EXPECT_GE(held, 166) << leaning;
    EXPECT_LE(held, 196) << leaning;
  }
}

// Returns answers of three classes in two draws. The anti-test changes an answer to a random one with
// probability `flip`, so 1 - flip survives.
RunRecords three_classes(uint64_t number, double flip, uint32_t documents) {
  RunRecords run = bare_run("classification", {}, {"a"});
  run.profile = "classification-labels";
  run.corpora[0].classes = {"low", "mid", "high"};
  add_shortcut_condition(run, "lambda 1", 1);
  run.seeds = {1, 2};
  Rng rng(7, "test/three-classes", fmt::format("{} {} {}", number, flip, documents));
  std::vector<double> ease;
  for (uint32_t i = 0; i < documents; ++i) ease.push_back(0.4 + 0.3 * rng.uniform());
  for (const uint64_t seed : {1U, 2U}) {
    std::vector<ThreeAnswers> answers;
    for (uint32_t i = 0; i < documents; ++i) {
      ThreeAnswers one{i, i % 3};
      const auto wrong = static_cast<uint32_t>(1 + rng.below(2));
      one.test = one.original = rng.chance(ease[i]) ? one.truth : (one.truth + wrong) % 3;
      one.anti = rng.chance(flip) ? static_cast<uint32_t>(rng.below(3)) : one.original;
      answers.push_back(one);
    }
    add_shortcut_cell(run, "lambda 1", "a", answers, seed);
  }
  return run;
}

// If only one or two of sixty documents change their answer, the interval is too narrow;
// docs/shortcut-scores.md says so.
TEST(ShortcutFindings, IntervalsOfWhatSurvivesAreTooNarrowOnlyWhereHardlyAnythingChanges) {
  struct Setting {
    double flip;
    uint32_t documents;
    double
        least;  // share of the intervals of 95 % that hold the truth; 250 have a standard deviation of 1.4 %
  };
  for (const auto& [flip, documents, least] : {Setting{0.02, 60, 0.84}, {0.1, 60, 0.9}, {0.3, 100, 0.91}}) {
    int held = 0, made = 0;
    for (uint64_t i = 0; i < 250; ++i) {
      const auto row = found_in(three_classes(i, flip, documents)).rows.at(0);
      const Estimate& share = row.metrics[0].survival;
      if (!share.interval) continue;
      ++made;
      held += share.interval->low <= 1 - flip && 1 - flip <= share.interval->high ? 1 : 0;
    }
    EXPECT_GT(made, 150) << flip;
    EXPECT_GT(held, least * made) << flip << ", " << documents;
    EXPECT_LT(held, 0.99 * made) << flip << ", " << documents;
  }
}

// The interval of delta holds the truth about as often as it says. The delta of a model that ignores the cue
// is 0; that of a model that follows it with probability .4 is .4 (.9 - .1).
TEST(ShortcutFindings, IntervalsOfDeltaHoldTheTruth) {
  for (const auto& [leaning, truth] : {std::pair{0.0, 0.0}, {0.4, 0.4 * 0.8}}) {
    constexpr int kRuns = 200;
    int held = 0, rejected = 0;
    for (int i = 0; i < kRuns; ++i) {
      const auto row = found_in(simulated(static_cast<uint64_t>(i), leaning), 0.9).rows.at(0);
      const auto& delta = row.metrics[0].delta;
      ASSERT_TRUE(delta.estimate.interval);
      held += delta.estimate.interval->low <= truth && truth <= delta.estimate.interval->high ? 1 : 0;
      rejected += *delta.p <= 0.1 ? 1 : 0;
    }
    // 90 % of 200 is 180, with a standard deviation of 4.2.
    EXPECT_GE(held, 166) << leaning;
    EXPECT_LE(held, 196) << leaning;
    if (truth == 0) {
      EXPECT_LE(rejected, 34);
    } else {
      EXPECT_GE(rejected, 195);
    }
  }
}

}  // namespace
}  // namespace standfast::result
