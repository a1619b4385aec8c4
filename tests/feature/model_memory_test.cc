// Tests of the memory that a pretrained model asks for: its weights in their files and as floats, and a
// margin.
#include "standfast/feature/encoder/model_memory.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/feature/encoder/encoder.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

TEST(ModelMemory, IsTheWeightsTwiceAndAMargin) {
  const testing::TemporaryFolder folder;
  testing::SmallSentenceModel().write(folder.path());
  uint64_t numbers = 0;
  const auto weights = Weights::open(folder.path());
  ASSERT_TRUE(weights);
  for (const auto& tensor : weights->tensors()) numbers += tensor.numbers();
  uint64_t file = 0;
  for (const auto& name : weights->files()) file += std::filesystem::file_size(folder.file(name));
  ASSERT_GT(numbers, 100U);
  EXPECT_EQ(memory_of_model(folder.path()), file + 4 * numbers + kModelMarginBytes);
  const auto sentence = encoders().find("sentence").value();
  const auto options = encoders().resolve("sentence", {{"checkpoint", folder.path()}}).value();
  EXPECT_EQ(sentence->memory(options, {}), memory_of_model(folder.path()));
}

TEST(ModelMemory, IsUnknownOfAFolderThatIsNoModel) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(memory_of_model(folder.path()), 0U);
  EXPECT_EQ(memory_of_model(folder.file("nowhere")), 0U);
  testing::SmallSentenceModel().write(folder.path());
  ASSERT_TRUE(write_file(folder.file("model.safetensors"), "cut"));
  EXPECT_EQ(memory_of_model(folder.path()), 0U);
  const auto options = encoders().resolve("sentence", {{"checkpoint", folder.file("nowhere")}}).value();
  EXPECT_EQ(encoders().find("sentence").value()->memory(options, {}), 0U);
}

}  // namespace
}  // namespace standfast
