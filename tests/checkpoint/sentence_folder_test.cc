// Folders of sentence-transformers.
#include "standfast/checkpoint/sentence_folder.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

void put(const TemporaryFolder& folder, const std::string& name, const std::string& content) {
  fs::create_directories(fs::path(folder.file(name)).parent_path());
  ASSERT_TRUE(write_file(folder.file(name), content));
}

constexpr const char* kModule = "sentence_transformers.models.";

// Types with their paths, as modules.json lists them.
std::string modules(std::initializer_list<std::pair<const char*, const char*>> list) {
  std::string out;
  for (const auto& [type, path] : list)
    out += std::string(out.empty() ? "[" : ", ") + R"({"type": ")" + kModule + type + R"(", "path": ")" +
           path + "\"}";
  return out + "]";
}

TEST(SentenceFolder, ReadsModulesLengthPromptAndPooling) {
  const TemporaryFolder folder;
  put(folder, "modules.json",
      modules({{"Transformer", "0_Transformer"},
               {"Pooling", "1_Pooling"},
               {"Dense", "2_Dense"},
               {"Normalize", "3"}}));
  put(folder, "1_Pooling/config.json",
      R"({"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": true, "pooling_mode_max_tokens": false})");
  put(folder, "2_Dense/config.json",
      R"({"in_features": 16, "out_features": 4, "activation_function": "torch.nn.modules.linear.Identity"})");
  put(folder, "0_Transformer/sentence_bert_config.json", R"({"max_seq_length": 128, "do_lower_case": true})");
  put(folder, "config_sentence_transformers.json",
      R"({"prompts": {"query": "query: ", "x": ""}, "default_prompt_name": "query"})");
  const auto read = read_sentence_folder(folder.path());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->transformer, "0_Transformer");
  EXPECT_THAT(read->pooling, ElementsAre(Pooling::first, Pooling::mean));
  ASSERT_EQ(read->dense.size(), 1U);
  EXPECT_FALSE(read->dense[0].tanh);
  EXPECT_TRUE(read->normalize);
  EXPECT_EQ(read->most_tokens, 128U);
  EXPECT_TRUE(read->lower_case);
  EXPECT_EQ(read->prompt, "query: ");
  EXPECT_TRUE(read->strips) << "a folder without a version is an old one";
  EXPECT_TRUE(read->pools_prompt);
  EXPECT_THAT(read->files,
              ElementsAre("modules.json", "1_Pooling/config.json", "2_Dense/config.json",
                          "0_Transformer/sentence_bert_config.json", "config_sentence_transformers.json"));
}

// As sentence-transformers 5.4 and later write them.
TEST(SentenceFolder, ReadsTheWordsOfNewVersions) {
  const TemporaryFolder folder;
  put(folder, "modules.json",
      R"([{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.base.modules.transformer.Transformer"},
          {"idx": 1, "name": "1", "path": "1_Pooling",
           "type": "sentence_transformers.sentence_transformer.modules.pooling.Pooling"}])");
  put(folder, "sentence_bert_config.json",
      R"({"transformer_task": "feature-extraction", "module_output_name": "token_embeddings",
          "modality_config": {"text": {"method": "forward", "method_output_name": "last_hidden_state"}}})");
  const auto with = [&](const std::string& pooling, const std::string& version = "5.4.1") {
    put(folder, "1_Pooling/config.json", R"({"embedding_dimension": 8, )" + pooling + "}");
    put(folder, "config_sentence_transformers.json",
        R"({"model_type": "SentenceTransformer", "__version__": {"sentence_transformers": ")" + version +
            R"("}, "prompts": {"query": "", "document": ""}, "default_prompt_name": null,
                "similarity_fn_name": "cosine"})");
    return read_sentence_folder(folder.path());
  };
  const auto one = with(R"("pooling_mode": "mean", "include_prompt": false)");
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_THAT(one->pooling, ElementsAre(Pooling::mean));
  EXPECT_FALSE(one->pools_prompt);
  EXPECT_FALSE(one->strips);
  EXPECT_FALSE(one->first_of_text);
  EXPECT_EQ(one->version, "5.4.1");
  EXPECT_THAT(one->notes, ElementsAre());
  EXPECT_THAT(with(R"("pooling_mode": ["max", "cls", "weightedmean"])")->pooling,
              ElementsAre(Pooling::max, Pooling::first, Pooling::weighted_mean));
  EXPECT_THAT(with(R"("pooling_mode": "median")").error().message, HasSubstr("\"median\" is not supported"));
  for (const char* old : {"2.0.0", "5.3.0", "5", ""})
    EXPECT_TRUE(with(R"("pooling_mode": "mean")", old)->strips) << old;
  for (const char* late : {"5.10.0", "6.2.0", "10.0"})
    EXPECT_TRUE(!with(R"("pooling_mode": "mean")", late)->strips &&
                with(R"("pooling_mode": "mean")", late)->first_of_text)
        << late;
}

TEST(SentenceFolder, AFolderWithoutModulesIsAPlainEncoderAndSaysSo) {
  const TemporaryFolder folder;
  const auto read = read_sentence_folder(folder.path());
  EXPECT_THAT(read->pooling, ElementsAre(Pooling::mean));
  EXPECT_FALSE(read->normalize);
  EXPECT_FALSE(read->strips);
  EXPECT_THAT(read->notes, ElementsAre(HasSubstr("the mean of its tokens")));
}

TEST(SentenceFolder, RefusesModulesThatItDoesNotKnow) {
  const TemporaryFolder folder;
  put(folder, "1/config.json", R"({"pooling_mode_mean_tokens": true})");
  put(folder, "none/config.json", "{}");
  put(folder, "relu/config.json",
      R"({"in_features": 8, "out_features": 4, "activation_function": "torch.nn.ReLU"})");
  const auto with = [&](const std::string& content) {
    put(folder, "modules.json", content);
    const auto read = read_sentence_folder(folder.path());
    return read ? "read" : read.error().message;
  };
  EXPECT_EQ(with(modules({{"Transformer", ""}, {"Pooling", "1"}})), "read");
  EXPECT_THAT(with(modules({{"Transformer", ""}})), HasSubstr("there is no Pooling module"));
  EXPECT_THAT(with("[]"), HasSubstr("there is no Pooling module"));
  EXPECT_THAT(with("{}"), HasSubstr("modules.json"));
  EXPECT_THAT(with("<html>"), HasSubstr("not JSON"));
  EXPECT_THAT(with(modules({{"Pooling", "1"}})), HasSubstr("the first module must be a Transformer"));
  EXPECT_THAT(with(modules({{"Transformer", ""}, {"CNN", "1"}})), HasSubstr("the module \"CNN\""));
  EXPECT_THAT(with(modules({{"Transformer", ""}, {"Transformer", "1"}})), HasSubstr("second Transformer"));
  EXPECT_THAT(with(modules({{"Transformer", ""}, {"Pooling", "none"}})),
              HasSubstr("no pooling is switched on"));
  EXPECT_THAT(with(modules({{"Transformer", ""}, {"Pooling", "../1"}})), HasSubstr("is not in this folder"));
  EXPECT_THAT(with(modules({{"Transformer", ""}, {"Pooling", "/etc"}})), HasSubstr("is not in this folder"));
  EXPECT_THAT(with(modules({{"Transformer", ""}, {"Pooling", "absent"}})), HasSubstr("absent/config.json"));
  EXPECT_THAT(with(modules({{"Transformer", ""}, {"Pooling", "1"}, {"Dense", "relu"}})),
              HasSubstr("\"torch.nn.ReLU\" is not supported"));
}

TEST(SentenceFolder, ReadsAllMiniLM) {
  STANDFAST_NEEDS_MODEL("all-MiniLM-L6-v2");
  const auto read = read_sentence_folder(testing::model_path("all-MiniLM-L6-v2"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->most_tokens, 256U);
  EXPECT_TRUE(read->normalize);
  EXPECT_THAT(read->pooling, ElementsAre(Pooling::mean));
}

}  // namespace
}  // namespace standfast
