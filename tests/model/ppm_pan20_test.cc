// The organisers' feature rows of the PAN 2020 small training set: 52,601 pairs, [mean, |difference|] of the
// two cross-entropies (specification 3.8). Reference: tests/reference/ppm_pan20.py.
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/num/linear/logistic.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

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
