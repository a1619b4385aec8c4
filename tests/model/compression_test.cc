#include "standfast/model/verify/compression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/corpora.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

Corpus corpus_of(const std::vector<std::string>& texts) {
  std::vector<testing::Doc> docs;
  for (const auto& text : texts) docs.push_back({std::to_string(docs.size()), text, "a", ""});
  return testing::make_corpus(docs);
}

TEST(CompressionTest, PpmSizesEqualAnIndependentCoder) {
  const auto json = testing::reference("distances_small");
  const Corpus corpus = corpus_of(json["test"].get<std::vector<std::string>>());
  std::vector<Pair> pairs;
  for (const auto& pair : json["pairs"])
    pairs.push_back({pair[0].get<uint32_t>(), pair[1].get<uint32_t>(), false});
  DenseMatrix sizes;
  ASSERT_TRUE(CompressionPairFeatures({.compressor = Compressor::ppm})
                  .compute({&corpus, pairs}, 2, null_sink(), sizes));
  for (size_t p = 0; p < pairs.size(); ++p)
    for (size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(sizes.row(p)[k], json["ppm"][p][k].get<double>(), 1e-9) << p << " " << k;
}

TEST(CompressionTest, ZstdSizesAreThoseOfTheWholeText) {
  const std::string a = "The cat sat on the mat and the cat sat on the hat. ",
                    b = "A dog; a log; no fog at all?";
  const CompressorOptions options{.level = 19};
  CompressedAfter after(a, options);
  // The sizes do not depend on the order of the partners, and they repeat.
  EXPECT_EQ(after.size_with(b).value(), compressed_size(a + b, options).value());
  EXPECT_EQ(after.size_with("").value(), compressed_size(a, options).value());
  EXPECT_EQ(after.size_with(b).value(), compressed_size(a + b, options).value());
  EXPECT_GT(compressed_size("", options).value(), 0);
}

TEST(CompressionTest, PpmForgetsEachPartner) {
  const std::string a = "abracadabra, said the magician; abracadabra", b = "alakazam", c = "abracadabra";
  const CompressorOptions options{.compressor = Compressor::ppm};
  CompressedAfter after(a, options);
  const double first = after.size_with(b).value();
  const double near = after.size_with(c).value();
  EXPECT_EQ(after.size_with(b).value(), first);
  EXPECT_NEAR(first, compressed_size(a + b, options).value(), 1e-9);
  EXPECT_NEAR(near, compressed_size(a + c, options).value(), 1e-9);
  EXPECT_LT(near, first);
}

TEST(CompressionTest, ModelsThatDifferInMeasureShareATable) {
  const auto identity = [](const std::map<std::string, OptionValue>& given) {
    return verifiers().make("compression", given).value()->pair_features()->identity();
  };
  EXPECT_EQ(identity({{"measure", std::string("ncd")}}), identity({{"measure", std::string("cosine")}}));
  EXPECT_NE(identity({{"level", int64_t{3}}}), identity({}));
  EXPECT_NE(identity({{"compressor", std::string("ppm")}}), identity({}));
  EXPECT_FALSE(verifiers().make("compression", {{"level", int64_t{23}}}));
}

// The distances can be worked out by hand from the sizes, and the mean distance of the fit is a fact.
TEST(CompressionTest, Measures) {
  const auto json = testing::reference("distances_small");
  const Corpus corpus = corpus_of(json["test"].get<std::vector<std::string>>());
  const std::vector<Pair> pairs = {{0, 1, true}, {2, 3, false}};
  for (const bool cosine : {true, false}) {
    auto verifier = verifiers()
                        .make("compression", {{"compressor", std::string("ppm")},
                                              {"measure", std::string(cosine ? "cosine" : "ncd")}})
                        .value();
    ASSERT_TRUE(verifier->fit({&corpus, pairs}, {&corpus, {}}, {}));
    double sum = 0;
    for (size_t p = 0; p < json["pairs"].size(); ++p) {
      const auto pair = json["pairs"][p];
      if (!(pair[0] == 0 && pair[1] == 1) && !(pair[0] == 2 && pair[1] == 3)) continue;
      const double x = json["ppm"][p][0], y = json["ppm"][p][1], both = json["ppm"][p][2];
      sum += cosine ? 1 - (x + y - both) / std::sqrt(x * y) : (both - std::min(x, y)) / std::max(x, y);
    }
    EXPECT_NEAR(verifier->facts()["distance_mean"].get<double>(), sum / 2, 1e-10);
    EXPECT_EQ(verifier->facts()["calibration_source"], "training pairs");
  }
}

}  // namespace
}  // namespace standfast
