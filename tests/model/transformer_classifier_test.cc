// Tests of the classifier `transformer` beyond the laws of classifiers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_state.h"
#include "tests/support/every_classifier.h"
#include "tests/support/kept_state.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::problem;
using testing::small_encoder;

std::map<std::string, OptionValue> settings(std::map<std::string, OptionValue> more = {}) {
  more.insert({{"checkpoint", small_encoder()}, {"epochs", 2.0}, {"batch", int64_t{6}}});
  return more;
}
std::unique_ptr<Classifier> made(const std::map<std::string, OptionValue>& more = {}) {
  return classifiers().make("transformer", settings(more)).value();
}
Status fit(Classifier& classifier) {
  return classifier.fit({problem().train_view(), problem().train_classes, problem().names}, {});
}

TEST(TransformerClassifier, DamagedFieldsAreRefused) {
  const auto classifier = made();
  ASSERT_TRUE(fit(*classifier));
  const testing::KeptState kept(*classifier);
  ASSERT_TRUE(made()->restore(kept.state));
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
    const auto other = made();
    const auto restored = other->restore(state);
    ASSERT_FALSE(restored) << field << value;
    EXPECT_THAT(restored.error().message, HasSubstr("transformer"));
    DenseMatrix out;
    EXPECT_FALSE(other->predict(problem().test_view(), {}, out));
  }
}

TEST(TransformerClassifier, VectorsAreThoseThatAreAskedFor) {
  for (const auto& [vectors, bottleneck, columns] : {std::tuple{"own", 0, 8},
                                                     {"own", 4, 4},
                                                     {"bottleneck", 4, 4},
                                                     {"class-token", 4, 8},
                                                     {"pooled", 0, 8}}) {
    const auto classifier = made({{"vectors", std::string(vectors)}, {"bottleneck", int64_t{bottleneck}}});
    ASSERT_TRUE(fit(*classifier));
    EXPECT_EQ(classifier->represent(problem().test_view(), {})->columns, static_cast<size_t>(columns))
        << vectors;
  }
  EXPECT_FALSE(classifiers().make("transformer", settings({{"vectors", std::string("bottleneck")}})));
}

// Without a mask the padding is read as text: the answer differs from that with a mask, and is the same after
// saving.
TEST(TransformerClassifier, ReadsPaddingOnlyWhereThereIsNoMask) {
  const auto masked = made({{"max-tokens", int64_t{100}}}),
             open = made({{"max-tokens", int64_t{100}}, {"no-mask", true}});
  ASSERT_TRUE(fit(*masked));
  ASSERT_TRUE(fit(*open));
  const std::vector<uint32_t> rows = {problem().corpus.size() - 1};  // an empty document: all others are cut
  const DocumentView asked{&problem().corpus, rows};
  DenseMatrix one, two, again;
  ASSERT_TRUE(masked->predict(asked, {}, one));
  ASSERT_TRUE(open->predict(asked, {}, two));
  EXPECT_NE(one.data, two.data);
  const testing::KeptState kept(*open);
  const auto other = made();
  ASSERT_TRUE(other->restore(kept.state));
  ASSERT_TRUE(other->predict(asked, {}, again));
  EXPECT_EQ(again.data, two.data);
}

TEST(TransformerClassifier, SaysWhatIsWrongBeforeItLearns) {
  const auto frozen = made({{"frozen", int64_t{9}}});
  const auto status = fit(*frozen);
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("the encoder has 2 layers: 3 at most"));
  // A study checks this before it runs.
  EXPECT_EQ(frozen->check_classes(problem().names).error().message, status.error().message);
  EXPECT_TRUE(made()->check_classes(problem().names));
  const auto absent =
      classifiers().make("transformer", settings({{"checkpoint", std::string("./no-such")}})).value();
  EXPECT_THAT(fit(*absent).error().message, HasSubstr("no-such"));
  const auto replaced = made({{"sha256", std::string(64, '0')}});
  EXPECT_THAT(fit(*replaced).error().message, HasSubstr("was it replaced?"));
}

TEST(TransformerClassifier, AMethodAroundItAsksForItsMemory) {
  const auto memory = [](const char* name, const std::map<std::string, OptionValue>& given) {
    const auto* entry = *classifiers().find(name);
    return entry->memory(Options::resolve(name, entry->options, given).value(), {.documents = 100});
  };
  const uint64_t own =
      memory("transformer", {{"checkpoint", small_encoder()}});  // with its default batch size
  EXPECT_GT(own, 1'000'000U);
  EXPECT_EQ(memory("afr", {{"base", std::string("transformer")}, {"checkpoint", small_encoder()}}), own);
  EXPECT_EQ(memory("afr", {}), 0U);
}

}  // namespace
}  // namespace standfast
