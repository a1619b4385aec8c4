// The statistics of a report on whole synthetic corpora with a known truth. docs/topic-statistics.md has the
// figures of many more corpora; here they are few, so the bounds are exact binomial bounds.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/parallel.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/simulate/design_errors.h"

namespace standfast::simulate {
namespace {

SyntheticDesign grid(size_t authors, size_t topics, uint64_t documents) {
  SyntheticDesign design;
  std::vector<std::string> author_names, topic_names;
  for (size_t a = 0; a < authors; ++a) author_names.push_back(std::to_string(a));
  for (size_t t = 0; t < topics; ++t) topic_names.push_back(std::to_string(t));
  design.table =
      TopicCounts::from_table(topic_names, author_names, std::vector<uint64_t>(authors * topics, documents));
  design.options = {{"features", std::string("function-words")}};
  design.length = 50;
  return design;
}

DesignErrors errors_of(const SyntheticDesign& design, uint32_t sets, uint32_t blocks, int threads = 0) {
  const auto found = design_errors(design, {.sets = sets,
                                            .blocks = blocks,
                                            .resamples = 199,
                                            .threads = threads > 0 ? threads : available_threads()});
  EXPECT_TRUE(found) << found.error().message;
  return *found;
}

// Returns the exact 99.9 % interval of the type I error rate.
Interval error_rate(const DesignErrors& found, const char* question, const char* method) {
  const MonteCarlo& share = *found.find(question, method)->rejects;
  return exact_interval(static_cast<uint64_t>(std::llround(share.share * static_cast<double>(share.n))),
                        share.n, .999);
}

TEST(CorpusTests, WhereNothingIsThereTestsKeepTheirLevel) {
  constexpr uint32_t kCorpora = 200;
  const auto found = errors_of(grid(6, 8, 2), kCorpora, 1);
  EXPECT_EQ(found.documents, 96U);
  for (const auto& question : found.questions) {
    if (!question.is_null) {
      const bool is_score = question.name.starts_with("accuracy") || question.name.starts_with("macro");
      EXPECT_TRUE(!is_score || question.mean > 1.5 / 6) << question.name << ": nothing was learned";
      continue;
    }
    EXPECT_NEAR(question.mean, 0, 4 * question.sd / std::sqrt(kCorpora)) << question.name;
    EXPECT_GT(question.sd, .01) << question.name << ": the two always agree";
    // The test that the report uses is conservative, never anti-conservative.
    EXPECT_LE(error_rate(found, question.name.c_str(), "report").low, .05) << question.name;
  }
  EXPECT_LE(error_rate(found, "any", "holm").low, .05);
  // The share that survives, where everything survives.
  const auto& survives = *std::find_if(found.questions.begin(), found.questions.end(),
                                       [](const auto& one) { return one.name == "survives"; });
  EXPECT_EQ(survives.truth, 1);
  EXPECT_NEAR(survives.mean, 1, 4 * survives.sd / std::sqrt(kCorpora));
  // Leaving out a topic that shows in no text: topics are independent, and tests over topics are valid.
  for (const char* method : {"paired-t", "paired-t-robust", "paired-t-topics", "paired-t-unweighted"}) {
    const Interval rate = error_rate(found, "drop", method);
    EXPECT_LE(rate.low, .05) << method;
    EXPECT_GE(rate.high, .05) << method;
  }
  EXPECT_LE(error_rate(found, "drop", "sign-flip").low, .05);
  // With half a vocabulary, an author is lucky or unlucky on every topic. Tests that ignore authors err here,
  // so the bounds above do reject a wrong test.
  for (const char* method : {"paired-t", "sign-flip", "bootstrap", "unpaired-t", "documents"})
    EXPECT_GT(error_rate(found, "vocabulary", method).low, .05) << method;
}

TEST(CorpusTests, TheSameForAnyNumberOfThreads) {
  const auto design = grid(3, 4, 2);
  const auto one = errors_of(design, 4, 2, 1), three = errors_of(design, 4, 2, 3);
  ASSERT_EQ(one.errors.size(), three.errors.size());
  for (size_t i = 0; i < one.errors.size(); ++i) {
    EXPECT_EQ(one.errors[i].width, three.errors[i].width);
    if (one.errors[i].holds) {
      EXPECT_EQ(one.errors[i].holds->share, three.errors[i].holds->share);
    }
  }
}

// A true drop is found: texts are full of topic words and authors have topics of their own, so topic words
// give the author away until the topic is left out.
TEST(CorpusTests, ADropThatIsThereIsFound) {
  auto design = grid(8, 8, 1);
  for (auto& cell : design.table.cells)
    if (cell.author == cell.topic) cell.documents = 8;
  design.topic_strength = 1;
  design.style = .3;
  design.options = {{"features", std::string("word")}, {"prior", std::string("uniform")}};
  const auto found = errors_of(design, 10, 2);
  const auto drop = std::ranges::find(found.questions, "drop", &DesignQuestion::name);
  ASSERT_NE(drop, found.questions.end());
  EXPECT_FALSE(drop->is_null);
  EXPECT_GT(drop->mean, .3);
  const auto& error = *found.find("drop", "report");
  EXPECT_FALSE(error.rejects) << "it is no error to find it";
  EXPECT_TRUE(error.holds) << "what these authors lose on average is known from the other corpora";
}

}  // namespace
}  // namespace standfast::simulate
