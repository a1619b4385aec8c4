// A written folder is the model that was written. Where STANDFAST_KEEP_WRITTEN names a folder, it is left there for
// tests/reference/written_checkpoint_check.py.
#include "standfast/checkpoint/write_config.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "standfast/checkpoint/encoder_tensors.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using testing::SmallCheckpoint;
using testing::TemporaryFolder;

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
