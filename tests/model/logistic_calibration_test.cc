#include <gtest/gtest.h>

#include "standfast/model/verify/calibration.h"

namespace standfast {
namespace {

// scikit-learn 1.2.1: x = (d - d.mean()) / d.std(); LogisticRegression(C=1, tol=1e-12).fit(x, y).
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
  // No difference between the distances: the share of same pairs, whatever is asked.
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
