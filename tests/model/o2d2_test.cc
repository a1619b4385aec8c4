// Tests of the verifier o2d2: its input for learning, that it learns, resuming, options, and refusals. Its
// network is tested in tests/neural/o2d2_test.cc, the duties of all verifiers in conformance_test.cc.
#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/base/stop.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/verifier.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/kept_state.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

using Settings = std::map<std::string, OptionValue>;
Settings quick_o2d2() {
  return {{"dimension", int64_t{20}},
          {"words", int64_t{300}},
          {"epochs", 3.0},
          {"detector-epochs", int64_t{3}},
          {"batch", int64_t{10}}};
}

// A corpus of authors who each like one of ten words, or none, with five documents each. The documents of the
// last authors are tested, and the documents of the five authors before them validate.
struct O2d2Problem {
  std::vector<testing::Doc> docs;
  std::vector<Pair> train, validation, test;
};
O2d2Problem o2d2_problem(uint32_t authors, bool signal, bool with_authors = true, uint32_t tested = 5) {
  Rng rng(3, "planted authors");
  O2d2Problem out;
  for (uint32_t author = 0; author < authors; ++author)
    for (uint32_t d = 0; d < 5; ++d) {
      std::string text;
      for (size_t i = 0; i < 60; ++i)
        text += fmt::format("word{} ", signal && rng.chance(0.4) ? author % 10 : rng.below(40));
      out.docs.push_back({fmt::format("d{:03}-{}", author, d), text, fmt::format("a{:03}", author),
                          fmt::format("t{}", rng.below(4))});
    }
  const auto pairs_among = [&](uint32_t first, uint32_t last) {
    std::vector<Pair> pairs;
    for (uint32_t a = 5 * first; a < 5 * last; ++a)
      for (uint32_t b = a + 1; b < 5 * last; ++b)
        if (a / 5 == b / 5 || (a * 7 + b) % 5 == 0) pairs.push_back({a, b, a / 5 == b / 5});
    return pairs;
  };
  out.train = pairs_among(0, authors - tested - 5);
  out.validation = pairs_among(authors - tested - 5, authors - tested);
  out.test = pairs_among(authors - tested, authors);
  if (!with_authors)
    for (auto& doc : out.docs) doc.author = "";
  return out;
}

std::unique_ptr<Verifier> made_o2d2(const Settings& settings) {
  return verifiers().make("o2d2", settings).value();
}

double auc_of(const std::vector<double>& scores, const std::vector<Pair>& pairs) {
  double wins = 0, all = 0;
  for (size_t i = 0; i < pairs.size(); ++i)
    for (size_t j = 0; j < pairs.size(); ++j)
      if (pairs[i].same && !pairs[j].same) {
        wins += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
        ++all;
      }
  return wins / all;
}

TEST(O2d2, LearnsPlantedAuthorsAndFindsNoneWhereThereIsNone) {
  for (const bool signal : {true, false}) {
    const O2d2Problem problem = o2d2_problem(60, signal, true, 20);
    const Corpus corpus = testing::make_corpus(problem.docs);
    auto settings = quick_o2d2();
    settings["epochs"] = 20.0;
    settings["learning-rate"] = 3e-3;
    settings["stage"] = std::string("ual");
    const auto verifier = made_o2d2(settings);
    const auto status =
        verifier->fit({&corpus, problem.train}, {&corpus, problem.validation}, {{.threads = 2}});
    ASSERT_TRUE(status) << status.error().message;
    std::vector<double> scores(problem.test.size());
    ASSERT_TRUE(verifier->score({&corpus, problem.test}, scores, {}));
    const double auc = auc_of(scores, problem.test);
    RecordProperty(signal ? "auc_with_signal" : "auc_without", std::to_string(auc));
    if (signal)
      EXPECT_GT(auc, 0.8) << verifier->facts().dump(1);
    else
      EXPECT_NEAR(auc, 0.5, 0.12) << verifier->facts().dump(1);
  }
}

TEST(O2d2, LearnsFromNothingButTheTextsOfItsPairs) {
  const O2d2Problem problem = o2d2_problem(16, true);
  auto noise = problem.docs;
  for (size_t i = 5 * 11; i < noise.size(); ++i) noise[i].text = "noise of another kind " + std::to_string(i);
  std::vector<std::map<std::string, std::string>> bytes;
  for (const auto& docs : {problem.docs, noise}) {
    const Corpus corpus = testing::make_corpus(docs);
    auto verifier = made_o2d2(quick_o2d2());
    ASSERT_TRUE(verifier->fit({&corpus, problem.train}, {&corpus, problem.validation}, {}));
    bytes.push_back(testing::state_bytes(verifier->save().value()));
  }
  EXPECT_EQ(bytes[0], bytes[1]);
}

TEST(O2d2, TellsOfItsFitAndAnswersFromEachStage) {
  const O2d2Problem problem = o2d2_problem(16, true);
  const Corpus corpus = testing::make_corpus(problem.docs);
  std::vector<std::vector<double>> answers;
  for (const std::string stage : {"dml", "bfs", "ual", "o2d2"}) {
    auto settings = quick_o2d2();
    settings["stage"] = stage;
    auto verifier = made_o2d2(settings);
    ASSERT_TRUE(verifier->fit({&corpus, problem.train}, {&corpus, problem.validation}, {}));
    answers.emplace_back(problem.test.size());
    ASSERT_TRUE(verifier->score({&corpus, problem.test}, answers.back(), {}));
    const auto facts = verifier->facts();
    EXPECT_EQ(facts["authors_from"], "corpus");
    EXPECT_EQ(facts["network_authors"], 4);
    EXPECT_EQ(facts["detector_authors"], 2);
    EXPECT_EQ(facts["documents"], 30);
    EXPECT_EQ(facts["same_author_topics"], "any");
    EXPECT_EQ(facts["validations"].size(), 3U);
    ASSERT_EQ(facts["stages"].size(), 4U);
    EXPECT_EQ(facts["stages"][3]["stage"], "o2d2");
  }
  for (size_t i = 0; i < answers[2].size(); ++i)
    EXPECT_TRUE(answers[3][i] == 0.5 || answers[3][i] == answers[2][i]);
  EXPECT_NE(answers[0], answers[1]);
  EXPECT_NE(answers[1], answers[2]);
}

TEST(O2d2, DrawsPairsWhoseTopicsRelateAsThoseGiven) {
  const O2d2Problem problem = o2d2_problem(16, true);
  const Corpus corpus = testing::make_corpus(problem.docs);
  std::vector<Pair> cross;
  for (const Pair& pair : problem.train)
    if (problem.docs[pair.a].topic != problem.docs[pair.b].topic) cross.push_back(pair);
  for (const bool released : {false, true}) {
    auto settings = quick_o2d2();
    if (released) settings["draws"] = std::string("released");
    auto verifier = made_o2d2(settings);
    const auto status = verifier->fit({&corpus, cross}, {&corpus, problem.validation}, {});
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_EQ(verifier->facts()["same_author_topics"], released ? "any" : "cross");
    EXPECT_EQ(verifier->facts()["other_topics"], released ? "any" : "cross");
  }
}

TEST(O2d2, DrawsPairsByTheRuleOfTheStudy) {
  const O2d2Problem problem = o2d2_problem(16, true);
  const Corpus corpus = testing::make_corpus(problem.docs);
  PairRule rule;
  rule.options.positives = TopicRelation::cross;
  rule.options.negatives = TopicRelation::same;
  auto verifier = made_o2d2(quick_o2d2());
  ModelContext context;
  context.pair_rule = &rule;
  const auto status = verifier->fit({&corpus, problem.train}, {&corpus, problem.validation}, context);
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(verifier->facts()["same_author_topics"], "cross");
  EXPECT_EQ(verifier->facts()["other_topics"], "same");
  rule.options.cross_block = {"thread"};
  const auto unknown = made_o2d2(quick_o2d2())->fit({&corpus, problem.train}, {&corpus, {}}, context);
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("no document has a value in \"thread\""));
}

TEST(O2d2, JoinsAuthorsByPairsWhereTheCorpusHasNone) {
  const O2d2Problem with = o2d2_problem(16, true), without = o2d2_problem(16, true, false);
  const Corpus corpus = testing::make_corpus(without.docs);
  auto verifier = made_o2d2(quick_o2d2());
  const auto status = verifier->fit({&corpus, with.train}, {&corpus, with.validation}, {});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(verifier->facts()["authors_from"], "same-author pairs");
  EXPECT_EQ(verifier->facts()["network_authors"], 4);
}

TEST(O2d2, WorksWithoutValidationPairs) {
  const O2d2Problem problem = o2d2_problem(16, true);
  const Corpus corpus = testing::make_corpus(problem.docs);
  auto verifier = made_o2d2(quick_o2d2());
  ASSERT_TRUE(verifier->fit({&corpus, problem.train}, {&corpus, {}}, {}));
  const auto facts = verifier->facts();
  EXPECT_TRUE(facts["best_epoch"].is_null());
  EXPECT_EQ(facts["stages"].size(), 0U);
}

TEST(O2d2, TakesVectorsOfWordsFromAFile) {
  const O2d2Problem problem = o2d2_problem(16, true);
  const Corpus corpus = testing::make_corpus(problem.docs);
  const testing::TemporaryFolder folder;
  std::ofstream(folder.file("words.vec")) << "2 4\nthe 1 2 3 4\nunheardof 0 0 0 0\n";
  auto settings = quick_o2d2();
  settings["vectors"] = folder.file("words.vec");
  auto verifier = made_o2d2(settings);
  const auto status = verifier->fit({&corpus, problem.train}, {&corpus, problem.validation}, {});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_LE(verifier->facts()["words_with_vectors"], 1);
  settings["vectors"] = folder.file("absent.vec");
  const auto absent = made_o2d2(settings)->fit({&corpus, problem.train}, {&corpus, problem.validation}, {});
  ASSERT_FALSE(absent);
  EXPECT_THAT(absent.error().message, HasSubstr("absent.vec"));
}

TEST(O2d2, RefusesTooFewAuthorsAndTexts) {
  const O2d2Problem problem = o2d2_problem(16, true);
  const Corpus corpus = testing::make_corpus(problem.docs);
  const auto refused = [&](const std::vector<Pair>& pairs, const Settings& settings) {
    const auto status = made_o2d2(settings)->fit({&corpus, pairs}, {&corpus, {}}, {});
    EXPECT_FALSE(status);
    if (status) return std::string();
    EXPECT_EQ(status.error().kind, ErrorKind::data);
    return status.error().message;
  };
  EXPECT_THAT(
      refused({{0, 1, true}, {0, 7, false}}, quick_o2d2()),
      HasSubstr(
          "3 documents to learn from, by 2 authors (from the corpus's authors), but it needs at least 4 authors"));
  auto long_texts = quick_o2d2();
  long_texts["min-tokens"] = int64_t{5000};
  EXPECT_THAT(refused(problem.train, long_texts), HasSubstr("0 documents to learn from"));
  // With one text for each author, no same-author pair can be drawn.
  std::vector<Pair> apart;
  for (uint32_t a = 0; a < 25; a += 5)
    for (uint32_t b = a + 5; b < 30; b += 5) apart.push_back({a, b, false});
  EXPECT_THAT(refused(apart, quick_o2d2()), HasSubstr("pairs of both kinds are needed"));
}

class FlagAfterLines final : public Sink {
 public:
  FlagAfterLines(std::atomic<bool>& flag, size_t after) : flag_(flag), after_(after) {}
  void log(Level level, std::string_view) override {
    if (level != Level::debug && ++count_ == after_) flag_ = true;
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}

 private:
  std::atomic<bool>& flag_;
  size_t after_, count_ = 0;
};

TEST(O2d2, GoesOnAfterAKillToTheSameModel) {
  const O2d2Problem problem = o2d2_problem(16, true);
  const Corpus corpus = testing::make_corpus(problem.docs);
  const auto fitted = [&](const ModelContext& context) {
    auto verifier = made_o2d2(quick_o2d2());
    EXPECT_TRUE(verifier->fit({&corpus, problem.train}, {&corpus, problem.validation}, context));
    return std::pair(testing::state_bytes(verifier->save().value()), verifier->facts());
  };
  const auto straight = fitted({});
  for (const size_t lines : {1, 4}) {
    const testing::TemporaryFolder folder;
    std::atomic<bool> flag = false;
    FlagAfterLines sink(flag, lines);
    {
      const StopWhen when(flag);
      EXPECT_THROW(fitted({{.sink = &sink, .scratch = folder.file("scratch")}}), Stopped);
    }
    EXPECT_EQ(fitted({{.scratch = folder.file("scratch")}}), straight);
  }
}

}  // namespace
}  // namespace standfast
