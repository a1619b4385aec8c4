#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/fold.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/model/verify/calibration.h"
#include "standfast/model/verify/verifiers.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/habits_corpus.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using Given = std::map<std::string, OptionValue>;

// The thresholds and scores belong to cosines that are computed here from the encoder's vectors.
TEST(Embedding, IsTheCalibratedCosineOfTheEncodersVectors) {
  const Corpus corpus = testing::habits_corpus(1);
  const auto train = testing::habit_pairs(0, 5), validation = testing::habit_pairs(5, 7),
             test = testing::habit_pairs(7, 10);
  const auto verifier =
      verifiers()
          .make("embedding", {{"encoder", std::string("nmf")},
                              {"encoder-set", std::string("components=6, min-df=1,max-df=0.9")}})
          .value();
  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, validation}, {{.seed = 4}}));

  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < 25; ++row) rows.push_back(row);
  const auto fitted = encoders()
                          .make("nmf", {{"components", int64_t{6}}, {"min-df", 1.0}, {"max-df", 0.9}})
                          .value()
                          ->fit({.documents = {&corpus, rows}}, {.seed = 4})
                          .value();
  const FloatMatrix vectors =
      float_vectors(*fitted->transform({&corpus, whole_corpus(corpus).rows}, {})).value();
  const auto cosine = [&](const Pair& pair) {
    double product = 0, a = 0, b = 0;
    for (size_t i = 0; i < vectors.columns; ++i) {
      product += static_cast<double>(vectors.row(pair.a)[i]) * vectors.row(pair.b)[i];
      a += std::pow(vectors.row(pair.a)[i], 2);
      b += std::pow(vectors.row(pair.b)[i], 2);
    }
    return a * b > 0 ? product / std::sqrt(a) / std::sqrt(b) : 0;
  };
  std::vector<double> similarities;
  std::vector<uint8_t> same;
  for (const Pair& pair : validation) {
    similarities.push_back(cosine(pair));
    same.push_back(pair.same ? 1 : 0);
  }
  const Calibration expected = calibrate(similarities, same, Objective::hits).value();
  EXPECT_EQ(verifier->facts().at("p1"), expected.p1);
  EXPECT_EQ(verifier->facts().at("p2"), expected.p2);
  EXPECT_EQ(verifier->facts().at("documents"), 25);
  std::vector<double> scores(test.size());
  ASSERT_TRUE(verifier->score({&corpus, test}, scores, {}));
  for (size_t i = 0; i < test.size(); ++i)
    EXPECT_NEAR(scores[i], calibrated(cosine(test[i]), expected), 1e-6) << i;
}

class FrozenEmbedding : public ::testing::Test {
 protected:
  void SetUp() override { testing::SmallSentenceModel{}.write(folder_.file("model")); }
  Given given() const { return {{"checkpoint", folder_.file("model")}}; }
  testing::TemporaryFolder folder_;
};

// A study computes the cosines once, part by part, for all folds. The scores are the same with such a table,
// and after saving the model in a folder.
TEST_F(FrozenEmbedding, ScoresAreThoseOfATableAndOfASavedModel) {
  const Corpus corpus = testing::habits_corpus(1);
  const auto train = testing::habit_pairs(0, 5), validation = testing::habit_pairs(5, 7),
             test = testing::habit_pairs(7, 10);
  const auto verifier = verifiers().make("embedding", given()).value();
  const PairFeatures* features = verifier->pair_features();
  ASSERT_NE(features, nullptr);
  DenseMatrix whole, first, second;
  ASSERT_TRUE(features->compute({&corpus, test}, 2, null_sink(), whole));
  const auto half = static_cast<std::ptrdiff_t>(test.size() / 2);
  ASSERT_TRUE(features->compute({&corpus, std::span(test).first(half)}, 1, null_sink(), first));
  ASSERT_TRUE(features->compute({&corpus, std::span(test).subspan(half)}, 1, null_sink(), second));
  first.data.insert(first.data.end(), second.data.begin(), second.data.end());
  EXPECT_EQ(first.data, whole.data);
  for (const double value : whole.data) EXPECT_TRUE(value >= -1.000001 && value <= 1.000001) << value;

  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, validation}, {}));
  std::vector<double> scores(test.size()), of_table(test.size()), of_saved(test.size());
  ASSERT_TRUE(verifier->score({&corpus, test}, scores, {}));
  class Table final : public PairFeatureTable {
   public:
    std::map<std::pair<uint32_t, uint32_t>, double> known;
    std::span<const double> find(uint32_t a, uint32_t b) const override { return {&known.at({a, b}), 1}; }
  } table;
  for (size_t i = 0; i < test.size(); ++i) table.known[{test[i].a, test[i].b}] = whole.data[i];
  ASSERT_TRUE(verifier->score({&corpus, test}, of_table, {{}, &table}));
  EXPECT_EQ(of_table, scores);

  const Options options = verifiers().resolve("embedding", given()).value();
  ASSERT_TRUE(save_verifier(folder_.file("saved"), "embedding", options, *verifier));
  const auto loaded = load_verifier(folder_.file("saved"));
  ASSERT_TRUE(loaded) << loaded.error().message;
  ASSERT_TRUE(loaded->verifier->score({&corpus, test}, of_saved, {}));
  EXPECT_EQ(of_saved, scores);
}

// Models that differ only in their thresholds share one table; another way of reading texts has another
// table.
TEST_F(FrozenEmbedding, IdentityIsOfTheVectorsAlone) {
  const auto identity = [&](Given more) {
    more.merge(given());
    const Options options = verifiers().resolve("embedding", more).value();
    return (*verifiers().find("embedding"))->traits.pair_features(options);
  };
  const OptionValue digest = std::string(64, 'a');
  const auto plain = identity({{"sha256", digest}});
  EXPECT_NE(plain, "");
  EXPECT_EQ(plain, identity({{"sha256", digest}, {"objective", std::string("pan21")}}));
  EXPECT_NE(plain, identity({{"sha256", digest}, {"encoder-set", std::string("stride=5")}}));
  EXPECT_EQ(identity({}), "") << "without a digest the model with all its options decides";
  EXPECT_EQ(identity({{"encoder", std::string("tfidf")}, {"checkpoint", std::string()}}), std::nullopt)
      << "what learns from a fold has no table";
}

TEST_F(FrozenEmbedding, AnotherModelInItsPlaceIsRefused) {
  auto with_digest = given();
  with_digest["sha256"] = std::string(64, 'a');
  const Corpus corpus = testing::habits_corpus(1);
  const auto train = testing::habit_pairs(0, 5);
  const auto verifier = verifiers().make("embedding", with_digest).value();
  const auto status = verifier->fit({&corpus, train}, {&corpus, {}}, {});
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("is no longer the model it was"));
}

TEST(Embedding, RefusesOptionsOfTheEncoderByName) {
  const auto objection = [](const Given& given) {
    const auto made = verifiers().make("embedding", given);
    return made ? std::string() : made.error().message;
  };
  EXPECT_THAT(objection({}), HasSubstr("it needs a checkpoint"));
  EXPECT_THAT(objection({{"encoder", std::string("lsa")}, {"encoder-set", std::string("component=5")}}),
              HasSubstr("did you mean \"components\"?"));
  EXPECT_THAT(objection({{"encoder", std::string("lsa")}, {"encoder-set", std::string("components")}}),
              HasSubstr("is not name=value"));
  EXPECT_THAT(objection({{"encoder", std::string("lsa")}, {"checkpoint", std::string("x")}}),
              HasSubstr("encoder = lsa takes none"));
  EXPECT_THAT(objection({{"encoder-set", std::string("checkpoint=x")}}),
              HasSubstr("checkpoint is a separate option"));
  EXPECT_THAT(objection({{"encoder", std::string("lsi")}}), HasSubstr("lsa"));
}

}  // namespace
}  // namespace standfast
