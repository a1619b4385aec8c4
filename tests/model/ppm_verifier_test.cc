// Tests of the verifier ppm: its options, and its regression on the PAN 2020 pairs.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/synth/synth.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/model/ppm/ppm.h"
#include "standfast/num/linear/logistic.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

class KeepsWarnings final : public Sink {
 public:
  void log(Level level, std::string_view line) override {
    if (level == Level::warning) lines.emplace_back(line);
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}
  std::vector<std::string> lines;
};

class PpmVerifierTest : public ::testing::Test {
 protected:
  PpmVerifierTest()
      : corpus_(Synth::make({.authors = 8, .topics = 4, .families = 2, .documents = 24, .length = 60})
                    ->corpus(1)
                    .value()) {
    for (uint32_t a = 0; a < corpus_.size(); ++a)
      for (uint32_t b = a + 1; b < corpus_.size(); ++b)
        pairs_.push_back({a, b, corpus_.value(Role::author, a) == corpus_.value(Role::author, b)});
  }
  std::vector<double> scores(const std::map<std::string, OptionValue>& options, bool swapped = false) {
    auto verifier = verifiers().make("ppm", options).value();
    EXPECT_TRUE(verifier->fit({&corpus_, pairs_}, {&corpus_, {}}, {}));
    auto asked = pairs_;
    if (swapped)
      for (auto& pair : asked) std::swap(pair.a, pair.b);
    std::vector<double> out(asked.size());
    EXPECT_TRUE(verifier->score({&corpus_, asked}, out, {}));
    return out;
  }
  Corpus corpus_;
  std::vector<Pair> pairs_;
};

double four(double value) {
  return std::stod(fmt::format("{:.4f}", value));
}

TEST_F(PpmVerifierTest, IsTheRegressionOnRoundedMeanAndDifference) {
  DenseMatrix x(pairs_.size(), 2);
  std::vector<uint8_t> same;
  for (size_t i = 0; i < pairs_.size(); ++i) {
    const auto a = corpus_.text(pairs_[i].a), b = corpus_.text(pairs_[i].b);
    const double d1 = four(ppm_cross_entropy(a, b)), d2 = four(ppm_cross_entropy(b, a));
    x.row(i)[0] = four((d1 + d2) / 2);
    x.row(i)[1] = four(std::abs(d1 - d2));
    same.push_back(pairs_[i].same ? 1 : 0);
  }
  const auto model = fit_logistic(x, same).value();
  const auto got = scores({{"radius", 0.0}});
  for (size_t i = 0; i < pairs_.size(); ++i) EXPECT_NEAR(got[i], model.probability(x.row(i)), 1e-12);
  EXPECT_NE(scores({{"radius", 0.0}, {"decimals", int64_t{-1}}}), got);
}

TEST_F(PpmVerifierTest, RadiusMakesNonAnswers) {
  const auto plain = scores({{"radius", 0.0}});
  auto sorted = plain;
  std::sort(sorted.begin(), sorted.end());
  const double radius =
      0.5 - sorted[sorted.size() / 2];  // same-author pairs are few, so the median is below 0.5
  const auto wide = scores({{"radius", radius}});
  size_t open = 0;
  for (size_t i = 0; i < plain.size(); ++i) {
    const bool near = plain[i] >= 0.5 - radius && plain[i] <= 0.5 + radius;
    EXPECT_EQ(wide[i], near ? 0.5 : plain[i]);
    open += near ? 1 : 0;
  }
  EXPECT_GT(open, 0U);
  EXPECT_LT(open, plain.size());
}

TEST_F(PpmVerifierTest, ScoresAreRoundedOnlyWhenAsked) {
  const auto plain = scores({}), rounded = scores({{"score-decimals", int64_t{3}}});
  EXPECT_NE(plain, rounded);
  for (size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(rounded[i], std::stod(fmt::format("{:.3f}", plain[i])));
  }
}

TEST_F(PpmVerifierTest, RawFeaturesDependOnTheOrderOfTexts) {
  EXPECT_EQ(scores({}, true), scores({}));
  EXPECT_NE(scores({{"features", std::string("raw")}}, true), scores({{"features", std::string("raw")}}));
}

TEST_F(PpmVerifierTest, EscapesChangeTheScores) {
  const std::map<std::string, OptionValue> c = {{"escape", std::string("c")}},
                                           d = {{"escape", std::string("d")}};
  EXPECT_NE(scores(c), scores(d));
  EXPECT_NE(scores(c), scores({}));
}

TEST_F(PpmVerifierTest, PairsWithAnEmptyDocumentAreOpenAndCounted) {
  const auto corpus = testing::make_corpus({{"a", "one two three", "x", ""},
                                            {"b", "one two four", "x", ""},
                                            {"c", "drei vier", "y", ""},
                                            {"d", "", "y", ""}});
  const std::vector<Pair> pairs = {{0, 1, true}, {0, 2, false}, {2, 3, true}};
  auto verifier = verifiers().make("ppm", {}).value();
  KeepsWarnings sink;
  ModelContext context;
  context.sink = &sink;
  ASSERT_TRUE(verifier->fit({&corpus, pairs}, {&corpus, {}}, context));
  EXPECT_EQ(verifier->facts().at("pairs"), 2);
  EXPECT_EQ(verifier->facts().at("pairs_with_empty_document"), 1);
  std::vector<double> out(3);
  ASSERT_TRUE(verifier->score({&corpus, pairs}, out, context));
  EXPECT_EQ(out[2], 0.5);
  ASSERT_EQ(sink.lines.size(), 2U);
  EXPECT_THAT(sink.lines[0], ::testing::HasSubstr("1 training pairs with an empty document"));
  EXPECT_THAT(sink.lines[1], ::testing::HasSubstr("1 of 3 pairs"));
}

TEST_F(PpmVerifierTest, RefusesOptionsOutOfRange) {
  const auto error = [](const std::string& name, OptionValue value) {
    const auto made = verifiers().make("ppm", {{name, std::move(value)}});
    return made ? std::string("made") : made.error().message;
  };
  EXPECT_THAT(error("order", int64_t{6}), ::testing::HasSubstr("0 to 5"));
  EXPECT_THAT(error("radius", 0.5), ::testing::HasSubstr("below 0.5"));
  EXPECT_THAT(error("c", 0.0), ::testing::HasSubstr("above 0"));
  EXPECT_THAT(error("decimals", int64_t{16}), ::testing::HasSubstr("-1"));
  EXPECT_THAT(error("escape", std::string("e")), ::testing::HasSubstr("none, c, d"));
}

// The organisers' feature rows of the PAN 2020 small training set: 52,601 pairs with [mean, |difference|] of
// the two cross-entropies (specification 3.8). The reference is tests/reference/ppm_pan20.py.
constexpr const char* kFile = "pan20/ppm_features_pan20_small.json.gz";

struct Rows {
  DenseMatrix x;
  std::vector<uint8_t> same;
  Rows() {
    const auto json = nlohmann::json::parse(read_file(testing::data_path(kFile)).value());
    same = json.at("labels").get<std::vector<uint8_t>>();
    x = DenseMatrix(same.size(), 2);
    for (size_t i = 0; i < same.size(); ++i) {
      const auto& row = json.at("data").at(i);
      x.row(i)[0] = row.at(0).get<double>();
      x.row(i)[1] = row.at(1).get<double>();
    }
  }
};

TEST(PpmPan20, RegressionAndScoresInSampleAsPublished) {
  STANDFAST_NEEDS_DATA(kFile);
  const Rows rows;
  ASSERT_EQ(rows.same.size(), 52'601U);
  const auto model = fit_logistic(rows.x, rows.same);
  ASSERT_TRUE(model);
  EXPECT_NEAR(model->weights[0], -8.249709, 5e-7);
  EXPECT_NEAR(model->weights[1], -0.897164, 5e-7);
  EXPECT_NEAR(model->intercept, 18.389425, 5e-7);
  EXPECT_NEAR(model->objective, 29526.481249, 5e-7);

  struct Published {
    double radius;
    uint64_t open;
    double auc, c_at_1, f05u, f1, brier;
  };
  for (const Published& expected : {Published{0.05, 6968, .807683, .742786, .732176, .783735, .817479},
                                    Published{0.01, 1382, .808148, .729733, .732979, .755888, .817528}}) {
    std::vector<double> scores;
    uint64_t open = 0;
    for (size_t i = 0; i < rows.same.size(); ++i) {
      double p = model->probability(rows.x.row(i));
      if (p >= 0.5 - expected.radius && p <= 0.5 + expected.radius) p = 0.5;
      p = std::nearbyint(p * 1000) / 1000;
      open += p == 0.5 ? 1 : 0;
      scores.push_back(p);
    }
    EXPECT_EQ(open, expected.open);
    const auto* profile = find_profile("pan21").value();
    const auto values = evaluate(*profile, scores, rows.same).values;
    const auto names = metric_names(*profile);
    const auto value = [&](const std::string& name) {
      for (size_t k = 0; k < names.size(); ++k)
        if (names[k] == name) return *values[k];
      return -1.0;
    };
    EXPECT_NEAR(value("auc"), expected.auc, 5e-7);
    EXPECT_NEAR(value("c@1"), expected.c_at_1, 5e-7);
    EXPECT_NEAR(value("f0.5u"), expected.f05u, 5e-7);
    EXPECT_NEAR(value("f1"), expected.f1, 5e-7);
    EXPECT_NEAR(value("brier"), expected.brier, 5e-7);
  }
}

}  // namespace
}  // namespace standfast
