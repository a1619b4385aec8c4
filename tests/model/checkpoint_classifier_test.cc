// Tests of a fine-tuned checkpoint as a classifier. The duties of all classifiers are tested over the
// catalog.
#include "standfast/model/neural/checkpoint_classifier.h"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/model/classify/classifiers.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/sentence/model_files.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Names = std::vector<std::string>;

Corpus texts() {
  std::string longest;
  for (int i = 0; i < 40; ++i) longest += "the of ";
  return testing::make_corpus({{"0", "the of and a", "", ""}, {"1", "in a", "", ""}, {"2", longest, "", ""}});
}

class CheckpointClassifierTest : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_small_classifier(folder.file("m"), {"LABEL_0", "LABEL_1", "LABEL_2"});
  }
  std::unique_ptr<Classifier> make(const std::string& labels) const {
    return classifiers().make("checkpoint", {{"path", folder.file("m")}, {"labels", labels}}).value();
  }
  Status fit(Classifier& classifier, const Names& names) const {
    return classifier.fit({{&corpus, rows}, classes, names}, {});
  }
  DenseMatrix answers(const Classifier& classifier) {
    DenseMatrix out;
    EXPECT_TRUE(classifier.predict({&corpus, rows}, {{.sink = &lines}}, out));
    return out;
  }
  testing::TemporaryFolder folder;
  testing::ListeningSink lines;
  Corpus corpus = texts();
  std::vector<uint32_t> rows = {0, 1, 2}, classes = {0, 1, 0};
};

// The probabilities of transformers are the softmax of the scores; docs/checkpoint-models.md says how the two
// were compared.
TEST_F(CheckpointClassifierTest, AddsUpClassesAndLeavesOthersOut) {
  const auto model = SequenceClassifier::load(folder.file("m"));
  ASSERT_TRUE(model) << model.error().message;
  std::vector<std::string_view> given;
  for (const uint32_t row : rows) given.push_back(corpus.text(row));
  const auto [scores, cut] = model->scores(given, 2);
  EXPECT_THAT(cut, ElementsAre(0, 0, 1));
  const auto share = [&](size_t i, std::initializer_list<size_t> of, std::initializer_list<size_t> all) {
    const auto sum = [&](std::initializer_list<size_t> some) {
      return std::accumulate(some.begin(), some.end(), 0.0, [&](double total, size_t k) {
        return total + std::exp(double{scores.row(i)[k]});
      });
    };
    return sum(of) / sum(all);
  };
  auto joined = make("LABEL_0=bad, LABEL_1=good, LABEL_2=bad"),
       dropped = make("LABEL_0=bad,LABEL_1=good,LABEL_2=");
  ASSERT_TRUE(fit(*joined, {"good", "bad"}));
  ASSERT_TRUE(fit(*dropped, {"good", "bad"}));
  const auto a = answers(*joined), b = answers(*dropped);
  EXPECT_THAT(lines.warnings, HasSubstr("1 of 3 texts are longer than the 16 tokens"));
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(a.row(i)[0], share(i, {1}, {0, 1, 2}), 1e-12);
    EXPECT_NEAR(a.row(i)[1], share(i, {0, 2}, {0, 1, 2}), 1e-12);
    EXPECT_NEAR(b.row(i)[0], share(i, {1}, {0, 1}), 1e-12);
    EXPECT_NEAR(b.row(i)[0] + b.row(i)[1], 1, 1e-12);
  }
  EXPECT_NEAR(joined->facts().at("share_of_training_texts_too_long").get<double>(), 1 / 3.0, 1e-12);
}

TEST_F(CheckpointClassifierTest, SaysWhichClassesDoNotMatchAndGuessesWhy) {
  const auto refusal = [](const Names& model, const Names& theirs, const Names& labels) {
    const auto matched = match_labels(model, theirs, labels);
    return matched ? std::string("matched") : matched.error().message;
  };
  EXPECT_THAT(refusal({"LABEL_0", "LABEL_1"}, {"hate", "normal"}, {}),
              AllOf(HasSubstr("the model has \"LABEL_0\", \"LABEL_1\"; the corpus has \"hate\", \"normal\""),
                    HasSubstr("labels = \"LABEL_0=CLASS, LABEL_1=CLASS\"")));
  EXPECT_THAT(refusal({"Hate", "normal"}, {"hate", "normal"}, {}), HasSubstr("set labels = \"Hate=hate\""));
  EXPECT_THAT(refusal({"hate", "normal", "spam"}, {"hate", "normal"}, {}),
              HasSubstr("\"spam=\" leaves it out"));
  EXPECT_THAT(refusal({"hate"}, {"hate", "normal"}, {}), HasSubstr("no class of the model is \"normal\""));
  EXPECT_THAT(refusal({"a", "b"}, {"a", "b"}, {"c=a"}), HasSubstr("the model has no class \"c\""));
  EXPECT_THAT(refusal({"a", "b"}, {"a", "b"}, {"a=c"}), HasSubstr("the corpus has no class \"c\""));
  EXPECT_THAT(refusal({"a", "b"}, {"a", "b"}, {"a=b", "a=a"}), HasSubstr("occurs twice"));
  EXPECT_THAT(refusal({"LABEL_0", "LABEL_1", "LABEL_2"}, {"a", "b"}, {"LABEL_0=a"}),
              HasSubstr("labels = \"LABEL_1=CLASS, LABEL_2=CLASS\""));
  EXPECT_THAT(
      refusal({"a", "b"}, {"a", "b"}, {"b="}),
      AllOf(HasSubstr("no class of the model is \"b\""), HasSubstr("labels leaves out the model's \"b\"")));
  EXPECT_THAT(match_labels(Names{"x", "b", "y"}, Names{"a", "b"}, Names{"x=a", "y="}).value(),
              ElementsAre(0U, 1U, kMissing));
  // A name may contain a comma or a '='.
  EXPECT_THAT(refusal({"LABEL_0", "LABEL_1"}, {"a, b", "c"}, {"LABEL_0=a", "b", "LABEL_1=c"}),
              HasSubstr("the corpus has no class \"a\""));
  EXPECT_THAT(refusal({"LABEL_0", "LABEL_1"}, {"a, b", "c"}, {"b"}),
              HasSubstr("an item with a comma stands in quotes of its own"));
  EXPECT_THAT(refusal({"A, B", "c"}, {"a, b", "c"}, {}), HasSubstr("set labels = '\"A, B=a, b\"'"));
  EXPECT_THAT(match_labels(Names{"x=1", "y"}, Names{"a, b", "c"}, Names{"x=1=a, b", "y=c"}).value(),
              ElementsAre(0U, 1U));
  EXPECT_FALSE(make("\"LABEL_0=a, b\", LABEL_1=c, LABEL_2=")->check_classes(Names{"a", "b"}));
  EXPECT_TRUE(make("\"LABEL_0=a, b\", LABEL_1=c, LABEL_2=")->check_classes(Names{"a, b", "c"}));
  // The check is made before anything runs, and from the classes alone.
  EXPECT_TRUE(make("LABEL_0=a,LABEL_1=b,LABEL_2=b")->check_classes(Names{"a", "b"}));
  EXPECT_FALSE(make("")->check_classes(Names{"a", "b"}));
  const auto too_many = classifiers()
                            .make("checkpoint", {{"path", folder.file("m")},
                                                 {"labels", std::string("LABEL_0=a,LABEL_1=b,LABEL_2=b")},
                                                 {"max-tokens", int64_t{10'000}}})
                            .value()
                            ->check_classes(Names{"a", "b"});
  ASSERT_FALSE(too_many);
  EXPECT_THAT(too_many.error().message, HasSubstr("10000 tokens are requested"));
}

TEST_F(CheckpointClassifierTest, ASavedOneRefusesAnotherModelInItsFolder) {
  auto classifier = make("LABEL_0=a,LABEL_1=b,LABEL_2=b");
  ASSERT_TRUE(fit(*classifier, {"a", "b"}));
  const ModelState state = classifier->save().value();
  EXPECT_TRUE(state.blobs.empty()) << "weights are not copied";
  ASSERT_TRUE(make("LABEL_0=a,LABEL_1=b,LABEL_2=b")->restore(state));
  testing::write_small_classifier(folder.file("m"), {"LABEL_0", "LABEL_1", "LABEL_2"}, 1);
  const auto other = make("LABEL_0=a,LABEL_1=b,LABEL_2=b")->restore(state);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().kind, ErrorKind::data);
  EXPECT_THAT(other.error().message, HasSubstr("is no longer the model that was saved"));
}

// A study fills in the digest when it makes its keys.
TEST_F(CheckpointClassifierTest, RefusesAnotherModelThanItWasAskedFor) {
  const auto of = [&](const std::string& sha256) {
    return classifiers()
        .make("checkpoint", {{"path", folder.file("m")},
                             {"labels", std::string("LABEL_0=a,LABEL_1=b,LABEL_2=b")},
                             {"sha256", sha256}})
        .value();
  };
  const std::string digest = digest_model(folder.file("m")).value();
  const auto classifier = of(digest);
  ASSERT_TRUE(fit(*classifier, {"a", "b"}));
  const auto before = answers(*classifier).data;
  testing::write_small_classifier(folder.file("m"), {"LABEL_0", "LABEL_1", "LABEL_2"}, 1);
  const auto replaced = fit(*of(digest), {"a", "b"});
  ASSERT_FALSE(replaced);
  EXPECT_EQ(replaced.error().kind, ErrorKind::data);
  EXPECT_THAT(replaced.error().message, AllOf(HasSubstr("was it replaced?"), HasSubstr(digest)));
  EXPECT_EQ(answers(*classifier).data, before) << "what was loaded answers as before";
  const auto now = of("");
  ASSERT_TRUE(fit(*now, {"a", "b"}));
  EXPECT_NE(answers(*now).data, before);
}

TEST_F(CheckpointClassifierTest, RefusesWhatGivesNoSingleClass) {
  const auto refusal = [&](const std::function<void(testing::SmallCheckpoint&)>& change) {
    testing::write_small_classifier(folder.file("n"), {"a", "b"});
    testing::SmallCheckpoint model("bert", "bert.");
    model.linear("bert.pooler.dense", 8, 8);
    change(model);
    model.write(folder.file("n"));
    const auto loaded = SequenceClassifier::load(folder.file("n"));
    return loaded ? std::string("loaded") : loaded.error().message;
  };
  EXPECT_THAT(refusal([](auto&) {}), HasSubstr("it is an encoder"));
  EXPECT_THAT(refusal([](auto& m) {
                m.linear("classifier", 3, 8);
                m.config["problem_type"] = "multi_label_classification";
              }),
              HasSubstr("several of its labels"));
  EXPECT_THAT(refusal([](auto& m) { m.linear("classifier", 1, 8); }), HasSubstr("a number, not a class"));
}

TEST(CheckpointCatalog, NoMethodTrainsIt) {
  const auto wrapped = classifiers().resolve("subsample-groups", {{"base", std::string("checkpoint")}});
  ASSERT_FALSE(wrapped);
  EXPECT_THAT(wrapped.error().message, HasSubstr("base = checkpoint: it is not trained"));
}

}  // namespace
}  // namespace standfast
