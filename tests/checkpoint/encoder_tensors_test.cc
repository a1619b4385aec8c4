// The names of tensors over families, prefixes and ages, and config.json.
#include "standfast/checkpoint/encoder_tensors.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/checkpoint/model_config.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::SmallCheckpoint;
using testing::TemporaryFolder;

// "" if everything is found.
std::string problem(const SmallCheckpoint& model) {
  const TemporaryFolder folder;
  model.write(folder.path());
  const auto config = read_model_config(folder.path());
  if (!config) return config.error().message;
  const auto weights = Weights::open(folder.path());
  const auto tensors = EncoderTensors::find(*weights, *config);
  return tensors ? "" : tensors.error().message;
}

TEST(EncoderTensors, FindsEachFamilyUnderEachPrefix) {
  for (const auto& [type, prefix] :
       std::initializer_list<std::pair<const char*, const char*>>{{"bert", ""},
                                                                  {"bert", "bert."},
                                                                  {"roberta", "roberta."},
                                                                  {"distilbert", "distilbert."},
                                                                  {"distilbert", ""},
                                                                  {"bert", "0.auto_model."},
                                                                  {"roberta", "auto_model."},
                                                                  {"bert", "transformer."}})
    EXPECT_EQ(problem(SmallCheckpoint(type, prefix)), "") << type << " " << prefix;
}

TEST(EncoderTensors, GivesEachTensorOfEachLayer) {
  SmallCheckpoint model("bert", "bert.");
  model.put("cls.predictions.bias", {3});
  model.put("bert.embeddings.position_ids", {1, 4});
  // Names that come from TensorFlow.
  model.rename("bert.encoder.layer.1.output.LayerNorm.weight", "bert.encoder.layer.1.output.LayerNorm.gamma");
  model.rename("bert.encoder.layer.1.output.LayerNorm.bias", "bert.encoder.layer.1.output.LayerNorm.beta");
  const TemporaryFolder folder;
  model.write(folder.path());
  const auto weights = Weights::open(folder.path());
  const auto tensors = EncoderTensors::find(*weights, *read_model_config(folder.path()));
  ASSERT_TRUE(tensors) << tensors.error().message;
  EXPECT_EQ(*tensors->weight(EncoderPart::outer_norm, 1),
            model.tensors["bert.encoder.layer.1.output.LayerNorm.gamma"].numbers);
  EXPECT_EQ(*tensors->bias(EncoderPart::outer_norm, 1),
            model.tensors["bert.encoder.layer.1.output.LayerNorm.beta"].numbers);
  EXPECT_EQ(*tensors->weight(EncoderPart::key, 1),
            model.tensors["bert.encoder.layer.1.attention.self.key.weight"].numbers);
  EXPECT_FALSE(tensors->has_pooler());
  EXPECT_THAT(tensors->unused(), ElementsAre("cls.predictions.bias"));
}

TEST(EncoderTensors, NamesWhatIsMissingOrMisshapen) {
  SmallCheckpoint model;
  model.tensors.erase("encoder.layer.1.output.dense.bias");
  model.put("encoder.layer.0.intermediate.dense.weight", {8, 12});
  EXPECT_THAT(problem(model), AllOf(HasSubstr("\"encoder.layer.1.output.dense.bias\" is missing"),
                                    HasSubstr("has shape [8, 12], but config.json requires [12, 8]")));
  SmallCheckpoint other("distilbert");
  other.config = SmallCheckpoint("bert").config;
  EXPECT_THAT(problem(other), AllOf(HasSubstr("token_type"), HasSubstr("and 30 more")));
  other.tensors.erase("embeddings.word_embeddings.weight");
  EXPECT_THAT(problem(other), HasSubstr("is it a model of the family BERT"));
  SmallCheckpoint pooler;
  pooler.put("pooler.dense.weight", {8, 8});
  EXPECT_THAT(problem(pooler), HasSubstr("\"pooler.dense.bias\" is missing"));
}

TEST(ModelConfig, RefusesOtherFamiliesByName) {
  for (const char* type : {"mpnet", "xlm-roberta", "modernbert", "deberta-v2", "electra", "llama", "t5"}) {
    SmallCheckpoint model;
    model.config["model_type"] = type;
    EXPECT_THAT(problem(model), AllOf(HasSubstr("config.json: model_type: \"" + std::string(type) + "\""),
                                      HasSubstr("BERT, RoBERTa, DistilBERT and MiniLM are supported")));
  }
}

TEST(ModelConfig, RefusesSizesThatDoNotFit) {
  const auto with = [](const char* key, const nlohmann::ordered_json& value) {
    SmallCheckpoint model;
    model.config[key] = value;
    return problem(model);
  };
  EXPECT_EQ(with("hidden_act", "relu"), "");
  EXPECT_THAT(with("num_attention_heads", 3),
              HasSubstr("hidden_size: 8 numbers are not a multiple of 3 heads"));
  EXPECT_THAT(with("num_attention_heads", 0), HasSubstr("num_attention_heads"));
  EXPECT_THAT(with("vocab_size", -1), HasSubstr("vocab_size"));
  EXPECT_THAT(with("vocab_size", 1e300), HasSubstr("vocab_size"));
  EXPECT_THAT(with("vocab_size", nullptr), HasSubstr("vocab_size"));
  EXPECT_THAT(with("num_hidden_layers", 1001), HasSubstr("1001 are too many"));
  EXPECT_THAT(with("layer_norm_eps", 0), HasSubstr("layer_norm_eps"));
  EXPECT_THAT(with("layer_norm_eps", "1e-12"), HasSubstr("layer_norm_eps"));
  EXPECT_THAT(with("position_embedding_type", "relative_key"), HasSubstr("position_embedding_type"));
  EXPECT_THAT(with("is_decoder", true), HasSubstr("is_decoder"));
  EXPECT_THAT(with("max_position_embeddings", 2), HasSubstr("no room"));
  EXPECT_THAT(with("pad_token_id", 11), HasSubstr("pad_token_id"));
  EXPECT_THAT(with("id2label", {{"0", "a"}, {"2", "b"}}), HasSubstr("class 1 has no name"));
  EXPECT_THAT(with("id2label", {{"zero", "a"}}), HasSubstr("not the number of a class"));
}

TEST(ModelConfig, SaysWhereLabelsContradictEachOther) {
  auto config = SmallCheckpoint().config;
  config["id2label"] = {{"0", "no"}, {"1", "yes"}};
  config["label2id"] = {{"no", 0}, {"yes", 1}};
  EXPECT_THAT(parse_model_config(json_text(config), "c")->notes, ::testing::IsEmpty());
  config["label2id"] = {{"no", 1}, {"yes", 0}};
  const auto read = parse_model_config(json_text(config), "c");
  EXPECT_THAT(read->notes,
              ::testing::ElementsAre(HasSubstr("label2id and id2label contradict each other about class 0")));
  EXPECT_THAT(read->classes, ::testing::ElementsAre("no", "yes"));
}

TEST(ModelConfig, ReadsWhatOldFoldersLeaveOut) {
  SmallCheckpoint model;
  model.config.erase("model_type");
  EXPECT_EQ(problem(model), "");
  SmallCheckpoint distil("distilbert");
  distil.config.erase("model_type");
  EXPECT_EQ(problem(distil), "");
  const auto roberta = parse_model_config(json_text(SmallCheckpoint("roberta").config), "c");
  EXPECT_EQ(roberta->pad, 1);
  EXPECT_EQ(roberta->most_tokens(), 14U);  // of 16 rows
  EXPECT_EQ(roberta->epsilon, 1e-5);
  auto labelled = SmallCheckpoint().config;
  labelled["id2label"] = {{"10", "k"}, {"0", "a"}, {"1", "b"}, {"2", "c"}, {"3", "d"}, {"4", "e"},
                          {"5", "f"},  {"6", "g"}, {"7", "h"}, {"8", "i"}, {"9", "j"}};
  EXPECT_EQ(parse_model_config(json_text(labelled), "c")->classes.back(), "k");
}

// A written folder is the model that was written. Where STANDFAST_KEEP_WRITTEN names a folder, it is left
// there for tests/reference/written_checkpoint_check.py.
TEST(WriteConfig, IsReadAgain) {
  const char* keep = std::getenv("STANDFAST_KEEP_WRITTEN");
  for (const char* type : {"bert", "roberta", "distilbert"}) {
    SmallCheckpoint model(type, std::string(type) + ".");
    model.config["id2label"] = {{"0", "no"}, {"1", "ja \u00df"}};
    model.config["problem_type"] = "multi_label_classification";
    const auto before = parse_model_config(json_text(model.config), "before");
    ASSERT_TRUE(before) << before.error().message;
    const TemporaryFolder own;
    const std::string folder = keep != nullptr ? std::string(keep) + "/" + type : own.file(type);
    model.write(folder);
    ASSERT_TRUE(write_model_config(folder, *before));
    const auto after = read_model_config(folder);
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_EQ(config_text(*after), config_text(*before));
    EXPECT_EQ(after->family, before->family);
    EXPECT_EQ(after->hidden, before->hidden);
    EXPECT_EQ(after->layers, before->layers);
    EXPECT_EQ(after->heads, before->heads);
    EXPECT_EQ(after->inner, before->inner);
    EXPECT_EQ(after->positions, before->positions);
    EXPECT_EQ(after->token_types, before->token_types);
    EXPECT_EQ(after->pad, before->pad);
    EXPECT_EQ(after->epsilon, before->epsilon);
    EXPECT_EQ(after->classes, before->classes);
    EXPECT_TRUE(after->several_labels);
    const auto weights = Weights::open(folder);
    ASSERT_TRUE(weights);
    EXPECT_TRUE(EncoderTensors::find(*weights, *after));
  }
}

}  // namespace
}  // namespace standfast
