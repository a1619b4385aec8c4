// Base probabilities, orders of classes and the laws of lambda, computed by hand; achieved shares against
// their targets.
#include "standfast/shortcut/dose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<double> cues(const DoseOptions& options, PlantContext context,
                         OtherValue other = OtherValue::nothing) {
  const auto dose = Dose::make(options, context, other);
  if (!dose) throw std::runtime_error(dose.error().message);
  std::vector<double> cue;
  const auto target = dose->target();
  for (size_t i = 1; i < target.size(); i += dose->values()) cue.push_back(target[i]);
  return cue;
}

TEST(Dose, HasTheTableOfTheSpec) {
  const std::vector<std::string> names = {"0", "1", "2", "3"};
  const auto at = [&](double lambda, DoseLaw law, PlantSide side = PlantSide::train) {
    return cues({}, {.side = side, .lambda = lambda, .law = law, .names = names});
  };
  const auto near = [](double p) { return DoubleNear(p, 5e-4); };
  EXPECT_THAT(at(1, DoseLaw::mixture), ElementsAre(near(0), near(.3333), near(.6667), near(1)));
  EXPECT_THAT(at(.8, DoseLaw::mixture), ElementsAre(near(.1), near(.3667), near(.6333), near(.9)));
  EXPECT_THAT(at(.6, DoseLaw::mixture), ElementsAre(near(.2), near(.4), near(.6), near(.8)));
  EXPECT_THAT(at(.8, DoseLaw::product), ElementsAre(near(0), near(.2667), near(.5333), near(.8)));
  EXPECT_THAT(at(.6, DoseLaw::product), ElementsAre(near(0), near(.2), near(.4), near(.6)));
  EXPECT_THAT(at(.8, DoseLaw::mixture, PlantSide::anti_test),
              ElementsAre(near(.9), near(.6333), near(.3667), near(.1)));
}

TEST(Dose, OrdersNumbersBySizeOtherNamesByCodePointOrAsTold) {
  const std::vector<std::string> numbers = {"10", "2", "9.5"}, names = {"great", "poor", "so-so"};
  EXPECT_THAT(*places_in_order({}, numbers), ElementsAre(2, 0, 1));
  EXPECT_THAT(*places_in_order({}, names), ElementsAre(0, 1, 2));
  EXPECT_THAT(*places_in_order({.order = {"poor", "so-so", "great"}}, names), ElementsAre(2, 0, 1));
}

TEST(Dose, RefusesOrdersThatDoNotFit) {
  const std::vector<std::string> names = {"great", "poor", "so-so"};
  const auto said = [&](std::vector<std::string> order) {
    const auto places = places_in_order({.order = std::move(order)}, names);
    return places ? "" : places.error().message;
  };
  EXPECT_THAT(said({"poor", "so-so", "graet"}), HasSubstr("did you mean \"great\"?"));
  EXPECT_THAT(said({"poor", "so-so"}), HasSubstr("the label \"great\" is not in order"));
  EXPECT_THAT(said({"poor", "so-so", "great", "poor"}), HasSubstr("order names \"poor\" twice"));
}

TEST(Dose, TakesBaseProbabilitiesAndMirrorsThemInTheAntiTest) {
  const std::vector<std::string> names = {"a", "b", "c"};
  DoseOptions options;
  options.base = {0.1, 0.5, 0.6};
  EXPECT_THAT(cues(options, {.names = names}), ElementsAre(0.1, 0.5, 0.6));
  EXPECT_THAT(cues(options, {.side = PlantSide::anti_test, .names = names}), ElementsAre(0.6, 0.5, 0.1));
  options.base = {0.1, 0.5};
  const auto wrong = Dose::make(options, {.names = names}, OtherValue::nothing);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("base has 2 probabilities, but there are 3 classes"));
}

TEST(Dose, OfThreeValuesLeavesTheRestAlone) {
  const std::vector<std::string> names = {"a", "b"};
  const auto dose =
      Dose::make({}, {.lambda = 0.6, .law = DoseLaw::product, .names = names}, OtherValue::planted);
  ASSERT_TRUE(dose);
  EXPECT_THAT(dose->target(), ElementsAre(0.6, 0, 0.4, 0, 0.6, 0.4));
}

// Makes the achieved share of n documents of class 0, of which k have value 1.
AchievedShare of_one_class(uint64_t k, uint64_t n, double target, double alpha = 0.001) {
  std::vector<uint32_t> classes(n, 0);
  std::vector<uint8_t> values(n, 0);
  for (uint64_t i = 0; i < k; ++i) values[i] = 1;
  const std::vector<double> targets = {1 - target, target};
  const AchievedSide side{"train", classes, values, targets};
  return achieved_shares({&side, 1}, 1, 2, {.alpha = alpha}).at(1);
}

TEST(AchievedShares, AreMissedBeyondChanceAlone) {
  EXPECT_FALSE(of_one_class(48, 100, 0.5).missed);
  EXPECT_FALSE(of_one_class(35, 100, 0.5).missed);  // p = 0.0035
  EXPECT_TRUE(of_one_class(35, 100, 0.5, 0.01).missed);
  EXPECT_TRUE(of_one_class(30, 100, 0.5).missed);
  EXPECT_TRUE(of_one_class(1, 100, 0).missed) << "what cannot be is never chance";
  EXPECT_TRUE(of_one_class(99, 100, 1).missed);
  EXPECT_FALSE(of_one_class(100, 100, 1).missed);
}

TEST(AchievedShares, HaveExactIntervals) {
  const auto share = of_one_class(10, 20, 0.5);
  EXPECT_EQ(share.count, 10U);
  EXPECT_EQ(share.documents, 20U);
  EXPECT_NEAR(share.interval.low, 0.2720, 5e-5);  // Clopper-Pearson, as in textbooks
  EXPECT_NEAR(share.interval.high, 0.7280, 5e-5);
}

TEST(AchievedShares, AreTestedTogether) {
  // 20 classes with p = 0.0035 each: one class alone would count as missed at 0.01, but after the correction
  // for 20 none does.
  const size_t classes = 20;
  std::vector<uint32_t> of_class;
  std::vector<uint8_t> values;
  std::vector<double> target;
  for (uint32_t c = 0; c < classes; ++c) {
    for (int i = 0; i < 100; ++i) {
      of_class.push_back(c);
      values.push_back(i < 35 ? 1 : 0);
    }
    target.insert(target.end(), {0.5, 0.5});
  }
  const AchievedSide side{"test", of_class, values, target};
  for (const auto& share : achieved_shares({&side, 1}, classes, 2, {.alpha = 0.01})) {
    EXPECT_EQ(share.tested, share.value == 1) << "the other is the rest";
    EXPECT_FALSE(share.missed);
    EXPECT_NEAR(share.p_holm, std::min(1.0, 20 * share.p), 1e-12);
  }
}

TEST(AchievedShares, AClassWithoutDocumentsIsNotTested) {
  const std::vector<uint32_t> classes = {1};
  const std::vector<uint8_t> values = {1};
  const std::vector<double> target = {0, 1, 0, 1};
  const AchievedSide side{"test", classes, values, target};
  const auto shares = achieved_shares({&side, 1}, 2, 2, {});
  EXPECT_EQ(shares.at(1).documents, 0U);
  EXPECT_FALSE(shares.at(1).missed);
  EXPECT_FALSE(shares.at(1).tested);
  EXPECT_TRUE(shares.at(3).tested);
  EXPECT_EQ(shares.at(1).interval.high, 1);
}

}  // namespace
}  // namespace standfast
