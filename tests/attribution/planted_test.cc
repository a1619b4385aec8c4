// Spans that were planted, and attributions held against them.
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/analysis/attribution/planted_measures.h"
#include "standfast/analysis/attribution/planted_spans.h"
#include "standfast/base/rng.h"
#include "tests/support/corpora.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using Spans = std::vector<TokenSpan>;

Result<PlantedSpans> parsed(const std::string& lines) {
  testing::StringInput input(lines);
  return parse_planted_spans(input, "p.jsonl");
}

TEST(PlantedSpans, AreReadAndBoundByIdInAnyOrder) {
  const auto read = parsed(
      "{\"id\": \"b\", \"spans\": [[0, 2], [3, 4]], \"value\": \"city\", \"text\": \"not looked at\"}\n\n"
      "{\"id\": 7, \"spans\": []}\r\n{\"id\": \"elsewhere\", \"spans\": [[0, 900]]}\n");
  ASSERT_TRUE(read) << read.error().message;
  const Corpus corpus =
      testing::make_corpus({{"7", "seven", "", ""}, {"x", "ex", "", ""}, {"b", "b\xC3\xA9 d e", "", ""}});
  const std::vector<uint32_t> rows = {2, 0, 1};
  const auto bound = bind_planted_spans(*read, {&corpus, rows});
  ASSERT_FALSE(bound) << "a span cuts a character";
  EXPECT_THAT(bound.error().message,
              HasSubstr("p.jsonl:1: document \"b\" has 7 bytes, and the span [0, 2] cuts"));
  const auto good = bind_planted_spans(
      *parsed("{\"id\": \"b\", \"spans\": [[0, 3], [4, 5]], \"value\": \"city\"}"), {&corpus, rows});
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_EQ(good->spans, (std::vector<Spans>{{{0, 3}, {4, 5}}, {}, {}}));
  EXPECT_EQ(good->values, (std::vector<std::string>{"city", "", ""}));
  EXPECT_EQ(good->named, 1U);
}

// The lines of a side that `standfast shortcut` wrote.
TEST(PlantedSpans, OfAnExportedSideCountCharacters) {
  const auto read = parsed(
      "{\"id\": \"a\", \"text\": \"\", \"label\": \"x\", \"cue\": \"honestly\", \"cue_spans\": [[2, 12]]}\n"
      "{\"id\": \"b\", \"cue\": \"none\"}\n{\"id\": \"c\", \"cue\": \"mark\", \"cue_spans\": [[0, 2]]}\n");
  ASSERT_TRUE(read) << read.error().message;
  const Corpus corpus = testing::make_corpus(
      {{"a", "\xC3\xA9 honestly, yes", "", ""}, {"b", "no", "", ""}, {"c", "!! yes", "", ""}});
  const std::vector<uint32_t> rows = {0, 1, 2};
  const auto bound = bind_planted_spans(*read, {&corpus, rows});
  ASSERT_TRUE(bound) << bound.error().message;
  EXPECT_EQ(bound->whole, (std::vector<Spans>{{{3, 13}}, {}, {{0, 2}}}));
  EXPECT_EQ(bound->spans, (std::vector<Spans>{{{3, 11}}, {}, {{0, 2}}})) << "the comma is no planted token";
  EXPECT_EQ(bound->values, (std::vector<std::string>{"honestly", "none", "mark"}));
  const auto wrong = bind_planted_spans(*parsed("{\"id\": \"a\", \"cue\": \"x\", \"cue_spans\": [[2, 17]]}"),
                                        {&corpus, rows});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message,
              HasSubstr("document \"a\" has 15 characters, and the span [2, 17] ends behind"));
}

TEST(PlantedSpans, RefusalsNameTheLine) {
  const auto refusal = [](const std::string& lines) {
    const auto read = parsed(lines);
    EXPECT_FALSE(read) << lines;
    if (!read) {
      EXPECT_EQ(read.error().kind, ErrorKind::data);
    }
    return read ? std::string() : read.error().message;
  };
  EXPECT_THAT(refusal("{\"id\": \"a\", \"spans\": []}\nid,spans\n"), HasSubstr("p.jsonl:2: no JSON object"));
  EXPECT_THAT(refusal("{\"spans\": []}"), HasSubstr("p.jsonl:1: has no \"id\""));
  EXPECT_THAT(refusal("{\"id\": \"a\"}"), HasSubstr("document \"a\" has no list \"spans\""));
  EXPECT_THAT(refusal("{\"id\": \"a\", \"spans\": [3, 5]}"), HasSubstr("two whole numbers"));
  EXPECT_THAT(refusal("{\"id\": \"a\", \"spans\": [[3, 5.5]]}"), HasSubstr("two whole numbers"));
  EXPECT_THAT(refusal("{\"id\": \"a\", \"spans\": [[-3, 5]]}"), HasSubstr("two whole numbers"));
  EXPECT_THAT(refusal("{\"id\": \"a\", \"spans\": [[0, 4294967296]]}"), HasSubstr("two whole numbers"));
  EXPECT_THAT(refusal("{\"id\": \"a\", \"spans\": [[5, 5]]}"), HasSubstr("[5, 5] is empty"));
  EXPECT_THAT(refusal("{\"id\": \"a\", \"spans\": [[3, 5], [4, 6]]}"), HasSubstr("[4, 6] is out of order"));
  EXPECT_THAT(refusal("{\"id\": \"a\", \"spans\": []}\n{\"id\": \"a\", \"spans\": []}"),
              HasSubstr("p.jsonl:2: document \"a\" is in line 1 already"));
  EXPECT_THAT(refusal("\n"), HasSubstr("no line with spans"));
  const Corpus corpus = testing::make_corpus({{"a", "abc", "", ""}});
  const uint32_t row = 0;
  const DocumentView view{&corpus, std::span(&row, 1)};
  EXPECT_THAT(bind_planted_spans(*parsed("{\"id\": \"a\", \"spans\": [[1, 4]]}"), view).error().message,
              HasSubstr("[1, 4] ends behind them"));
  EXPECT_THAT(bind_planted_spans(*parsed("{\"id\": \"z\", \"spans\": [[1, 4]]}"), view).error().message,
              HasSubstr("names none of the 1 documents (the first is \"a\")"));
}

TEST(ClusteredMean, CountsItemsAndSpreadsOverDocuments) {
  const std::vector<double> sums = {3, 5, 0, 4, 3, 5, 4}, counts = {2, 1, 0, 1, 2, 1, 1};
  const auto found = clustered_mean(sums, counts);
  EXPECT_EQ(found.documents, 6U);
  EXPECT_EQ(found.items, 8U);
  EXPECT_DOUBLE_EQ(*found.mean, 3);
  // Without a document the mean goes by -3 / 6, 2 / 7 and 1 / 7, each twice. 8 items in documents of 2 and 1
  // are as many documents as 64 / 12 of one size; t of 4.3333 degrees of freedom is 2.694211
  // (scipy.stats.t.ppf).
  EXPECT_NEAR(found.interval->high - 3, 2.694211 * std::sqrt(2 * (9.0 / 36 + 4.0 / 49 + 1.0 / 49) * 5 / 6),
              1e-5);
  EXPECT_NEAR(3 - found.interval->low, found.interval->high - 3, 1e-12);
  EXPECT_FALSE(clustered_mean({}, {}).mean);
  // One item a document: the mean and its t interval.
  const auto plain = clustered_mean(std::vector<double>{1, 2, 3, 4, 5, 6}, std::vector<double>(6, 1));
  EXPECT_NEAR(plain.interval->high - 3.5, 2.570582 * std::sqrt(3.5 / 6), 1e-5);
}

TEST(ClusteredMean, FewDocumentsAndEqualOnesHaveNoInterval) {
  EXPECT_FALSE(clustered_mean(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>(5, 1)).interval);
  const auto same = clustered_mean(std::vector<double>(11, 0.2), std::vector<double>(11, 1));
  EXPECT_DOUBLE_EQ(*same.mean, 0.2);
  EXPECT_FALSE(same.interval);
}

// Documents differ in length, and in long ones a token has less: ten of them and more hold the mean as often
// as they say.
TEST(ClusteredMean, IntervalsHoldTheMean) {
  const auto draw = [](Rng& rng, std::vector<double>& sums, std::vector<double>& counts) {
    const auto centred = [&] { return rng.uniform() + rng.uniform() + rng.uniform() - 1.5; };
    const double length = std::floor(1 + 60 * std::pow(rng.uniform(), 3));
    const double each = 0.4 - 0.1 * std::log(length) + centred();
    sums.push_back(length * each + std::sqrt(length) * centred());
    counts.push_back(length);
  };
  Rng many(7, "clustered-mean", "all");
  std::vector<double> sums, counts;
  for (int d = 0; d < 2'000'000; ++d) draw(many, sums, counts);
  const double truth =
      std::accumulate(sums.begin(), sums.end(), 0.0) / std::accumulate(counts.begin(), counts.end(), 0.0);
  constexpr int kTimes = 4000;
  for (const int documents : {10, 50}) {  // held it in 94.7 % each
    int held = 0;
    for (int time = 0; time < kTimes; ++time) {
      Rng rng(7, "clustered-mean", std::to_string(time));
      sums.clear();
      counts.clear();
      for (int d = 0; d < documents; ++d) draw(rng, sums, counts);
      const auto found = clustered_mean(sums, counts);
      held += found.interval->low <= truth && truth <= found.interval->high ? 1 : 0;
    }
    EXPECT_GT(held, 0.935 * kTimes) << documents;
    EXPECT_LT(held, 0.97 * kTimes) << documents;
  }
}

// Tokens of one byte, 2 bytes apart; shares of class 0, class 1 mirrors them.
Attribution with_shares(const std::vector<double>& shares) {
  Attribution one;
  one.shares = DenseMatrix(shares.size(), 2);
  for (uint32_t i = 0; i < shares.size(); ++i) {
    one.tokens.push_back({2 * i, 2 * i + 1});
    one.shares.row(i)[0] = shares[i];
    one.shares.row(i)[1] = -shares[i];
  }
  return one;
}

std::vector<MeasuredDocument> measured(const std::vector<Attribution>& all, const std::vector<Spans>& spans,
                                       const std::vector<std::string>& values = {}, uint32_t top = 5) {
  std::vector<MeasuredDocument> documents;
  for (size_t d = 0; d < all.size(); ++d)
    documents.push_back(
        measured_document(all[d], spans[d], values.empty() ? "" : values[d], std::nullopt, top));
  return documents;
}

TEST(PlantedMeasures, MeansOfPlantedTokensAndOfOthers) {
  const std::vector<Attribution> all = {with_shares({4, 1, -2, 0}), with_shares({1, 5, 7, -1}),
                                        with_shares({9, 9})};
  const std::vector<Spans> spans = {{{0, 1}}, {{2, 5}}, {}};
  const auto found = planted_shares(measured(all, spans, {"city", "city", ""}), 2);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].value, "city");
  EXPECT_EQ(found[0].planted.items, 3U);
  EXPECT_DOUBLE_EQ(*found[0].planted.mean, 16.0 / 3);
  EXPECT_DOUBLE_EQ(*found[0].per_span.mean, 8);
  EXPECT_EQ(found[0].others.items, 5U);
  EXPECT_DOUBLE_EQ(*found[0].others.mean, -1.0 / 5);
  EXPECT_DOUBLE_EQ(*found[1].planted.mean, -16.0 / 3);
  EXPECT_EQ(planted_shares(measured(all, spans, {"b", "a", ""}), 2)[0].value, "a");
}

const RankingMeasure& measure(const std::vector<RankingMeasure>& all, const std::string& name) {
  for (const auto& one : all)
    if (one.name == name) return one;
  ADD_FAILURE() << name;
  return all.front();
}

// Two ways to sum the same share.
TEST(PlantedMeasures, RoundingBreaksNoTie) {
  const std::vector<Spans> spans = {{{0, 1}}};
  for (const double other : {0.3, 0.1 + 0.2, 0.3 - 1e-15}) {
    const std::vector<Attribution> all = {with_shares({0.3, other, 0.1})};
    const auto found = planted_ranking(measured(all, spans, {}, 3), 3);
    EXPECT_DOUBLE_EQ(*measure(found, "precision-at-1").found.mean, 0.5) << other;
    EXPECT_DOUBLE_EQ(*measure(found, "mean-rank").found.mean, 1.5) << other;
  }
  const std::vector<Attribution> apart = {with_shares({0.3, 0.3 + 1e-6, 0.1})};
  EXPECT_DOUBLE_EQ(*measure(planted_ranking(measured(apart, spans, {}, 3), 3), "precision-at-1").found.mean,
                   0);
}

TEST(PlantedMeasures, RankingByHand) {
  // By size: tokens 1, 0, 3, 2; planted are 0 and 2.
  const std::vector<Attribution> all = {with_shares({4, -5, 1, 2})};
  const std::vector<Spans> spans = {{{0, 1}, {4, 5}}};
  const auto found = planted_ranking(measured(all, spans, {}, 3), 3);
  EXPECT_DOUBLE_EQ(*measure(found, "precision-at-1").found.mean, 0);
  EXPECT_DOUBLE_EQ(measure(found, "precision-at-1").random, 0.5);
  EXPECT_DOUBLE_EQ(*measure(found, "precision-at-3").found.mean, 1.0 / 3);
  EXPECT_DOUBLE_EQ(measure(found, "precision-at-3").best, 2.0 / 3);
  EXPECT_DOUBLE_EQ(*measure(found, "precision-at-planted").found.mean, 0.5);
  EXPECT_DOUBLE_EQ(*measure(found, "mean-rank").found.mean, 3);
  EXPECT_DOUBLE_EQ(measure(found, "mean-rank").random, 2.5);
  EXPECT_DOUBLE_EQ(measure(found, "mean-rank").best, 1.5);
  EXPECT_DOUBLE_EQ(*measure(found, "relative-rank").found.mean, 0.75);
}

// The ends of the scale: all on top is best, a constant is random exactly, and who draws at random is random
// within the interval.
TEST(PlantedMeasures, AGuesserComesOutAsOne) {
  Rng rng(9, "tests/guesser");
  std::vector<Attribution> right, constant, guessed;
  std::vector<Spans> spans;
  for (int d = 0; d < 600; ++d) {
    const size_t n = 3 + rng.below(20);
    const auto planted = static_cast<uint32_t>(rng.below(n - 1));
    spans.push_back({{2 * planted, 2 * planted + 3}});
    std::vector<double> truth(n, 0), one(n, 0.5), random(n);
    truth[planted] = truth[planted + 1] = -1;
    for (double& v : random) v = rng.normal();
    right.push_back(with_shares(truth));
    constant.push_back(with_shares(one));
    guessed.push_back(with_shares(random));
  }
  const auto by_truth = planted_ranking(measured(right, spans), 5),
             by_constant = planted_ranking(measured(constant, spans), 5),
             by_guess = planted_ranking(measured(guessed, spans), 5);
  for (size_t k = 0; k < by_truth.size(); ++k) {
    EXPECT_EQ(by_truth[k].found.documents, 600U);
    EXPECT_NEAR(*by_truth[k].found.mean, by_truth[k].best, 1e-12) << by_truth[k].name;
    EXPECT_NEAR(*by_constant[k].found.mean, by_constant[k].random, 1e-12) << by_constant[k].name;
    const auto& guess = by_guess[k];
    EXPECT_NEAR(*guess.found.mean, guess.random, 2 * (guess.found.interval->high - *guess.found.mean))
        << guess.name;
    EXPECT_GT(std::abs(guess.best - guess.random), 3 * (guess.found.interval->high - *guess.found.mean))
        << guess.name;
  }
}

TEST(PlantedMeasures, DocumentsOfPlantedTokensAloneDoNotCount) {
  const std::vector<Attribution> all = {with_shares({1, 2}), with_shares({1, 2})};
  const auto found = planted_ranking(measured(all, {{{0, 3}}, {}}, {}, 1), 1);
  EXPECT_EQ(found[0].found.documents, 0U);
  EXPECT_FALSE(found[0].found.mean);
}

}  // namespace
}  // namespace standfast
