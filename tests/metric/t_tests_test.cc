#include "standfast/metric/stat/t_tests.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

// A row of table 2 of Sawatphol et al. 2024 as printed: mean and SD over folds, 10 of HITS and 5 x 10 of
// random topics, and whether the paper marks HITS as significantly lower (p < .05).
struct Printed {
  const char* name;
  double hits, hits_sd, random, random_sd;
  bool star;
};
constexpr Printed kTable2[] = {{"CharNGram AUC", .964, .011, .966, .008, false},
                               {"CharNGram c@1", .959, .011, .962, .007, false},
                               {"CharNGram F0.5u", .859, .031, .863, .027, false},
                               {"CharNGram F1", .921, .018, .918, .015, false},
                               {"CharNGram Overall", .926, .017, .927, .011, false},
                               {"PPM AUC", .976, .008, .977, .007, false},
                               {"PPM c@1", .944, .011, .955, .009, true},
                               {"PPM F0.5u", .854, .035, .879, .036, true},
                               {"PPM F1", .877, .021, .893, .022, true},
                               {"PPM Overall", .913, .017, .926, .017, true},
                               {"TopicFit AUC", .950, .013, .961, .011, true},
                               {"TopicFit c@1", .908, .014, .928, .012, true},
                               {"TopicFit F0.5u", .724, .022, .754, .033, true},
                               {"TopicFit F1", .826, .028, .852, .028, true},
                               {"TopicFit Overall", .852, .017, .874, .019, true},
                               {"O2D2 AUC", .904, .023, .901, .034, false},
                               {"O2D2 c@1", .672, .090, .712, .132, false},
                               {"O2D2 F0.5u", .458, .085, .488, .101, false},
                               {"O2D2 F1", .560, .070, .583, .088, false},
                               {"O2D2 Overall", .648, .059, .671, .083, false},
                               {"LUAR AUC", .964, .008, .964, .008, false},
                               {"LUAR c@1", .931, .014, .935, .020, false},
                               {"LUAR F0.5u", .775, .035, .780, .056, false},
                               {"LUAR F1", .880, .024, .876, .040, false},
                               {"LUAR Overall", .887, .017, .889, .028, false}};

constexpr bool starred(const TTest& test) {
  return *test.p < 0.05 && *test.t < 0;
}

TEST(TTests, StudentMakesAll25StarsOfTable2) {
  int welch_misses = 0, ten_by_ten_misses = 0;
  for (const auto& row : kTable2) {
    const SampleMoments hits{row.hits, row.hits_sd, 10, 1.0 / 9};
    const SampleMoments random{row.random, row.random_sd, 50, 1.0 / 9};
    SampleMoments ten = random;
    ten.n = 10;
    EXPECT_EQ(starred(student_t(hits, random)), row.star) << row.name;
    welch_misses += starred(welch_t(hits, random)) != row.star;
    ten_by_ten_misses += starred(student_t(hits, ten)) != row.star;
    // Taking into account that folds share training data never makes a difference more certain.
    EXPECT_GE(*corrected_t(hits, random).p, *welch_t(hits, random).p) << row.name;
  }
  EXPECT_EQ(welch_misses, 1);
  EXPECT_EQ(ten_by_ten_misses, 5);
}

TEST(TTests, WelchDoesNotStarTheF05uOfPpm) {
  const SampleMoments hits{.854, .035, 10}, random{.879, .036, 50};
  EXPECT_NEAR(*welch_t(hits, random).p, .061, 0.0005);
}

TEST(TTests, WithoutTrainingOverlapTheCorrectionIsWelch) {
  const SampleMoments a{.9, .02, 10}, b{.8, .05, 7};
  EXPECT_EQ(*corrected_t(a, b).p, *welch_t(a, b).p);
  EXPECT_EQ(corrected_t(a, b).df, welch_t(a, b).df);
}

TEST(TTests, SignFollowsTheOrderAndPDoesNot) {
  const SampleMoments a{.9, .02, 10}, b{.8, .05, 7};
  EXPECT_EQ(*student_t(a, b).t, -*student_t(b, a).t);
  EXPECT_EQ(*student_t(a, b).p, *student_t(b, a).p);
}

TEST(TTests, UndefinedIsSaid) {
  const SampleMoments one{.9, 0, 1, .1}, flat{.9, 0, 10, .1}, flat_too{.8, 0, 10, .1};
  for (const auto& test : {student_t(one, flat), welch_t(flat, one), corrected_t(one, flat)}) {
    EXPECT_FALSE(test.p);
    EXPECT_EQ(test.why_not, "fewer than two folds on one side");
  }
  for (const auto& test : {student_t(flat, flat_too), welch_t(flat, flat_too), corrected_t(flat, flat_too)}) {
    EXPECT_FALSE(test.p);
    EXPECT_EQ(test.why_not, "the scores do not vary");
  }
  EXPECT_EQ(corrected_paired_t(one).why_not, "fewer than two folds");
}

TEST(TTests, MomentsOfEqualValuesHaveNoSpread) {
  const std::vector<double> thirds(7, 1.0 / 3);
  EXPECT_EQ(moments(thirds).sd, 0);
  EXPECT_EQ(moments(thirds).mean, 1.0 / 3);
  EXPECT_EQ(moments({}).n, 0U);
}

}  // namespace
}  // namespace standfast
