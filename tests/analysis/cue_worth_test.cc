// Tests of the worth of cues: their effect on the answers of a classifier.
#include "standfast/analysis/scan/cue_worth.h"

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scan_rows.h"

namespace standfast {
namespace {

using testing::finding_of;
using testing::plain_rows;
using testing::scan_rows;
using testing::scanned;
using testing::ScanRow;
using ::testing::SizeIs;
using testing::some_words;

// Returns rows with the labels "pos" and "neg". About half of them hold words that tell their label; "fine"
// adds nothing to these words in "pos" texts. The other "pos" texts hold the mark "only", which no other word
// replaces.
std::vector<ScanRow> rows_of_worth(size_t n) {
  std::vector<ScanRow> rows;
  for (size_t i = 0; i < n; ++i) {
    Rng rng(21, "worth", std::to_string(i));
    const bool positive = i % 2 == 0;
    std::string text = some_words(rng, 6, 40);
    const bool speaks = rng.chance(0.5);
    if (speaks) {
      for (int k = 0; k < 4; ++k) text += fmt::format(" {}{}", positive ? "good" : "bad", rng.below(4));
      if (positive && rng.chance(0.6)) text += " fine";
    } else if (positive) {
      text += " only only only";
    }
    rows.push_back({text, positive ? "pos" : "neg"});
  }
  return rows;
}

TEST(CueWorth, TellsARedundantCueFromOneThatCarriesTheLabel) {
  const Corpus corpus = scan_rows(rows_of_worth(800));
  ScanOptions scan_options;
  scan_options.cues.longest = 1;
  scan_options.cues.form = false;
  const Scan scan = scanned(corpus, scan_options);
  WorthOptions options;
  options.options = *classifiers().resolve("naive-bayes", {});
  std::vector<uint32_t> asked = {finding_of(scan, "fine").cue, finding_of(scan, "only").cue};
  const auto worth = cue_worth(corpus, scan.units, scan.cues, asked, options);
  ASSERT_TRUE(worth) << worth.error().message;
  EXPECT_GT(worth->accuracy, 0.7);
  EXPECT_EQ(worth->n, 800U);
  ASSERT_THAT(worth->cues, SizeIs(2));
  const CueWorth &fine = worth->cues[0], &only = worth->cues[1];
  EXPECT_EQ(fine.hint, WorthHint::redundant) << hint_name(fine.hint);
  EXPECT_LT(std::abs(fine.blinded.points), 0.02);
  EXPECT_EQ(only.hint, WorthHint::carries) << hint_name(only.hint);
  EXPECT_GT(only.blinded_there.points, 0.2);
  ASSERT_TRUE(only.blinded.interval);
  EXPECT_LT(only.blinded.interval->low, only.blinded.points);
  EXPECT_GT(only.blinded.interval->high, only.blinded.points);
  // Only the documents with the cue change when the cue is blinded.
  EXPECT_NEAR(only.blinded.points, only.blinded_there.points * static_cast<double>(only.documents) / 800,
              1e-12);
  // The result is the same for any number of threads.
  options.threads = 3;
  const auto again = cue_worth(corpus, scan.units, scan.cues, asked, options);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->cues[1].retrained.points, only.retrained.points);
}

TEST(CueWorth, ALeanedOnCueComesBackWithoutIt) {
  // Every document tells its label by a word of its own; the mark tells it louder.
  std::vector<ScanRow> rows;
  for (size_t i = 0; i < 600; ++i) {
    Rng rng(22, "leaned", std::to_string(i));
    const bool positive = i % 2 == 0;
    std::string text = some_words(rng, 4, 30);
    text += fmt::format(" {}{}", positive ? "good" : "bad", rng.below(30));
    // Against the word, the mark decides: it is right in 9 of 10 documents.
    if (positive == rng.chance(0.9)) text += " mark";
    rows.push_back({text, positive ? "pos" : "neg"});
  }
  const Corpus corpus = scan_rows(rows);
  ScanOptions scan_options;
  scan_options.cues.longest = 1;
  scan_options.cues.form = false;
  const Scan scan = scanned(corpus, scan_options);
  WorthOptions options;
  options.options = *classifiers().resolve("naive-bayes", {});
  const auto worth = cue_worth(corpus, scan.units, scan.cues, {finding_of(scan, "mark").cue}, options);
  ASSERT_TRUE(worth) << worth.error().message;
  const CueWorth& mark = worth->cues[0];
  EXPECT_GE(mark.blinded.points, mark.retrained.points) << "training without it is never worse here";
}

// The word "zap" ends its texts, and a form stands for it: its texts end with a letter, all others with a
// point. Both the word and the form are taken out.
TEST(CueWorth, AFormThatStandsForAWordIsTakenOutWithIt) {
  std::vector<ScanRow> rows;
  for (size_t i = 0; i < 600; ++i) {
    Rng rng(23, "stands", std::to_string(i));
    const bool positive = i % 2 == 0;
    const std::string text = some_words(rng, 6, 40);
    rows.push_back({positive && rng.chance(0.5) ? text + ". zap" : text + ".", positive ? "pos" : "neg"});
  }
  const Corpus corpus = scan_rows(rows);
  const Scan scan = scanned(corpus);
  const uint32_t number = finding_of(scan, "zap").cue;
  const Cue& cue = scan.cues.all()[number];
  EXPECT_EQ(cue.kind, CueKind::form) << cue.name;
  EXPECT_TRUE(cue.is(CueKind::words));
  WorthOptions options;
  options.options = *classifiers().resolve("naive-bayes", {});
  const auto worth = cue_worth(corpus, scan.units, scan.cues, {number}, options);
  ASSERT_TRUE(worth) << worth.error().message;
  EXPECT_GT(worth->cues[0].blinded_there.points, 0.3);
  EXPECT_EQ(worth->cues[0].hint, WorthHint::carries) << hint_name(worth->cues[0].hint);
}

// A bag of words does not see white space, so no answer changes and there is no spread from which to compute
// an interval.
TEST(CueWorth, WhatChangesNothingHasNoInterval) {
  auto rows = plain_rows(200, 31);
  for (auto& row : rows) row.text = (row.label == "l0" ? "\n" : "") + row.text;
  const Corpus corpus = scan_rows(rows);
  const Scan scan = scanned(corpus);
  WorthOptions options;
  options.options = *classifiers().resolve("naive-bayes", {});
  const auto worth = cue_worth(corpus, scan.units, scan.cues, {scan.tests.findings.front().cue}, options);
  ASSERT_TRUE(worth) << worth.error().message;
  const CueWorth& space = worth->cues[0];
  EXPECT_EQ(space.blinded.points, 0);
  EXPECT_TRUE(space.blinded.alike);
  EXPECT_FALSE(space.blinded.interval);
  EXPECT_EQ(space.hint, WorthHint::form);
}

TEST(CueWorth, FormsLengthsAndColumnsAreNoWords) {
  auto rows = plain_rows(200, 30);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].source = rows[i].label == "l0" ? "x" : "y";
    if (rows[i].label == "l0") rows[i].text = "\n" + rows[i].text + " and more and more and more of it";
  }
  const Corpus corpus = scan_rows(rows);
  const Scan scan = scanned(corpus);
  WorthOptions options;
  options.options = *classifiers().resolve("naive-bayes", {});
  std::vector<uint32_t> asked;
  std::set<CueKind> kinds;
  for (uint32_t c = 0; c < scan.cues.all().size(); ++c)
    if (const CueKind kind = scan.cues.all()[c].kind; kind != CueKind::words && kinds.insert(kind).second)
      asked.push_back(c);
  const auto worth = cue_worth(corpus, scan.units, scan.cues, asked, options);
  ASSERT_TRUE(worth) << worth.error().message;
  for (size_t k = 0; k < asked.size(); ++k) {
    const Cue& cue = scan.cues.all()[asked[k]];
    EXPECT_EQ(worth->cues[k].measured, can_be_taken_out(cue)) << cue.name;
    EXPECT_EQ(worth->cues[k].hint, cue.kind == CueKind::column ? WorthHint::column : WorthHint::form);
    EXPECT_EQ(worth->cues[k].why_not.empty(), worth->cues[k].measured);
  }
}

}  // namespace
}  // namespace standfast
