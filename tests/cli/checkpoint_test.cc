// Tests of standfast checkpoint, which describes a model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::SmallCheckpoint;
using testing::TemporaryFolder;

TEST(CheckpointCommand, SaysWhatAFolderIs) {
  const TemporaryFolder folder;
  SmallCheckpoint model("bert", "bert.");
  model.linear("bert.pooler.dense", 8, 8);
  model.linear("classifier", 2, 8);
  model.put("cls.predictions.bias", {3});
  model.config["id2label"] = {{"0", "no"}, {"1", "yes"}};
  model.write(folder.path());
  ASSERT_TRUE(write_file(folder.file("vocab.txt"),
                         "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\nsat\non\na\nmat\n"));
  ASSERT_TRUE(
      write_file(folder.file("tokenizer_config.json"), R"({"do_lower_case": true, "model_max_length": 12})"));
  const auto said = testing::standfast("checkpoint --no-probe " + folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("BERT: 2 layers of 8 numbers, 2 heads, inner width 12"));
  EXPECT_THAT(said.out,
              HasSubstr("12 tokens count (tokenizer); sentence_bert_config.json not given, tokenizer 12, "
                        "positions 16"));
  EXPECT_THAT(said.out, HasSubstr("2: no, yes"));
  EXPECT_THAT(said.out, HasSubstr("1 tensors: cls.predictions.bias"));
}

}  // namespace
}  // namespace standfast
