// The survival view of a study in memory equals the part that the report of its run shows first, byte for
// byte.
#include "standfast/report/page/survival_view.h"

#include <memory>

#include <gmock/gmock.h>

#include "standfast/report/page/report.h"
#include "standfast/result/run/run_in_memory.h"
#include "standfast/study/executor/run.h"
#include "standfast/study/experiment/study_corpus.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

class SurvivalViewOf : public StudyRun {
 protected:
  SurvivalView in_memory(const std::string& text) {
    auto study = parse_study(text, "study.toml", study_catalogs());
    EXPECT_TRUE(study) << study.error().message;
    std::vector<std::unique_ptr<Corpus>> corpora;
    std::vector<CorpusInMemory> named;
    for (const auto& spec : study->corpora) {
      auto corpus = read_study_corpus(*study, spec, folder_.path(), nullptr, null_sink());
      EXPECT_TRUE(corpus) << corpus.error().message;
      corpora.push_back(std::make_unique<Corpus>(std::move(*corpus)));
      named.push_back({spec.name, corpora.back().get()});
    }
    result::ExperimentInMemory experiment(named, {.study_folder = folder_.path(), .designs = true});
    const auto run = experiment.run(*study);
    EXPECT_TRUE(run) << run.error().message;
    auto view = survival_view(*run, {}, null_sink());
    EXPECT_TRUE(view) << view.error().message;
    return std::move(*view);
  }

  void both(const std::string& text, size_t warnings) {
    write_study("study.toml", text);
    RunOptions options;
    options.study_path = file("study.toml");
    options.folder = file("run");
    options.in_process = true;
    const auto ended = run_study(options);
    ASSERT_TRUE(ended) << ended.error().message;
    ReportOptions quick;
    quick.resamples = 20;
    const auto report = write_report(file("run"), quick, null_sink());
    ASSERT_TRUE(report) << report.error().message;
    const SurvivalView view = in_memory(text);
    EXPECT_EQ(view.headlines, report->headlines);
    ASSERT_EQ(view.warnings.size(), report->warnings.size());
    EXPECT_EQ(view.warnings.size(), warnings);
    for (size_t i = 0; i < view.warnings.size(); ++i) {
      EXPECT_EQ(view.warnings[i].code, report->warnings[i].code);
      EXPECT_EQ(view.warnings[i].corpus, report->warnings[i].corpus);
      EXPECT_EQ(view.warnings[i].message, report->warnings[i].message);
    }
    for (size_t m = 0; m < view.metrics.size(); ++m) {
      const report::Table& table = view.tables.at(0).at(m);
      EXPECT_EQ(to_csv(table), *read_file(file("run/tables/" + table.name + ".csv")));
      EXPECT_EQ(to_latex(table), *read_file(file("run/tables/" + table.name + ".tex")));
      if (!view.drawings.at(0).at(m).empty()) {
        EXPECT_EQ(svg_file(view.drawings[0][m]), *read_file(file("run/figures/" + table.name + ".svg")));
      }
    }
  }
};

TEST_F(SurvivalViewOf, Pairs) {
  both(kPairStudy, 5);
}
TEST_F(SurvivalViewOf, Classes) {
  both(kClassStudy, 0);
}
TEST_F(SurvivalViewOf, Controls) {
  both(kControlStudy, 2);
}
TEST_F(SurvivalViewOf, SplitsThatFail) {
  both(kFailingStudy, 0);
}

// Undecided pairs are shown alike: these texts are far too short for unmasking.
TEST_F(SurvivalViewOf, PairsThatAModelLeavesUndecided) {
  std::string text = kPairStudy;
  const std::string model = "type = \"ppm\"";
  text.replace(text.find(model), model.size(), "type = \"unmasking\"");
  both(text, 7);
  const auto view = in_memory(text);
  EXPECT_THAT(view.warnings, ::testing::Contains(::testing::Field(&StudyWarning::code, "SF208")));
  EXPECT_THAT(view.tables.at(0).at(0).rows.at(0).at(1).text, "0.500 (undecided)");
}

// Columns that may be blocks of pairs are examined: two texts of a thread are likely to be by one author.
TEST_F(SurvivalViewOf, PairsWithinThreads) {
  std::ifstream posts(file("posts.jsonl"));
  std::string all;
  for (std::string line; std::getline(posts, line);) {
    auto document = nlohmann::ordered_json::parse(line);
    const std::string id = document["id"];
    document["Thread ID"] = id.substr(0, id.rfind('-'));
    all += document.dump() + "\n";
  }
  ASSERT_TRUE(write_file(file("posts.jsonl"), all));
  std::string text = kPairStudy;
  const std::string path = "path = \"posts.jsonl\"\n";
  text.replace(text.find(path), path.size(), path + "column = { \"Thread ID\" = \"Thread ID\" }\n");
  both(text, 7);
}

}  // namespace
}  // namespace standfast::testing
