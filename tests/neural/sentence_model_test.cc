// Tests of vectors of sentences: pooling by hand from the states of tokens, lengths, and windows. With real
// weights, the library's own figures are compared.
#include "standfast/neural/sentence/sentence_model.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/encoder/transformer.h"
#include "standfast/neural/sentence/model_files.h"
#include "tests/support/data.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/states_of.h"

namespace standfast {
namespace {

using testing::SmallSentenceModel;
using Texts = std::vector<std::string_view>;

const Texts kTexts = {"a b", "the cab", "", "  abc\n", "zebra a", "a b c a b c a b c a b c a b c", "ABC"};

class SentenceModels : public ::testing::Test {
 protected:
  SentenceModel load(const SmallSentenceModel& model, const SentenceOptions& options = {}) {
    const std::string folder = folder_.file("model-" + std::to_string(made_++));
    model.write(folder);
    auto loaded = SentenceModel::load(folder, options);
    EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().message);
    return std::move(*loaded);
  }
  static FloatMatrix vectors(const SentenceModel& model, const Texts& texts, int threads = 1) {
    SentenceCounts counts;
    return model.encode(texts, threads, counts);
  }
  testing::TemporaryFolder folder_;
  int made_ = 0;
};

std::vector<float> row(const FloatMatrix& m, size_t i) {
  return {m.row(i).begin(), m.row(i).end()};
}

TEST_F(SentenceModels, PoolTheStatesOfAllTokensTheirMarksIncluded) {
  for (const auto& [key, pooling] : {std::pair{"pooling_mode_mean_tokens", Pooling::mean},
                                     std::pair{"pooling_mode_cls_token", Pooling::first},
                                     std::pair{"pooling_mode_max_tokens", Pooling::max}}) {
    const std::string folder = folder_.file(key);
    SmallSentenceModel{.pooling = key, .normalize = false}.write(folder);
    const auto config = read_model_config(folder).value();
    const Weights weights = Weights::open(folder).value();
    const auto transformer = load_transformer(EncoderTensors::find(weights, config).value(), config).value();
    const std::vector<int32_t> ids = {2, 10, 8, 5, 7, 3};  // [CLS] the c ##a ##b [SEP]
    const std::vector<uint32_t> segments = {0, 6};
    const auto states = testing::states_of(transformer, {.ids = ids, .types = {}, .segments = segments});
    std::vector<float> expected(8);
    pool(pooling, {states.data.data(), 6, 8, 8}, expected);
    const auto model = SentenceModel::load(folder, {}).value();
    EXPECT_EQ(row(vectors(model, {" The cab "}), 0), expected) << key;
  }
}

TEST_F(SentenceModels, RowsDependOnTheirTextAlone) {
  const auto model = load({});
  const auto together = vectors(model, kTexts);
  Texts turned(kTexts.rbegin(), kTexts.rend());
  const auto other = vectors(model, turned, 3);
  for (size_t i = 0; i < kTexts.size(); ++i) {
    EXPECT_EQ(row(together, i), row(vectors(model, {kTexts[i]}), 0)) << i;
    EXPECT_EQ(row(together, i), row(other, kTexts.size() - 1 - i)) << i;
    EXPECT_NEAR(
        std::inner_product(together.row(i).begin(), together.row(i).end(), together.row(i).begin(), 0.0), 1,
        1e-6);
  }
  testing::expect_same_at_every_simd_level([&] { return vectors(model, kTexts).data; });
}

TEST_F(SentenceModels, ReadAsManyTokensAsTheRightFileSays) {
  EXPECT_EQ(load({}).most_tokens(), 12U);                  // from sentence_bert_config.json
  EXPECT_EQ(load({.most_tokens = 0}).most_tokens(), 14U);  // otherwise the tokenizer's
  EXPECT_EQ(load({}, {.most_tokens = 7}).most_tokens(), 7U);
  EXPECT_EQ(load({.most_tokens = 99}).most_tokens(), 16U) << "no file counts beyond the table of positions";
  const auto model = load({});
  SentenceCounts counts;
  const Texts two = {kTexts[5], "a b c a b c a b c a"};  // 15 words and 10: with the marks 17 and 12 tokens
  const auto cut = model.encode(two, 1, counts);
  EXPECT_EQ(counts.cut, 1U);
  EXPECT_EQ(counts.tokens, 24U);
  EXPECT_EQ(row(cut, 0), row(cut, 1)) << "what lies behind the cut is not read";
  const std::string folder = folder_.file("long");
  SmallSentenceModel{}.write(folder);
  for (const SentenceOptions& wrong :
       {SentenceOptions{.most_tokens = 17}, {.most_tokens = 2}, {.most_tokens = 6, .stride = 5}}) {
    const auto refused = SentenceModel::load(folder, wrong);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::usage);
  }
}

TEST_F(SentenceModels, TakeLongTextsInWindows) {
  const auto whole = load({.normalize = false}, {.most_tokens = 6});
  const auto windowed = load({.normalize = false}, {.most_tokens = 6, .stride = 3});
  SentenceCounts counts;
  const auto made = windowed.encode(Texts{"a b c the a b c a", "a b"}, 1, counts);
  EXPECT_EQ(counts.cut, 0U);
  EXPECT_EQ(counts.windows, 4U);
  const auto parts = vectors(whole, {"a b c the", "the a b c", "c a"});
  std::vector<float> mean(8);
  pool(Pooling::mean, {parts.data.data(), 3, 8, 8}, mean);
  EXPECT_EQ(row(made, 0), mean);
  EXPECT_EQ(row(made, 1), row(vectors(whole, {"a b"}), 0));
}

TEST_F(SentenceModels, BringTheMeanOfWindowsToUnitLength) {
  const auto whole = load({}, {.most_tokens = 6});
  const auto windowed = load({}, {.most_tokens = 6, .stride = 3});
  const auto made = vectors(windowed, {"a b c the a b c a"});
  const auto parts = vectors(whole, {"a b c the", "the a b c", "c a"});  // each of unit length
  std::vector<double> mean(8);
  for (size_t i = 0; i < 3; ++i)
    for (size_t k = 0; k < 8; ++k) mean[k] += parts.row(i)[k] / 3.0;
  const double length = std::sqrt(std::inner_product(mean.begin(), mean.end(), mean.begin(), 0.0));
  EXPECT_LT(length, 0.9999) << "the windows say the same, so nothing is tested";
  for (size_t k = 0; k < 8; ++k) EXPECT_NEAR(made.row(0)[k], mean[k] / length, 1e-6);
}

// Two concatenated poolings, a layer to three numbers with an activation, and scaling to unit length are
// computed by hand, in double precision.
TEST_F(SentenceModels, JoinPoolingsAndBendThemInALayer) {
  const std::string folder = folder_.file("dense");
  const SmallSentenceModel small;
  small.write(folder);
  const auto put = SmallSentenceModel::put;
  put(folder + "/1_Pooling/config.json",
      R"({"word_embedding_dimension": 8, "pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true})");
  put(folder + "/modules.json",
      R"([{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},)"
      R"({"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},)"
      R"({"idx": 2, "name": "2", "path": "2_Dense", "type": "sentence_transformers.models.Dense"},)"
      R"({"idx": 3, "name": "3", "path": "3_Normalize", "type": "sentence_transformers.models.Normalize"}])");
  ASSERT_TRUE(make_directories(folder + "/2_Dense"));
  put(folder + "/2_Dense/config.json",
      R"({"in_features": 16, "out_features": 3, "bias": true, "activation_function": "torch.nn.modules.activation.Tanh"})");
  std::vector<float> map(48), bias = {0.5F, -0.25F, 0.125F};
  for (size_t i = 0; i < map.size(); ++i) map[i] = static_cast<float>(i * 7 % 11) / 16 - 0.3125F;
  ASSERT_TRUE(write_safetensors(
      folder + "/2_Dense/model.safetensors",
      std::vector<TensorToWrite>{{"linear.weight", {3, 16}, map}, {"linear.bias", {3}, bias}}));
  const auto model = SentenceModel::load(folder, {});
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->columns(), 3U);
  std::vector<float> joined;
  for (const char* pooling : {"pooling_mode_cls_token", "pooling_mode_mean_tokens"}) {
    const auto one = vectors(load({.pooling = pooling, .normalize = false}), {"the cab"});
    joined.insert(joined.end(), one.data.begin(), one.data.end());
  }
  std::vector<double> bent(3);
  for (size_t o = 0; o < 3; ++o)
    bent[o] = std::tanh(std::inner_product(joined.begin(), joined.end(),
                                           map.begin() + static_cast<ptrdiff_t>(16 * o),
                                           static_cast<double>(bias[o])));
  const double length = std::sqrt(std::inner_product(bent.begin(), bent.end(), bent.begin(), 0.0));
  const auto made = vectors(*model, {"the cab"});
  for (size_t o = 0; o < 3; ++o) EXPECT_NEAR(made.row(0)[o], bent[o] / length, 2e-6);
}

TEST_F(SentenceModels, PutAPromptInFront) {
  const auto plain = load({});
  const auto prompted = load({}, {.prompt = "the "});
  EXPECT_EQ(vectors(prompted, {"a b"}).data, vectors(plain, {"the a b"}).data);
  const std::string folder = folder_.file("prompted");
  SmallSentenceModel{}.write(folder);
  const std::string full =
      "a b c a b c a b c a ";  // with the two marks 12 tokens, as many as the model reads
  const auto refused = SentenceModel::load(folder, {.prompt = full});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::usage);
  EXPECT_TRUE(SentenceModel::load(folder, {.stride = 5, .prompt = full}))
      << "windows read what comes behind it";
}

// The prompt "the a" and the class token take no part in the pooling; the other tokens keep their places.
TEST_F(SentenceModels, LeaveThePromptOutOfThePooling) {
  for (const auto& [word, pooling] :
       {std::pair{"mean", Pooling::mean}, std::pair{"max", Pooling::max}, std::pair{"cls", Pooling::first},
        std::pair{"mean_sqrt_len_tokens", Pooling::mean_sqrt},
        std::pair{"weightedmean", Pooling::weighted_mean}}) {
    const std::string folder = folder_.file(std::string("prompt-") + word);
    SmallSentenceModel{.normalize = false}.write(folder);
    const auto put = SmallSentenceModel::put;
    put(folder + "/1_Pooling/config.json",
        std::string(R"({"embedding_dimension": 8, "include_prompt": false, "pooling_mode": ")") + word +
            "\"}");
    put(folder + "/config_sentence_transformers.json",
        R"({"__version__": {"sentence_transformers": "6.2.0"}, "prompts": {"q": "the a "}, "default_prompt_name": "q"})");
    const auto config = read_model_config(folder).value();
    const Weights weights = Weights::open(folder).value();
    const auto transformer = load_transformer(EncoderTensors::find(weights, config).value(), config).value();
    const std::vector<int32_t> ids = {2, 10, 4, 6, 8, 3};  // [CLS] the a b c [SEP]
    const std::vector<uint32_t> segments = {0, 6};
    const auto states = testing::states_of(transformer, {.ids = ids, .types = {}, .segments = segments});
    std::vector<float> expected(8);
    if (pooling == Pooling::weighted_mean) {
      for (size_t i = 3; i < 6; ++i)
        for (size_t j = 0; j < 8; ++j) expected[j] += static_cast<float>(i + 1) / 15 * states.row(i)[j];
    } else {
      pool(pooling, {states.row(3).data(), 3, 8, 8}, expected);
    }
    const auto loaded = SentenceModel::load(folder, {});
    ASSERT_TRUE(loaded) << loaded.error().message;
    const auto made = row(vectors(*loaded, {"b c"}), 0);
    for (size_t j = 0; j < 8; ++j) EXPECT_NEAR(made[j], expected[j], 1e-6) << word;
    // The first window begins with the prompt, and the second has none of it.
    const auto windowed = SentenceModel::load(folder, {.most_tokens = 6, .stride = 4});
    EXPECT_EQ(row(vectors(*windowed, {"b c"}), 0), made);
    // Without a prompt, all tokens are pooled.
    const auto bare = SentenceModel::load(folder, {.prompt = ""});
    EXPECT_NE(row(vectors(*bare, {"the a b c"}), 0), made);
  }
}

TEST_F(SentenceModels, CutOnTheSideThatTheFolderSays) {
  const std::string folder = folder_.file("left");
  SmallSentenceModel{.most_tokens = 5}.write(folder);
  SmallSentenceModel::put(folder + "/tokenizer_config.json",
                          R"({"do_lower_case": true, "truncation_side": "left"})");
  const auto model = SentenceModel::load(folder, {}).value();
  SentenceCounts counts;
  const auto made = model.encode(Texts{"a b c the a", "c the a"}, 1, counts);
  EXPECT_EQ(row(made, 0), row(made, 1));
  EXPECT_EQ(counts.cut, 1U);
}

// The sentence encoder, `transformer` and `checkpoint` read equally much of a text from the same folder.
TEST_F(SentenceModels, HaveTheLengthOfClassifiers) {
  const auto lengths = [&](const std::string& name, int of_sentence_bert, const std::string& config) {
    const std::string folder = folder_.file(name);
    SmallSentenceModel{.most_tokens = of_sentence_bert}.write(folder);
    SmallSentenceModel::put(folder + "/tokenizer_config.json", config);
    const auto classes = SequenceClassifier::begin(folder, {.names = {"x", "y"}});
    EXPECT_TRUE(classes) << (classes ? "" : classes.error().message);
    return std::pair(SentenceModel::load(folder, {}).value().most_tokens(), classes->most_tokens());
  };
  EXPECT_EQ(lengths("said", 12, R"({"model_max_length": 14})"), (std::pair<size_t, size_t>(12, 12)));
  EXPECT_EQ(lengths("tokenizer", 0, R"({"model_max_length": 14})"), (std::pair<size_t, size_t>(14, 14)));
  EXPECT_EQ(lengths("table", 0, "{}"), (std::pair<size_t, size_t>(16, 16)));
  EXPECT_EQ(lengths("too-long", 40, "{}"), (std::pair<size_t, size_t>(16, 16)));
}

TEST_F(SentenceModels, RefuseWeightsThatAreNoNumbersAndSayWhatFitsBadly) {
  const std::string folder = folder_.file("nan");
  SmallSentenceModel{}.write(folder);
  testing::SmallCheckpoint broken;
  broken.tensors.at("embeddings.word_embeddings.weight").numbers.at(9) = std::nanf("");
  broken.write(folder);
  const auto refused = SentenceModel::load(folder, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(
      refused.error().message.find("\"embeddings.word_embeddings.weight\" has a number that is not finite"),
      std::string::npos);
  EXPECT_FALSE(SequenceClassifier::begin(folder, {.names = {"x", "y"}}));
  testing::SmallCheckpoint larger;
  larger.config["vocab_size"] = 13;
  larger.put("embeddings.word_embeddings.weight", {13, 8});
  larger.write(folder);
  const auto loaded = SentenceModel::load(folder, {});
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->notes().size(), 1U);
  EXPECT_NE(loaded->notes().at(0).find("knows 11 tokens, but the model has a table of 13"),
            std::string::npos);
}

TEST_F(SentenceModels, HaveADigestOfWhatIsRead) {
  const std::string one = folder_.file("one"), other = folder_.file("other");
  SmallSentenceModel{}.write(one);
  SmallSentenceModel{}.write(other);
  SmallSentenceModel::put(other + "/README.md", "not read");
  EXPECT_EQ(digest_model(one).value(), digest_model(other).value());
  for (const char* file :
       {"/vocab.txt", "/config.json", "/1_Pooling/config.json", "/sentence_bert_config.json"}) {
    SmallSentenceModel{}.write(other);
    SmallSentenceModel::put(other + file, read_file(other + file).value() + "\n");
    const auto digest = digest_model(other);
    EXPECT_TRUE(!digest || *digest != digest_model(one).value()) << file;
  }
}

// The first example of sentence-transformers gives the figures that its documentation prints.
TEST(RealWeights, AllMiniLmGivesTheFiguresOfItsDocumentation) {
  STANDFAST_NEEDS_MODEL("all-MiniLM-L6-v2");
  const auto model = SentenceModel::load(testing::model_path("all-MiniLM-L6-v2"), {});
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->most_tokens(), 256U);
  SentenceCounts counts;
  const auto v = model->encode(
      Texts{"The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."}, 2, counts);
  const auto cosine = [&](size_t a, size_t b) {
    return std::inner_product(v.row(a).begin(), v.row(a).end(), v.row(b).begin(), 0.0);
  };
  EXPECT_NEAR(cosine(0, 1), .6660, 5e-5);
  EXPECT_NEAR(cosine(0, 2), .1046, 5e-5);
  EXPECT_NEAR(cosine(1, 2), .1411, 5e-5);
}

// The expected numbers are, for each text, the first three numbers, the last one, and the sum of all numbers
// times their places, by sentence-transformers 2.7 (tests/reference/sentence_vectors_reference.py).
TEST(RealWeights, VectorsAreThoseOfSentenceTransformers) {
  STANDFAST_NEEDS_MODEL("all-MiniLM-L6-v2");
  const auto model = SentenceModel::load(testing::model_path("all-MiniLM-L6-v2"), {});
  ASSERT_TRUE(model) << model.error().message;
  std::string words;
  for (int i = 0; i < 400; ++i) words += "word ";
  const Texts texts = {"Caf\u00e9 na\u00efve \U0001f600 \u4f60\u597d, isn't it?", "  two\nlines\t", words,
                       "x", ""};
  constexpr double kNumbers[5][5] = {{0.0072104, -0.0080875, 0.0709590, -0.0639342, -44.8388998},
                                     {-0.0993182, 0.0717260, -0.0215403, -0.0585556, 174.9651941},
                                     {-0.0081237, -0.0955860, -0.0386731, 0.0152406, -29.0629761},
                                     {-0.0979096, -0.0640007, -0.0231812, -0.0116279, 233.4057520},
                                     {-0.1188384, 0.0482987, -0.0025481, -0.0157173, 232.4979350}};
  SentenceCounts counts;
  const auto v = model->encode(texts, 2, counts);
  EXPECT_EQ(counts.cut, 1U);
  for (size_t i = 0; i < 5; ++i) {
    const auto row = v.row(i);
    double sum = 0;
    for (size_t k = 0; k < row.size(); ++k) sum += static_cast<double>(row[k]) * static_cast<double>(k + 1);
    for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(row[k], kNumbers[i][k], 1e-6) << texts[i];
    EXPECT_NEAR(row.back(), kNumbers[i][3], 1e-6) << texts[i];
    EXPECT_NEAR(sum, kNumbers[i][4], 5e-3) << texts[i];
  }
}

}  // namespace
}  // namespace standfast
