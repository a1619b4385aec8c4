// Tests of a study that fine-tunes a small encoder: its records and its report tell how it learned, and a fit
// that was killed in its middle leaves the same bytes.
#include <chrono>
#include <filesystem>
#include <map>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>

#include "tests/support/command.h"
#include "tests/support/csv_rows.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class FineTuningStudy : public StudyRun {
 protected:
  void SetUp() override {
    StudyRun::SetUp();
    write_small_encoder(file("encoder"));
  }
  // Writes the study; `options` belong to the model, and `split` to the one condition.
  void write(const std::string& options, const std::string& split = ", validation = 0.2",
             const std::string& more = "") {
    write_study("study.toml", R"(task = "classification"
target = "topic"
seed = 5
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 2)" +
                                  split + " }\n" + more + R"([[model]]
name = "tuned"
type = "transformer"
checkpoint = "encoder"
max-tokens = 24
batch = 8
)" + options);
  }
  Said standfast_here(const std::string& arguments) { return standfast(arguments, folder_.path()); }
};

TEST_F(FineTuningStudy, AFitThatIsKilledInItsMiddleEndsWithTheSameBytes) {
  write("epochs = 60\nlearning-rate = 0.003\n");
  ASSERT_EQ(run("whole"), 0) << output();
  int resumed = 0;
  for (int round = 0; round < 3; ++round) {
    Process process(run_words("killed", 1), file("output"));
    wait_for_training_state(process, file("killed/scratch"));
    std::this_thread::sleep_for(std::chrono::milliseconds(20 * round));
    if (process.ended()) break;
    ::kill(-process.pid(), SIGKILL);
    process.wait();
    resumed += has_training_state(file("killed/scratch")) ? 1 : 0;
  }
  EXPECT_GE(resumed, 1) << "no state was there to go on from";
  ASSERT_EQ(run("killed"), 0) << output();
  expect_same("killed", "whole");
}

// A cluster stops a task like this: its processes get the signal at once, and the first of them perhaps
// twice.
TEST_F(FineTuningStudy, WorkThatIsStoppedRecordsNothingAndGoesOn) {
  write("epochs = 60\nlearning-rate = 0.003\n");
  ASSERT_EQ(run("whole"), 0) << output();
  ASSERT_EQ(standfast_here("run study.toml --out stopped --prepare").code, 0);
  const std::vector<std::string> work = {"work", file("stopped"), "--jobs", "1"};
  Process process(work, file("output"));
  wait_for_training_state(process, file("stopped/scratch"));
  const auto workers = process.workers();
  ASSERT_EQ(workers.size(), 1U);
  ::kill(workers.front(), SIGTERM);
  ::kill(process.pid(), SIGTERM);
  ::kill(process.pid(), SIGTERM);
  EXPECT_EQ(process.wait(), 130) << output();
  EXPECT_THAT(output(), HasSubstr("interrupted; to continue"));
  EXPECT_TRUE(has_training_state(file("stopped/scratch")));
  EXPECT_TRUE(status("stopped")["failed"].empty());
  EXPECT_EQ(command(work), 0) << output();
  ASSERT_EQ(run("stopped"), 0) << output();
  expect_same("stopped", "whole");
}

TEST_F(FineTuningStudy, TheReportSaysHowItLearned) {
  write("epochs = 60\nlearning-rate = 0.003\n");
  ASSERT_EQ(run("r"), 0) << output();
  EXPECT_THAT(
      output(),
      HasSubstr("SF205 posts: model tuned reads only the first 24 tokens, and 100 % of the training texts "
                "go on after that"));
  const auto rows = rows_of_csv(file("r/tables/learning-posts.csv"));
  ASSERT_EQ(rows.size(), 2U) << "two fits";
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("network"), "tuned");
    EXPECT_EQ(row.at("checkpoint"), "encoder");
    EXPECT_EQ(row.at("texts"), row.at("texts_cut"));
    EXPECT_THAT(row.at("weights"), HasSubstr("validation documents of the fold chose the epoch"));
    EXPECT_GT(std::stod(row.at("loss_first")), std::stod(row.at("loss_last")));
    EXPECT_NEAR(std::stod(row.at("loss_guessing")), 1.79, 0.01) << "six topics";
  }
  // The curve has the numbers of the record.
  EXPECT_GT(rows_of_csv(file("r/figures/learning-posts.csv")).size(), 20U);
  EXPECT_THAT(read_file(file("r/report.html")).value(), HasSubstr("How networks learned"));
  // A run of an earlier version has no history; otherwise its report is the same.
  size_t records = 0;
  for (const auto& entry : fs::directory_iterator(file("r/cells"))) {
    const auto record = nlohmann::json::parse(read_file(entry.path().string() + "/record.json").value());
    records += record.at("facts").contains("history") ? 1 : 0;
  }
  EXPECT_EQ(records, 2U);
}

TEST_F(FineTuningStudy, ANetworkThatLearnedNothingIsSaidToHave) {
  write("epochs = 1\nlearning-rate = 1e-6\n", "");
  ASSERT_EQ(run("r"), 0) << output();
  EXPECT_THAT(
      output(),
      AllOf(HasSubstr(
                "SF206 posts: model tuned: the training loss of all 2 fits ends at the level of guessing"),
            HasSubstr("9 updates on 72 texts are too few")));
  write("epochs = 60\nlearning-rate = 0.003\n", "");
  ASSERT_EQ(run("other"), 0) << output();
  EXPECT_THAT(output(), Not(HasSubstr("SF206")));
  EXPECT_THAT(read_file(file("other/tables/learning-posts.csv")).value(),
              HasSubstr("the weights after the last update"));
}

TEST_F(FineTuningStudy, TheReportSaysWhatASpaceLearnedFrom) {
  write("epochs = 1\n", ", validation = 0.2", R"([[condition]]
name = "clusters"
split = { method = "cluster-k-fold", folds = 2, clusters = 4 }
space = { model = "transformer", checkpoint = "encoder", max-tokens = 24, epochs = 2, validation = 0.1 }
)");
  ASSERT_EQ(run("r"), 0) << output();
  const std::string table = read_file(file("r/tables/learning-posts.csv")).value();
  EXPECT_THAT(table, HasSubstr("posts,clusters,the space,encoder,"));
  EXPECT_THAT(table, HasSubstr(",yes,")) << "tested documents are among those it learned from";
  EXPECT_THAT(table, HasSubstr("a share of 0.1 of its documents chose the epoch"));
}

}  // namespace
// By the law of kept models, such a model answers the test documents of its cell as the cell did.
TEST_F(FineTuningStudy, KeptModelsAnswerAsTheirCellsDid) {
  write("epochs = 2\nlearning-rate = 0.003\n", "", "[[model]]\ntype = \"naive-bayes\"\n");
  ASSERT_EQ(run("without"), 0) << output();
  write_study("study.toml", "keep = \"models\"\n" + *read_file(file("study.toml")));
  ASSERT_EQ(run("r"), 0) << output();
  EXPECT_EQ(*read_file(file("r/scores.csv")), *read_file(file("without/scores.csv")));
  size_t kept = 0;
  for (const auto& entry : fs::directory_iterator(file("r/cells"))) {
    const std::string cell = entry.path().string();
    const Said said = standfast_here("predict " + cell + "/model posts.jsonl --out all.jsonl");
    ASSERT_EQ(said.code, 0) << said.err;
    std::map<std::string, nlohmann::json> answers;
    std::istringstream lines(*read_file(file("all.jsonl")));
    for (std::string line; std::getline(lines, line);) {
      const auto one = nlohmann::json::parse(line);
      answers[one.at("id")] = one.at("probabilities");
    }
    const auto record = nlohmann::json::parse(*read_file(cell + "/record.json"));
    std::istringstream predictions(*read_file(cell + "/predictions.jsonl.gz"));
    for (std::string line; std::getline(predictions, line);) {
      const auto one = nlohmann::json::parse(line);
      const auto& answer = answers.at(one.at("id"));
      for (size_t k = 0; k < record.at("classes").size(); ++k)
        ASSERT_NEAR(answer.at(record.at("classes")[k].get<std::string>()).get<double>(),
                    one.at("probabilities")[k].get<double>(), 1e-9);
    }
    ++kept;
  }
  EXPECT_EQ(kept, 6U) << "two folds of three models";
  EXPECT_EQ(command({"status", file("r"), "--verify"}), 0) << output();
}

}  // namespace standfast::testing
