// Base probabilities, orders of classes and the laws of lambda, by hand.
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
  EXPECT_THAT(wrong.error().message, HasSubstr("base has 2 probabilities, and there are 3 classes"));
}

TEST(Dose, OfThreeValuesLeavesTheRestAlone) {
  const std::vector<std::string> names = {"a", "b"};
  const auto dose =
      Dose::make({}, {.lambda = 0.6, .law = DoseLaw::product, .names = names}, OtherValue::planted);
  ASSERT_TRUE(dose);
  EXPECT_THAT(dose->target(), ElementsAre(0.6, 0, 0.4, 0, 0.6, 0.4));
}

}  // namespace
}  // namespace standfast
