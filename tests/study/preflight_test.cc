// Columns that a study names and a corpus lacks are refused before anything runs, by one message.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::standfast;

// Makes documents of two authors and two topics, with the values of `more` ("\"lable\": \"x\"") in addition.
std::string posts(const std::string& more, const std::string& ids = "p") {
  std::string lines;
  for (int i = 0; i < 24; ++i)
    lines += fmt::format(
        R"({{"id": "{}{}", "text": "some words of {} about {}", "author": "a{}", "topic": "t{}", {}}})"
        "\n",
        ids, i, i % 2, i % 3, i % 2, i % 3, more);
  return lines;
}

class ColumnsReady : public ::testing::Test {
 protected:
  void SetUp() override { write_posts(posts(R"("lable": "x")") + posts(R"("lable": "y")", "q")); }
  void write_posts(const std::string& lines) { ASSERT_TRUE(write_file(folder_.file("posts.jsonl"), lines)); }

  // Writes a study of classification with `top`, `corpora` and the condition `iid`, which is split by
  // `split`.
  void write_study(const std::string& top, const std::string& split = "\"k-fold\"",
                   const std::string& corpora = "[[corpus]]\npath = \"posts.jsonl\"\n",
                   const std::string& more = "") {
    ASSERT_TRUE(write_file(folder_.file("study.toml"),
                           "task = \"classification\"\n" + top + "\n" + corpora +
                               "[[condition]]\nname = \"iid\"\nreference = true\nsplit = " + split + "\n" +
                               more + "[[model]]\ntype = \"naive-bayes\"\n"));
  }
  // Returns the message of run, run --prepare and run --dry-run, after checking that it is the same and that
  // nothing is written.
  std::string refused(int code = 3) {
    std::string message;
    for (const char* how : {"--out run --prepare", "--dry-run", "--out run"}) {
      const auto said = standfast(std::string("run study.toml -q ") + how, folder_.path());
      EXPECT_EQ(said.code, code) << how << ": " << said.out << said.err;
      EXPECT_FALSE(std::filesystem::exists(folder_.file("run"))) << how;
      if (!message.empty()) {
        EXPECT_EQ(said.err, message) << how;
      }
      message = said.err;
    }
    return message;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(ColumnsReady, TheTargetIsAskedForBeforeAnythingRuns) {
  write_study("target = \"label\"");
  EXPECT_EQ(
      refused(),
      "standfast: corpus posts: posts.jsonl: no label column, which is the target of the study; label = "
      "\"COLUMN\" in [[corpus]] names one; did you mean \"lable\"? (columns: id, text, author, topic, "
      "lable)\n");
  write_study("target = \"label\"", "\"k-fold\"", "[[corpus]]\npath = \"posts.jsonl\"\nlabel = \"lable\"\n");
  const auto said = standfast("run study.toml --dry-run", folder_.path());
  EXPECT_EQ(said.code, 0) << said.err;
}

TEST_F(ColumnsReady, AColumnWithoutAnyValueIsNoTarget) {
  ASSERT_TRUE(write_file(folder_.file("posts.jsonl"), posts(R"("label": "")")));
  write_study("target = \"label\"");
  EXPECT_THAT(refused(), HasSubstr("no document has a value in \"label\", the label column, which is the "
                                   "target of the study"));
}

TEST_F(ColumnsReady, PairsNeedAuthors) {
  ASSERT_TRUE(
      write_file(folder_.file("study.toml"),
                 "[[corpus]]\npath = \"posts.jsonl\"\nauthor = \"none\"\n[[condition]]\nname = \"iid\"\n"
                 "reference = true\nsplit = \"k-fold\"\n[[model]]\ntype = \"ppm\"\n"));
  EXPECT_THAT(refused(), AllOf(HasSubstr("corpus posts: "), HasSubstr("no author column, which pairs are "
                                                                      "drawn by")));
}

TEST_F(ColumnsReady, ColumnsOfConditionsAndBlocksAreAskedFor) {
  write_study("", "{ method = \"hold-out\", by = \"author\", group = \"source\" }");
  EXPECT_THAT(refused(), HasSubstr("no source column, which split of condition \"iid\" names"));
  write_study(
      "", "\"k-fold\"", "[[corpus]]\npath = \"posts.jsonl\"\n",
      "[[condition]]\nname = \"topics\"\nsplit = \"topic-k-fold\"\n[[condition]]\nname = \"control\"\n"
      "control-of = \"topics\"\nblock = \"source\"\n");
  EXPECT_THAT(refused(), HasSubstr("no source column, which block of condition \"control\" names"));
}

TEST_F(ColumnsReady, AConditionAsksOnlyItsCorpora) {
  ASSERT_TRUE(write_file(folder_.file("mails.jsonl"), posts(R"("source": "s")", "m")));
  const std::string corpora = "[[corpus]]\npath = \"posts.jsonl\"\n[[corpus]]\npath = \"mails.jsonl\"\n";
  const std::string by_source =
      "[[condition]]\nname = \"sources\"\nsplit = { method = \"hold-out\", by = \"source\" }\n";
  write_study("", "\"k-fold\"", corpora, by_source + "corpora = \"mails\"\n");
  const auto said = standfast("run study.toml --dry-run", folder_.path());
  EXPECT_EQ(said.code, 0) << said.err;
  write_study("", "\"k-fold\"", corpora, by_source);
  EXPECT_THAT(refused(), HasSubstr("corpus posts: "));
}

TEST_F(ColumnsReady, ASliceIsMissingOnlyWhereNoCorpusHasIt) {
  write_study("slices = [\"source\"]");
  EXPECT_THAT(refused(), AllOf(HasSubstr("posts.jsonl: no source column, which slices names"),
                               HasSubstr("(columns: id, text, author, topic, lable)")));
  ASSERT_TRUE(write_file(folder_.file("mails.jsonl"), posts(R"("source": "s")", "m")));
  write_study("slices = [\"source\"]", "\"k-fold\"",
              "[[corpus]]\npath = \"posts.jsonl\"\n[[corpus]]\npath = \"mails.jsonl\"\n");
  const auto said = standfast("run study.toml --dry-run", folder_.path());
  EXPECT_EQ(said.code, 0) << said.err;
}

// Names that are no roles are refused alike: such a name means the column of the file with that name, which
// may be missing.
TEST_F(ColumnsReady, NamesThatAreNoRolesAreToldAlike) {
  const std::string corpus = "[[corpus]]\npath = \"posts.jsonl\"\n";
  write_study("slices = [\"forum\"]");
  EXPECT_THAT(refused(), AllOf(HasSubstr("corpus posts: posts.jsonl: no forum column, which slices names"),
                               HasSubstr("(columns: id, text, author, topic, lable)")));
  write_study("group = \"forum\"");
  EXPECT_THAT(refused(), HasSubstr("no forum column, which group names"));
  write_study("", "{ method = \"hold-out\", by = \"author\", group = \"labl\" }");
  EXPECT_THAT(refused(), AllOf(HasSubstr("no labl column, which split of condition \"iid\" names"),
                               HasSubstr("did you mean \"lable\"?")));
  write_study("", "\"k-fold\"", corpus, "[[model]]\ntype = \"maxent\"\ndocument-weight = \"wt\"\n");
  EXPECT_THAT(refused(), HasSubstr("no wt column, which document-weight of model \"maxent\" names"));
  // A file of rows with a fixed number of fields is read by other code.
  ASSERT_TRUE(write_file(folder_.file("posts.csv"), "id,text,author,topic\n1,one,a,x\n2,two,b,y\n"));
  write_study("slices = [\"forum\"]", "\"k-fold\"", "[[corpus]]\npath = \"posts.csv\"\n");
  EXPECT_THAT(refused(), HasSubstr("corpus posts: posts.csv: no forum column, which slices names"));
}

TEST_F(ColumnsReady, SomeCorporaMayLackASliceThatIsNoRole) {
  ASSERT_TRUE(write_file(folder_.file("mails.jsonl"), posts(R"("forum": "f")", "m")));
  const std::string corpora = "[[corpus]]\npath = \"posts.jsonl\"\n[[corpus]]\npath = \"mails.jsonl\"\n";
  for (const char* top : {"slices = [\"forum\"]", "group = \"forum\""}) {
    write_study(top, "\"k-fold\"", corpora);
    const auto dry = standfast("run study.toml --dry-run", folder_.path());
    EXPECT_EQ(dry.code, 0) << dry.err;
    const auto said = standfast("run study.toml --out RUN", folder_.path());
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(std::filesystem::exists(folder_.file("RUN/tables/slices-mails--forum.csv"))) << top;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("RUN/tables/slices-posts--forum.csv"))) << top;
    std::filesystem::remove_all(folder_.file("RUN"));
  }
}

// `only` names the available columns, too: the reader notices first that such a column is missing and reports
// it as for any command (exit code 2).
TEST_F(ColumnsReady, OnlyNamesTheColumnsToo) {
  for (const char* path : {"path = \"posts.jsonl\"", "path = [\"posts.jsonl\", \"mails.jsonl\"]"}) {
    ASSERT_TRUE(write_file(folder_.file("mails.jsonl"), posts(R"("lable": "s")", "m")));
    write_study("", "\"k-fold\"", fmt::format("[[corpus]]\n{}\nonly = {{ label = \"x\" }}\n", path));
    EXPECT_THAT(refused(2),
                AllOf(HasSubstr("only documents with label \"x\" are wanted, but no column is its "
                                "label (--label COLUMN); did you mean \"lable\"? (columns: id, "
                                "text, author, topic, lable)")));
  }
}

// Roles that a split needs are requested in the keys of a study, because `run` has no flag for a column.
TEST_F(ColumnsReady, RolesThatASplitNeedsAreAskedFor) {
  const std::string bare =
      "[[corpus]]\npath = \"posts.jsonl\"\nauthor = \"none\"\ntopic = \"none\"\nlabel = \"lable\"\n";
  const std::string top = "target = \"label\"";
  write_study(top, "\"topic-k-fold\"", bare);
  EXPECT_THAT(refused(),
              HasSubstr("posts.jsonl: no topic column, which the split topic-k-fold of condition \"iid\" "
                        "needs; topic = \"COLUMN\" in [[corpus]] names one"));
  write_study(top, "\"temporal\"", bare);
  EXPECT_THAT(refused(), HasSubstr("no date column, which the split temporal of condition \"iid\" needs"));
  write_study(top, "{ method = \"k-fold\", author-disjoint = true }", bare);
  EXPECT_THAT(refused(), HasSubstr("no author column, which author-disjoint of condition \"iid\" needs"));
  write_study(top, "\"k-fold\"\nsample = { method = \"random-topics\", topics = 2 }", bare);
  EXPECT_THAT(refused(),
              HasSubstr("no topic column, which the sample random-topics of condition \"iid\" needs"));
}

TEST_F(ColumnsReady, ValidationOfAuthorsWithoutAuthorsNamesItsKeyAndTheCure) {
  const std::string bare = "[[corpus]]\npath = \"posts.jsonl\"\nauthor = \"none\"\nlabel = \"lable\"\n";
  write_study("target = \"label\"", "{ method = \"k-fold\", validation = 0.2 }", bare);
  EXPECT_THAT(refused(),
              HasSubstr("no author column, which validation of condition \"iid\" keeps whole "
                        "(validation-unit = \"document\" needs none); author = \"COLUMN\" in [[corpus]]"));
  write_study("target = \"label\"",
              "{ method = \"k-fold\", validation = 0.2, validation-unit = \"document\" }", bare);
  const auto said = standfast("run study.toml --dry-run", folder_.path());
  EXPECT_EQ(said.code, 0) << said.err;
}

TEST_F(ColumnsReady, PairsByTopicNeedTopics) {
  for (const char* pairs : {"positives = \"cross-topic\"", "negatives = \"same-topic\""}) {
    ASSERT_TRUE(write_file(
        folder_.file("study.toml"),
        fmt::format("[[corpus]]\npath = \"posts.jsonl\"\ntopic = \"none\"\n[[condition]]\nname = "
                    "\"iid\"\nreference = true\nsplit = \"k-fold\"\npairs = {{ {} }}\n[[model]]\ntype = "
                    "\"ppm\"\n",
                    pairs)));
    EXPECT_THAT(refused(), HasSubstr("no topic column, which pairs of condition \"iid\" are drawn by"))
        << pairs;
  }
}

TEST_F(ColumnsReady, PairsThatAgreeInAColumnNeedIt) {
  const auto with = [&](const std::string& pairs) {
    ASSERT_TRUE(write_file(
        folder_.file("study.toml"),
        fmt::format("[[corpus]]\npath = \"posts.jsonl\"\n[[condition]]\nname = \"iid\"\nreference = "
                    "true\nsplit = \"k-fold\"\npairs = {{ {} }}\n[[model]]\ntype = \"ppm\"\n",
                    pairs)));
  };
  with("negatives = { same = \"nowhere\" }");
  EXPECT_THAT(refused(), HasSubstr("no nowhere column, which negatives of condition \"iid\" names"));
  with("positives = { topics = \"cross-topic\", same = [\"author\", \"nowhere\"] }");
  EXPECT_THAT(refused(), HasSubstr("no nowhere column, which positives of condition \"iid\" names"));
  with("negatives = { sam = \"topic\" }");
  EXPECT_THAT(standfast("run study.toml --dry-run", folder_.path()).err,
              HasSubstr("pairs: negatives has no key \"sam\"; did you mean \"same\"?"));
  with("negatives = { same = \"topic\" }, negatives-same = \"topic\"");
  EXPECT_THAT(standfast("run study.toml --dry-run", folder_.path()).err,
              HasSubstr("negatives-same is given twice"));
}

TEST_F(ColumnsReady, BoundsOnTopicsNeedTopics) {
  const std::string corpus = "[[corpus]]\npath = \"posts.jsonl\"\ntopic = \"none\"\nlabel = \"lable\"\n";
  write_study("target = \"label\"", "\"k-fold\"\nsample = { method = \"all\", max-docs = 5 }", corpus);
  EXPECT_THAT(refused(), HasSubstr("no topic column, which the sample all of condition \"iid\" needs"));
}

TEST_F(ColumnsReady, OneClassIsNoClassification) {
  const std::string corpus = "[[corpus]]\npath = \"posts.jsonl\"\nlabel = \"lable\"\n";
  write_study("target = \"label\"", "\"k-fold\"", corpus + "only = { label = \"x\" }\n");
  EXPECT_THAT(refused(),
              HasSubstr("corpus posts: posts.jsonl: classification needs two labels, and the documents have "
                        "one, \"x\" (do only, at-least, most or limit leave the others out?)"));
  write_study("target = \"label\"", "\"k-fold\"", corpus + "most = { label = 1 }\n");
  EXPECT_THAT(refused(), HasSubstr("classification needs two labels"));
  write_study("target = \"label\"", "\"k-fold\"", corpus + "most = { label = 0 }\n");
  EXPECT_THAT(standfast("run study.toml --dry-run", folder_.path()).err,
              HasSubstr("study.toml:6: corpus 1: most: label = 0 has no meaning; write 1 or more"));
  write_study("target = \"author\"", "\"k-fold\"", corpus + "only = { label = \"x\" }\n");
  const auto said = standfast("run study.toml --dry-run", folder_.path());
  EXPECT_EQ(said.code, 0) << "the label is not the target: " << said.err;
}

TEST_F(ColumnsReady, DocumentsWithoutAClassAreCountedOnceForACorpus) {
  write_posts(posts(R"("lable": "x")") + posts(R"("lable": "y")", "q") + posts(R"("lable": "")", "r"));
  ASSERT_TRUE(write_file(folder_.file("mails.jsonl"), posts(R"("klass": "x")", "m")));
  const std::string split = "{ method = \"k-fold\", folds = 2 }";
  const auto warnings = [&] {
    const auto said = standfast("run study.toml --out run --no-report -q", folder_.path());
    EXPECT_EQ(said.code, 0) << said.err;
    std::filesystem::remove_all(folder_.file("run"));
    return said.err.substr(0, said.err.find("warning: SF"));
  };
  write_study("target = \"label\"", split, "[[corpus]]\npath = \"posts.jsonl\"\nlabel = \"lable\"\n");
  EXPECT_EQ(warnings(), "warning: corpus posts: 24 of 72 documents have no label and are left out\n");
  ASSERT_TRUE(
      write_file(folder_.file("posts.jsonl"), posts(R"("label": "x")") + posts(R"("label": "y")", "q")));
  write_study("target = \"label\"", split,
              "[[corpus]]\nname = \"both\"\npath = [\"posts.jsonl\", \"mails.jsonl\"]\n");
  EXPECT_EQ(
      warnings(),
      "warning: corpus both: 24 of 72 documents have no label and are left out; part \"mails\" (mails.jsonl) has "
      "none at all (does the column have another name there?)\n");
  write_study("target = \"author\"", split);
  EXPECT_EQ(warnings(), "") << "all have an author";
}

// A list is no slice; the advice is another column, because every row may hold a list.
TEST_F(ColumnsReady, AListIsNoSlice) {
  write_posts(posts(R"("tags": ["p", "q"])"));
  write_study("slices = [\"tags\"]");
  EXPECT_THAT(refused(),
              HasSubstr("posts.jsonl:1: \"tags\" holds a list where a category was expected; take a column "
                        "with one value a document"));
}

TEST_F(ColumnsReady, WeightsMayBeNumbers) {
  ASSERT_TRUE(write_file(folder_.file("posts.jsonl"), posts(R"("rating": 2)")));
  const std::string model = "[[model]]\ntype = \"maxent\"\ndocument-weight = ";
  write_study("", "\"k-fold\"", "[[corpus]]\npath = \"posts.jsonl\"\ncolumn.rating = { kind = \"number\" }\n",
              model + "\"rating\"\n");
  const auto said = standfast("run study.toml --dry-run", folder_.path());
  EXPECT_EQ(said.code, 0) << said.err;
  write_study("", "\"k-fold\"", "[[corpus]]\npath = \"posts.jsonl\"\n", model + "\"source\"\n");
  EXPECT_THAT(refused(), HasSubstr("no source column, which document-weight of model \"maxent\" names"));
}

}  // namespace
}  // namespace standfast
