#include "standfast/model/verify/calibration.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast {
namespace {

struct Items {
  std::vector<double> similarities;
  std::vector<uint8_t> same;
};

// Returns similarities whose classes overlap. With `steps` > 0 they are rounded to that many steps, so that
// they tie with each other and with grid values.
Items make_items(size_t n, uint64_t seed, int steps = 0) {
  Rng rng(seed, "test/calibration");
  Items items;
  for (size_t i = 0; i < n; ++i) {
    const bool same = i < 2 ? i == 0 : rng.chance(0.4);
    double s = 0.45 + (same ? 0.12 : 0.0) + 0.15 * rng.normal();
    if (steps > 0) s = std::round(s * steps) / steps;
    items.similarities.push_back(s);
    items.same.push_back(same ? 1 : 0);
  }
  return items;
}

double overall(const std::string& profile_name, const std::vector<double>& scores,
               const std::vector<uint8_t>& same) {
  const auto profile = find_profile(profile_name);
  return evaluate(**profile, scores, same).values.back().value();
}

// Returns the value of every combination of thresholds, by calibrating each similarity and asking the
// metrics.
std::vector<double> brute_force(const Items& items, Objective objective) {
  const auto& grid = threshold_grid();
  std::vector<double> values, scores(items.similarities.size());
  for (size_t i = 0; i < grid.size(); ++i)
    for (size_t j = i + 1; j < grid.size(); ++j) {
      for (size_t k = 0; k < scores.size(); ++k)
        scores[k] = calibrated(items.similarities[k], {grid[i], grid[j]});
      const double value = overall(objective == Objective::pan21 ? "pan21" : "hits", scores, items.same);
      values.push_back(objective == Objective::hits ? value : std::nearbyint(value * 1000) / 1000);
    }
  return values;
}

TEST(Calibration, TheMap) {
  const Thresholds t{0.3, 0.6};
  const std::vector<std::pair<double, double>> expected = {{0, 0},    {.15, .245}, {.3, .49},
                                                           {.45, .5}, {.6, .51},   {.8, .755},
                                                           {1, 1},    {-.2, 0},    {1.0000000000000002, 1}};
  for (const auto& [s, value] : expected) EXPECT_NEAR(calibrated(s, t), value, 1e-15) << s;
  EXPECT_EQ(calibrated(0.3000001, t), 0.5);
  EXPECT_EQ(calibrated(0.5999999, t), 0.5);
  EXPECT_LE(calibrated(1, t), 1);
}

TEST(Calibration, TheGridIsNumpys) {
  const auto& grid = threshold_grid();
  EXPECT_EQ(grid[0], 0.01);
  EXPECT_EQ(grid[5], 0.060000000000000005);
  EXPECT_EQ(grid[6], 0.06999999999999999);
  EXPECT_EQ(grid[97], 0.98);
}

TEST(Calibration, EveryCombinationEqualsBruteForce) {
  for (const Objective objective : {Objective::hits, Objective::pan20, Objective::pan21})
    for (const int steps : {0, 100, 7}) {
      const Items items = make_items(60, 3 + static_cast<uint64_t>(steps), steps);
      const auto fast = threshold_objectives(items.similarities, items.same, objective);
      const auto slow = brute_force(items, objective);
      ASSERT_EQ(fast.size(), 4753U);
      for (size_t k = 0; k < fast.size(); ++k) {
        // A mean that lies on a rounding border may be rounded to either side.
        if (objective == Objective::pan21 && std::abs(fast[k] - slow[k]) > 1e-12) {
          EXPECT_NEAR(fast[k], slow[k], 0.001 + 1e-12);
          continue;
        }
        ASSERT_NEAR(fast[k], slow[k], 1e-12) << kObjectiveNames[static_cast<size_t>(objective)] << " " << k;
      }
    }
}

TEST(Calibration, TheFirstMaximumWins) {
  // The two groups are far apart: every p1 >= 0.2 with p2 <= 0.8 is perfect, so the first of these is taken.
  const std::vector<double> similarities = {0.2, 0.2, 0.8, 0.8};
  const std::vector<uint8_t> same = {0, 0, 1, 1};
  for (const Objective objective : {Objective::hits, Objective::pan20}) {
    const auto found = calibrate(similarities, same, objective);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->p1, threshold_grid()[19]);
    EXPECT_EQ(found->p2, threshold_grid()[20]);
    EXPECT_EQ(found->value, 1);
    EXPECT_EQ(found->same, 2U);
  }
}

// The stored values of tests/reference/calibration_reference.py are the values of every combination, by numpy
// and scikit-learn.
TEST(Calibration, ThresholdsEqualThoseOfNumpyAndScikitLearn) {
  const auto cases = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/calibration_small.json").value());
  ASSERT_EQ(cases.size(), 4U);
  for (const auto& one : cases) {
    const auto similarities = one["similarities"].get<std::vector<double>>();
    const auto same = one["same"].get<std::vector<uint8_t>>();
    for (const auto& [name, expected] : one["objectives"].items()) {
      SCOPED_TRACE(name + " of " + std::to_string(same.size()));
      const Objective objective = objective_from_name(name);
      const auto found = calibrate(similarities, same, objective);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->p1, expected["p1"].get<double>());
      EXPECT_EQ(found->p2, expected["p2"].get<double>());
      EXPECT_NEAR(found->value, expected["value"].get<double>(), 1e-12);
      const auto values = threshold_objectives(similarities, same, objective);
      const auto stored = expected["every_97th"].get<std::vector<double>>();
      ASSERT_EQ(stored.size(), 49U);
      for (size_t k = 0; k < stored.size(); ++k) EXPECT_NEAR(values[97 * k], stored[k], 1e-12) << k;
    }
  }
}

TEST(Calibration, TheReportedValueIsThatOfTheChosenThresholds) {
  const Items items = make_items(400, 11);
  const auto found = calibrate(items.similarities, items.same, Objective::hits);
  ASSERT_TRUE(found);
  std::vector<double> scores;
  for (const double s : items.similarities) scores.push_back(calibrated(s, *found));
  EXPECT_NEAR(overall("hits", scores, items.same), found->value, 1e-12);
}

TEST(Calibration, OneTruthAloneIsRefused) {
  const auto refused = calibrate(std::vector<double>{0.1, 0.2}, std::vector<uint8_t>{0, 0}, Objective::hits);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::data);
  EXPECT_NE(refused.error().message.find("of 2 pairs 0"), std::string::npos);
}

// The expected values are from scikit-learn 1.2.1: x = (d - d.mean()) / d.std(); LogisticRegression(C=1,
// tol=1e-12).fit(x, y).
TEST(LogisticCalibrationTest, EqualsScikitLearn) {
  const std::vector<double> distances = {0.2, 0.4, 0.5, 0.9, 1.1, 1.4, 1.5, 2.0};
  const std::vector<uint8_t> same = {1, 1, 0, 1, 0, 0, 1, 0};
  const auto found = LogisticCalibration::fit(distances, same, 1);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_NEAR(found->mean, 1.0, 1e-15);
  EXPECT_NEAR(found->sd, 0.5787918451395112, 1e-15);
  EXPECT_NEAR(found->weight, -0.5964212932604536, 1e-7);
  EXPECT_NEAR(found->intercept, -0.003463563868966927, 1e-7);
  EXPECT_NEAR(found->probability(0.2), 0.6944281313127538, 1e-7);
}

TEST(LogisticCalibrationTest, DoesNotDependOnTheUnit) {
  const std::vector<double> metres = {0.2, 0.4, 0.5, 0.9, 1.1, 1.4};
  std::vector<double> millimetres;
  for (const double d : metres) millimetres.push_back(1024 * d);
  const std::vector<uint8_t> same = {1, 1, 0, 1, 0, 0};
  const auto one = LogisticCalibration::fit(metres, same),
             other = LogisticCalibration::fit(millimetres, same);
  for (size_t i = 0; i < metres.size(); ++i)
    EXPECT_NEAR(one->probability(metres[i]), other->probability(millimetres[i]), 1e-12);
}

TEST(LogisticCalibrationTest, OddInput) {
  EXPECT_FALSE(LogisticCalibration::fit({}, {}));
  EXPECT_FALSE(LogisticCalibration::fit(std::vector<double>{1, 2}, std::vector<uint8_t>{1, 1}));
  // If the distances do not differ, the answer is always the share of same-author pairs.
  const auto constant =
      LogisticCalibration::fit(std::vector<double>{3, 3, 3, 3}, std::vector<uint8_t>{1, 0, 0, 0});
  ASSERT_TRUE(constant);
  EXPECT_NEAR(constant->probability(3), 0.25, 1e-9);
  EXPECT_NEAR(constant->probability(300), 0.25, 1e-9);
  const auto fields = LogisticCalibration::fields();
  auto json = fields.write(*constant);
  LogisticCalibration read;
  EXPECT_TRUE(fields.read(json, read));
  EXPECT_EQ(fields.write(read), json);
  json["sd"] = 0;
  EXPECT_FALSE(fields.read(json, read));
}

}  // namespace
}  // namespace standfast
