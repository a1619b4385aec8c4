// Tests of the classifier `cr` beyond the laws of classifiers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_state.h"
#include "tests/support/every_classifier.h"
#include "tests/support/kept_state.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::problem;
using testing::small_encoder;
using CrSettings = std::map<std::string, OptionValue>;

CrSettings cr_settings(CrSettings more = {}) {
  more.insert(
      {{"checkpoint", small_encoder()}, {"epochs", 1.0}, {"batch", int64_t{6}}, {"max-tokens", int64_t{40}}});
  return more;
}
std::unique_ptr<Classifier> made_cr(const CrSettings& more = {}) {
  return classifiers().make("cr", cr_settings(more)).value();
}
Status fit_cr(Classifier& classifier, const ClassifierContext& context = {}) {
  return classifier.fit({problem().train_view(), problem().train_classes, problem().names}, context);
}

TEST(CrClassifier, DamagedFieldsAreRefused) {
  const auto classifier = made_cr();
  ASSERT_TRUE(fit_cr(*classifier));
  const testing::KeptState kept(*classifier);
  ASSERT_TRUE(made_cr()->restore(kept.state));
  const std::vector<std::pair<const char*, nlohmann::ordered_json>> damages = {
      {"present", {0, 0, 1, 2, 3, 4, 5, 6, 7, 8}},
      {"present", {0}},
      {"classes", {"one"}},
      {"tokens_at_most", 1'000'000},
      {"tokens_at_most", 1},
      {"fit", "text"}};
  for (const auto& [field, value] : damages) {
    ModelState state = kept.state;
    state.fields[field] = value;
    const auto other = made_cr();
    const auto restored = other->restore(state);
    ASSERT_FALSE(restored) << field << value;
    EXPECT_THAT(restored.error().message, HasSubstr("cr"));
    DenseMatrix out;
    EXPECT_FALSE(other->predict(problem().test_view(), {}, out));
  }
}

TEST(CrClassifier, SaysWhatIsWrongBeforeItLearns) {
  const auto frozen = made_cr({{"frozen", int64_t{9}}});
  const auto status = fit_cr(*frozen);
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("the encoder has 2 layers: 3 at most"));
  EXPECT_EQ(frozen->check_classes(problem().names).error().message, status.error().message);
  EXPECT_TRUE(made_cr()->check_classes(problem().names));
  EXPECT_THAT(fit_cr(*made_cr({{"checkpoint", std::string("./no-such")}})).error().message,
              HasSubstr("no-such"));
  EXPECT_THAT(fit_cr(*made_cr({{"patience", int64_t{2}}})).error().message,
              HasSubstr("patience = 2: this needs validation documents"));
  EXPECT_FALSE(classifiers().make("cr", {}));
}

// Spans are bytes of the original text, also for words of two tokens, for marks, and for a text that is cut.
TEST(CrClassifier, RationalesAreBytesOfTheText) {
  const Corpus corpus = testing::make_corpus({{"a", "  The ÉTÉ was\tthey we", "", ""},
                                              {"b", "", "", ""},
                                              {"c", std::string(400, 'x') + " the of", "", ""}});
  for (const bool specials : {false, true}) {
    const auto classifier = made_cr({{"share", 0.5}, {"keep-specials", specials}});
    ASSERT_TRUE(fit_cr(*classifier));
    const std::vector<uint32_t> rows = {0, 1, 2};
    DenseMatrix out;
    const auto rationales = classifier->predict_with_rationales({&corpus, rows}, {}, out);
    ASSERT_TRUE(rationales);
    std::vector<std::string> units;
    for (const TokenSpan& unit : (*rationales)[0].units)
      units.push_back(std::string(corpus.text(0).substr(unit.begin, unit.end - unit.begin)));
    EXPECT_EQ(units, (std::vector<std::string>{"The", "É", "T", "É", "was", "they", "we"}));
    if (specials) {
      EXPECT_EQ((*rationales)[0].chosen.size(), 4U) << "half of 7, rounded up";
    }
    EXPECT_TRUE((*rationales)[1].units.empty());
    EXPECT_TRUE((*rationales)[1].chosen.empty());
  }
}

TEST(CrClassifier, FactsTellThePartsOfTheLoss) {
  const auto classifier = made_cr();
  testing::ListeningSink sink;
  const ClassifierContext context{{.sink = &sink}};
  ASSERT_TRUE(classifier->fit({.documents = problem().train_view(),
                               .classes = problem().train_classes,
                               .names = problem().names,
                               .dev = problem().test_view(),
                               .dev_classes = problem().test_classes},
                              context));
  const auto facts = classifier->facts();
  EXPECT_EQ(facts.at("updates"), 5);
  EXPECT_EQ(facts.at("validations"), 1);
  EXPECT_GT(facts.at("divergence_at_last").get<double>(), 0);
  EXPECT_LE(facts.at("counterfactual_loss_at_last").get<double>(), 0);
  const double mask = facts.at("mean_mask_at_last").get<double>();
  EXPECT_GT(mask, 0.2);
  EXPECT_LT(mask, 0.8);
  EXPECT_EQ(facts.at("history").at("validations").size(), 1U);
  EXPECT_THAT(sink.infos, HasSubstr("epoch 1.00: loss"));
}

TEST(CrClassifier, AsksForTheMemoryOfItsEncoders) {
  const auto* entry = *classifiers().find("cr");
  const auto memory = [&](CrSettings more) {
    return entry->memory(Options::resolve("cr", entry->options, cr_settings(std::move(more))).value(),
                         {.documents = 100});
  };
  EXPECT_GT(memory({}), memory({{"encoders", std::string("shared")}}));
  EXPECT_GT(memory({}), memory({{"necessity", 0.0}}));
  EXPECT_GT(memory({{"encoders", std::string("shared")}}), 1'000'000U);
}

}  // namespace
}  // namespace standfast
