// Tests of the choice of files that are read from a repository.
#include "standfast/hub/model_files.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::ranges::sort(names);
  return names;
}

TEST(ModelFiles, WeightsAreOneFileOrAllParts) {
  const auto weights = [](std::vector<std::string> names) {
    return weight_files(sorted(std::move(names)), "");
  };
  EXPECT_THAT(weights({"pytorch_model.bin", "model.safetensors"}), ElementsAre("model.safetensors"));
  EXPECT_THAT(weights({"pytorch_model.bin", "tf_model.h5"}), ElementsAre("pytorch_model.bin"));
  const std::vector<std::string> parts = {"model.safetensors.index.json", "model-00001-of-00002.safetensors",
                                          "model-00002-of-00002.safetensors"};
  EXPECT_EQ(weights(parts), parts);
  EXPECT_THAT(weights({parts[0], parts[1]}), IsEmpty());
  EXPECT_THAT(weights({parts[1], parts[2]}), IsEmpty()) << "nothing says which part has what";
  EXPECT_THAT(weights({parts[0], parts[1], "pytorch_model.bin"}), ElementsAre("pytorch_model.bin"));
  EXPECT_THAT(weights({"model-00001-of-0000x.safetensors", parts[0]}), IsEmpty());
}

TEST(ModelFiles, TheConfigurationOfTheNetworkComesLast) {
  const auto plain = wanted_files(
      sorted({"README.md", "config.json", "model.safetensors", "vocab.txt", "x/config.json"}), {});
  ASSERT_TRUE(plain);
  EXPECT_THAT(*plain, ElementsAre("model.safetensors", "vocab.txt", "config.json"));
  // Older sentence encoders are laid out like this.
  const auto nested =
      wanted_files(sorted({"modules.json", "0_Transformer/config.json", "1_Pooling/config.json",
                           "0_Transformer/pytorch_model.bin", "0_Transformer/vocab.txt"}),
                   {"0_Transformer", "1_Pooling"});
  ASSERT_TRUE(nested);
  EXPECT_THAT(*nested, ElementsAre("0_Transformer/pytorch_model.bin", "0_Transformer/vocab.txt",
                                   "1_Pooling/config.json", "modules.json", "0_Transformer/config.json"));
  EXPECT_FALSE(wanted_files({"config.json"}, {}));
  EXPECT_FALSE(wanted_files({"model.safetensors"}, {}));
}

TEST(ModelFiles, ModulesThatLeaveTheirFolderAreRefused) {
  EXPECT_THAT(*module_folders(R"([{"path": ""}, {"path": "1_Pooling/"}])"), ElementsAre("", "1_Pooling"));
  for (const char* bad :
       {R"([{"path": "../x"}])", R"([{"path": "/x"}])", R"([{"path": 1}])", "{}", "[", "[1]"})
    EXPECT_FALSE(module_folders(bad)) << bad;
}

}  // namespace
}  // namespace standfast
