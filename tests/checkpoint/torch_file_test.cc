// Files of PyTorch, read without executing anything; the files come from torch 1.13
// (torch_files_reference.py).
#include "standfast/checkpoint/torch_file.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/checkpoint/pickle.h"
#include "standfast/checkpoint/weights.h"
#include "tests/support/data.h"
#include "tests/support/packed.h"
#include "tests/support/reference.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

std::string file_of(const std::string& name) {
  return testing::from_base64(testing::reference("torch_files").at(name).get<std::string>());
}

std::string torch_refusal(const std::string& bytes) {
  const auto parsed = parse_torch_file(bytes, "f");
  if (parsed) return "read";
  EXPECT_EQ(parsed.error().message.find('\n'), std::string::npos);
  return parsed.error().message;
}

TEST(TorchFile, BothContainersGiveTheNumbersThatWereSaved) {
  for (const char* name : {"zip", "legacy"}) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder.file("pytorch_model.bin"), file_of(name)));
    const auto weights = Weights::open(folder.path());
    ASSERT_TRUE(weights) << name << ": " << weights.error().message;
    EXPECT_EQ(weights->tensors().size(), 10U);
    const auto numbers = [&](const char* tensor) { return *weights->read(*weights->find(tensor)); };
    EXPECT_THAT(numbers("weight"), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_THAT(numbers("bias"), ElementsAre(0.5, -0.5));
    EXPECT_THAT(numbers("turned"), ElementsAre(0, 3, 1, 4, 2, 5));  // strides 1 and 3
    EXPECT_THAT(weights->find("turned")->shape, ElementsAre(3, 2));
    EXPECT_THAT(numbers("table"), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_THAT(numbers("row"), ElementsAre(3, 4, 5));
    EXPECT_THAT(numbers("half"), ElementsAre(1, -2));
    EXPECT_THAT(numbers("brain"), ElementsAre(1, -2));
    EXPECT_THAT(numbers("double"), ElementsAre(0.25));
    EXPECT_THAT(numbers("none"), ElementsAre());
    EXPECT_EQ(weights->find("position_ids")->type, TensorType::i64);
    EXPECT_FALSE(weights->read(*weights->find("position_ids")));
  }
}

TEST(TorchFile, FindsTheStateDictOfATraining) {
  const auto parsed = parse_torch_file(file_of("nested"), "f");
  ASSERT_TRUE(parsed) << parsed.error().message;
  ASSERT_EQ(parsed->size(), 1U);
  EXPECT_EQ(parsed->front().name, "w");
}

TEST(TorchFile, CallsNothing) {
  for (const char* name : {"evil", "evil_legacy"})
    EXPECT_THAT(torch_refusal(file_of(name)),
                AllOf(HasSubstr("asks to call \"posix.system\""), HasSubstr("nothing of it is executed")));
  EXPECT_THAT(torch_refusal(file_of("arguments")), HasSubstr("argparse.Namespace"));
  EXPECT_THAT(torch_refusal(file_of("no_tensors")), HasSubstr("no tensors by name"));
}

TEST(TorchFile, RefusesWhatIsCutShort) {
  for (const char* name : {"zip", "legacy"}) {
    const std::string whole = file_of(name);
    for (size_t size = 0; size < whole.size(); ++size)
      EXPECT_NE(torch_refusal(whole.substr(0, size)), "read") << name << " " << size;
  }
  EXPECT_THAT(torch_refusal("<!DOCTYPE html>"), HasSubstr("web page"));
  EXPECT_THAT(torch_refusal("version https://git-lfs.github.com/spec/v1"), HasSubstr("git lfs pull"));
}

// PROTO 2, then these steps.
std::string pickle_refusal(const std::string& steps) {
  const auto read = read_pickle("\x80\x02" + steps, "f");
  return read ? "read" : read.error().message;
}

TEST(Pickle, RefusesProgramsThatNoWeightsNeed) {
  EXPECT_EQ(pickle_refusal("N."), "read");
  EXPECT_THAT(pickle_refusal(""), HasSubstr("cut short"));
  EXPECT_THAT(pickle_refusal("."), HasSubstr("no"));
  EXPECT_THAT(pickle_refusal("N(."), HasSubstr("takes a value where there is none"));
  EXPECT_THAT(pickle_refusal("t."), HasSubstr("from a mark where there is none"));
  EXPECT_THAT(pickle_refusal("h\x05."), HasSubstr("has not stored"));
  EXPECT_THAT(pickle_refusal("]Na}a."), HasSubstr("read"));
  EXPECT_THAT(pickle_refusal("}Na."), HasSubstr("adds to a value that is not a list"));
  EXPECT_THAT(pickle_refusal("}(Nu."), HasSubstr("adds to a value that is not a dict"));
  EXPECT_THAT(pickle_refusal("NQ."), HasSubstr("not a storage"));
  EXPECT_THAT(pickle_refusal("NNR."), HasSubstr("calls something that is not a function"));
  EXPECT_THAT(pickle_refusal("I1\n."), HasSubstr("the step 0x49"));
  EXPECT_THAT(pickle_refusal("\x8c\x01x."), HasSubstr("the step 0x8c"));
  EXPECT_THAT(pickle_refusal("X\xff\xff\xff\xffx."), HasSubstr("cut short"));
  EXPECT_THAT(pickle_refusal(std::string(1'100'000, '(')), HasSubstr("more than a million steps"));
  EXPECT_EQ(pickle_refusal("]q" + std::string(1, '\0') + "h" + std::string(1, '\0') + "a."),
            "read");  // holds itself
}

}  // namespace
}  // namespace standfast
