#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/calibration.h"
#include "standfast/model/verify/imposter_set.h"
#include "standfast/model/verify/verifier.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

CsrMatrix matrix(const std::vector<std::vector<double>>& rows) {
  CsrMatrix m;
  m.columns_count = rows[0].size();
  std::vector<uint32_t> columns;
  std::vector<double> values;
  for (const auto& row : rows) {
    for (uint32_t j = 0; j < row.size(); ++j)
      if (row[j] != 0) {
        columns.push_back(j);
        values.push_back(row[j]);
      }
    m.begin.push_back(columns.size());
  }
  m.columns.resize(columns.size());
  m.values.resize(values.size());
  std::copy(columns.begin(), columns.end(), m.columns.begin());
  std::copy(values.begin(), values.end(), m.values.begin());
  return m;
}

TEST(ImposterDistanceTest, ByHand) {
  const auto m = matrix({{1, 2, 0, 4}, {3, 1, 5, 0}, {0, 0, 0, 0}});
  const std::vector<double> ones = {1, 1, 1, 1}, some = {2, 0, 1, 0};
  using enum ImposterDistance;
  EXPECT_NEAR(imposter_distance(minmax, m, 0, m, 1, ones), 1 - 2.0 / 14, 1e-15);
  EXPECT_NEAR(imposter_distance(minmax, m, 0, m, 1, some), 1 - 2.0 / (2 * 3 + 5), 1e-15);
  EXPECT_NEAR(imposter_distance(cosine, m, 0, m, 1, ones), 1 - 5 / std::sqrt(21.0 * 35), 1e-15);
  EXPECT_NEAR(imposter_distance(cosine, m, 0, m, 1, some), 1 - 6 / std::sqrt(2.0 * (18 + 25)), 1e-15);
  EXPECT_NEAR(imposter_distance(manhattan, m, 0, m, 1, ones), 2 + 1 + 5 + 4, 1e-15);
  EXPECT_NEAR(imposter_distance(manhattan, m, 0, m, 1, some), 2 * 2 + 5, 1e-15);
  EXPECT_EQ(imposter_distance(minmax, m, 2, m, 2, ones), 1);  // 0 / 0
  EXPECT_EQ(imposter_distance(cosine, m, 0, m, 2, ones), 1);
}

// Two of four features are drawn with replacement, and one of three imposters. That makes 16 x 3 equally
// likely rounds, which are all tried here. The result of many random rounds must agree within four standard
// errors.
TEST(ImposterRoundsTest, AgreeWithEveryRoundThereIs) {
  const auto texts = matrix({{1, 2, 0, 4}, {1, 1, 1, 3}});
  const auto imposters = matrix({{1, 2, 1, 2}, {0, 2, 0, 5}, {2, 0, 1, 1}, {1, 2, 0, 4}});
  const std::vector<uint32_t> candidates = {0, 1, 2};
  for (size_t d = 0; d < kImposterDistances.size(); ++d) {
    const auto distance = static_cast<ImposterDistance>(d);
    double wins = 0;
    for (size_t f = 0; f < 4; ++f)
      for (size_t g = 0; g < 4; ++g)
        for (const uint32_t i : candidates) {
          std::vector<double> weights(4);
          weights[f] += 1;
          weights[g] += 1;
          wins += imposter_distance(distance, texts, 0, texts, 1, weights) <
                          imposter_distance(distance, texts, 0, imposters, i, weights)
                      ? 1
                      : 0;
        }
    const double expected = wins / 48;
    const uint32_t rounds = 20000;
    ImposterRounds found({.rounds = rounds, .imposters = 1, .share = 0.5, .distance = distance}, 4);
    const double share = found.share_of_wins(texts, 0, 1, imposters, candidates, 3, "a\nb");
    EXPECT_NEAR(share, expected, 4 * std::sqrt(expected * (1 - expected) / rounds) + 1e-12)
        << kImposterDistances[d];
    EXPECT_GT(expected, 0.05);
    EXPECT_LT(expected, 0.95);
    // Ties lose: the target itself, as an imposter, is never farther away than the partner.
    const std::vector<uint32_t> itself = {3};
    EXPECT_EQ(found.share_of_wins(texts, 0, 1, imposters, itself, 3, "a\nb"), 0);
  }
}

TEST(ImposterSetTest, LeavesOutThePairAndItsAuthors) {
  const auto corpus = testing::make_corpus({{"0", "t0", "ann", ""},
                                            {"1", "t1", "ann", ""},
                                            {"2", "t2", "bob", ""},
                                            {"3", "t3", "cy", ""},
                                            {"4", "", "cy", ""}});
  const std::vector<uint32_t> rows = {0, 1, 2, 3, 4};
  const auto vectors = [] { return matrix({{1, 0}, {3, 4}, {0, 1}, {1, 1}, {0, 0}}); };
  const auto set = ImposterSet::make(corpus, rows, vectors(), false).value();
  EXPECT_EQ(set.vectors.rows(), 4U);  // the empty text has no vector
  std::vector<uint32_t> found;
  set.candidates(ImposterSet::fingerprint("t2"), ImposterSet::fingerprint("new"), "", "", found);
  EXPECT_EQ(found, (std::vector<uint32_t>{0, 1, 3}));
  set.candidates(ImposterSet::fingerprint("t2"), ImposterSet::fingerprint("new"), "bob", "ann", found);
  EXPECT_EQ(found, (std::vector<uint32_t>{3}));
  const auto authors = ImposterSet::make(corpus, rows, vectors(), true).value();
  ASSERT_EQ(authors.vectors.rows(), 3U);
  EXPECT_EQ(authors.vectors.row_values(0)[0], 2);  // ann: the mean of (1, 0) and (3, 4)
  EXPECT_EQ(authors.vectors.row_values(0)[1], 2);
  authors.candidates(ImposterSet::fingerprint("t1"), 0, "", "", found);
  EXPECT_EQ(found, (std::vector<uint32_t>{1, 2}));

  const auto again = ImposterSet::restore(authors.save(), 2);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->save(), authors.save());
  EXPECT_FALSE(ImposterSet::restore(authors.save(), 3));
  EXPECT_FALSE(ImposterSet::restore(authors.save() + "x", 2));
  for (size_t cut = 0; cut < authors.save().size(); ++cut)
    EXPECT_FALSE(ImposterSet::restore(authors.save().substr(0, cut), 2)) << cut;
}

TEST(ScoreShiftTest, EqualsBruteForceWithScikitLearn) {
  const auto cases = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/score_shift_small.json").value());
  ASSERT_EQ(cases.size(), 3U);
  for (const auto& one : cases) {
    const auto scores = one["scores"].get<std::vector<double>>();
    const auto same = one["same"].get<std::vector<uint8_t>>();
    const auto shift = ScoreShift::fit(scores, same);
    ASSERT_TRUE(shift);
    EXPECT_EQ(shift->p1, one["p1"].get<double>());
    EXPECT_EQ(shift->p2, one["p2"].get<double>());
    EXPECT_NEAR(shift->value, one["value"].get<double>(), 1e-12);
    for (size_t i = 0; i < scores.size(); ++i)
      EXPECT_NEAR(shift->shifted(scores[i]), one["shifted"][i].get<double>(), 1e-12);
  }
  EXPECT_FALSE(ScoreShift::fit(std::vector<double>{0.1, 0.2}, std::vector<uint8_t>{1, 1}));
}

class ImpostersTest : public ::testing::Test {
 protected:
  // Makes eight authors with four texts each, all of the same twelve words, of which an author likes two. The
  // authors of the first half are learned from.
  ImpostersTest() {
    const char* const words[] = {"the",  "of", "and", "to",  "a",  "in",
                                 "that", "it", "was", "for", "on", "with"};
    std::vector<testing::Doc> docs;
    for (int a = 0; a < 8; ++a)
      for (int k = 0; k < 4; ++k) {
        Rng rng(1, "test/imposters", fmt::format("{} {}", a, k));
        const auto first = static_cast<uint64_t>(a < 4 ? 3 * a : 3 * a + 1);
        std::string text;
        for (int i = 0; i < 150; ++i)
          text += fmt::format("{} ", words[rng.chance(0.4) ? (first + rng.below(2)) % 12 : rng.below(12)]);
        docs.push_back({fmt::format("d{}-{}", a, k), text, fmt::format("a{}", a), ""});
      }
    corpus = testing::make_corpus(docs);
    for (uint32_t a = 0; a < 32; ++a)
      for (uint32_t b = a + 1; b < 32; ++b)
        (b < 16 ? train : a >= 16 ? test : apart).push_back({a, b, a / 4 == b / 4});
  }
  std::vector<double> scores(std::map<std::string, OptionValue> given, const ModelContext& context = {}) {
    given.try_emplace("rounds", int64_t{25});
    given.try_emplace("calibration", std::string("none"));
    given.try_emplace("analyzer", std::string("words"));
    given.try_emplace("n", int64_t{1});
    verifier = verifiers().make("imposters", given).value();
    const auto status = verifier->fit({&corpus, train}, {&corpus, {}}, context);
    EXPECT_TRUE(status) << status.error().message;
    std::vector<double> out(test.size());
    EXPECT_TRUE(verifier->score({&corpus, test}, out, context));
    return out;
  }
  Corpus corpus;
  std::vector<Pair> train, test, apart;
  std::unique_ptr<Verifier> verifier;
};

TEST_F(ImpostersTest, FindsAuthorsInEveryMode) {
  for (const char* mode : {"instance", "profile"})
    for (const auto distance : kImposterDistances) {
      const auto found = scores({{"mode", std::string(mode)}, {"distance", std::string(distance)}});
      double same = 0, different = 0, n_same = 0;
      for (size_t i = 0; i < test.size(); ++i) {
        (test[i].same ? same : different) += found[i];
        n_same += test[i].same ? 1 : 0;
      }
      same /= n_same;
      different /= static_cast<double>(test.size()) - n_same;
      EXPECT_GT(same, different + 0.3) << mode << " " << distance;
    }
  EXPECT_EQ(verifier->facts()["imposter_authors"], 4);
  EXPECT_EQ(verifier->facts()["imposters_a_round"], 4);
}

TEST_F(ImpostersTest, SymmetricIsTheMeanOfBothDirections) {
  const auto both = scores({}), first = scores({{"symmetric", false}});
  for (auto& pair : test) std::swap(pair.a, pair.b);
  const auto second = scores({{"symmetric", false}});
  EXPECT_NE(first, second);
  for (size_t i = 0; i < test.size(); ++i) EXPECT_EQ(both[i], (first[i] + second[i]) / 2);
}

TEST_F(ImpostersTest, TheSeedDecidesAndTheShareIsOneOfRounds) {
  const auto one = scores({}, {{.seed = 1}}), other = scores({}, {{.seed = 2}});
  EXPECT_NE(one, other);
  for (const double share : one) EXPECT_NEAR(50 * share, std::round(50 * share), 1e-9);
}

TEST_F(ImpostersTest, ShifterAndThresholdsSayWhatTheyPlaced) {
  scores({{"calibration", std::string("shifter")}});
  EXPECT_TRUE(verifier->facts().contains("auc_times_c_at_1"));
  EXPECT_THAT(verifier->facts()["calibration_source"].get<std::string>(),
              ::testing::HasSubstr("training pairs"));
  scores({{"calibration", std::string("thresholds")}});
  EXPECT_TRUE(verifier->facts().contains("objective_value"));
}

TEST_F(ImpostersTest, RefusesOptionsThatCannotBe) {
  for (const char* name : {"n", "rounds", "imposters", "features"})
    EXPECT_FALSE(verifiers().make("imposters", {{name, int64_t{0}}})) << name;
  EXPECT_FALSE(verifiers().make("imposters", {{"share", 0.0}}));
  // Profiles need authors.
  const auto nameless = testing::make_corpus({{"0", "one text", "", ""}, {"1", "two texts", "", ""}});
  auto profile = verifiers().make("imposters", {{"mode", std::string("profile")}}).value();
  const std::vector<Pair> pairs = {{0, 1, true}, {1, 0, false}};
  const auto status = profile->fit({&nameless, pairs}, {&nameless, {}}, {});
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, ::testing::HasSubstr("document 0 has none"));
}

}  // namespace
}  // namespace standfast
