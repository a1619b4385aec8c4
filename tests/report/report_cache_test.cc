// The cache of the last report of a run: it is used if and only if nothing has changed.
#include "standfast/report/page/report_cache.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"

namespace standfast::report {
namespace {

using testing::make_run_folder;
using testing::RunFolderOptions;
using testing::TemporaryFolder;
namespace fs = std::filesystem;

class ReportCache : public ::testing::Test {
 protected:
  void SetUp() override {
    RunFolderOptions small;
    small.authors = 10;
    small.topics = 6;
    small.folds = 2;
    small.pairs = 40;
    make_run_folder(run.path(), small);
    options.resamples = 20;
  }

  WrittenReport made() {
    auto written = write_report(run.path(), options, null_sink());
    if (!written) throw std::runtime_error(written.error().message);
    return *written;
  }
  std::string bytes(const char* name) const { return read_file(run.file(name)).value(); }
  // Checks if the report is made anew: a new report writes the page, a cached one does not touch it.
  bool makes_it_anew() {
    const auto longago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(run.file("report.html"), longago);
    const auto before = fs::last_write_time(run.file("report.html"));
    made();
    return fs::last_write_time(run.file("report.html")) != before;
  }

  TemporaryFolder run;
  ReportOptions options;
};

TEST_F(ReportCache, TheSecondSaysTheSameAndLeavesTheFilesAlone) {
  const WrittenReport first = made();
  const std::string page = bytes("report.html");
  EXPECT_FALSE(makes_it_anew());
  const WrittenReport again = made();
  EXPECT_EQ(bytes("report.html"), page);
  EXPECT_EQ(again.page, first.page);
  EXPECT_EQ(again.tables, first.tables);
  EXPECT_EQ(again.figures, first.figures);
  EXPECT_EQ(again.text, first.text);
  EXPECT_EQ(again.json, first.json);
  EXPECT_EQ(again.headlines, first.headlines);
  EXPECT_EQ(again.first_failed, first.first_failed);
  EXPECT_EQ(again.first_missing, first.first_missing);
  EXPECT_EQ(std::tuple(again.cells, again.failed, again.missing),
            std::tuple(first.cells, first.failed, first.missing));
  ASSERT_FALSE(first.warnings.empty());
  ASSERT_EQ(again.warnings.size(), first.warnings.size());
  for (size_t i = 0; i < first.warnings.size(); ++i)
    EXPECT_EQ(describe(again.warnings[i]), describe(first.warnings[i]));
}

TEST_F(ReportCache, WarningsAreToldAgain) {
  struct Heard final : Sink {
    std::vector<std::string> lines;
    void log(Level level, std::string_view line) override {
      if (level == Level::warning) lines.emplace_back(line);
    }
    void progress(std::string_view, uint64_t, uint64_t) override {}
  } first, again;
  // The similarity of topics is gone; the report is made without it and says so.
  bool removed = false;
  const auto plan = RunFolder(run.path()).read_plan().value();
  for (const auto& unit : plan)
    if (unit.kind->only_shown() && !removed) removed = fs::remove(RunFolder(run.path()).marker(unit));
  ASSERT_TRUE(removed);
  ASSERT_TRUE(write_report(run.path(), options, first));
  ASSERT_TRUE(write_report(run.path(), options, again));
  EXPECT_FALSE(first.lines.empty());
  EXPECT_EQ(again.lines, first.lines);
  EXPECT_FALSE(makes_it_anew());
}

TEST_F(ReportCache, OtherOptionsMakeItAnew) {
  made();
  options.level = 0.9;
  EXPECT_TRUE(makes_it_anew());
  EXPECT_FALSE(makes_it_anew());
  options.json = false;
  EXPECT_TRUE(makes_it_anew());
}

TEST_F(ReportCache, AFileOfTheReportThatWasTouchedIsMadeAgain) {
  const WrittenReport first = made();
  for (const auto& path : {first.figures.front(), first.tables.back(), first.page}) {
    const std::string before = read_file(path).value();
    std::ofstream(path, std::ios::app) << "x";
    made();
    EXPECT_EQ(read_file(path).value(), before) << path;
    fs::remove(path);
    made();
    EXPECT_EQ(read_file(path).value(), before) << path;
  }
}

TEST_F(ReportCache, ARecordThatChangedMakesItAnew) {
  made();
  const auto plan = RunFolder(run.path()).read_plan().value();
  const RunFolder folder(run.path());
  for (const auto& unit : plan) {
    if (!unit.kind->examines() || folder.state(unit).state != RunFolder::State::failed) continue;
    fs::remove(folder.marker(unit));  // as if it had not run
    break;
  }
  const WrittenReport now = made();
  EXPECT_EQ(now.failed, 0U);
  EXPECT_EQ(now.missing, 2U);
}

TEST_F(ReportCache, DamageIsSaidAsEver) {
  made();
  const RunFolder folder(run.path());
  const auto plan = folder.read_plan().value();
  for (const auto& unit : plan) {
    if (!unit.kind->examines() || folder.state(unit).state != RunFolder::State::done) continue;
    const std::string answers = folder.unit_folder(unit) + "/predictions.jsonl.gz";
    std::string text = read_plain_file(answers).value();
    text[text.size() / 2] ^= 1;  // of the same size
    std::ofstream(answers, std::ios::binary) << text;
    break;
  }
  EXPECT_EQ(report_key(run.path(), options), "");
  EXPECT_FALSE(write_report(run.path(), options, null_sink()));
}

TEST_F(ReportCache, ACachedReportThatWasCutIsNotBelieved) {
  made();
  std::string text = bytes(".report-kept");
  ASSERT_TRUE(write_file(run.file(".report-kept"), text.substr(0, text.size() / 2)));
  EXPECT_TRUE(makes_it_anew());
  EXPECT_EQ(bytes(".report-kept"), text);
}

}  // namespace
}  // namespace standfast::report
