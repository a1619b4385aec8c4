// Heads of fine-tuned classifiers.
#include "standfast/checkpoint/class_head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::SmallCheckpoint;
using testing::TemporaryFolder;

constexpr uint64_t kWidth = SmallCheckpoint::kHidden;

SmallCheckpoint classifier(const std::string& type) {
  SmallCheckpoint model(type, type + ".");
  if (type == "bert") model.linear("bert.pooler.dense", kWidth, kWidth);
  if (type == "roberta") model.linear("classifier.dense", kWidth, kWidth);
  if (type == "distilbert") model.linear("pre_classifier", kWidth, kWidth);
  model.linear(type == "roberta" ? "classifier.out_proj" : "classifier", 3, kWidth);
  model.config["id2label"] = {{"0", "no"}, {"1", "may be"}, {"2", "yes"}};
  return model;
}

Result<ClassHead> head_of(const SmallCheckpoint& model) {
  const TemporaryFolder folder;
  model.write(folder.path());
  SF_ASSIGN(const auto config, read_model_config(folder.path()));
  SF_ASSIGN(const auto weights, Weights::open(folder.path()));
  SF_ASSIGN(const auto tensors, EncoderTensors::find(weights, config));
  SF_ASSIGN(auto head, read_class_head(tensors, config, folder.path()));
  EXPECT_THAT(tensors.unused(head.tensors), ElementsAre());
  return head;
}

TEST(ClassHead, IsReadForEachFamily) {
  for (const auto& [type, hidden, output, bend] :
       std::initializer_list<std::tuple<const char*, const char*, const char*, ClassHead::Bend>>{
           {"bert", "bert.pooler.dense", "classifier", ClassHead::Bend::tanh},
           {"roberta", "classifier.dense", "classifier.out_proj", ClassHead::Bend::tanh},
           {"distilbert", "pre_classifier", "classifier", ClassHead::Bend::relu}}) {
    auto model = classifier(type);
    const auto head = head_of(model);
    ASSERT_TRUE(head) << head.error().message;
    EXPECT_EQ(head->bend, bend);
    EXPECT_EQ(head->hidden.weight, model.tensors[hidden + std::string(".weight")].numbers);
    EXPECT_EQ(head->hidden.bias, model.tensors[hidden + std::string(".bias")].numbers);
    EXPECT_EQ(head->output.weight, model.tensors[output + std::string(".weight")].numbers);
    EXPECT_EQ(head->output.bias, model.tensors[output + std::string(".bias")].numbers);
    EXPECT_THAT(head->classes, ElementsAre("no", "may be", "yes"));
    model.config.erase("id2label");
    EXPECT_THAT(head_of(model)->classes, ElementsAre("LABEL_0", "LABEL_1", "LABEL_2"));
  }
}

TEST(ClassHead, SaysWhatIsWrong) {
  const auto without = head_of(SmallCheckpoint());
  EXPECT_EQ(without.error().kind, ErrorKind::missing);
  EXPECT_THAT(without.error().message, AllOf(HasSubstr("it is an encoder"), HasSubstr("fine-tune it")));
  auto model = classifier("bert");
  model.config["id2label"] = {{"0", "no"}, {"1", "yes"}};
  EXPECT_THAT(head_of(model).error().message,
              HasSubstr("has 3 classes, but id2label of config.json names 2"));
  model.config["id2label"] = {{"0", "no"}, {"1", "yes"}, {"2", "no"}};
  EXPECT_THAT(head_of(model).error().message, HasSubstr("names two classes \"no\""));
  model = classifier("bert");
  model.put("classifier.weight", {3, kWidth + 1});
  EXPECT_THAT(head_of(model).error().message, HasSubstr("has shape [3, 9], but a head for classes has"));
  model = classifier("bert");
  model.tensors.erase("bert.pooler.dense.weight");
  model.tensors.erase("bert.pooler.dense.bias");
  EXPECT_THAT(head_of(model).error().message, HasSubstr("\"pooler.dense.weight\" of the head is missing"));
  model = classifier("distilbert");
  model.tensors.erase("pre_classifier.bias");
  EXPECT_THAT(head_of(model).error().message, HasSubstr("\"pre_classifier.bias\" of the head is missing"));
  model = classifier("roberta");
  model.put("classifier.out_proj.bias", {2});
  EXPECT_THAT(head_of(model).error().message, HasSubstr("has shape [2], but the head needs [3]"));
}

}  // namespace
}  // namespace standfast
