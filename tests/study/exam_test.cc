// The examination of a classifier: the answers that it accepts.
#include "standfast/study/cell/exam.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/model/saved/model_state.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

// A classifier that gives the same row to every document.
struct SameRow final : Classifier {
  explicit SameRow(std::vector<double> row) : row_(std::move(row)) {}
  Status fit(const TrainingSet& train, const ClassifierContext&) override {
    groups_.assign(train.groups.begin(), train.groups.end());
    return {};
  }
  Status predict(const DocumentView& documents, const ClassifierContext&, DenseMatrix& out) const override {
    out = DenseMatrix(documents.size(), row_.size());
    for (size_t i = 0; i < out.rows; ++i) std::copy(row_.begin(), row_.end(), out.row(i).begin());
    return {};
  }
  nlohmann::ordered_json facts() const override { return {}; }
  Result<ModelState> save() const override { return ModelState{}; }
  Status restore(const ModelState&) override { return {}; }
  std::vector<double> row_;
  std::vector<uint32_t> groups_;  // groups of the training documents
};

// Returns "" or the reason why the answers are refused.
std::string refusal(const std::vector<double>& row, const ClassifierTraits& traits) {
  const Corpus corpus = testing::grid_corpus(2, 2, 1);
  Fold fold;
  fold.train = std::vector<uint32_t>{0, 1};
  fold.test = std::vector<uint32_t>{2, 3};
  SameRow classifier(row);
  const auto answers =
      examine_documents({corpus, fold, *corpus.column(Role::author), 0, 1}, {}, classifier, traits, {});
  return answers ? "" : answers.error().message;
}

TEST(ClassAnswers, ARowOfZerosIsNoAnswerOfOneThatAbstainsAndAnErrorOfOthers) {
  EXPECT_EQ(refusal({0, 0}, {.abstains = true}), "");
  EXPECT_THAT(
      refusal({0, 0}, {}),
      HasSubstr(
          "the model's answer to topicb1-author100-0 is not a distribution over the classes (its sum is 0)"));
}

TEST(ClassAnswers, OtherRowsSumToOneWhateverTheTraitsSay) {
  for (const bool abstains : {false, true}) {
    EXPECT_EQ(refusal({0.25, 0.75}, {.abstains = abstains}), "");
    EXPECT_THAT(refusal({0.25, 0.5}, {.abstains = abstains}), HasSubstr("its sum is 0.75"));
    EXPECT_THAT(refusal({-1, 1}, {.abstains = abstains}), HasSubstr("is not a distribution"));
    EXPECT_THAT(refusal({-1, 2}, {.abstains = abstains}), HasSubstr("is not a distribution"));
  }
}

TEST(ClassAnswers, TheGroupsOfTheTrainingDocumentsReachTheModel) {
  const Corpus corpus = testing::make_corpus({{"1", "a text", "x", "t"},
                                              {"2", "a text", "y", ""},
                                              {"3", "a text", "x", "s"},
                                              {"4", "a text", "y", "s"}});
  Fold fold;
  fold.train = std::vector<uint32_t>{0, 1, 2};
  fold.test = std::vector<uint32_t>{3};
  SameRow classifier({0.5, 0.5});
  const auto examine = [&](const TrainingColumns& columns) {
    const auto exams = examine_documents({corpus, fold, *corpus.column(Role::author), 0, 1, 0, columns}, {},
                                         classifier, {}, {});
    EXPECT_TRUE(exams) << exams.error().message;
    return classifier.groups_;
  };
  EXPECT_EQ(examine({.group = "topic"}), (std::vector<uint32_t>{1, kMissing, 0}));
  EXPECT_TRUE(examine({}).empty());
  EXPECT_TRUE(examine({.group = "source"}).empty()) << "this corpus has no such column";
}

// A classifier whose rationales are every word, or the spans that the test sets.
struct Reader final : Classifier {
  Status fit(const TrainingSet&, const ClassifierContext&) override { return {}; }
  Status predict(const DocumentView& documents, const ClassifierContext&, DenseMatrix& out) const override {
    out = DenseMatrix(documents.size(), 2);
    for (double& p : out.data) p = 0.5;
    return {};
  }
  Result<std::vector<Rationale>> predict_with_rationales(const DocumentView& documents,
                                                         const ClassifierContext& context,
                                                         DenseMatrix& out) const override {
    SF_TRY(predict(documents, context, out));
    std::vector<Rationale> all;
    for (uint32_t i = 0; i + without < documents.size(); ++i) {
      all.push_back(rationale);
      const auto row = static_cast<uint32_t>(documents.rows[i]);
      if (rationale.units.empty()) all.back() = {{{0, row + 1}}, {0}};
    }
    return all;
  }
  nlohmann::ordered_json facts() const override { return {}; }
  Result<ModelState> save() const override { return ModelState{}; }
  Status restore(const ModelState&) override { return {}; }
  Rationale rationale;
  size_t without = 0;
};

TEST(ClassAnswers, RationalesFollowTheirDocuments) {
  const Corpus corpus = testing::make_corpus({{"d", "a text", "x", ""},
                                              {"c", "a text", "y", ""},
                                              {"b", "a text", "x", ""},
                                              {"a", "a text", "y", ""}});
  Fold fold;
  fold.train = std::vector<uint32_t>{0, 1};
  fold.test = std::vector<uint32_t>{2, 3};
  const std::vector<KeptApart> sides = {{"apart", {1}}};
  Reader reader;
  const auto exam = [&](const ClassifierTraits& traits) {
    return examine_documents({corpus, fold, *corpus.column(Role::author), 0, 1}, sides, reader, traits, {});
  };
  const auto exams = exam({.rationales = true});
  ASSERT_TRUE(exams) << exams.error().message;
  ASSERT_EQ(exams->test().rationales.size(), 2U);
  EXPECT_EQ(exams->test().rows[0], 3U) << "in the order of the ids";
  EXPECT_EQ(exams->test().rationales[0].units[0].end, 4U);
  EXPECT_EQ(exams->test().rationales[1].units[0].end, 3U);
  ASSERT_EQ(exams->sides[1].rationales.size(), 1U);
  EXPECT_EQ(exams->sides[1].rationales[0].units[0].end, 2U);
  EXPECT_TRUE(exam({})->test().rationales.empty()) << "nobody asked";

  const auto refused = [&](const Rationale& rationale) {
    reader.rationale = rationale;
    const auto made = exam({.rationales = true});
    return made ? "" : made.error().message;
  };
  EXPECT_EQ(refused({{{0, 1}, {2, 6}}, {0, 1}}), "");
  for (const Rationale& bad :
       {Rationale{{{0, 1}, {2, 7}}, {0}}, Rationale{{{2, 6}, {0, 1}}, {0}}, Rationale{{{0, 3}, {2, 6}}, {0}},
        Rationale{{{1, 1}}, {0}}, Rationale{{{0, 1}}, {1}}, Rationale{{{0, 1}, {2, 6}}, {1, 0}}})
    EXPECT_THAT(refused(bad),
                HasSubstr("the model's rationale for a is not a selection of parts of its text"));
  reader.rationale = {};
  reader.without = 1;
  EXPECT_THAT(exam({.rationales = true}).error().message, HasSubstr("2 rationales for 3 documents"));
}

}  // namespace
}  // namespace standfast
