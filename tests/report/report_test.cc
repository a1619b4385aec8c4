// A whole report of a made run folder.
#include "standfast/report/page/report.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/report/page/page.h"
#include "standfast/result/run/run_reader.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::make_run_folder;
using ::testing::Not;
using testing::RunFolderOptions;
using testing::TemporaryFolder;
namespace fs = std::filesystem;

ReportOptions quick_report() {
  ReportOptions options;
  options.resamples = 100;
  return options;
}

WrittenReport report_of(const std::string& folder, const ReportOptions& options = quick_report()) {
  auto written = write_report(folder, options, null_sink());
  if (!written) throw std::runtime_error(written.error().message);
  return *written;
}

// Returns the bytes of every file that the report writes.
std::map<std::string, std::string> outputs(const std::string& folder) {
  std::map<std::string, std::string> files;
  files["report.html"] = *read_file(folder + "/report.html");
  for (const char* part : {"/tables", "/figures"})
    for (const auto& entry : fs::directory_iterator(folder + part))
      files[entry.path().filename().string()] = *read_file(entry.path().string());
  return files;
}

TEST(Report, WritesPageAndTables) {
  TemporaryFolder run;
  make_run_folder(run.path());
  const auto written = report_of(run.path());
  EXPECT_EQ(written.page, run.file("report.html"));
  EXPECT_EQ(written.failed, 1U);
  EXPECT_EQ(written.missing, 1U);
  EXPECT_EQ(written.headlines.size(), 2U) << "one for each condition that is compared";
  const auto files = outputs(run.path());
  for (const char* name :
       {"survival-forums-overall.csv", "survival-forums-overall.tex", "survival-forums-auc.csv",
        "folds-forums.csv", "topic-similarity-forums.csv", "similar-topics-forums.tex", "priors-forums.csv",
        "failed-cells.csv", "conditions.csv", "models.tex", "metrics.csv", "likelihood-ratios-forums.csv",
        "topic-reliability-forums.tex", "tippett-forums.csv", "ece-forums.csv", "llr-forums.csv",
        "similarity-tree-forums.csv", "roc-forums.csv", "folds-forums.csv"})
    EXPECT_TRUE(files.contains(name)) << name;
  EXPECT_LT(files.at("report.html").size(), 3'000'000U);
}

TEST(Report, ScoresAreTheMeansOfTheRecords) {
  TemporaryFolder run;
  make_run_folder(run.path());
  const auto json = nlohmann::json::parse(report_of(run.path()).json);
  const auto records = *result::read_run(run.path());
  int compared = 0;
  for (const auto& cell : json.at("survival")) {
    double sum = 0;
    int folds = 0;
    for (const auto& record : records.cells)
      if (record.ok && record.condition == cell.at("condition") && record.model == cell.at("model"))
        for (const auto& score : record.scores)
          if (score.metric == cell.at("metric") && score.value) {
            sum += *score.value;
            ++folds;
          }
    if (folds == 0) {
      EXPECT_TRUE(cell.at("score").is_null());
      continue;
    }
    EXPECT_NEAR(cell.at("score").get<double>(), sum / folds, 1e-12);
    if (cell.at("interval").is_null()) {
      EXPECT_EQ(cell.at("model"), "prior") << "only a constant has no error";
      EXPECT_NE(cell.at("why_no_interval"), "");
    } else {
      EXPECT_LE(cell.at("interval")[0].get<double>(), cell.at("score").get<double>());
      EXPECT_GE(cell.at("interval")[1].get<double>(), cell.at("score").get<double>());
    }
    ++compared;
  }
  EXPECT_EQ(compared, 3 * 4 * 6);
}

// The survival in a table equals its formula, computed from the scores in the same table.
TEST(Report, SurvivalIsTheShareAboveGuessingThatIsLeft) {
  TemporaryFolder run;
  make_run_folder(run.path());
  const auto json = nlohmann::json::parse(report_of(run.path()).json);
  std::map<std::string, nlohmann::json> at;
  for (const auto& cell : json.at("survival"))
    at[cell.at("condition").get<std::string>() + "/" + cell.at("model").get<std::string>() + "/" +
       cell.at("metric").get<std::string>()] = cell;
  int shares = 0, split = 0, incomparable = 0;
  for (const auto& [key, cell] : at) {
    const std::string model = cell.at("model"), metric = cell.at("metric"), condition = cell.at("condition");
    const auto score = [&](const std::string& c) {
      return at.at(c + "/" + model + "/" + metric).at("score").get<double>();
    };
    EXPECT_EQ(cell.at("baseline").is_null(), condition == "iid");
    if (condition == "iid") continue;
    if (cell.at("lost").is_null()) {
      EXPECT_THAT(cell.at("why_not_lost").get<std::string>(), HasSubstr("scores of different items")) << key;
      EXPECT_TRUE(cell.at("survival").is_null() && cell.at("lost_ranking").is_null()) << key;
      ++incomparable;
      continue;
    }
    EXPECT_NEAR(cell.at("lost").get<double>(), score("iid") - score(condition), 1e-12) << key;
    if (!cell.at("lost_p").is_null()) {
      EXPECT_EQ(cell.at("lost_p").get<double>() < 0.05,
                cell.at("lost_interval")[0] > 0 || cell.at("lost_interval")[1] < 0)
          << key;
    }
    if (!cell.at("lost_threshold").is_null()) {
      EXPECT_NEAR(
          cell["lost_ranking"]["points"].get<double>() + cell["lost_threshold"]["points"].get<double>(),
          cell.at("lost").get<double>(), 1e-12);
      ++split;
    }
    if (cell.at("survival").is_null()) continue;
    EXPECT_EQ(metric, "auc") << "no share by a metric without a zero";
    EXPECT_EQ(cell.at("guessing"), 0.5);
    EXPECT_NEAR(cell.at("survival").get<double>(), (score(condition) - 0.5) / (score("iid") - 0.5), 1e-12);
    EXPECT_LE(cell.at("survival_interval")[0], cell.at("survival"));
    EXPECT_GE(cell.at("survival_interval")[1], cell.at("survival"));
    ++shares;
  }
  EXPECT_EQ(shares, 4) << "three models, two conditions; two of the six lack a fold";
  EXPECT_EQ(incomparable, 2 * 6) << "metrics of the two that lack a fold";
  EXPECT_EQ(split, (2 * 4 - 2) * 5) << "c@1, f1, f0.5u, brier and overall";
  EXPECT_TRUE(at.at("iid/ppm/auc").at("survival").is_null()) << "the reference has none";
  EXPECT_TRUE(at.at("hits/prior/auc").at("survival").is_null()) << "a guesser has none";
  EXPECT_LT(at.at("hits/topic-fit/auc").at("survival").get<double>(),
            at.at("hits/ppm/auc").at("survival").get<double>());
}

TEST(Report, FailedAndMissingCellsAreNeverHidden) {
  TemporaryFolder run;
  make_run_folder(run.path());
  const auto written = report_of(run.path());
  EXPECT_THAT(written.headlines, ::testing::Contains(::testing::AllOf(
                                     HasSubstr("random against iid"), HasSubstr("ppm (on 3 of 4 folds, "),
                                     HasSubstr("topic-fit (on 3 of 4 folds, "))));
  const auto files = outputs(run.path());
  EXPECT_THAT(files.at("failed-cells.csv"), HasSubstr("forums / random / topic-fit / seed 0 / fold 3"));
  EXPECT_THAT(files.at("failed-cells.csv"), HasSubstr("out of memory <b>at</b> fold"));
  EXPECT_THAT(files.at("failed-cells.csv"),
              HasSubstr("forums / random / ppm / seed 0 / fold 3,has not run yet"));
  EXPECT_THAT(files.at("failed-cells.csv"), HasSubstr("forums / ppm / pair features"));
  EXPECT_THAT(files.at("failed-cells.csv"), HasSubstr("disk full"));
  EXPECT_THAT(files.at("report.html"), HasSubstr("out of memory &lt;b&gt;at&lt;/b&gt; fold"));
  EXPECT_THAT(files.at("report.html"), HasSubstr("n 480 of 640, 3 of 4 folds"))
      << "the failed fold's pairs count";
}

TEST(Report, NamesOfTheCorpusCannotBreakOut) {
  TemporaryFolder run;
  make_run_folder(run.path());
  report_of(run.path());
  const auto files = outputs(run.path());
  EXPECT_THAT(files.at("report.html"), Not(HasSubstr("<script>document.documentElement")));
  EXPECT_THAT(files.at("report.html"), Not(HasSubstr("<img src=x")));
  EXPECT_THAT(files.at("similar-topics-forums.tex"), Not(HasSubstr("\\end{table} ")));
  EXPECT_THAT(files.at("similar-topics-forums.csv"), HasSubstr("\"<!-- \"\"quoted\"\", comma\""));
}

TEST(Report, SameBytesAgainAndForAnyNumberOfThreads) {
  TemporaryFolder one, two;
  make_run_folder(one.path());
  make_run_folder(two.path());
  report_of(one.path());
  auto options = quick_report();
  options.threads = 3;
  report_of(two.path(), options);
  EXPECT_EQ(outputs(one.path()), outputs(two.path()));
}

TEST(Report, SharesDoNotNeedThePrior) {
  TemporaryFolder with, without;
  RunFolderOptions options;
  make_run_folder(with.path(), options);
  options.prior = false;
  make_run_folder(without.path(), options);
  std::map<std::string, nlohmann::json> first;
  const auto of_with = nlohmann::json::parse(report_of(with.path()).json);
  for (const auto& cell : of_with.at("survival"))
    first[cell.at("condition").get<std::string>() + cell.at("model").get<std::string>() +
          cell.at("metric").get<std::string>()] = cell;
  const auto of_without = nlohmann::json::parse(report_of(without.path()).json);
  for (const auto& cell : of_without.at("survival")) {
    const auto key = cell.at("condition").get<std::string>() + cell.at("model").get<std::string>() +
                     cell.at("metric").get<std::string>();
    EXPECT_EQ(cell.at("survival").is_null(), first.at(key).at("survival").is_null()) << key;
  }
}

TEST(Report, WithoutReferenceThereIsNoSurvival) {
  TemporaryFolder run;
  RunFolderOptions options;
  options.reference = false;
  make_run_folder(run.path(), options);
  const auto written = report_of(run.path());
  EXPECT_THAT(written.headlines, ::testing::ElementsAre(HasSubstr("No condition of this study is marked")));
}

TEST(Report, MetricIsSelectable) {
  TemporaryFolder run;
  make_run_folder(run.path());
  auto options = quick_report();
  options.metric = "c@1";
  EXPECT_THAT(report_of(run.path(), options).text, HasSubstr("What survives on forums: c@1"));
  options.metric = "c@2";
  const auto refused = write_report(run.path(), options, null_sink());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::usage);
  EXPECT_THAT(refused.error().message, HasSubstr("c@2"));
}

TEST(Report, TopicSimilarityIsTheStatisticsOfTheSplits) {
  TemporaryFolder run;
  make_run_folder(run.path());
  report_of(run.path());
  const auto files = outputs(run.path());
  EXPECT_EQ(files.at("topic-similarity-forums.csv"),
            "corpus,condition,seed,folds,mean,max,shared_topics\r\n"
            "forums,iid,0,4,0.34,1,12\r\nforums,random,0,4,0.32,0.8,0\r\nforums,hits,0,4,0.27,0.3,0\r\n");
  EXPECT_THAT(files.at("similar-topics-forums.csv"), Not(HasSubstr("iid"))) << "its topics are on both sides";
  EXPECT_THAT(files.at("similar-topics-forums.csv"), HasSubstr("forums,hits,0,topic 6,topic 7,0.24"));
  EXPECT_THAT(files.at("conditions.csv"), HasSubstr("hits was made in a test"));
}

TEST(Report, BadFoldersAreSaidInOneLine) {
  TemporaryFolder empty;
  const auto none = write_report(empty.file("nothing"), quick_report(), null_sink());
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("no such run folder"));
  const auto bare = write_report(empty.path(), quick_report(), null_sink());
  ASSERT_FALSE(bare);
  EXPECT_THAT(bare.error().message, HasSubstr("no provenance.json"));

  TemporaryFolder run;
  make_run_folder(run.path());
  const auto cell = fs::directory_iterator(run.file("cells"))->path();
  ASSERT_TRUE(write_file((cell / "record.json").string(), "{\"key\": {}}"));
  const auto broken = write_report(run.path(), quick_report(), null_sink());
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().kind, ErrorKind::data);
  EXPECT_THAT(broken.error().message, HasSubstr("record.json"));
}

TEST(Report, ScoresOutsideZeroToOneAreRefusedWithTheirLine) {
  TemporaryFolder run;
  make_run_folder(run.path());
  for (const auto& cell : fs::directory_iterator(run.file("cells"))) {
    const std::string path = (cell.path() / "predictions.jsonl.gz").string();
    if (!fs::exists(path)) continue;
    ASSERT_TRUE(write_file(
        path,
        "{\"id\": \"a|b\", \"side\": \"test\", \"value\": 0.5, \"same\": true, \"authors\": [\"x\", \"x\"], "
        "\"topics\": [\"s\", \"t\"]}\n"
        "{\"id\": \"a|c\", \"side\": \"test\", \"value\": 1.5, \"same\": true, \"authors\": [\"x\", \"x\"], "
        "\"topics\": [\"s\", \"t\"]}\n"));
  }
  testing::reseal(run.path());
  const auto refused = write_report(run.path(), quick_report(), null_sink());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("predictions.jsonl.gz:2: score 1.5 is outside 0..1"));
}

}  // namespace
}  // namespace standfast
