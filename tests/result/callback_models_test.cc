// Models of the caller in a study, given as functions that learn and answer.
#include "standfast/model/program/callback_models.h"

#include <gmock/gmock.h>

#include "standfast/result/run/run_in_memory.h"
#include "standfast/study/experiment/study_corpus.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using namespace result;
using ::testing::HasSubstr;

// Answers by naive Bayes of the catalog, so that the answers are known.
Status as_naive_bayes(const DocumentsAsked& asked, DenseMatrix& out, bool&) {
  SF_ASSIGN(const auto model, classifiers().make("naive-bayes", {}));
  SF_TRY(model->fit({.documents = asked.train, .classes = asked.classes, .names = asked.names}, {}));
  return model->predict(asked.test, {}, out);
}

Status as_cng(const PairsAsked& asked, std::span<double> out) {
  for (const Pair& pair : asked.test.pairs) EXPECT_FALSE(pair.same) << "the truth is not asked";
  SF_ASSIGN(const auto model, verifiers().make("cng", {}));
  SF_TRY(model->fit(asked.train, asked.validation, {}));
  return model->score(asked.test, out, {});
}

class CallbackModels : public StudyRun {
 protected:
  RunRecords classes(const ClassCallback& answer, const std::string& last = "") {
    auto entries = classifiers().entries();
    entries.push_back(callback_classifier_entry("mine", answer));
    const ClassifierCatalog catalog("classifier", std::move(entries));
    StudyCatalogs catalogs = study_catalogs();
    catalogs.classifiers = &catalog;
    return run(std::string(kControlStudy) + "[[model]]\ntype = \"mine\"\n" + last, catalogs);
  }
  RunRecords pairs(const PairCallback& answer) {
    auto entries = verifiers().entries();
    entries.push_back(callback_verifier_entry("mine", answer));
    const VerifierCatalog catalog("verifier", std::move(entries));
    StudyCatalogs catalogs = study_catalogs();
    catalogs.verifiers = &catalog;
    return run(std::string(kHead) + kIid + "[[model]]\ntype = \"cng\"\n[[model]]\ntype = \"mine\"\n",
               catalogs);
  }
  RunRecords run(const std::string& text, const StudyCatalogs& catalogs) {
    const auto study = parse_study(text, "study.toml", catalogs);
    EXPECT_TRUE(study) << study.error().message;
    const auto corpus = read_study_corpus(*study, study->corpora[0], folder_.path(), nullptr, null_sink());
    EXPECT_TRUE(corpus) << corpus.error().message;
    auto run = ExperimentInMemory({{"posts", &*corpus}}, {.catalogs = &catalogs}).run(*study);
    EXPECT_TRUE(run) << run.error().message;
    return std::move(*run);
  }
  static std::vector<const CellRecord*> of(const RunRecords& run, const std::string& model) {
    std::vector<const CellRecord*> cells;
    for (const auto& cell : run.cells)
      if (cell.model == model) cells.push_back(&cell);
    EXPECT_FALSE(cells.empty());
    return cells;
  }
};

TEST_F(CallbackModels, AnswerAsTheModelThatTheyAsk) {
  const RunRecords run = classes(as_naive_bayes);
  const auto ours = of(run, "naive-bayes"), mine = of(run, "mine");
  ASSERT_EQ(ours.size(), mine.size());
  for (size_t i = 0; i < ours.size(); ++i) {
    EXPECT_TRUE(mine[i]->ok) << mine[i]->reason;
    EXPECT_EQ(mine[i]->classified.probabilities, ours[i]->classified.probabilities);
    EXPECT_TRUE(mine[i]->value_of("log-loss"));
  }
}

TEST_F(CallbackModels, RowsMayRankOnlyAndMayBeMissing) {
  const RunRecords run =
      classes([](const DocumentsAsked& asked, DenseMatrix& out, bool& probabilities) -> Status {
        probabilities = false;
        SF_TRY(as_naive_bayes(asked, out, probabilities));
        for (double& p : out.row(0)) p = 0;
        return {};
      });
  for (const CellRecord* cell : of(run, "mine")) {
    EXPECT_TRUE(cell->ok) << cell->reason;
    EXPECT_FALSE(cell->probabilistic);
    EXPECT_FALSE(cell->value_of("log-loss"));
    EXPECT_LT(*cell->value_of("accuracy"), 1) << "a missing answer is no right answer";
  }
}

TEST_F(CallbackModels, GetASeedOfTheFoldAndTheirErrorsAreThoseOfTheCell) {
  std::vector<uint64_t> seeds;
  const RunRecords run =
      classes([&](const DocumentsAsked& asked, DenseMatrix& out, bool& probabilities) -> Status {
        seeds.push_back(asked.seed);
        EXPECT_LT(asked.seed, uint64_t{1} << 31);
        if (seeds.size() % 2 == 0) return data_error("no answer");
        return as_naive_bayes(asked, out, probabilities);
      });
  EXPECT_NE(seeds.at(0), seeds.at(1));
  size_t failed = 0;
  for (const CellRecord* cell : of(run, "mine"))
    if (!cell->ok) {
      ++failed;
      EXPECT_THAT(cell->reason, HasSubstr("no answer"));
    }
  EXPECT_EQ(failed, seeds.size() / 2);
  for (const CellRecord* cell : of(run, "naive-bayes")) EXPECT_TRUE(cell->ok);
}

TEST_F(CallbackModels, VerifyPairs) {
  const RunRecords run = pairs(as_cng);
  const auto ours = of(run, "cng"), mine = of(run, "mine");
  ASSERT_EQ(ours.size(), mine.size());
  for (size_t i = 0; i < ours.size(); ++i) {
    EXPECT_TRUE(mine[i]->ok) << mine[i]->reason;
    EXPECT_EQ(mine[i]->predictions.value, ours[i]->predictions.value);
  }
  const RunRecords wrong = pairs([](const PairsAsked&, std::span<double> out) -> Status {
    out[0] = 1.5;
    return {};
  });
  for (const CellRecord* cell : of(wrong, "mine"))
    EXPECT_THAT(cell->reason, HasSubstr("answers must lie in [0, 1]"));
}

TEST_F(CallbackModels, AreNotSaved) {
  const auto model = callback_classifier_entry("mine", as_naive_bayes).make({});
  ASSERT_TRUE(model);
  EXPECT_FALSE((*model)->save());
  DenseMatrix out;
  EXPECT_FALSE((*model)->predict({}, {}, out)) << "it was not fitted";
}

}  // namespace
}  // namespace standfast::testing
