// Dry runs, called as a library: findings without fitting anything, and the conditions for continuing a
// folder.
#include "standfast/study/executor/dry_run.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/study/executor/run.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TemporaryFolder;

class Prepared : public ::testing::Test {
 protected:
  // Writes forty documents; document number `without` has no value of the column "style".
  void write_posts(int without) const {
    std::string lines;
    for (int i = 0; i < 40; ++i)
      lines += fmt::format(R"({{"id": "p{}", "text": "word{} of a{}", "author": "a{}", "label": "l{}"{}}})"
                           "\n",
                           i, i % 7, i % 4, i % 4, i % 2,
                           i == without ? "" : fmt::format(R"(, "style": "s{}")", i % 4 / 2));
    ASSERT_TRUE(write_file(folder_.file("posts.jsonl"), lines));
  }
  void write_study(const std::string& text) const {
    ASSERT_TRUE(write_file(folder_.file("study.toml"), text));
  }
  RunOptions options() const {
    RunOptions options;
    options.study_path = folder_.file("study.toml");
    options.folder = folder_.file("run");
    return options;
  }
  TemporaryFolder folder_;
};

const std::string kRobust = R"(task = "classification"
group = "style"
seeds = [0, 1]
[[corpus]]
path = "posts.jsonl"
column.style = "style"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 2 }
[[model]]
type = "dfr"
[[model]]
type = "maxent"
)";

TEST_F(Prepared, ADryRunFindsDocumentsWithoutAGroup) {
  write_study(kRobust);
  write_posts(-1);
  const auto whole = dry_run(options());
  ASSERT_TRUE(whole) << whole.error().message;
  for (const auto& planned : whole->conditions) EXPECT_THAT(planned.lacking, IsEmpty());
  write_posts(17);
  const auto lacks = dry_run(options());
  ASSERT_TRUE(lacks) << lacks.error().message;
  for (const auto& planned : lacks->conditions)
    EXPECT_THAT(planned.lacking, ElementsAre(HasSubstr("model \"dfr\": document \"p17\" has no group")));
}

// Seeds do not multiply the pairs of conditions and models: another seed draws from the same documents, so it
// adds nothing about a model.
TEST_F(Prepared, SeedsAreNoPairsOfTheirOwn) {
  write_posts(-1);
  const std::string study = R"(task = "verification"
seeds = [{}]
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = {{ method = "k-fold", folds = 2 }}
pairs = {{ positives = "any", negatives = "any" }}
[[model]]
type = "prior"
)";
  write_study(fmt::format(fmt::runtime(study), "0"));
  const auto one = dry_run(options());
  ASSERT_TRUE(one) << one.error().message;
  write_study(fmt::format(fmt::runtime(study), "0, 1, 2, 3, 4"));
  const auto five = dry_run(options());
  ASSERT_TRUE(five) << five.error().message;
  ASSERT_EQ(five->power.size(), 1U);
  EXPECT_GT(one->power.at(0).same, 0U);
  EXPECT_LE(five->power[0].same, one->power[0].same);
  EXPECT_GE(five->power[0].independent, one->power[0].independent);
}

// A dry run computes no vectors by a network: they take minutes for large corpora, and a dry run could not
// keep them.
TEST_F(Prepared, ANetworkReadsNothingLongBeforeTheRun) {
  testing::SmallSentenceModel().write(folder_.file("model"));
  std::string study = R"(task = "classification"
target = "label"
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 2 }
[[condition]]
name = "closest"
space = { encoder = "sentence", checkpoint = "model" }
split = { method = "closest-split", k-max = 3 }
[[condition]]
name = "control"
control-of = "closest"
[[model]]
type = "prior"
)";
  write_study(study);
  write_posts(-1);
  const auto few = dry_run(options());
  ASSERT_TRUE(few) << few.error().message;
  for (const auto& planned : few->conditions) EXPECT_EQ(planned.skipped, "") << planned.condition;
  std::string lines;
  const std::string filler(30'000, 'a');
  for (int i = 0; i < 40; ++i)
    lines += fmt::format(R"({{"id": "p{}", "text": "word{} {}", "label": "l{}"}})"
                         "\n",
                         i, i % 7, filler, i % 2);
  ASSERT_TRUE(write_file(folder_.file("posts.jsonl"), lines));
  const auto much = dry_run(options());
  ASSERT_TRUE(much) << much.error().message;
  ASSERT_EQ(much->conditions.size(), 3U);
  EXPECT_EQ(much->conditions[0].skipped, "");
  EXPECT_EQ(much->conditions[0].folds, 2U);
  for (const size_t network : {1, 2})
    EXPECT_THAT(much->conditions[network].skipped, HasSubstr("\"sentence\" would encode 40 texts (1.2 MB)"));
  // A model of a space would have to be trained first.
  study.replace(study.find("encoder = \"sentence\""), 20, "model = \"transformer\"");
  write_study(study);
  const auto learns = dry_run(options());
  ASSERT_TRUE(learns) << learns.error().message;
  for (const size_t network : {1, 2})
    EXPECT_THAT(learns->conditions[network].skipped,
                HasSubstr("\"transformer\" would learn from 40 texts (1.2 MB)"));
}

// A given split may be a folder of lists, as `split --export lists=DIR` and other tools write it.
TEST_F(Prepared, ASplitMayLieInAFolderOfLists) {
  write_posts(-1);
  write_study(R"(task = "classification"
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "published"
reference = true
split = { method = "given", splits = "published" }
[[model]]
type = "prior"
)");
  std::filesystem::create_directory(folder_.file("published"));
  ASSERT_TRUE(write_file(folder_.file("published/fold-0-train.ids.txt"), "p0\np1\np2\n"));
  ASSERT_TRUE(write_file(folder_.file("published/fold-0-test.ids.txt"), "p3\np4\n"));
  const auto plan = dry_run(options());
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_EQ(plan->conditions.size(), 1U);
  EXPECT_EQ(plan->conditions[0].reason, "");
  EXPECT_EQ(plan->conditions[0].test_documents, 2U);
  const auto digest = plan->study.conditions[0].files.at("published");
  ASSERT_TRUE(write_file(folder_.file("published/fold-0-test.ids.txt"), "p3\np5\n"));
  EXPECT_NE(dry_run(options())->study.conditions[0].files.at("published"), digest);
}

// Changed line ends do not make a damaged folder count as that of another run: git's autocrlf changes both
// files that identify the folder.
TEST_F(Prepared, LineEndsOfADamagedFolderDoNotMakeItAnothers) {
  write_posts(-1);
  write_study(kRobust);
  std::string text;
  const auto provenance = provenance_of(options(), text);
  ASSERT_TRUE(provenance) << provenance.error().message;
  const RunFolder folder(options().folder);
  ASSERT_TRUE(check_folder(folder));
  ASSERT_TRUE(write_head(folder, *provenance, text, options()));
  const std::string wrote = *read_file(folder.file("provenance.json"));
  for (const char* name : {"study.toml", "provenance.json"}) {
    const std::string plain = *read_file(folder.file(name));
    std::string ends;
    for (const char c : plain) ends += c == '\n' ? std::string("\r\n") : std::string(1, c);
    ASSERT_TRUE(write_file(folder.file(name), ends));
  }
  const auto damaged = read_sealed(folder.file("provenance.json"), kProvenanceSchema);
  ASSERT_FALSE(damaged);
  EXPECT_THAT(damaged.error().message, HasSubstr("its line ends were changed to CRLF"));
  const auto again = write_head(folder, *provenance, text, options());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*read_file(folder.file("study.toml")), text);
  EXPECT_EQ(*read_file(folder.file("provenance.json")), wrote);
  // For another study the message says what to do, and does not say that the folder is made again.
  ASSERT_TRUE(write_file(folder.file("study.toml"), "seeds = [2]\n"));
  ASSERT_TRUE(write_file(folder.file("provenance.json"), wrote + "\n"));
  const auto refused = write_head(folder, *provenance, text, options());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              ::testing::AllOf(HasSubstr("study.toml is not the study given here"),
                               HasSubstr("give another --out"), ::testing::Not(HasSubstr("makes it again"))));
}

}  // namespace
}  // namespace standfast
