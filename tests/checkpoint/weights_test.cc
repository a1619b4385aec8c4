// Folders of weights: one file or several, and what people have in place of them.
#include "standfast/checkpoint/weights.h"

#include <filesystem>
#include <limits>

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

std::string folder_refusal(const std::string& folder, ErrorKind kind = ErrorKind::data) {
  const auto weights = Weights::open(folder);
  if (weights) return "read";
  EXPECT_EQ(weights.error().kind, kind);
  return weights.error().message;
}

void put(const std::string& path, const std::string& content) {
  ASSERT_TRUE(write_file(path, content));
}

TEST(Weights, RefusesNumbersThatAreNotFinite) {
  for (const float wrong :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const TemporaryFolder folder;
    SmallCheckpoint model;
    model.tensors.at("encoder.layer.1.output.dense.bias").numbers.at(3) = wrong;
    model.write(folder.path());
    const auto weights = Weights::open(folder.path());
    ASSERT_TRUE(weights) << weights.error().message;
    EXPECT_TRUE(weights->read(*weights->find("encoder.layer.1.output.dense.weight")));
    const auto read = weights->read(*weights->find("encoder.layer.1.output.dense.bias"));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, ErrorKind::data);
    EXPECT_THAT(read.error().message,
                AllOf(HasSubstr(folder.path()), HasSubstr("\"encoder.layer.1.output.dense.bias\""),
                      HasSubstr("not finite"), HasSubstr("number 4 of 8")));
  }
}

TEST(Weights, ShardsAreOneModel) {
  const TemporaryFolder folder;
  SmallCheckpoint model;
  model.write_weights(folder.file("a.safetensors"), "embeddings.");
  model.write_weights(folder.file("b.safetensors"), "encoder.");
  nlohmann::ordered_json map;
  for (const auto& [name, tensor] : model.tensors)
    map[name] = name.starts_with("em") ? "a.safetensors" : "b.safetensors";
  const std::string index = folder.file("model.safetensors.index.json");
  const auto with = [&](const nlohmann::ordered_json& weight_map) {
    put(index, json_text({{"metadata", {{"total_size", 1}}}, {"weight_map", weight_map}}));
    return folder_refusal(folder.path());
  };
  EXPECT_EQ(with(map), "read");
  const auto weights = Weights::open(folder.path());
  EXPECT_EQ(weights->tensors().size(), model.tensors.size());
  EXPECT_THAT(weights->files(),
              ElementsAre("model.safetensors.index.json", "a.safetensors", "b.safetensors"));
  for (const auto& [name, tensor] : model.tensors)
    EXPECT_EQ(*weights->read(*weights->find(name)), tensor.numbers) << name;
  for (const char* outside : {"../a.safetensors", "/etc/passwd", "..", "", "x\\y", "sub/a"}) {
    auto wrong = map;
    wrong["x"] = outside;
    EXPECT_THAT(with(wrong),
                AllOf(HasSubstr("weight_map.x"), HasSubstr("not the name of a file in this folder")));
  }
  auto wrong = map;
  wrong["x"] = "c.safetensors";
  EXPECT_THAT(with(wrong), AllOf(HasSubstr("c.safetensors: is missing"), HasSubstr("incomplete")));
  wrong["x"] = "a.safetensors";
  EXPECT_THAT(with(wrong), HasSubstr("the tensor \"x\" is missing, though"));
  wrong = map;
  wrong.erase("embeddings.LayerNorm.bias");
  EXPECT_THAT(with(wrong), HasSubstr("\"embeddings.LayerNorm.bias\", which"));
  EXPECT_THAT(with(nlohmann::ordered_json::object()), HasSubstr("names no file"));
  put(index, "{}");
  EXPECT_THAT(folder_refusal(folder.path()), HasSubstr("weight_map"));
  // A tensor in two files.
  model.write_weights(folder.file("b.safetensors"), "e");
  EXPECT_THAT(with(map), HasSubstr("which model.safetensors.index.json does not list"));
}

TEST(Weights, SaysWhatAFolderHoldsInstead) {
  const TemporaryFolder folder;
  EXPECT_THAT(folder_refusal("sentence-transformers/no-such", ErrorKind::missing),
              HasSubstr("standfast pull"));
  EXPECT_THAT(read_model_config("sentence-transformers/no-such").error().message,
              HasSubstr("standfast pull"));
  put(folder.file("README"), "");
  EXPECT_THAT(folder_refusal(folder.file("README"), ErrorKind::missing), HasSubstr("is a file"));
  const std::string empty = folder.file("empty"), kept = folder.file("models--org--some--name");
  std::filesystem::create_directories(empty);
  std::filesystem::create_directories(kept + "/snapshots/1");
  for (const std::string end : {"", "/"}) {
    EXPECT_THAT(folder_refusal(empty + end, ErrorKind::missing), HasSubstr("the folder is empty"));
    EXPECT_THAT(folder_refusal(kept + end, ErrorKind::missing), HasSubstr("give its name (org/some--name)"));
  }
  EXPECT_THAT(folder_refusal(folder.path(), ErrorKind::missing), HasSubstr("is it the folder of a model?"));
  for (const auto& [file, what] :
       std::initializer_list<std::pair<const char*, const char*>>{{"adapter_config.json", "merge it"},
                                                                  {"tf_model.h5", "TensorFlow"},
                                                                  {"flax_model.msgpack", "Flax"},
                                                                  {"model.onnx", "ONNX"},
                                                                  {"model-q4.gguf", "GGUF"}}) {
    put(folder.file(file), "x");
    EXPECT_THAT(folder_refusal(folder.path(), ErrorKind::missing), HasSubstr(what));
    EXPECT_THAT(read_model_config(folder.path()).error().message, HasSubstr(what));
    std::filesystem::remove(folder.file(file));
  }
  put(folder.file("model.safetensors"), "");
  EXPECT_THAT(folder_refusal(folder.path()), HasSubstr("it has 0 bytes"));
  put(folder.file("config.json"), "version https://git-lfs.github.com/spec/v1\n");
  EXPECT_THAT(read_model_config(folder.path()).error().message, HasSubstr("git lfs pull"));
  put(folder.file("config.json"), "<html>");
  EXPECT_THAT(read_model_config(folder.path()).error().message, HasSubstr("web page"));
}

}  // namespace
}  // namespace standfast
