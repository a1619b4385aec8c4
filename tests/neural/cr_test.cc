// Tests of CR: the rule of its rationales, the gradients of its loss, the laws of a training, and planted
// cues.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/neural/cr/cr_model.h"
#include "standfast/neural/cr/train_cr.h"
#include "tests/support/data.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/streams.h"
#include "tests/support/word_encoder.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

const char* const kCrWords[] = {"the", "of",  "and",  "to", "in",   "that",
                                "it",  "was", "with", "as", "from", "they"};
const char* const kCrCues[] = {"red", "blue"};

// Texts of 20 words; if there is a cue, one of the words tells the class.
struct CuedTexts {
  std::vector<std::string> texts;
  std::vector<size_t> places;  // the place of the cue, or of any word
  std::vector<uint32_t> classes;
  std::vector<std::string_view> views() const { return {texts.begin(), texts.end()}; }
};
constexpr size_t kCrLength = 20;
CuedTexts cued_texts(size_t count, const std::string& seed, bool cue = true) {
  CuedTexts out;
  for (size_t i = 0; i < count; ++i) {
    Rng rng(1, "tests/cr", fmt::format("{} {}", seed, i));
    out.classes.push_back(static_cast<uint32_t>(rng.below(2)));
    out.places.push_back(rng.below(kCrLength));
    std::string text;
    for (size_t k = 0; k < kCrLength; ++k)
      text +=
          std::string(cue && k == out.places.back() ? kCrCues[out.classes.back()] : kCrWords[rng.below(12)]) +
          " ";
    out.texts.push_back(text);
  }
  return out;
}

struct CrWay {
  bool shared = false;
  CrRule rule;
  CrTrainOptions options;
};
CrWay short_way() {
  CrWay out;
  out.options.epochs = 4;
  out.options.batch = 8;
  out.options.learning_rate = 3e-3;
  return out;
}
CrWay shared_and_hard() {
  CrWay out = short_way();
  out.shared = true;
  out.options.hard = true;
  out.rule.keep_specials = true;
  out.options.removed = 20;
  return out;
}
CrWay frozen_way() {
  CrWay out = short_way();
  out.options.frozen = 2;
  out.options.last_only = true;
  return out;
}

class Cr : public ::testing::Test {
 protected:
  void SetUp() override {
    const CuedTexts words = cued_texts(60, "words");
    testing::write_word_encoder(folder_.file("encoder"), words.views());
  }
  CrModel begin(bool shared = false) const {
    auto model = CrModel::begin(folder_.file("encoder"), {.names = {"x", "y"}, .seed = 3}, shared);
    EXPECT_TRUE(model) << model.error().message;
    return std::move(*model);
  }
  static LabelledTexts labelled(const CrModel& model, const CuedTexts& from) {
    return {model.tokens(from.views(), 1), from.classes, {}};
  }
  // Returns everything that a training leaves.
  std::vector<double> trained(const CrWay& way, const Work& work) const {
    CrModel model = begin(way.shared);
    const auto done = train_cr(model, labelled(model, cued_texts(60, "train")),
                               labelled(model, cued_texts(30, "dev")), way.rule, way.options, work, "test");
    EXPECT_TRUE(done) << done.error().message;
    return done ? traces(model, way, *done) : std::vector<double>{};
  }
  static std::vector<double> traces(const CrModel& model, const CrWay& way, const CrTrained& done) {
    std::vector<double> out = done.losses;
    for (const auto* more : {&done.divergences, &done.counterfactuals, &done.masks})
      out.insert(out.end(), more->begin(), more->end());
    const auto answers = model.answers(model.tokens(cued_texts(20, "test").views(), 1), way.rule, 1);
    out.insert(out.end(), answers.scores.data.begin(), answers.scores.data.end());
    out.insert(out.end(), answers.kept.begin(), answers.kept.end());
    for (const Validation& one : done.validations)
      out.insert(out.end(), {one.training_loss, one.loss, one.accuracy});
    return out;
  }
  testing::TemporaryFolder folder_;
};

TEST(CrRule, KeepsAShareRoundedUp) {
  const CrRule rule;
  for (const auto& [tokens, kept] :
       {std::pair{0, 0}, {1, 1}, {10, 1}, {11, 2}, {28, 3}, {30, 3}, {70, 7}, {110, 11}})
    EXPECT_EQ(rule.kept(static_cast<size_t>(tokens)), static_cast<size_t>(kept)) << tokens;
}

TEST_F(Cr, KeepsTheTokensWithTheHighestLogits) {
  const CrModel model = begin();
  CuedTexts some = cued_texts(5, "some");
  some.texts.emplace_back("the");
  some.texts.emplace_back("");
  const TextTokens texts = model.tokens(some.views(), 1);
  Tape tape;
  const ValuePtr logits = model.logits(tape, {.ids = texts.ids, .types = {}, .segments = texts.begins});
  for (const bool specials : {false, true}) {
    const CrRule rule{.share = 0.25, .keep_specials = specials};
    const auto answers = model.answers(texts, rule, 1);
    for (size_t t = 0; t < texts.texts(); ++t) {
      size_t kept = 0;
      float least = 1e9F, most = -1e9F;
      for (size_t i = texts.begins[t]; i < texts.begins[t + 1]; ++i) {
        const bool mark = i == texts.begins[t] || i + 1 == texts.begins[t + 1];
        EXPECT_EQ(mark, texts.spans[i].begin == texts.spans[i].end);
        if (mark && specials) {
          EXPECT_TRUE(answers.kept[i]);
          continue;
        }
        kept += answers.kept[i];
        (answers.kept[i] != 0 ? least : most) =
            answers.kept[i] != 0 ? std::min(least, logits->numbers[i]) : std::max(most, logits->numbers[i]);
      }
      EXPECT_EQ(kept, rule.kept(texts.tokens(t) - (specials ? 2 : 0)));
      EXPECT_GE(least, most);
    }
  }
}

// A token that is not kept affects the answer by at most its weight of 1e-8.
TEST_F(Cr, AnswersFromWhatItKeeps) {
  const CrModel model = begin();
  const CuedTexts some = cued_texts(6, "some");
  const TextTokens texts = model.tokens(some.views(), 1);
  const CrRule rule{.share = 0.2, .keep_specials = true};
  const auto answers = model.answers(texts, rule, 1);
  // The kept tokens stay at their places, and the hidden ones are replaced by other words, under the same
  // mask.
  TextTokens other = texts;
  for (size_t i = 0; i < other.ids.size(); ++i)
    if (answers.kept[i] == 0) other.ids[i] = texts.ids[(i * 7 + 3) % texts.ids.size()];
  std::vector<uint32_t> first(texts.begins.begin(), texts.begins.end() - 1);
  const auto scores = [&](const TextTokens& from) {
    Tape tape;
    const ValuePtr bias = tape.make(from.ids.size(), 1, false);
    for (size_t i = 0; i < from.ids.size(); ++i)
      bias->numbers[i] = answers.kept[i] != 0 ? 0 : static_cast<float>(std::log(1e-8));
    const auto made =
        model.predictor().scores(tape, {.ids = from.ids, .types = {}, .segments = from.begins}, 0, bias);
    return std::vector<float>(made->numbers.begin(), made->numbers.end());
  };
  EXPECT_EQ(scores(texts), std::vector<float>(answers.scores.data.begin(), answers.scores.data.end()));
  const auto replaced = scores(other);
  for (size_t i = 0; i < replaced.size(); ++i) EXPECT_NEAR(replaced[i], answers.scores.data[i], 1e-5);
}

TEST_F(Cr, AnAnswerDependsOnItsTextAlone) {
  const CrModel model = begin();
  CuedTexts some = cued_texts(90, "some");
  some.texts.emplace_back("");
  const auto all = model.answers(model.tokens(some.views(), 1), {}, 1);
  const auto again = model.answers(model.tokens(some.views(), 3), {}, 3);
  EXPECT_EQ(all.scores.data, again.scores.data);
  EXPECT_EQ(all.kept, again.kept);
  for (const size_t t : {size_t{0}, size_t{57}, some.texts.size() - 1}) {
    const auto alone = model.answers(model.tokens(std::vector<std::string_view>{some.texts[t]}, 1), {}, 1);
    EXPECT_TRUE(std::ranges::equal(alone.scores.row(0), all.scores.row(t))) << t;
  }
}

TEST_F(Cr, IsReadBackAsItWasSaved) {
  for (const bool shared : {false, true}) {
    CrModel model = begin(shared);
    // The two encoders differ.
    if (model.selector() != nullptr) model.selector()->weights().words.data[70] += 1;
    const std::string a = folder_.file(fmt::format("a{}", shared)),
                      b = folder_.file(fmt::format("b{}", shared));
    ASSERT_TRUE(model.save(a));
    const auto loaded = CrModel::load(a, model.most_tokens());
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(loaded->shared(), shared);
    ASSERT_TRUE(loaded->save(b));
    size_t files = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(a)) {
      if (!file.is_regular_file()) continue;
      ++files;
      const auto name = file.path().lexically_relative(a).string();
      EXPECT_EQ(read_file(file.path().string()).value(), read_file(b + "/" + name).value()) << name;
    }
    EXPECT_EQ(files, shared ? 5U : 6U);
    const TextTokens texts = model.tokens(cued_texts(9, "some").views(), 1);
    EXPECT_EQ(loaded->answers(texts, {}, 1).scores.data, model.answers(texts, {}, 1).scores.data);
    EXPECT_EQ(loaded->answers(texts, {}, 1).kept, model.answers(texts, {}, 1).kept);
  }
}

TEST_F(Cr, PartsThatDoNotFitAreRefused) {
  const CrModel model = begin();
  ASSERT_TRUE(model.save(folder_.file("a")));
  testing::write_word_encoder(folder_.file("other"), cued_texts(3, "few").views(), 60);
  const auto other = CrModel::begin(folder_.file("other"), {.names = {"x", "y"}, .seed = 3}, false);
  ASSERT_TRUE(other) << other.error().message;
  ASSERT_TRUE(other->save(folder_.file("b")));
  std::filesystem::remove_all(folder_.file("a/selector"));
  std::filesystem::copy(folder_.file("b/selector"), folder_.file("a/selector"));
  const auto loaded = CrModel::load(folder_.file("a"), 0);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message, HasSubstr("the selector has"));
  std::filesystem::remove_all(folder_.file("a/selector"));
  std::filesystem::create_directories(folder_.file("a/selector"));
  EXPECT_FALSE(CrModel::load(folder_.file("a"), 0));
}

// The gradients of the loss with respect to some numbers of both parts are compared with finite differences.
// A single update of AdamW with a huge epsilon moves each number by rate / epsilon times its gradient.
TEST_F(Cr, GradientsEqualFiniteDifferences) {
  for (const bool shared : {false, true})
    for (const bool specials : {false, true}) {
      SCOPED_TRACE(fmt::format("shared {}, specials {}", shared, specials));
      const CrRule rule{.share = 0.2, .keep_specials = specials};
      CrTrainOptions options;
      options.batch = 8;
      options.epochs = 1;
      options.dropout = 0;
      options.necessity =
          0;  // no gradient flows through the probability of the rationale, and differences would see it
      options.adamw = {.epsilon = 1e6, .weight_decay = 0, .clip = 0};
      const auto loss_after = [&](CrModel& model, double rate, const std::function<void(CrModel&)>& change) {
        change(model);
        options.learning_rate = rate;
        const auto done =
            train_cr(model, labelled(model, cued_texts(8, "train")), {}, rule, options, {.seed = 1}, "t");
        EXPECT_TRUE(done) << done.error().message;
        EXPECT_EQ(done->losses.size(), 1U);
        return done->losses[0] + options.sparsity * done->divergences[0];
      };
      using Number = std::function<float&(CrModel&)>;
      const auto encoder = [shared](CrModel& model) -> Transformer& {
        return shared ? model.predictor().encoder().transformer : *model.selector();
      };
      const std::vector<std::pair<const char*, Number>> numbers = {
          {"selector output bias", [](CrModel& m) -> float& { return m.output().bias[0]; }},
          {"selector output weight",
           [](CrModel& m) -> float& { return m.output().weights.panel(0)[5 * kPanelRows]; }},
          {"selector hidden bias", [](CrModel& m) -> float& { return m.hidden().bias[17]; }},
          {"selector encoder",
           [&](CrModel& m) -> float& { return encoder(m).weights().layers[0].inner.bias[3]; }},
          {"selector attention",
           [&](CrModel& m) -> float& { return encoder(m).weights().layers[0].query_key_value.bias[50]; }},
          {"predictor values",
           [](CrModel& m) -> float& {
             return m.predictor().encoder().transformer.weights().layers[0].query_key_value.bias[60];
           }},
          {"class", [](CrModel& m) -> float& { return m.predictor().head().output.bias[1]; }}};
      const auto nothing = [](CrModel&) {};
      CrModel before = begin(shared), after = begin(shared);
      constexpr double kRate = 1e5;
      loss_after(after, kRate, nothing);
      for (const auto& [name, number] : numbers) {
        const double gradient = (double{number(before)} - number(after)) / (kRate / 1e6);
        constexpr float kStep = 0.02F;
        CrModel above = begin(shared), below = begin(shared);
        const double slope = (loss_after(above, 1e-30, [&](CrModel& m) { number(m) += kStep; }) -
                              loss_after(below, 1e-30, [&](CrModel& m) { number(m) -= kStep; })) /
                             (2 * kStep);
        EXPECT_NEAR(gradient, slope, 2e-4 + 0.01 * std::abs(slope)) << name;
      }
    }
}

TEST_F(Cr, HasTheSameBytesForAnyThreadsAndLevel) {
  for (const CrWay& way : {short_way(), shared_and_hard(), frozen_way()}) {
    const auto one = trained(way, {.seed = 1, .threads = 1});
    EXPECT_EQ(one, trained(way, {.seed = 1, .threads = 3}));
    EXPECT_NE(one, trained(way, {.seed = 2, .threads = 1}));
    testing::expect_same_at_every_simd_level([&] { return trained(way, {.seed = 1}); });
  }
}

// Ends the training at a line of the log, as a kill would.
struct CrEnded {};
class CrKiller final : public Sink {
 public:
  void log(Level level, std::string_view line) override {
    if (level == Level::info && line.starts_with("epoch 2.00")) throw CrEnded();
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}
};

TEST_F(Cr, GoesOnAfterAKillWithTheSameBytes) {
  size_t number = 0;
  for (const CrWay& way : {short_way(), shared_and_hard(), frozen_way()}) {
    const std::string scratch = folder_.file(fmt::format("scratch{}", number++));
    testing::ListeningSink straight, resumed;
    const auto whole = trained(way, {.seed = 1, .sink = &straight});
    CrKiller killer;
    CrModel model = begin(way.shared);
    EXPECT_THROW((void)train_cr(model, labelled(model, cued_texts(60, "train")),
                                labelled(model, cued_texts(30, "dev")), way.rule, way.options,
                                {.seed = 1, .sink = &killer, .scratch = scratch}, "test"),
                 CrEnded);
    EXPECT_EQ(whole, trained(way, {.seed = 1, .sink = &resumed, .scratch = scratch}));
    const std::string went_on = "resumes after update 8 of 32\n";  // at a level that records leave out
    ASSERT_THAT(resumed.infos, HasSubstr(went_on));
    EXPECT_EQ(straight.infos, resumed.infos.replace(resumed.infos.find(went_on), went_on.size(), ""));
  }
}

TEST_F(Cr, FrozenPartsStayAsTheyAre) {
  CrModel model = begin(), before = begin();
  CrTrainOptions options = frozen_way().options;
  const auto done =
      train_cr(model, labelled(model, cued_texts(40, "train")), {}, {}, options, {.seed = 1}, "t");
  ASSERT_TRUE(done);
  for (const auto& [now, then] :
       {std::pair{&model.predictor().encoder().transformer, &before.predictor().encoder().transformer},
        std::pair{model.selector(), before.selector()}}) {
    EXPECT_EQ(now->weights().words.data, then->weights().words.data);
    EXPECT_EQ(now->weights().layers[0].inner.bias, then->weights().layers[0].inner.bias);
  }
  EXPECT_NE(model.hidden().bias, before.hidden().bias) << "the selector learns through the frozen predictor";
}

TEST_F(Cr, TheLastTextOfABatchOfOneIsAllTexts) {
  CrWay way = short_way();
  way.options.batch = 1;
  way.options.epochs = 1;
  way.options.necessity = 1;
  const auto all = trained(way, {.seed = 1});
  way.options.last_only = true;
  EXPECT_EQ(all, trained(way, {.seed = 1}));
  way.options.necessity = 0;
  EXPECT_NE(all, trained(way, {.seed = 1})) << "there are counterfactuals";
}

TEST_F(Cr, AWeightWeighsTheLoss) {
  const auto trained_with = [&](const std::vector<double>& weights) {
    CrModel model = begin();
    LabelledTexts training = labelled(model, cued_texts(16, "train"));
    training.weights = weights;
    const auto done = train_cr(model, training, {}, {}, short_way().options, {.seed = 1}, "t");
    EXPECT_TRUE(done);
    return traces(model, short_way(), *done);
  };
  std::vector<double> some(16, 1);
  for (size_t i = 0; i < 16; i += 3) some[i] = 2.5;
  EXPECT_EQ(trained_with({}), trained_with(std::vector<double>(16, 7)));
  EXPECT_NE(trained_with({}), trained_with(some));
}

// Returns the share of rationales that hold the token at their text's place.
double share_that_hold(const CrModel& model, const CrRule& rule, const CuedTexts& asked) {
  const TextTokens texts = model.tokens(asked.views(), 1);
  const auto answers = model.answers(texts, rule, 1);
  size_t held = 0;
  for (size_t t = 0; t < texts.texts(); ++t) {
    EXPECT_EQ(texts.tokens(t), kCrLength + 2) << "each word is a token";
    held += answers.kept[texts.begins[t] + 1 + asked.places[t]];
  }
  return static_cast<double>(held) / static_cast<double>(texts.texts());
}

TEST_F(Cr, FindsACueThatAloneDecides) {
  for (const bool hard : {false, true}) {
    CrModel model = begin();
    CrTrainOptions options;
    options.epochs = 60;
    options.learning_rate = 3e-3;
    options.hard = hard;
    const auto done =
        train_cr(model, labelled(model, cued_texts(200, "train")), labelled(model, cued_texts(60, "dev")), {},
                 options, {.seed = 1, .threads = 2}, "t");
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_GE(done->validations[*done->best].accuracy, 0.95);
    EXPECT_GE(share_that_hold(model, {}, cued_texts(200, "test")), 0.95) << "hard: " << hard;
  }
}

// Without a cue, a word at a random place is held as often as m of L tokens hold it: 1 - C(L - 1, m) / C(L,
// m) = m / L.
TEST_F(Cr, HoldsAnyWordAsOftenAsARandomRationale) {
  CrModel model = begin();
  const CrRule rule{.keep_specials = true};
  CrTrainOptions options;
  options.epochs = 5;
  options.learning_rate = 3e-3;
  ASSERT_TRUE(
      train_cr(model, labelled(model, cued_texts(100, "train", false)), {}, rule, options, {.seed = 1}, "t"));
  constexpr double kTexts = 1000, kShare = 2.0 / kCrLength;
  EXPECT_NEAR(share_that_hold(model, rule, cued_texts(1000, "test", false)), kShare,
              3 * std::sqrt(kShare * (1 - kShare) / kTexts));
}

TEST(CrTrainingBytes, GrowWithTheCounterfactuals) {
  ModelConfig config;
  config.vocabulary = 30'000;
  config.hidden = 384;
  config.layers = 6;
  config.heads = 12;
  config.inner = 1536;
  config.positions = 512;
  CrTrainOptions options;
  const uint64_t two = cr_training_bytes(config, 32, 16, false, options, 2);
  const uint64_t one = cr_training_bytes(config, 32, 16, true, options, 2);
  EXPECT_EQ(two - one, fine_tuning_bytes(config, 32, 0, 2));
  options.necessity = 0;
  EXPECT_EQ(two - cr_training_bytes(config, 32, 16, false, options, 2),
            16 * 32 * 2 * bytes_under_way(config));
}

}  // namespace
}  // namespace standfast
