// Compares pretraining with torch and transformers (tests/reference/pretraining_losses.py), and tests its
// laws.
#include "standfast/neural/masked/pretrain.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/checkpoint/weights.h"
#include "standfast/neural/train/training.h"
#include "standfast/text/token/wordpiece_trainer.h"
#include "tests/neural/fine_tuning_reference.h"
#include "tests/support/data.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

// ---- the reference

// clang-format off
// Reference values of pretraining by torch and transformers in double precision, made by
// tests/reference/pretraining_losses.py.
//
// The model is BertForMaskedLM with vocabulary 40, hidden 8, 2 layers, 2 heads, inner 32, GELU, 16 positions,
// 2 types and no dropout. Element i (from 0) of the tensor NAME is 0.5 sin(.1 (i + 1)^2 + the sum of NAME's
// bytes), and weights of layer norms are larger by 1, in double and then rounded to float.
//
// In training, batch t (from 0) has the texts 4t .. 4t+3 modulo 12 of fine_tuning_reference.h. The places p
// (from 1, the last token left out) at which p + t is a multiple of 3 are hidden. With w = (p + 2t) modulo
// 10, the token stays if w = 0, becomes 5 + (7p + t) modulo 35 if w = 1, and becomes 4 otherwise. The loss is
// the mean cross-entropy over the hidden tokens of the batch. Gradients are clipped to norm 1. AdamW has a
// learning rate that rises over 5 updates to 1e-3 and falls to 0 at 50, and decay .01 except for biases and
// layer norms. Losses are taken before each step, and gradients from batch 0 before clipping.
constexpr double kHiddenNorm = 10.9259431;  // of batch 0; above 1 in 50 of the 50
constexpr std::array<double, 50> kHiddenLosses = {
    4.64841796, 4.78477936, 4.49091943, 4.54346505, 4.66564505, 4.53438416, 4.23576889, 4.42272185, 4.1398204,
    4.0637649, 4.25076213, 4.02461419, 3.95944772, 4.0771931, 3.97312054, 3.92762385, 4.05618626, 3.98403461,
    3.89897888, 3.97341032, 3.94100903, 3.87575157, 3.94448975, 3.91235297, 3.84770805, 3.90090632, 3.89130522,
    3.74774149, 3.77892573, 3.88256515, 3.81331294, 3.82761968, 3.88843652, 3.79533934, 3.80453508, 3.92474734,
    3.77998567, 3.77200582, 3.87541416, 3.77503422, 3.75150413, 3.86364353, 3.6506743, 3.58830213, 3.86153439,
    3.74934006, 3.72477551, 3.87390277, 3.74495269, 3.7400304};
constexpr testing::GradientReference kHiddenGradients[] = {
    {"bert.embeddings.LayerNorm.bias", 1.44411291, 7, 0.930010522, 0.930010522},
    {"bert.embeddings.LayerNorm.weight", 0.659802295, 6, -0.400810703, -0.273202303},
    {"bert.embeddings.position_embeddings.weight", 0.968809631, 51, 0.381859594, 0},
    {"bert.embeddings.token_type_embeddings.weight", 1.75160985, 7, 0.884937143, 0},
    {"bert.embeddings.word_embeddings.weight", 1.93832828, 78, -0.677543483, -0.0176602268},
    {"bert.encoder.layer.0.intermediate.dense.bias", 0.684560944, 20, 0.380047597, -0.0931353278},
    {"bert.encoder.layer.0.intermediate.dense.weight", 2.12694595, 161, -0.639697451, -0.065157193},
    {"cls.predictions.bias", 0.578381227, 25, -0.331963775, 0.0284535589},
    {"cls.predictions.transform.LayerNorm.bias", 0.657480348, 6, 0.412549497, -0.224690501},
    {"cls.predictions.transform.LayerNorm.weight", 0.711509035, 4, 0.564740042, 0.212174323},
    {"cls.predictions.transform.dense.bias", 1.91825663, 6, 1.62271086, 0.0429577685},
    {"cls.predictions.transform.dense.weight", 4.66729968, 48, 2.21061317, -0.0172599916},
};
// clang-format on

constexpr uint64_t kTokens = 40, kStateNumbers = 8;

void write_reference_model(const std::string& folder) {
  testing::SmallCheckpoint model("bert", "bert.");
  model.config["vocab_size"] = kTokens;
  model.config["intermediate_size"] = 32;
  for (auto& [name, tensor] : model.tensors) {
    if (name.find("word_embeddings") != std::string::npos) tensor.shape[0] = kTokens;
    for (uint64_t& size : tensor.shape)
      if (size == testing::SmallCheckpoint::kInner) size = 32;
  }
  model.linear("cls.predictions.transform.dense", kStateNumbers, kStateNumbers);
  model.norm("cls.predictions.transform.LayerNorm");
  model.put("cls.predictions.bias", {kTokens});
  for (auto& [name, tensor] : model.tensors) {
    double bytes = 0;
    for (const unsigned char byte : name) bytes += byte;
    size_t count = 1;
    for (const uint64_t size : tensor.shape) count *= size;
    tensor.numbers.resize(count);
    const bool norm = name.find("LayerNorm") != std::string::npos && name.ends_with("weight");
    for (size_t i = 0; i < count; ++i)
      tensor.numbers[i] = static_cast<float>(
          0.5 * std::sin(0.1 * std::pow(static_cast<double>(i + 1), 2) + bytes) + (norm ? 1 : 0));
  }
  model.write(folder);
}

double learn_reference_batch(MaskedModel& model, BatchRunner& runner, size_t t, int threads) {
  Batch batch;
  std::vector<MaskedTokens> hidden;
  for (size_t i = 0; i < 4; ++i) {
    const auto& text = testing::kFineTuningTexts[(4 * t + i) % 12];
    std::vector<int32_t> ids(text.ids, text.ids + text.length);
    MaskedTokens& one = hidden.emplace_back();
    for (uint32_t p = 1; p + 1 < ids.size(); ++p) {
      if ((p + t) % 3 != 0) continue;
      one.places.push_back(p);
      one.words.push_back(static_cast<uint32_t>(ids[p]));
      const size_t way = (p + 2 * t) % 10;
      if (way == 1)
        ids[p] = static_cast<int32_t>(5 + (7 * p + t) % (kTokens - 5));
      else if (way > 1)
        ids[p] = 4;
    }
    batch.ids.insert(batch.ids.end(), ids.begin(), ids.end());
    batch.segments.push_back(static_cast<uint32_t>(batch.ids.size()));
  }
  return learn_masked(model, runner, batch, hidden, {}, threads);
}

TEST(Pretrain, GradientsEqualThoseOfTransformers) {
  const testing::TemporaryFolder folder;
  write_reference_model(folder.file("model"));
  auto model = MaskedModel::load(folder.file("model"));
  ASSERT_TRUE(model) << model.error().message;
  auto parameters = let_learn(*model);
  BatchRunner runner;
  EXPECT_NEAR(learn_reference_batch(*model, runner, 0, 1), kHiddenLosses[0], 2e-6);
  double squares = 0;
  for (Parameter& parameter : parameters)
    for (size_t i = 0; i < parameter.numbers.size(); ++i) {
      squares += std::pow(double{parameter.gradient[i]}, 2);
      parameter.numbers[i] =
          parameter.gradient[i];  // so a saved model tells the gradients by the names of tensors
    }
  EXPECT_NEAR(std::sqrt(squares), kHiddenNorm, 1e-5);
  ASSERT_TRUE(model->save(folder.file("gradients")));
  const Weights weights = Weights::open(folder.file("gradients")).value();
  size_t found = 0;
  for (const TensorInfo& tensor : weights.tensors())
    for (const auto& expected : kHiddenGradients) {
      if (tensor.name != expected.tensor) continue;
      ++found;
      const auto numbers = weights.read(tensor).value();
      double sum = 0;
      for (const float number : numbers) sum += double{number} * number;
      EXPECT_NEAR(std::sqrt(sum), expected.norm, 5e-6) << tensor.name;
      EXPECT_NEAR(numbers[expected.element], expected.largest, 5e-6) << tensor.name;
      EXPECT_NEAR(numbers.back(), expected.last, 5e-6) << tensor.name;
    }
  EXPECT_EQ(found, std::size(kHiddenGradients));
}

TEST(Pretrain, LossesOfFiftyUpdatesEqualThoseOfTransformers) {
  const testing::TemporaryFolder folder;
  write_reference_model(folder.file("model"));
  auto model = MaskedModel::load(folder.file("model")).value();
  AdamW optimiser({}, let_learn(model));
  const RateSchedule schedule{.rate = 1e-3, .updates = 50, .warm_up = 5};
  BatchRunner runner;
  for (size_t t = 0; t < 50; ++t) {
    ASSERT_NEAR(learn_reference_batch(model, runner, t, 2), kHiddenLosses[t], 2e-5) << t;
    const double norm = optimiser.step(schedule.at(t), 2);
    follow_table(model, 2);
    if (t == 0) {
      EXPECT_NEAR(norm, kHiddenNorm, 1e-5);
    }
  }
}

// ---- what is hidden

TEST(Hide, TakesAShareOfTheTokensThatAreNoSpecials) {
  const TokenMaskRule rule{.end = 105};
  std::map<int32_t, size_t> ways;
  size_t hidden = 0, as_they_were = 0, others = 0;
  for (size_t t = 0; t < 2000; ++t) {
    std::vector<int32_t> text = {2, 1};
    for (int32_t i = 0; i < 40; ++i) text.push_back(5 + (7 * i) % 100);
    text.push_back(3);
    const auto before = text;
    const MaskedTokens made = mask_tokens(rule, Rng(1, "test", std::to_string(t)), text);
    ASSERT_EQ(made.places.size(), 6U);  // 15 % of 40
    for (size_t i = 0, h = 0; i < text.size(); ++i) {
      if (h == made.places.size() || made.places[h] != i) {
        ASSERT_EQ(text[i], before[i]);
        continue;
      }
      ASSERT_EQ(made.words[h++], static_cast<uint32_t>(before[i]));
      ASSERT_GE(before[i], 5);
      ++hidden;
      if (text[i] == before[i])
        ++as_they_were;
      else if (text[i] != 4) {
        ++others;
        ASSERT_GE(text[i], 5);
        ASSERT_LT(text[i], 105);
      }
    }
  }
  // There are 12,000 hidden tokens, so the standard errors of the shares are .003.
  EXPECT_NEAR(static_cast<double>(as_they_were) / static_cast<double>(hidden), 0.101, 0.012);
  EXPECT_NEAR(static_cast<double>(others) / static_cast<double>(hidden), 0.099, 0.012);
}

TEST(Hide, TakesOneOfVeryFew) {
  std::vector<int32_t> text = {2, 1, 7, 3};
  const MaskedTokens made = mask_tokens({.end = 20}, Rng(1, "test"), text);
  EXPECT_EQ(made.places, std::vector<uint32_t>{2});
  EXPECT_EQ(made.words, std::vector<uint32_t>{7});
}

// ---- blocks

const token::NewWordPieces& pieces() {
  static const token::NewWordPieces made{
      {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "of", "and", "to", "a", "in", "x", "y"},
      true,
      12};
  return made;
}

TEST(Blocks, CutLongTextsAndJoinNone) {
  const auto tokenizer = pieces().tokenizer().value();
  const std::vector<std::string_view> texts = {"the of and to a in The", "", "x", "??? !", "x ? y"};
  const TextTokens blocks = cut_blocks(tokenizer, texts, 5, 5, 2);
  EXPECT_EQ(blocks.begins, (std::vector<uint32_t>{0, 5, 10, 13, 16, 21}));
  EXPECT_EQ(blocks.ids,
            (std::vector<int32_t>{2, 5, 6, 7, 3, 2, 8, 9, 10, 3, 2, 5, 3, 2, 11, 3, 2, 11, 1, 12, 3}));
}

// ---- whole trainings

ModelConfig small_config() {
  ModelConfig config;
  config.vocabulary = pieces().pieces.size();
  config.hidden = 8;
  config.layers = 2;
  config.heads = 2;
  config.inner = 16;
  config.positions = 12;
  config.token_types = 2;
  return config;
}

// Returns texts whose words come in pairs: the first word tells the next.
TextTokens paired(size_t texts) {
  const char* const words[][2] = {{"the", "of"}, {"and", "to"}, {"a", "in"}, {"x", "y"}};
  std::vector<std::string> all;
  for (size_t t = 0; t < texts; ++t) {
    std::string text;
    for (size_t i = 0; i < 4; ++i) {
      const auto& pair = words[(t * 5 + i * i + t / 7) % 4];
      text += std::string(pair[0]) + " " + pair[1] + " ";
    }
    all.push_back(text);
  }
  const std::vector<std::string_view> views(all.begin(), all.end());
  return cut_blocks(pieces().tokenizer().value(), views, 12, 5, 1);
}

const TokenMaskRule kRule{.end = 13};

PretrainOptions small_options() {
  PretrainOptions options;
  options.epochs = 6;
  options.batch = 8;
  options.learning_rate = 5e-3;
  options.held_out = 0.1;
  return options;
}

// All that a pretraining leaves: its losses, and the files of the model.
struct Left {
  std::vector<double> losses;
  std::string weights;
  bool operator==(const Left&) const = default;
};
Left pretrained(const PretrainOptions& options, const Work& work, size_t texts = 80) {
  const testing::TemporaryFolder folder;
  MaskedModel model = MaskedModel::make(small_config(), work.seed);
  const auto done = pretrain(model, paired(texts), kRule, options, work, "test");
  EXPECT_TRUE(done) << done.error().message;
  Left left{done->losses, {}};
  for (const HeldOutLoss& one : done->held_out)
    left.losses.insert(left.losses.end(), {one.training_loss, one.loss});
  EXPECT_TRUE(model.save(folder.file("model")));
  left.weights = read_file(folder.file("model/model.safetensors")).value();
  return left;
}

TEST(Pretraining, LearnsWhichWordsGoTogether) {
  MaskedModel model = MaskedModel::make(small_config(), 1);
  PretrainOptions options = small_options();
  options.epochs = 60;
  options.learning_rate = 0.01;
  options.dropout = 0;
  const auto done = pretrain(model, paired(200), kRule, options, {.seed = 1, .threads = 2}, "test");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->blocks, 180U);
  EXPECT_EQ(done->held_out_blocks, 20U);
  EXPECT_EQ(done->updates, 60U * 23U);
  ASSERT_EQ(done->held_out.size(), 61U);
  EXPECT_NEAR(done->held_out.front().loss, std::log(13.0), 0.1);
  // Each text has one hidden word, which its neighbour tells. A guess remains at first where a random word,
  // or the word itself, stands in its place.
  EXPECT_LT(done->held_out.back().loss, 0.7);
}

TEST(Pretraining, HasTheSameBytesForAnyThreadsAndLevel) {
  testing::expect_same_at_every_simd_level([&] { return pretrained(small_options(), {.seed = 1}).losses; });
  const Left one = pretrained(small_options(), {.seed = 1, .threads = 1});
  EXPECT_EQ(one, pretrained(small_options(), {.seed = 1, .threads = 3}));
  EXPECT_NE(one, pretrained(small_options(), {.seed = 2}));
}

TEST(Pretraining, GoesOnAfterAKillWithTheSameBytes) {
  testing::ListeningSink straight, resumed;
  const Left whole = pretrained(small_options(), {.seed = 1, .sink = &straight});
  const testing::TemporaryFolder folder;
  struct Killed {};
  class Killer final : public Sink {
   public:
    void log(Level, std::string_view) override {}
    void progress(std::string_view, uint64_t, uint64_t) override {
      if (++updates == 25)
        throw Killed();  // in the third epoch of nine updates: the state is that of the second
    }
    int updates = 0;
  } killer;
  const Work killed{.seed = 1, .sink = &killer, .scratch = folder.file("scratch")};
  EXPECT_THROW((void)pretrained(small_options(), killed), Killed);
  EXPECT_EQ(pretrained(small_options(),
                       {.seed = 1, .threads = 2, .sink = &resumed, .scratch = folder.file("scratch")}),
            whole);
  for (size_t at; (at = resumed.all.find("resumes after update 18 of ")) != std::string::npos;)
    resumed.all.erase(at, resumed.all.find('\n', at) + 1 - at);
  EXPECT_EQ(resumed.all, straight.all) << "but for that line";
  const Work goes_on{.seed = 1, .threads = 2, .scratch = folder.file("scratch")};
  EXPECT_EQ(pretrained(small_options(), goes_on), whole);  // all is there
  for (const auto& file : std::filesystem::directory_iterator(folder.file("scratch"))) {
    auto content = read_file(file.path().string()).value();
    content[content.size() / 2] ^= 1;
    ASSERT_TRUE(write_file(file.path().string(), content));
  }
  EXPECT_EQ(pretrained(small_options(), goes_on), whole);
}

TEST(Pretraining, OfOneBlockHoldsNothingOut) {
  MaskedModel model = MaskedModel::make(small_config(), 1);
  const auto done = pretrain(model, paired(1), kRule, small_options(), {.seed = 1}, "test");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->blocks, 1U);
  EXPECT_TRUE(done->held_out.empty());
  EXPECT_FALSE(pretrain(model, {}, kRule, small_options(), {}, "test"));
}

TEST(Pretraining, SaysWhenTheLossIsNoNumber) {
  MaskedModel model = MaskedModel::make(small_config(), 1);
  model.encoder().weights().positions.data.front() = std::nanf("");
  const auto done = pretrain(model, paired(20), kRule, small_options(), {.seed = 1}, "test");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, ::testing::HasSubstr("before any update"));
}

TEST(MaskedModel, IsReadBackAsItWasSaved) {
  const testing::TemporaryFolder folder;
  const MaskedModel model = MaskedModel::make(small_config(), 3);
  ASSERT_TRUE(model.save(folder.file("a")));
  const auto again = MaskedModel::load(folder.file("a"));
  ASSERT_TRUE(again) << again.error().message;
  ASSERT_TRUE(again->save(folder.file("b")));
  for (const char* name : {"/config.json", "/model.safetensors"})
    EXPECT_EQ(read_file(folder.file("a") + name).value(), read_file(folder.file("b") + name).value());
  EXPECT_THAT(read_file(folder.file("a/config.json")).value(),
              ::testing::HasSubstr("\"architectures\": [\n    \"BertForMaskedLM\"\n  ]"));
  EXPECT_EQ(model.parameters(),
            13U * 8 + 12 * 8 + 2 * 8 + 16 + 2 * (4 * 72 + 16 + 8 * 16 + 16 + 16 * 8 + 8 + 16) + 72 + 16 + 13);
  // A plain encoder has no head.
  testing::SmallCheckpoint().write(folder.file("encoder"));
  const auto none = MaskedModel::load(folder.file("encoder"));
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, ::testing::HasSubstr("no head for masked tokens"));
}

}  // namespace
}  // namespace standfast
