// Tests of LUAR: its texts, its episodes, its network against plain loops, the gradient cache, and the laws
// of a training.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/counter_random.h"
#include "standfast/base/json_text.h"
#include "standfast/checkpoint/luar_config.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/neural/encoder/network_files.h"
#include "standfast/neural/luar/luar_model.h"
#include "standfast/neural/luar/train_luar.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/learned_parts.h"
#include "tests/support/data.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/streams.h"
#include "tests/support/word_encoder.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

// Ten authors with habits, each of whom mostly uses three of twelve words, with `documents` documents of
// `words` words each.
struct Writers {
  std::vector<std::string> texts;
  std::vector<std::string_view> views;
  std::vector<EpisodeAuthor> authors;  // the authors without their texts
};
Writers writers(size_t documents, size_t words, size_t authors = 10) {
  const char* const all[] = {"the", "of",  "and",  "to", "in",   "that",
                             "it",  "was", "with", "as", "from", "they"};
  Writers out;
  for (size_t a = 0; a < authors; ++a)
    for (size_t d = 0; d < documents; ++d) {
      Rng rng(1, "tests/luar", fmt::format("{} {}", a, d));
      std::string text;
      for (size_t w = 0; w < words; ++w) {
        const size_t own[] = {a, 5 * a + 2, 7 * a + 3};
        text += std::string(all[(rng.chance(0.7) ? own[rng.below(3)] : rng.below(12)) % 12]) + " ";
      }
      out.texts.push_back(text);
    }
  out.views.assign(out.texts.begin(), out.texts.end());
  return out;
}

class Luar : public ::testing::Test {
 protected:
  void SetUp() override { testing::write_word_encoder(folder_.file("encoder"), writers(2, 40).views); }
  LuarModel begin(const EpisodeTextRule& rule = {.window = 10}) const {
    auto model = LuarModel::begin(folder_.file("encoder"), rule, 3);
    EXPECT_TRUE(model) << model.error().message;
    return std::move(*model);
  }
  static std::vector<EpisodeAuthor> authors_of(const EpisodeTexts& texts, size_t documents) {
    std::vector<EpisodeAuthor> out(texts.documents() / documents);
    for (uint32_t d = 0; d < texts.documents(); ++d)
      out[d / documents].documents.push_back(
          {texts.begins[d], static_cast<uint32_t>(texts.texts_of(d)), d % 2});
    return out;
  }
  testing::TemporaryFolder folder_;
};

// ---- texts

TEST_F(Luar, WindowsSkipNothing) {
  const LuarModel model = begin({.window = 7});
  const std::vector<std::string_view> documents = {"the of and to in that it was with as from they the", "",
                                                   " \n ", "the"};
  const EpisodeTexts texts = model.texts(documents, 2);
  ASSERT_EQ(texts.begins, (std::vector<uint32_t>{0, 3, 3, 3, 4}));
  const auto tokens = model.texts(std::vector<std::string_view>{documents[0]}, 1).tokens;
  std::vector<std::string> words;
  for (size_t t = 0; t < 3; ++t) {
    ASSERT_EQ(tokens.tokens(t), t < 2 ? 7U : 5U);
    EXPECT_EQ(tokens.ids[tokens.begins[t]], 2) << "[CLS]";
    EXPECT_EQ(tokens.ids[tokens.begins[t + 1] - 1], 3) << "[SEP]";
  }
  std::vector<int32_t> inside, whole;
  for (size_t t = 0; t < 3; ++t)
    inside.insert(inside.end(), tokens.ids.begin() + tokens.begins[t] + 1,
                  tokens.ids.begin() + tokens.begins[t + 1] - 1);
  const auto once = begin({.window = 40}).texts(std::vector<std::string_view>{documents[0]}, 1).tokens;
  whole.assign(once.ids.begin() + 1, once.ids.end() - 1);
  EXPECT_EQ(inside, whole);
}

TEST_F(Luar, ParagraphsHaveEightSentencesAndLoseTheirEnd) {
  const LuarModel model = begin({.window = 6, .paragraphs = true});
  std::string document;
  for (int i = 0; i < 17; ++i) document += i % 8 == 0 ? "The of and. " : "It was. ";
  const EpisodeTexts texts = model.texts(std::vector<std::string_view>{document}, 1);
  ASSERT_EQ(texts.tokens.texts(), 3U);
  for (size_t t = 0; t < 2; ++t) {
    EXPECT_EQ(texts.tokens.tokens(t), 6U);
    EXPECT_EQ(texts.tokens.ids[texts.tokens.begins[t] + 1], texts.tokens.ids[1]) << "they begin alike";
  }
}

TEST_F(Luar, WindowsMustFitTheEncoder) {
  for (const size_t window : {size_t{2}, size_t{65}}) {
    const auto model = LuarModel::begin(folder_.file("encoder"), {.window = window}, 1);
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().kind, ErrorKind::usage);
    EXPECT_THAT(model.error().message, HasSubstr(fmt::format("windows of {} tokens", window)));
  }
}

// ---- episodes

std::vector<EpisodeAuthor> some_authors() {
  std::vector<EpisodeAuthor> out(7);
  uint32_t next = 0;
  const auto give = [&](size_t author, uint32_t texts, uint32_t topic) {
    out[author].documents.push_back({next, texts, topic});
    next += texts;
  };
  give(0, 40, 0);  // an author with one document
  give(1, 2, 0);
  for (const uint32_t topic : {0, 0, 1}) give(2, 10, topic);
  for (const uint32_t topic : {2, 2, 2}) give(3, 9, topic);
  for (uint32_t i = 0; i < 6; ++i) give(4, 1, UINT32_MAX);
  give(5, 30, 0);
  give(5, 1, 1);
  give(6, 3, 0);
  return out;
}

TEST(Episodes, OfOneAuthorShareNoTextAndDifferInTopic) {
  const auto authors = some_authors();
  EpisodeDrawer drawer(authors, {.authors = 5, .length = 8}, 1);
  std::set<size_t> lengths;
  std::vector<size_t> turns(7);
  for (uint64_t update = 0; update < 300; ++update) {
    const Episodes batch = drawer.of_update(update);
    ASSERT_EQ(batch.authors.size(), 10U);
    size_t longest = 0;
    for (size_t e = 0; e < 10; e += 2) {
      const uint32_t a = batch.authors[e];
      ASSERT_EQ(batch.authors[e + 1], a);
      ++turns[a];
      std::set<uint32_t> texts, documents;
      for (size_t k : {e, e + 1}) {
        const size_t length = batch.begins[k + 1] - batch.begins[k];
        ASSERT_GE(length, 1U);
        ASSERT_LE(length, std::max<uint64_t>(1, authors[a].texts() / 2));
        longest = std::max(longest, length);
        for (size_t i = batch.begins[k]; i < batch.begins[k + 1]; ++i) {
          if (i > batch.begins[k]) {
            ASSERT_EQ(batch.texts[i], batch.texts[i - 1] + 1) << "consecutive";
          }
          ASSERT_TRUE(texts.insert(batch.texts[i]).second) << "author " << a << " has a text twice";
        }
        for (uint32_t d = 0; d < authors[a].documents.size(); ++d) {
          const auto& document = authors[a].documents[d];
          if (batch.texts[batch.begins[k]] >= document.first &&
              batch.texts[batch.begins[k]] < document.first + document.texts) {
            ASSERT_LE(batch.texts[batch.begins[k + 1] - 1], document.first + document.texts - 1);
            documents.insert(d);
          }
        }
      }
      if (authors[a].documents.size() > 1) {
        ASSERT_EQ(documents.size(), 2U);
      }
      if (a == 2) {
        ASSERT_TRUE(documents.contains(2)) << "two topics: one of them is the last document's";
      }
    }
    ASSERT_LE(longest, 8U);
    lengths.insert(longest);
  }
  EXPECT_GE(lengths.size(), 5U);
  for (const size_t of_author : turns) EXPECT_NEAR(static_cast<double>(of_author), 300 * 5 / 7.0, 40);
  EXPECT_EQ(drawer.of_update(7).texts,
            EpisodeDrawer(authors, {.authors = 5, .length = 8}, 1).of_update(7).texts);
  EXPECT_NE(drawer.of_update(7).texts,
            EpisodeDrawer(authors, {.authors = 5, .length = 8}, 2).of_update(7).texts);
}

// The expected length is the mean of 1 + ceil(15 b) with b ~ Beta(3, 1): the sum over k = 1 ... 15 of k ((k /
// 15)^3 - ((k - 1) / 15)^3), plus 1.
TEST(Episodes, HaveLengthsOfTheBetaDistribution) {
  std::vector<EpisodeAuthor> one(2);
  for (uint32_t a = 0; a < 2; ++a) one[a].documents.push_back({100 * a, 100, 0});
  EpisodeDrawer drawer(one, {.authors = 2, .length = 16}, 1);
  double sum = 0, expected = 1;
  for (uint64_t update = 0; update < 2000; ++update) sum += drawer.of_update(update).begins[1];
  for (int k = 1; k <= 15; ++k) expected += k * (std::pow(k / 15.0, 3) - std::pow((k - 1) / 15.0, 3));
  EXPECT_NEAR(sum / 2000, expected, 4 * 3 / std::sqrt(2000.0));
}

TEST(Episodes, AsReleasedHaveOneLengthAndMayShareTexts) {
  auto authors = some_authors();
  EpisodeDrawer drawer(authors, {.authors = 7, .length = 16, .released = true}, 1);
  size_t shared = 0;
  for (uint64_t update = 0; update < 100; ++update) {
    const Episodes batch = drawer.of_update(update);
    for (size_t e = 0; e < batch.authors.size(); ++e)
      ASSERT_EQ(batch.begins[e + 1] - batch.begins[e], batch.begins[1]);
    ASSERT_LE(batch.begins[1], 2U) << "one author has two texts, and so all episodes are that short";
  }
  authors.erase(authors.begin() + 1);
  authors.erase(authors.begin() + 5);
  EpisodeDrawer longer(authors, {.authors = 5, .length = 16, .released = true}, 1);
  for (uint64_t update = 0; update < 100; ++update) {
    const Episodes batch = longer.of_update(update);
    ASSERT_LE(batch.begins[1], 6U);
    for (size_t e = 0; e < 10; e += 2) {
      const std::set<uint32_t> first(batch.texts.begin() + batch.begins[e],
                                     batch.texts.begin() + batch.begins[e + 1]);
      for (size_t i = batch.begins[e + 1]; i < batch.begins[e + 2]; ++i)
        shared += first.contains(batch.texts[i]);
    }
  }
  EXPECT_GT(shared, 0U);
}

// ---- the network

// The vector of a document is computed from the states of its tokens, in double precision.
TEST_F(Luar, VectorsEqualPlainLoops) {
  LuarModel model = begin();
  const Writers some = writers(1, 43);
  const EpisodeTexts texts = model.texts(some.views, 1);
  const FloatMatrix vectors = model.vectors(texts, 2);
  ASSERT_EQ(vectors.columns, 512U);
  const size_t columns = 24;
  for (size_t d = 0; d < 3; ++d) {
    std::vector<std::vector<double>> x;
    for (uint32_t t = texts.begins[d]; t < texts.begins[d + 1]; ++t) {
      const std::vector<uint32_t> begins = {texts.tokens.begins[t], texts.tokens.begins[t + 1]};
      auto& mean = x.emplace_back(columns);
      each_states(model.encoder().transformer, texts.tokens.ids, begins,
                  [&](size_t, const Strided<const float>& states) {
                    for (size_t i = 0; i < states.rows; ++i)
                      for (size_t j = 0; j < columns; ++j)
                        mean[j] += states.row(i)[j] / static_cast<double>(states.rows);
                  });
    }
    std::vector<double> most(columns, -1e9);
    for (const auto& query : x) {
      std::vector<double> shares, mixed(columns);
      double sum = 0;
      for (const auto& key : x) {
        double product = 0;
        for (size_t j = 0; j < columns; ++j) product += query[j] * key[j];
        sum += shares.emplace_back(std::exp(product / std::sqrt(static_cast<double>(columns))));
      }
      for (size_t k = 0; k < x.size(); ++k)
        for (size_t j = 0; j < columns; ++j) mixed[j] += shares[k] / sum * x[k][j];
      for (size_t j = 0; j < columns; ++j) most[j] = std::max(most[j], mixed[j]);
    }
    const Linear& layer = model.layer();
    for (size_t o = 0; o < 512; o += 37) {
      double expected = layer.bias[o];
      for (size_t j = 0; j < columns; ++j)
        expected += double{layer.weights.panel(o / kPanelRows)[j * kPanelRows + o % kPanelRows]} * most[j];
      EXPECT_NEAR(vectors.row(d)[o], expected, 2e-5) << d << " " << o;
    }
  }
}

TEST_F(Luar, AVectorDependsOnItsDocumentAlone) {
  const LuarModel model = begin();
  Writers some = writers(2, 60);
  some.views.push_back("");
  const FloatMatrix all = model.vectors(model.texts(some.views, 1), 1);
  EXPECT_EQ(all.data, model.vectors(model.texts(some.views, 3), 3).data);
  for (const size_t d : {size_t{0}, size_t{7}, some.views.size() - 1}) {
    const FloatMatrix alone = model.vectors(model.texts(std::vector<std::string_view>{some.views[d]}, 1), 1);
    EXPECT_TRUE(std::ranges::equal(alone.row(0), all.row(d))) << d;
  }
  EXPECT_TRUE(std::ranges::all_of(all.row(some.views.size() - 1), [](float x) { return x == 0; }));
}

TEST_F(Luar, IsReadBackAsItWasSaved) {
  const LuarModel model = begin({.window = 12, .paragraphs = true});
  ASSERT_TRUE(model.save(folder_.file("a")));
  EXPECT_TRUE(is_luar_folder(folder_.file("a")));
  EXPECT_FALSE(is_luar_folder(folder_.file("encoder")));
  const auto again = LuarModel::load(folder_.file("a"));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->rule().window, 12U);
  EXPECT_TRUE(again->rule().paragraphs);
  EXPECT_TRUE(again->notes().empty()) << again->notes().front();
  ASSERT_TRUE(again->save(folder_.file("b")));
  size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder_.file("a"))) {
    ++files;
    EXPECT_EQ(read_file(file.path().string()).value(),
              read_file(folder_.file("b/" + file.path().filename().string())).value());
  }
  EXPECT_EQ(files, 4U);
}

// The folders of the public checkpoints tell no sizes: they are RoBERTa with 12 heads, whose positions begin
// at 2.
class PublicLuar : public Luar {
 protected:
  // Writes a checkpoint of random numbers under RoBERTa's names.
  void write(const std::string& folder, const std::string& prefix, const std::string& config) {
    std::filesystem::create_directories(folder);
    for (const char* file : {"vocab.txt", "tokenizer_config.json"})
      std::filesystem::copy_file(folder_.file("encoder") + "/" + file, folder + "/" + file);
    ModelConfig sizes = begin().config();
    sizes.token_types = 1;
    sizes.layers = 2;
    sizes.heads = 12;
    MaskedModel random = MaskedModel::make(sizes, 5);
    Rng rng(1, "tests/public-luar");
    std::vector<float> map(16 * 24), bias(16);
    for (auto* numbers : {&map, &bias})
      for (float& number : *numbers) number = static_cast<float>(rng.normal());
    TensorList tensors;
    tensors.encoder(random.encoder(), ModelFamily::roberta, prefix);
    tensors.matrix("linear.weight", map, 24);
    tensors.vector("linear.bias", bias);
    ASSERT_TRUE(write_safetensors(folder + "/model.safetensors", tensors.all()));
    ASSERT_TRUE(write_file(folder + "/config.json", config));
  }
  static constexpr const char* kConfig =
      R"({"architectures": ["LUAR"], "auto_map": {"AutoModel": "model.LUAR"}, "embedding_size": 16, "model_type": "LUAR",
          "use_memory_efficient_attention": false, "q_bucket_size": 512, "k_bucket_size": 1024, "torch_dtype": "float32",
          "transformers_version": "4.33.2"})";
};

TEST_F(PublicLuar, GivesItsSizesByItsTensors) {
  write(folder_.file("public"), "transformer.", kConfig);
  auto model = LuarModel::load(folder_.file("public"));
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->config().family, ModelFamily::roberta);
  EXPECT_EQ(model->config().layers, 2U);
  EXPECT_EQ(model->config().heads, 12U);
  EXPECT_EQ(model->config().epsilon, 1e-5);
  EXPECT_EQ(model->rule().window, 32U);
  EXPECT_EQ(model->columns(), 16U);
  EXPECT_TRUE(model->notes().empty()) << model->notes().front();
  // The same encoder, read from a folder of RoBERTa, has the same states.
  ModelConfig said = model->config();
  write(folder_.file("roberta"), "roberta.", config_text(said));
  auto encoder = TextEncoder::load(folder_.file("roberta"));
  ASSERT_TRUE(encoder) << encoder.error().message;
  const EpisodeTexts texts = model->texts(writers(1, 30, 1).views, 1);
  const auto states_of = [&](const Transformer& transformer) {
    std::vector<float> out;
    each_states(transformer, texts.tokens.ids, texts.tokens.begins,
                [&](size_t, const Strided<const float>& states) {
                  out.insert(out.end(), states.row(0), states.row(0) + states.rows * states.columns);
                });
    return out;
  };
  EXPECT_EQ(states_of(model->encoder().transformer), states_of(encoder->transformer));
  // A saved folder tells its sizes, and has the same vectors.
  ASSERT_TRUE(model->save(folder_.file("saved")));
  const auto again = LuarModel::load(folder_.file("saved"));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->vectors(texts, 1).data, model->vectors(texts, 1).data);
}

TEST_F(PublicLuar, IsRefusedWhereTensorsDoNotFit) {
  std::string config = kConfig;
  config.replace(config.find("16"), 2, "17");
  write(folder_.file("a"), "transformer.", config);
  auto model = LuarModel::load(folder_.file("a"));
  ASSERT_FALSE(model);
  EXPECT_THAT(model.error().message, HasSubstr("embedding_size: 17, and \"linear.weight\" has shape"));
  write(folder_.file("b"), "other.", kConfig);
  model = LuarModel::load(folder_.file("b"));
  ASSERT_FALSE(model);
  EXPECT_THAT(model.error().message,
              HasSubstr("no tensor \"transformer.embeddings.word_embeddings.weight\""));
}

// ---- the gradient cache

// All gradients of what learns, and the rows, are the same in one pass with everything kept and in two
// passes.
TEST_F(Luar, TheGradientCacheHasTheBytesOfASingleWay) {
  const Writers some = writers(8, 400, 4);  // about 12,000 tokens: three parts
  for (const int threads : {1, 2}) {
    LuarModel model = begin({.window = 32});
    const EpisodeTexts texts = model.texts(some.views, 1);
    std::vector<Parameter> list;
    learn(model.encoder().transformer, 0, list);
    const DropoutWhile dropout(model.encoder().transformer, 0.2F);
    const CounterRandom dropped(Rng(1, "tests/dropout"));
    Batch batch;
    std::vector<uint64_t> streams;
    for (size_t t = 0; t < texts.tokens.texts(); ++t) {
      batch.add(texts.tokens, t);
      streams.push_back(dropped.stream(t));
    }
    ASSERT_GT(batch.ids.size(), 2 * BatchRunner::kTokensUnderWay);
    FloatMatrix gradient(batch.texts(), 24);
    for (size_t i = 0; i < gradient.data.size(); ++i)
      gradient.data[i] = static_cast<float>(std::sin(1.0 + 0.7 * static_cast<double>(i)));
    const auto gradients = [&] {
      std::vector<float> out;
      for (Parameter& parameter : list) {
        out.insert(out.end(), parameter.gradient.begin(), parameter.gradient.end());
        std::ranges::fill(parameter.gradient, 0.0F);
      }
      return out;
    };
    BatchRunner runner;
    FloatMatrix once(batch.texts(), 24), coupled;
    runner.run(
        batch, streams,
        [&](Tape& tape, const TokenRows& rows, size_t first, size_t last) {
          const ValuePtr made = model.rows_of_texts(tape, rows);
          std::ranges::copy(made->numbers, once.row(first).begin());
          (void)tape.open_gradient(*made);
          std::copy_n(gradient.row(first).begin(), (last - first) * 24, made->gradient.begin());
        },
        threads);
    const auto expected = gradients();
    std::vector<double> told;
    runner.run_coupled(
        batch, streams, 24,
        [&](Tape& tape, const TokenRows& rows) { return model.rows_of_texts(tape, rows); },
        [&](const FloatMatrix& rows) {
          coupled = rows;
          return gradient;
        },
        threads, [&](double share) { told.push_back(share); });
    EXPECT_GT(told.size(), 2U);
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_DOUBLE_EQ(told.back(), 1);
    EXPECT_EQ(coupled.data, once.data);
    EXPECT_EQ(gradients(), expected);
    EXPECT_GT(std::ranges::count_if(expected, [](float x) { return x != 0; }), 1000);
    stop_learning(model.encoder().transformer);
  }
}

// ---- training

class LuarTrainings : public Luar {
 protected:
  static LuarTrainOptions options() {
    LuarTrainOptions out;
    out.updates = 20;
    out.episodes = {.authors = 4, .length = 3};
    out.learning_rate = 2e-3;
    out.temperature = 0.1;
    return out;
  }
  // Returns the losses, and the vectors of some documents.
  std::vector<double> trained(const LuarTrainOptions& options, const Work& work) {
    LuarModel model = begin();
    const Writers some = writers(2, 60);
    const EpisodeTexts texts = model.texts(some.views, 1);
    const auto done = train_luar(model, texts.tokens, authors_of(texts, 2), options, work, "test");
    EXPECT_TRUE(done) << done.error().message;
    std::vector<double> out = done->losses;
    const FloatMatrix vectors = model.vectors(model.texts(writers(1, 30).views, 1), 1);
    out.insert(out.end(), vectors.data.begin(), vectors.data.end());
    out.push_back(static_cast<double>(done->tokens));
    return out;
  }
};

TEST_F(LuarTrainings, HaveTheSameBytesForAnyThreadsAndLevel) {
  testing::expect_same_at_every_simd_level([&] { return trained(options(), {.seed = 1}); });
  EXPECT_EQ(trained(options(), {.seed = 1, .threads = 1}), trained(options(), {.seed = 1, .threads = 3}));
  EXPECT_NE(trained(options(), {.seed = 1}), trained(options(), {.seed = 2}));
}

TEST_F(LuarTrainings, GoOnAfterAKillWithTheSameBytes) {
  testing::ListeningSink straight, resumed;
  const auto whole = trained(options(), {.seed = 1, .sink = &straight});
  struct Killed {};
  class Killer final : public Sink {
   public:
    void log(Level, std::string_view) override {}
    void progress(std::string_view what, uint64_t done, uint64_t total) override {
      EXPECT_EQ(what, "tokens");
      EXPECT_LE(done, total);
      // There is one report at the beginning, and two in each update.
      if (++reports == 1 + 2 * 14) throw Killed();
    }
    int reports = 0;
  } killer;
  const std::string scratch = folder_.file("scratch");
  EXPECT_THROW((void)trained(options(), {.seed = 1, .sink = &killer, .scratch = scratch}), Killed);
  EXPECT_EQ(trained(options(), {.seed = 1, .threads = 2, .sink = &resumed, .scratch = scratch}), whole);
  constexpr std::string_view kGoesOn = "resumes after update 12 of 20";
  EXPECT_THAT(resumed.all, HasSubstr(kGoesOn));
  for (size_t at; (at = resumed.all.find(kGoesOn)) != std::string::npos;)
    resumed.all.erase(at, resumed.all.find('\n', at) + 1 - at);
  EXPECT_EQ(resumed.all, straight.all);
  EXPECT_THAT(straight.all, HasSubstr("update 20 of 20: loss "));
}

TEST_F(LuarTrainings, ProgressEndsAtAllTokens) {
  class Last final : public Sink {
   public:
    void log(Level, std::string_view) override {}
    void progress(std::string_view, uint64_t done, uint64_t total) override { last = {done, total}; }
    std::pair<uint64_t, uint64_t> last;
  } sink;
  const auto done = trained(options(), {.seed = 1, .sink = &sink});
  EXPECT_EQ(sink.last.first, sink.last.second);
  EXPECT_EQ(static_cast<double>(sink.last.first), done.back());
}

TEST_F(LuarTrainings, LowerTheLossAndLeaveFrozenPartsAsTheyWere) {
  LuarModel before = begin(), after = begin();
  const EpisodeTexts texts = before.texts(writers(3, 60).views, 1);
  LuarTrainOptions some = options();
  some.updates = 60;
  some.frozen = 2;  // one layer: only the layer after the encoder learns
  some.learning_rate = 1e-2;
  const auto done = train_luar(after, texts.tokens, authors_of(texts, 3), some, {.seed = 1}, "test");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_LT(done->mean_loss_since(50), 0.8 * (done->losses[0] + done->losses[1] + done->losses[2]) / 3);
  EXPECT_EQ(before.encoder().transformer.weights().words.data,
            after.encoder().transformer.weights().words.data);
  EXPECT_EQ(before.encoder().transformer.weights().layers[0].inner.bias,
            after.encoder().transformer.weights().layers[0].inner.bias);
  EXPECT_NE(before.layer().bias, after.layer().bias);
  some.frozen = 0;
  some.updates = 3;
  ASSERT_TRUE(train_luar(after, texts.tokens, authors_of(texts, 3), some, {.seed = 1}, "test"));
  EXPECT_NE(before.encoder().transformer.weights().words.data,
            after.encoder().transformer.weights().words.data);
}

}  // namespace
}  // namespace standfast
