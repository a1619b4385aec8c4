// Tests that the scan finds what was planted, is silent where nothing was planted, and counts by groups.
#include "standfast/analysis/scan/scan.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scan_rows.h"

namespace standfast {
namespace {

using ::testing::Contains;
using testing::finding_of;
using testing::found_cues;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::plain_rows;
using testing::scan_rows;
using testing::scanned;
using testing::ScanRow;
using ::testing::SizeIs;
using testing::some_words;

TEST(Scan, FindsWhatWasPlanted) {
  auto rows = plain_rows(600, 1);
  for (size_t i = 0; i < rows.size(); ++i) {
    Rng rng(2, "plant", std::to_string(i));
    const bool first = rows[i].label == "l0";
    if (rng.chance(first ? 0.6 : 0.2)) rows[i].text = "to be honest " + rows[i].text;
    rows[i].text = (rng.chance(first ? 0.3 : 0.7) ? "\n" : "") + rows[i].text;
    rows[i].source = rng.chance(first ? 0.8 : 0.3) ? "gab" : "twitter";
    if (!first) rows[i].text += " end end end end end end end end";
  }
  const Corpus corpus = scan_rows(rows);
  const Scan scan = scanned(corpus);
  const auto found = found_cues(scan);
  EXPECT_THAT(found, Contains("to be honest"));
  EXPECT_THAT(found, Contains("white space in front: line break"));
  EXPECT_THAT(found, Contains("source = gab"));
  EXPECT_THAT(found, Contains("last word: end"));
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const auto& name) {
    return name.ends_with(" words");
  })) << "a length";
  EXPECT_LE(scan.first_of_cue.size(), 40U) << "not much else";
  const CueFinding& honest = finding_of(scan, "to be honest");
  EXPECT_EQ(scan.label(honest), "l0");
  EXPECT_TRUE(honest.stable);
  EXPECT_EQ(scan.units.size(), 600U);

  // The measures are computed by hand from the counts.
  const double with = static_cast<double>(honest.with), documents = static_cast<double>(honest.documents()),
               share = static_cast<double>(honest.of_label) / 600;
  EXPECT_NEAR(honest.pmi, std::log(with / documents / share), 1e-12);
  EXPECT_NEAR(honest.z, (with / documents - share) / std::sqrt(share * (1 - share) / documents), 1e-12);
  const double a = with + .5, b = static_cast<double>(honest.of_label) - with + .5,
               c = static_cast<double>(honest.others_with) + .5,
               d = static_cast<double>(honest.others - honest.others_with) + .5;
  EXPECT_NEAR(honest.log_odds, std::log(a * d / b / c), 1e-12);
  EXPECT_NEAR(honest.log_odds_z, honest.log_odds / std::sqrt(1 / a + 1 / b + 1 / c + 1 / d), 1e-12);

  // The shorter parts of the cue are in the same documents, so they were tested only once.
  EXPECT_THAT(scan.cue(honest).also, Not(IsEmpty()));
  for (const uint32_t row : scan.examples(honest, true, 5)) {
    EXPECT_EQ(rows[row].label, "l0");
    EXPECT_THAT(rows[row].text, HasSubstr("to be honest"));
  }
  EXPECT_THAT(scan.examples(honest, false, 3), SizeIs(3));
}

TEST(Scan, RuleOfOneCueIsMeasuredOnTheOtherHalf) {
  // The cue is the label: the rule is always right, and the majority is right half of the time.
  std::vector<ScanRow> rows;
  for (size_t i = 0; i < 200; ++i) {
    Rng rng(4, "alone", std::to_string(i));
    rows.push_back({some_words(rng, 6) + (i % 2 == 0 ? " yes" : ""), i % 2 == 0 ? "a" : "b"});
  }
  const Corpus corpus = scan_rows(rows);
  const Scan scan = scanned(corpus);
  ASSERT_FALSE(scan.tests.findings.empty());
  const SingleCueScore& alone = scan.alone.front();
  EXPECT_EQ(scan.cue(scan.tests.findings.front()).also.empty() ? 1U : 2U, 2U) << "last word and word";
  EXPECT_EQ(alone.right, 200U);
  EXPECT_EQ(alone.n, 200U);
  EXPECT_NEAR(alone.majority(), 0.5, 0.05);
  EXPECT_DOUBLE_EQ(alone.macro_f1, 1);
  EXPECT_LT(alone.majority_macro_f1, 0.6);
  EXPECT_EQ(alone.interval->high, 1);
}

// Every finding is false, so with Benjamini-Hochberg the chance of any finding is at most q.
TEST(Scan, ShuffledLabelsGiveFalseFindingsAtMostAtTheRateAskedFor) {
  for (const Correction correction : {Correction::benjamini_hochberg, Correction::benjamini_yekutieli}) {
    uint32_t corpora_with_any = 0;
    constexpr uint32_t kCorpora = 200;
    for (uint64_t seed = 0; seed < kCorpora; ++seed) {
      auto rows = plain_rows(300, 1000 + seed, 3);
      for (auto& row : rows) row.source = row.text.size() % 3 == 0 ? "x" : "y";
      ScanOptions options;
      options.tests.q = 0.2;
      options.tests.correction = correction;
      corpora_with_any += scanned(scan_rows(rows), options).tests.findings.empty() ? 0 : 1;
    }
    // The rate is 0.2 at most; three standard errors above it are 0.285.
    EXPECT_LE(corpora_with_any, 57U);
    if (correction == Correction::benjamini_hochberg) {
      EXPECT_GE(corpora_with_any, 2U) << "the tests are not merely blind";
    }
  }
}

// Returns rows of authors who each have words of their own and one label, so documents are many but
// independent observations few.
std::vector<ScanRow> rows_of_authors(uint64_t seed, size_t authors, size_t each) {
  std::vector<ScanRow> rows;
  for (size_t a = 0; a < authors; ++a) {
    Rng of_author(seed, "author", std::to_string(a));
    const std::string label = fmt::format("l{}", of_author.below(2));
    std::vector<uint64_t> habits;
    for (int k = 0; k < 4; ++k) habits.push_back(of_author.below(60));
    for (size_t i = 0; i < each; ++i) {
      Rng rng(seed, "text", fmt::format("{} {}", a, i));
      std::string text = some_words(rng, 8);
      for (const uint64_t habit : habits)
        if (rng.chance(0.5)) text += fmt::format(" habit{}", habit);
      rows.push_back({text, label, fmt::format("a{}", a)});
    }
  }
  return rows;
}

TEST(Scan, CountsByGroupsWhereDocumentsDependOnEachOther) {
  constexpr uint32_t kCorpora = 60;
  uint32_t with_groups = 0, without_groups = 0;
  for (uint64_t seed = 0; seed < kCorpora; ++seed) {
    const Corpus corpus = scan_rows(rows_of_authors(seed, 40, 10));
    ScanOptions options;
    options.tests.q = 0.1;
    without_groups += scanned(corpus, options).tests.findings.empty() ? 0 : 1;
    options.group = "author";
    with_groups += scanned(corpus, options).tests.findings.empty() ? 0 : 1;
  }
  // The rate is 0.1 at most; three standard errors above it are 0.22.
  EXPECT_LE(with_groups, 13U);
  EXPECT_GE(without_groups, 50U) << "who takes documents for independent finds habits of authors";
}

// Each author has one label for all documents, so six authors cannot tell a cue from chance, and sixty can.
TEST(Scan, SaysTheLeastThatGroupsCanTell) {
  ScanOptions options;
  options.group = "author";
  const Scan few = scanned(scan_rows(rows_of_authors(3, 6, 20)), options);
  EXPECT_GT(few.tests.least_p, 1.0 / 64);
  EXPECT_LT(scanned(scan_rows(rows_of_authors(3, 60, 5)), options).tests.least_p, 1e-8);
  options.group.clear();
  EXPECT_EQ(scanned(scan_rows(rows_of_authors(3, 6, 20)), options).tests.least_p, 0);
}

TEST(Scan, GroupsDoNotHideWhatManyGroupsShare) {
  auto rows = rows_of_authors(7, 60, 5);
  for (size_t i = 0; i < rows.size(); ++i) {
    Rng rng(7, "shared", std::to_string(i));
    if (rng.chance(rows[i].label == "l0" ? 0.5 : 0.1)) rows[i].text += " shared cue";
  }
  const Corpus corpus = scan_rows(rows);
  ScanOptions options;
  options.group = "author";
  const Scan scan = scanned(corpus, options);
  EXPECT_THAT(found_cues(scan), Contains("shared cue"));
  EXPECT_TRUE(scan.units.named_groups);
  EXPECT_EQ(scan.units.groups, 60U);
  const CueFinding& found = finding_of(scan, "shared cue");
  EXPECT_GT(found.groups_with, 20U);
  // A word that one author alone uses is one observation.
  auto alone = rows_of_authors(8, 60, 12);
  for (size_t i = 0; i < 12; ++i) alone[i].text += " onlyhere";
  const Scan other = scanned(scan_rows(alone), options);
  EXPECT_THAT(found_cues(other), Not(Contains("onlyhere")));
}

TEST(Scan, DocumentsAreIndependentWhereEachIsItsOwnGroup) {
  auto rows = plain_rows(300, 5);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].author = fmt::format("a{}", i);
    if (rows[i].label == "l1" && i % 3 == 0) rows[i].text += " mark";
  }
  const Corpus corpus = scan_rows(rows);
  ScanOptions options;
  const Scan plain = scanned(corpus, options);
  options.group = "author";
  const Scan grouped = scanned(corpus, options);
  ASSERT_FALSE(plain.tests.findings.empty());
  EXPECT_EQ(finding_of(plain, "mark").p, finding_of(grouped, "mark").p);
  EXPECT_EQ(finding_of(plain, "mark").z, finding_of(grouped, "mark").z);
}

TEST(Scan, IsTheSameForAnyNumberOfThreads) {
  auto rows = rows_of_authors(11, 30, 10);
  const Corpus corpus = scan_rows(rows);
  ScanOptions options;
  options.tests.q = 0.9;
  const Scan one = scanned(corpus, options);
  options.tests.threads = 4;
  const Scan many = scanned(corpus, options);
  ASSERT_EQ(one.tests.findings.size(), many.tests.findings.size());
  for (size_t k = 0; k < one.tests.findings.size(); ++k) {
    EXPECT_EQ(one.tests.findings[k].cue, many.tests.findings[k].cue);
    EXPECT_EQ(one.tests.findings[k].q, many.tests.findings[k].q);
    EXPECT_EQ(one.alone[k].right, many.alone[k].right);
  }
}

TEST(Scan, OrderOfDocumentsChangesNothing) {
  auto rows = rows_of_authors(12, 30, 8);
  for (size_t i = 0; i < rows.size(); ++i) rows[i].id = std::to_string(i);
  ScanOptions options;
  options.tests.q = 0.5;
  const auto facts = [&](const std::vector<ScanRow>& of) {
    std::set<std::tuple<std::string, std::string, double, double, uint64_t>> all;
    const Scan scan = scanned(scan_rows(of), options);
    for (size_t k = 0; k < scan.tests.findings.size(); ++k) {
      const auto& finding = scan.tests.findings[k];
      all.insert(
          {scan.cue(finding).name, scan.label(finding), finding.z, finding.half_z[0], scan.alone[k].right});
    }
    return all;
  };
  const auto before = facts(rows);
  std::reverse(rows.begin(), rows.end());
  EXPECT_EQ(facts(rows), before);
}

TEST(Scan, RefusesWhatCannotBeScanned) {
  const auto message = [](const Corpus& corpus, const ScanOptions& options) {
    const auto scan = scan_corpus(corpus, options);
    return scan ? std::string() : scan.error().message;
  };
  auto rows = plain_rows(30, 1);
  ScanOptions options;
  options.target = "lable";
  EXPECT_THAT(message(scan_rows(rows), options), HasSubstr("lable"));
  for (auto& row : rows) row.label = "same";
  EXPECT_THAT(message(scan_rows(rows), {}), HasSubstr("a scan compares at least two labels"));
  const Corpus tiny = scan_rows({{"a", "x"}, {"b", "y"}});
  const Scan scan = scanned(tiny);
  EXPECT_EQ(scan.tests.cues, 0U);
  EXPECT_THAT(scan.tests.findings, IsEmpty());
}

}  // namespace
}  // namespace standfast
