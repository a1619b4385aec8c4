// The forensic section of a report, and reports without names.
#include "standfast/result/findings/forensic.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/metric/evidence/llr.h"
#include "standfast/report/page/hide_names.h"
#include "standfast/report/page/report.h"
#include "standfast/report/table/tables.h"
#include "standfast/result/findings/pair_curves.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"

namespace standfast::report {
namespace {

using standfast::testing::make_run_folder;
using standfast::testing::RunFolderOptions;
using standfast::testing::TemporaryFolder;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

ReportOptions quick() {
  ReportOptions options;
  options.resamples = 60;
  return options;
}

std::vector<ForensicCell> cells_of(const RunRecords& run, const ReportOptions& options = quick()) {
  return forensic_cells(run, *summarise(run, {options.metric, options.level, options.threads}, null_sink()),
                        {static_cast<uint32_t>(options.resamples), options.level, options.threads},
                        null_sink());
}

const ForensicCell& cell_of(const RunRecords& run, const std::vector<ForensicCell>& cells,
                            const std::string& condition, const std::string& model) {
  return *std::find_if(cells.begin(), cells.end(), [&](const ForensicCell& cell) {
    return run.conditions[cell.condition].name == condition && run.models[cell.model].name == model;
  });
}

class Forensic : public ::testing::Test {
 protected:
  void SetUp() override {
    make_run_folder(folder_.path());
    run_ = *read_run(folder_.path());
  }
  TemporaryFolder folder_;
  RunRecords run_;
};

// The findings equal a recomputation from public functions: each fold is calibrated on the other folds, then
// the folds are pooled and measured.
TEST_F(Forensic, FoldsAreCalibratedOnTheOtherFolds) {
  const auto cells = cells_of(run_);
  for (const std::string condition : {"iid", "hits"}) {
    std::vector<const CellRecord*> folds;
    for (const auto& record : run_.cells)
      if (record.condition == condition && record.model == "ppm") folds.push_back(&record);
    ASSERT_EQ(folds.size(), 4U);
    std::vector<double> llr;
    std::vector<uint8_t> same;
    for (const auto* fold : folds) {
      std::vector<double> other_score;
      std::vector<uint8_t> other_same;
      for (const auto* other : folds)
        if (other != fold)
          for (size_t i = 0; i < other->predictions.value.size(); ++i) {
            other_score.push_back(other->predictions.value[i]);
            other_same.push_back(other->predictions.same[i]);
          }
      const auto fit = *fit_llr(other_score, other_same);
      for (size_t i = 0; i < fold->predictions.value.size(); ++i) {
        llr.push_back(fit.llr(fold->predictions.value[i]));
        same.push_back(fold->predictions.same[i]);
      }
    }
    const auto expected = *forensic_scores(llr, same);
    const auto& cell = cell_of(run_, cells, condition, "ppm");
    for (size_t m = 0; m < expected.size(); ++m) {
      EXPECT_NEAR(*cell.scores[m].value, expected[m], 1e-12);
      EXPECT_LE(cell.scores[m].interval->low, expected[m]);
      EXPECT_GE(cell.scores[m].interval->high, expected[m]);
    }
    EXPECT_EQ(cell.n_used, 640U);
    EXPECT_EQ(cell.folds, 4U);
    EXPECT_DOUBLE_EQ(cell.calibration_pairs, 480);
    EXPECT_GT(cell.authors_seen, 0.9) << "folds of the made run share their authors";
  }
}

TEST_F(Forensic, ATruthOfTheFoldItselfChangesNoneOfItsLlrs) {
  const size_t hits = 2, ppm = 1;
  ASSERT_EQ(run_.conditions[hits].name + run_.models[ppm].name, "hitsppm");
  const auto llrs = [&] {
    const CellIndex index(run_);
    const Folds& folds = index.folds(0, hits, ppm);
    return held_out_llrs(folds, folds, 1).items.llr;
  };
  const auto before = llrs();
  for (auto& record : run_.cells)
    if (record.condition == "hits" && record.model == "ppm" && record.fold == 0)
      for (auto& same : record.predictions.same) same = same != 0 ? 0 : 1;
  const auto after = llrs();
  ASSERT_EQ(after.size(), 640U);
  EXPECT_TRUE(std::equal(before.begin(), before.begin() + 160, after.begin())) << "fold 0";
  EXPECT_FALSE(std::equal(before.begin() + 160, before.end(), after.begin() + 160)) << "the others";
}

// A side is calibrated on the test items: its pairs are the same in all folds, so calibration on another fold
// would use the tested truth.
TEST_F(Forensic, ASideIsCalibratedOnTheTestItems) {
  ConditionInfo late = run_.conditions[2];
  ASSERT_EQ(late.name, "hits");
  late.name = "hits/late";
  late.side = "late";
  late.side_of = "hits";
  late.reference = false;
  run_.conditions.push_back(late);
  run_.corpora[0].sides.emplace_back().name = "late";
  const size_t side = run_.conditions.size() - 1, ppm = 1;
  const auto cells_before = run_.cells;
  const CellRecord* first = nullptr;
  for (const auto& cell : cells_before) {
    if (cell.condition != "hits" || cell.model != "ppm") continue;
    if (first == nullptr) first = &cell;
    auto& copy = run_.cells.emplace_back(*first);
    copy.condition = late.name;
    copy.side = late.side;
    copy.fold = cell.fold;
  }
  const auto llrs = [&] {
    const CellIndex index(run_);
    return held_out_llrs(index.folds(0, side, ppm), index.folds(0, 2, ppm), 1);
  };
  const auto before = llrs();
  EXPECT_EQ(before.calibration_pairs, 640);
  const auto cell = cell_of(run_, cells_of(run_), late.name, "ppm");
  EXPECT_EQ(cell.calibration_pairs, 640);
  EXPECT_NEAR(*cell.scores[0].value, (*forensic_scores(before.items.llr, before.items.same))[0], 1e-12);
  for (auto& record : run_.cells)
    if (record.condition == late.name)
      for (auto& same : record.predictions.same) same = same != 0 ? 0 : 1;
  EXPECT_EQ(llrs().items.llr, before.items.llr) << "the truth of the side";
}

TEST_F(Forensic, PlantedStrengthsComeOutAndFailedFoldsStayInTheTotal) {
  const auto cells = cells_of(run_);
  const auto cllr = [&](const char* condition, const char* model) {
    return *cell_of(run_, cells, condition, model).scores[0].value;
  };
  EXPECT_LT(cllr("iid", "ppm"), 0.5);
  EXPECT_LT(cllr("iid", "ppm"), cllr("hits", "ppm"));
  EXPECT_GT(cllr("hits", "topic-fit"), 0.8);
  EXPECT_NEAR(cllr("iid", "prior"), 1, 1e-12) << "one score for all says nothing";
  EXPECT_EQ(cell_of(run_, cells, "iid", "prior").flat_folds, 4U);
  const auto& failed = cell_of(run_, cells, "random", "topic-fit");
  EXPECT_EQ(failed.n_used, 480U);
  EXPECT_EQ(failed.n_total, 640U);
  const auto table = forensic_table(run_, cells, 0, 0.95);
  EXPECT_THAT(to_csv(table), HasSubstr("forums,random,topic-fit"));
  EXPECT_THAT(to_html(table), HasSubstr("480 of 640"));
  const auto words = forensic_words(run_, *summarise(run_, SummaryOptions{}, null_sink()), cells, 0);
  ASSERT_EQ(words.size(), 9U) << "three models under three conditions";
  EXPECT_THAT(words[0], HasSubstr("ppm under iid: Cllr 0."));
  EXPECT_THAT(words[0], HasSubstr("take away"));
}

TEST_F(Forensic, WithoutAnotherFoldThereIsNoCalibrationAndThatIsSaid) {
  std::erase_if(run_.cells, [](const CellRecord& record) { return record.fold > 0; });
  const auto cells = cells_of(run_);
  EXPECT_FALSE(cells[1].scores[0].value);
  EXPECT_EQ(cells[1].scores[0].why_not, "calibration needs a second fold");
  EXPECT_THAT(forensic_words(run_, *summarise(run_, SummaryOptions{}, null_sink()), cells, 0)[0],
              HasSubstr("no likelihood ratios (calibration needs a second fold)"));
}

TEST_F(Forensic, OneTruthIsUndefinedAndSaid) {
  for (auto& record : run_.cells)
    std::fill(record.predictions.same.begin(), record.predictions.same.end(), uint8_t{0});
  const auto cells = cells_of(run_);
  EXPECT_FALSE(cells[1].scores[0].value);
  EXPECT_THAT(cells[1].scores[0].why_not, HasSubstr("0 same and"));
}

TEST_F(Forensic, TopicReliabilityCountsAPairForBothItsTopics) {
  const auto rows = topic_reliability(run_, *summarise(run_, SummaryOptions{}, null_sink()), 0, 0.95);
  const auto& first = rows.front();
  uint64_t n = 0, same = 0;
  double sum = 0;
  for (const auto& record : run_.cells) {
    if (!record.ok || record.condition != run_.conditions[first.condition].name ||
        record.model != run_.models[first.model].name)
      continue;
    const auto& p = record.predictions;
    for (size_t i = 0; i < p.value.size(); ++i)
      if (p.topic_a[i] == first.topic || p.topic_b[i] == first.topic) {
        ++n;
        same += p.same[i];
        sum += p.value[i];
      }
  }
  EXPECT_EQ(first.bins.n, n);
  EXPECT_EQ(first.same, same);
  EXPECT_NEAR(first.mean_score, sum / static_cast<double>(n), 1e-12);
  EXPECT_EQ(rows.size(), 12U * 9) << "twelve topics, three conditions, three models";
}

// Returns the contents of all files of a report, joined.
std::string everything(const std::string& folder) {
  std::string all = *read_file(folder + "/report.html");
  for (const char* part : {"/tables", "/figures"})
    for (const auto& entry : fs::directory_iterator(folder + part)) all += *read_file(entry.path().string());
  return all;
}

TEST(NoText, NoNameIsLeftAndTheKeyHoldsThemAll) {
  TemporaryFolder run;
  RunFolderOptions made;
  made.nasty_names = false;
  make_run_folder(run.path(), made);
  auto options = quick();
  ASSERT_TRUE(write_report(run.path(), options, null_sink()));
  const std::string named = everything(run.path());
  EXPECT_THAT(named, HasSubstr("author 7"));
  EXPECT_THAT(named, HasSubstr("topic 7"));
  EXPECT_FALSE(fs::exists(run.file("names.csv")));

  options.no_text = true;
  options.names = run.file("apart/key.csv");
  fs::create_directories(run.file("apart"));
  const auto written = write_report(run.path(), options, null_sink());
  ASSERT_TRUE(written) << written.error().message;
  const std::string coded = everything(run.path()) + written->text + written->json;
  // EXPECT_THAT would print megabytes.
  const auto holds = [&](const std::string& what) { return coded.find(what) != std::string::npos; };
  for (int i = 0; i < 30; ++i) EXPECT_FALSE(holds("author " + std::to_string(i))) << i;
  for (int i = 0; i < 12; ++i) EXPECT_FALSE(holds("topic " + std::to_string(i))) << i;
  EXPECT_FALSE(holds("out of memory")) << "a reason may name a document";
  EXPECT_FALSE(holds("was made in a test")) << "so may a note";
  EXPECT_TRUE(holds("T12"));
  EXPECT_TRUE(holds("A30"));
  EXPECT_EQ(written->names, run.file("apart/key.csv"));
  const std::string key = *read_file(written->names);
  EXPECT_EQ(std::count(key.begin(), key.end(), '\n'), 1 + 30 + 12);
  EXPECT_THAT(key, HasSubstr(",author 29\r\n"));
  EXPECT_THAT(key, HasSubstr("forums,topic,T1,topic "));
  EXPECT_THAT(key, ::testing::Not(HasSubstr("T1,topic 0\r\nforums,topic,T2,topic 1\r\n")))
      << "codes follow no order of names";
}

TEST(NoText, CodesChangeNoNumber) {
  TemporaryFolder run;
  make_run_folder(run.path());
  auto named = *read_run(run.path()), coded = named;
  hide_names(coded);
  const auto a = cells_of(named), b = cells_of(coded);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].worst_same, b[i].worst_same);
    for (size_t m = 0; m < a[i].scores.size(); ++m) EXPECT_EQ(a[i].scores[m].value, b[i].scores[m].value);
    EXPECT_EQ(a[i].topics_seen, b[i].topics_seen);
  }
  EXPECT_EQ(named.corpora[0].tested_topics.size(), coded.corpora[0].tested_topics.size());
}

}  // namespace
}  // namespace standfast::report
