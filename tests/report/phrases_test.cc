// Captions name the units that are pooled in the given corpus.
#include "standfast/report/words/phrases.h"

#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"

namespace standfast::report {
namespace {

TEST(Units, AreThoseThatTheCorpusHas) {
  EXPECT_EQ(units_in_words(3, 2), "authors and topics");
  EXPECT_EQ(units_in_words(3, 0), "authors");
  EXPECT_EQ(units_in_words(0, 2), "topics");
  EXPECT_EQ(units_in_words(0, 0), "documents");
  EXPECT_EQ(shared_in_words("pairs", 3, 2), "pairs that share an author or a topic are not independent");
  EXPECT_EQ(shared_in_words("pairs", 3, 0), "pairs that share an author are not independent");
  EXPECT_EQ(shared_in_words("documents", 0, 2), "documents that share a topic are not independent");
  EXPECT_EQ(shared_in_words("documents", 0, 0), "documents count as independent");
}

TEST(Units, AreNamedBelowTheSurvivalTable) {
  RunRecords run = testing::bare_run("classification", {"iid", "late"}, {"a"});
  run.profile = "classification";
  run.corpora[0].classes = {"x", "y"};
  run.conditions[0].reference = true;
  for (const char* condition : {"iid", "late"}) {
    std::vector<testing::ForgedAnswer> answers;
    for (uint32_t i = 0; i < 40; ++i) answers.push_back({i, i % 2, i % 8 == 0 ? 1 - i % 2 : i % 2});
    testing::add_answers(run, testing::add_cell(run, condition, "a"), answers);
  }
  const auto caption = [&](uint64_t authors, uint64_t topics) {
    run.corpora[0].authors = authors;
    run.corpora[0].topics = topics;
    const auto summary = summarise(run, {"accuracy", 0.95, 1}, null_sink());
    return survival_table(run, *summary, 0, summary->default_metric, 0.95).caption;
  };
  EXPECT_NE(caption(0, 0).find("(documents count as independent)"), std::string::npos) << caption(0, 0);
  EXPECT_NE(caption(0, 0).find("sign flips over documents do not"), std::string::npos) << caption(0, 0);
  EXPECT_NE(caption(4, 0).find("sign flips over authors do not"), std::string::npos);
}

}  // namespace
}  // namespace standfast::report
