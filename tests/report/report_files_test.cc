// The list of files in tables/ and figures/ that belong to the report, also after a report that ended
// half-way.
#include "standfast/report/page/report_files.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "tests/support/data.h"

namespace standfast::report {
namespace {

TEST(ReportFiles, WhatAnUnfinishedReportWroteIsRemovedByTheNext) {
  const testing::TemporaryFolder folder;
  const std::string run = folder.path(), tables = run + "/tables", figures = run + "/figures";
  ASSERT_TRUE(make_directories(tables));
  for (const char* name : {"/scores.csv", "/failed-cells.csv", "/mine.csv"})
    ASSERT_TRUE(write_file(tables + name, "x"));
  const std::vector<std::string> first = {tables + "/scores.csv"};
  ASSERT_TRUE(keep_report_files(run, {tables, figures}, first));
  // A report announced its tables, wrote some of them, and found the disk full.
  ASSERT_TRUE(announce_report_files(run, {tables + "/scores.csv", tables + "/failed-cells.csv"}));
  EXPECT_EQ(read_file(run + "/.report-files").value(), "tables/scores.csv\ntables/failed-cells.csv\n");
  ASSERT_TRUE(keep_report_files(run, {tables, figures}, first));
  EXPECT_FALSE(is_there(tables + "/failed-cells.csv"));
  EXPECT_TRUE(is_there(tables + "/scores.csv"));
  EXPECT_TRUE(is_there(tables + "/mine.csv"));
  EXPECT_EQ(read_file(run + "/.report-files").value(), "tables/scores.csv\n");
}

// A report into other folders does not write into the run folder, which may be read-only.
TEST(ReportFiles, AReportThatGoesElsewhereLeavesTheRunAlone) {
  const testing::TemporaryFolder folder, elsewhere;
  const std::string run = folder.path(), tables = elsewhere.file("t"), figures = elsewhere.file("f");
  ASSERT_TRUE(announce_report_files(run, {tables + "/scores.csv"}));
  ASSERT_TRUE(keep_report_files(run, {tables, figures}, {tables + "/scores.csv"}));
  EXPECT_FALSE(is_there(run + "/.report-files"));
  ASSERT_TRUE(write_file(run + "/.report-files", "tables/b.csv\ntables/a.csv\n"));
  const auto written = std::filesystem::last_write_time(run + "/.report-files");
  ASSERT_TRUE(keep_report_files(run, {tables, figures}, {tables + "/scores.csv"}));
  EXPECT_EQ(std::filesystem::last_write_time(run + "/.report-files"), written);
}

}  // namespace
}  // namespace standfast::report
