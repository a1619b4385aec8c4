// Tests of the encoder `sentence`: parts that are kept, the digest that the model must have, and models that
// are missing.
#include "standfast/feature/encoder/sentence_encoder.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/checkpoint_file.h"
#include "standfast/corpus/fold.h"
#include "standfast/neural/luar/luar_model.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/word_encoder.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

class SentenceEncoders : public ::testing::Test {
 protected:
  SentenceEncoders() {
    testing::SmallSentenceModel{}.write(folder_.file("model"));
    std::vector<testing::Doc> docs;
    for (int i = 0; i < 1200; ++i)  // enough texts for three parts
      docs.push_back({std::to_string(i),
                      std::string(1 + i % 7, "abc"[i % 3]) + (i % 2 == 0 ? " the" : " a b"), "x", "t"});
    corpus_ = testing::make_corpus(docs);
  }
  Result<Encoded> encode(const std::string& scratch,
                         const std::map<std::string, OptionValue>& more = {}) const {
    std::map<std::string, OptionValue> given = more;
    given.try_emplace("checkpoint", folder_.file("model"));
    return encoders()
        .make("sentence", given)
        .value()
        ->encode(corpus_, whole_corpus(corpus_).rows, {.threads = 2, .scratch = scratch});
  }
  static std::vector<fs::path> parts(const std::string& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder)) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
  }
  testing::TemporaryFolder folder_;
  Corpus corpus_;
};

TEST_F(SentenceEncoders, LeaveThePromptOfTheFolderAway) {
  const auto vectors = [&](const std::string& prompt) {
    const auto made = encode("", {{"prompt", prompt}});
    EXPECT_TRUE(made);
    return std::get<FloatMatrix>(made->vectors).data;
  };
  const auto plain = vectors(""), own = vectors("a b ");
  ASSERT_NE(plain, own);
  testing::SmallSentenceModel::put(folder_.file("model/config_sentence_transformers.json"),
                                   R"({"prompts": {"query": "a b "}, "default_prompt_name": "query"})");
  EXPECT_EQ(vectors(""), own);
  EXPECT_EQ(vectors("none"), plain);
}

// The weights are finite, but so large that sums are not. The error names the model and the document, and
// comes before any part is kept.
TEST_F(SentenceEncoders, NameTheDocumentWhoseVectorIsNoNumber) {
  testing::SmallCheckpoint model;
  auto& words = model.tensors.at("embeddings.word_embeddings.weight").numbers;
  for (size_t i = 10 * 8; i < 11 * 8; ++i) words[i] = i % 2 == 0 ? 3e38F : -3e38F;  // the vector of "the"
  for (float& number : model.tensors.at("embeddings.LayerNorm.weight").numbers) number = 3e38F;
  model.write(folder_.file("model"));
  const std::string scratch = folder_.file("scratch");
  const auto made = encode(scratch);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::data);
  EXPECT_NE(made.error().message.find(folder_.file("model") +
                                      ": what it computes of the document \"0\" is not finite"),
            std::string::npos)
      << made.error().message;
  EXPECT_TRUE(!fs::exists(scratch) || parts(scratch).empty());
}

TEST_F(SentenceEncoders, GoOnWithThePartsThatWereKept) {
  const auto straight = encode("");
  ASSERT_TRUE(straight) << straight.error().message;
  const auto& expected = std::get<FloatMatrix>(straight->vectors).data;
  const std::string scratch = folder_.file("scratch");
  ASSERT_TRUE(encode(scratch));
  const auto kept = parts(scratch);
  ASSERT_EQ(kept.size(), 3U);
  const auto untouched = fs::last_write_time(kept[0]);
  fs::remove(kept[1]);
  std::ofstream(kept[2], std::ios::app) << "damage";
  const auto again = encode(scratch);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(std::get<FloatMatrix>(again->vectors).data, expected);
  EXPECT_EQ(again->facts.size(), straight->facts.size());
  EXPECT_EQ(parts(scratch), kept);
  EXPECT_EQ(fs::last_write_time(kept[0]), untouched) << "a part that was there is not made again";
  // Other options make other parts.
  ASSERT_TRUE(encode(scratch, {{"max-tokens", int64_t{5}}}));
  EXPECT_EQ(parts(scratch).size(), 6U);
  remove_checkpoints(scratch);
  EXPECT_FALSE(fs::exists(scratch));
}

TEST_F(SentenceEncoders, AreTheModelThatAStudyNamed) {
  const auto encoder = encoders().make("sentence", {{"checkpoint", folder_.file("model")}}).value();
  const std::string digest = encoder->digest().value();
  EXPECT_TRUE(encode("", {{"sha256", digest}}));
  testing::SmallSentenceModel{.most_tokens = 9}.write(folder_.file("model"));
  const auto changed = encode("", {{"sha256", digest}});
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().kind, ErrorKind::data);
  EXPECT_NE(changed.error().message.find("no longer the model it was"), std::string::npos);
}

TEST_F(SentenceEncoders, SayHowToGetAModelThatIsNotThere) {
  const auto absent = encoders()
                          .make("sentence", {{"checkpoint", "nobody/has-this-model"}})
                          .value()
                          ->encode(corpus_, whole_corpus(corpus_).rows, {});
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, ErrorKind::missing);
  EXPECT_NE(absent.error().message.find("standfast pull nobody/has-this-model"), std::string::npos);
  const auto none = encoders().make("sentence", {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::usage);
}

// The encoder reads a folder that the verifier `luar` has saved, as it reads a public checkpoint.
TEST_F(SentenceEncoders, ReadAFolderOfLuar) {
  std::vector<std::string_view> texts;
  for (uint32_t row = 0; row < corpus_.size(); ++row) texts.push_back(corpus_.text(row));
  testing::write_word_encoder(folder_.file("encoder"), texts, 20);
  const auto model = LuarModel::begin(folder_.file("encoder"), {.window = 5}, 1);
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_TRUE(model->save(folder_.file("luar")));
  const auto encoded = encode("", {{"checkpoint", folder_.file("luar")}});
  ASSERT_TRUE(encoded) << encoded.error().message;
  const auto& vectors = std::get<FloatMatrix>(encoded->vectors);
  EXPECT_EQ(vectors.columns, 512U);
  EXPECT_EQ(vectors.data, model->vectors(model->texts(texts, 1), 1).data);
  EXPECT_EQ(encoded->facts.back().name, "windows");
  const auto kept = encode(folder_.file("scratch"), {{"checkpoint", folder_.file("luar")}}),
             again = encode(folder_.file("scratch"), {{"checkpoint", folder_.file("luar")}});
  EXPECT_EQ(parts(folder_.file("scratch")).size(), 3U);
  EXPECT_EQ(std::get<FloatMatrix>(kept->vectors).data, vectors.data);
  EXPECT_EQ(std::get<FloatMatrix>(again->vectors).data, vectors.data);
  const auto refused = encode("", {{"checkpoint", folder_.file("luar")}, {"stride", int64_t{3}}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace standfast
