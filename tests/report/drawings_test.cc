// Every figure drawn without a browser, from a corpus made by hand: what is in it, and where it stands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/report/figure/figure_svgs.h"
#include "standfast/report/page/report.h"
#include "tests/support/class_run.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"
#include "tests/support/svg.h"

namespace standfast::report {
namespace {

using standfast::testing::count;
using standfast::testing::has_bad_number;
using standfast::testing::TemporaryFolder;
using standfast::testing::well_formed;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

const std::vector<std::string> kMetrics = {"auc", "overall"};

// Two conditions, three models; nothing to draw yet.
Json bare_corpus() {
  Json corpus = {{"name", "forums"}, {"conditions", {"seen", "HITS"}}, {"models", {"a", "b", "c"}}};
  for (const char* part : {"folds", "cells", "roc", "distributions", "reliability", "llr", "tippett", "ece",
                           "reliability_topics", "topic_reliability"})
    corpus[part] = Json::array();
  for (const char* part : {"matrix", "similarity", "ranking", "dose", "classified"}) corpus[part] = nullptr;
  return corpus;
}

// Two folds of every model under both conditions; model c has no auc in one fold.
Json made_corpus() {
  Json corpus = bare_corpus();
  for (int c = 0; c < 2; ++c)
    for (int m = 0; m < 3; ++m) {
      for (int fold = 0; fold < 2; ++fold)
        corpus["folds"].push_back(
            {{"c", c},
             {"m", m},
             {"seed", 7},
             {"fold", fold},
             {"n", 50},
             {"v", {m == 2 && fold == 1 ? Json(nullptr) : Json(0.5 + 0.1 * m + 0.02 * fold), 0.6}}});
      for (int metric = 0; metric < 2; ++metric)
        corpus["cells"].push_back(
            {{"c", c}, {"m", m}, {"metric", metric}, {"v", 0.6}, {"low", 0.55}, {"high", 0.65}});
      Json thresholds = Json::array();
      if (m == 0) thresholds = {{{"seed", 7}, {"fold", 0}, {"p1", 0.3}, {"p2", 0.4}}};
      corpus["distributions"].push_back({{"c", c},
                                         {"m", m},
                                         {"same", {1, 3}},
                                         {"different", {4, 0}},
                                         {"unanswered_same", 0},
                                         {"unanswered_different", 8 * m},
                                         {"thresholds", thresholds}});
    }
  corpus["ranking"] = {{"models", {0, 1, 2}}, {"folds", Json::array()}, {"critical", Json::array()}};
  for (int c = 0; c < 2; ++c)
    for (int fold = 0; fold < 3; ++fold)
      corpus["ranking"]["folds"].push_back(
          {{"c", c}, {"seed", 7}, {"fold", fold}, {"r", {{1, 2.5, 2.5}, nullptr}}});
  corpus["ranking"]["critical"].push_back({{"c", 1},
                                           {"metric", 0},
                                           {"folds", 3},
                                           {"difference", 0.5},
                                           {"rank", {2.75, 1, 2.25}},
                                           {"order", {1, 2, 0}},
                                           {"groups", {{1, 2}}}});
  corpus["dose"] = {{"points", Json::array()}, {"lines", Json::array()}};
  for (int m = 0; m < 3; ++m)
    for (int c = 0; c < 2; ++c)
      corpus["dose"]["points"].push_back(
          {{"m", m}, {"metric", 0}, {"c", c}, {"seed", 7}, {"fold", 0}, {"x", 0.2 + 0.1 * c}, {"y", 0.7}});
  corpus["dose"]["lines"].push_back({{"m", 0},
                                     {"metric", 0},
                                     {"slope", -0.5},
                                     {"intercept", 0.8},
                                     {"low", -1.0},
                                     {"high", nullptr},
                                     {"folds", 2},
                                     {"draws", 2}});
  corpus["dose"]["lines"][0]["high"] = 0.25;
  corpus["matrix"] = {{"authors", {"ann", "bob"}},
                      {"topics", {"x", "y", "z"}},
                      {"cells", {{0, 0, 1}, {0, 2, 12}, {1, 1, 12345}}}};
  // Model a alone: two topics under both conditions, a drop of two parts, one class always right.
  const auto part = [](const char* name, Json value, Json low, Json high) {
    return Json{{"name", name}, {"v", value}, {"low", low}, {"high", high}, {"p", 0.01}};
  };
  corpus["classified"] = {{"target", "author"},
                          {"classes", {"ann", "bob"}},
                          {"all_classes", 2},
                          {"confusion", Json::array()},
                          {"unit", "topic"},
                          {"units", {"x", "y", "unseen"}},
                          {"scores", {{0, 0, 0, 1, 4}, {0, 0, 1, 3, 4}, {1, 0, 0, 0, 1}, {1, 0, 1, 4, 16}}},
                          {"drops",
                           {{{"c", 1},
                             {"m", 0},
                             {"parts",
                              {part("all", 0.2, 0.1, 0.3), part("data", -0.05, nullptr, nullptr),
                               part("topic", nullptr, nullptr, nullptr)}}},
                            {{"c", 1}, {"m", 1}, {"parts", Json::array()}}}}};
  corpus["classified"]["drops"][1]["parts"].push_back(part("all", nullptr, nullptr, nullptr));
  for (int c = 0; c < 2; ++c)
    corpus["classified"]["confusion"].push_back(
        {{"c", c}, {"m", 0}, {"n", 6}, {"drawn", 6}, {"cells", {{0, 0, 1}, {0, 1, 1}, {1, 1, 4}}}});
  return corpus;
}

std::map<std::string, std::string> drawn(const Json& corpus) {
  std::map<std::string, std::string> files;
  for (auto& file : figure_svgs(corpus, kMetrics, 0.9)) {
    EXPECT_TRUE(well_formed(file.svg)) << file.name << "\n" << file.svg;
    EXPECT_FALSE(has_bad_number(file.svg)) << file.name;
    files.emplace(file.name, std::move(file.svg));
  }
  return files;
}

TEST(Drawings, NothingToDrawHasNoFile) {
  EXPECT_TRUE(drawn(bare_corpus()).empty());
  Json corpus = bare_corpus();
  corpus["ranking"] = {{"models", {0, 1}}, {"folds", Json::array()}, {"critical", Json::array()}};
  corpus["dose"] = {{"points", Json::array()}, {"lines", Json::array()}};
  corpus["matrix"] = {{"authors", Json::array()}, {"topics", Json::array()}, {"cells", Json::array()}};
  corpus["classified"] = {{"classes", Json::array()}, {"confusion", Json::array()}, {"unit", "topic"},
                          {"units", Json::array()},   {"scores", Json::array()},    {"drops", Json::array()}};
  EXPECT_TRUE(drawn(corpus).empty());
}

TEST(Drawings, FilesAreNamedByFigureCorpusAndMetric) {
  std::vector<std::string> names;
  for (const auto& [name, svg] : drawn(made_corpus())) names.push_back(name);
  EXPECT_THAT(names, ::testing::ElementsAre("bumps-forums-auc", "confusion-forums", "critical-forums-auc",
                                            "distributions-forums", "dose-forums-auc", "drops-forums",
                                            "folds-forums-auc", "folds-forums-overall", "matrix-forums",
                                            "thresholds-forums", "topics-forums"));
}

TEST(Drawings, EveryFoldIsADotAndEveryIntervalABar) {
  const auto files = drawn(made_corpus());
  // One dot of the legend; model c lacks auc in one fold of each condition.
  EXPECT_EQ(count(files.at("folds-forums-auc"), "<circle"), 1U + 10);
  EXPECT_EQ(count(files.at("folds-forums-overall"), "<circle"), 1U + 12);
  EXPECT_EQ(count(files.at("folds-forums-auc"), "stroke-width=\"3\""), 1U + 6);
  EXPECT_THAT(files.at("folds-forums-auc"), HasSubstr("score and 90 % interval"));
  EXPECT_EQ(count(files.at("thresholds-forums"), "<circle"), 2U + 2 * 2);
  EXPECT_THAT(files.at("thresholds-forums"), Not(HasSubstr(">b</text>"))) << "b does not calibrate";
}

TEST(Drawings, DistributionsAreSharesOfTheirClass) {
  const auto svg = drawn(made_corpus()).at("distributions-forums");
  EXPECT_EQ(count(svg, "class=\"panel\""), 6U);
  EXPECT_EQ(count(svg, "<path"), 6U * 4);
  EXPECT_THAT(svg, HasSubstr("p1 = 0.30, p2 = 0.40"));
  EXPECT_THAT(svg, HasSubstr("50.0 % unanswered")) << "8 of 16";
  EXPECT_EQ(count(svg, "stroke-dasharray=\"3 2\""), 2U * 2) << "where model a calibrates";
  // The tallest bin is all four different pairs of model a: 1 of an axis that ends at 1.05. The frame is 146
  // high below 38, so it stands at 38 + 146 - 146 / 1.05.
  EXPECT_THAT(svg, HasSubstr("<path d=\"M56.0,45.0L172.0,45.0L172.0,184.0L288.0,184.0\" stroke=\"#d0670a\""));
}

TEST(Drawings, BumpsNameTheModelsAtBothEnds) {
  const auto svg = drawn(made_corpus()).at("bumps-forums-auc");
  EXPECT_EQ(count(svg, "<circle"), 2U * 3 * 3);
  EXPECT_EQ(count(svg, ">a</text>"), 2U * 2);
  // Tied names stand one above the other around their rank: 28 pixels a rank, 13 a line.
  EXPECT_THAT(svg, HasSubstr("y=\"67.5\" text-anchor=\"end\" fill=\"#d0670a\">b</text>"));
  EXPECT_THAT(svg, HasSubstr("y=\"80.5\" text-anchor=\"end\" fill=\"#1b8f6e\">c</text>"));
}

TEST(Drawings, CriticalDifferencesBindWhatCannotBeToldApart) {
  const auto svg = drawn(made_corpus()).at("critical-forums-auc");
  EXPECT_EQ(count(svg, "class=\"panel\""), 1U);
  // Ranks 1 to 3 lie on 380 pixels: 2.25 at 237.5, 2.75 at 332.5, four pixels more on both sides.
  EXPECT_EQ(count(svg, "class=\"group\""), 1U);
  EXPECT_THAT(svg, HasSubstr("<line x1=\"233.5\" y1=\"78.0\" x2=\"336.5\" y2=\"78.0\""));
  EXPECT_THAT(svg, HasSubstr("critical difference 0.50, 3 folds"));
  EXPECT_THAT(svg, HasSubstr("<path d=\"M0.0,66.0V97.0H-8.0\"")) << "b leads on the left";
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"start\" fill=\"#2f7bc0\">a 2.75</text>")) << "a is last, right";
}

TEST(Drawings, DoseHasADotAFoldAndALineAModel) {
  const auto svg = drawn(made_corpus()).at("dose-forums-auc");
  EXPECT_EQ(count(svg, "<circle"), 2U + 6);
  EXPECT_EQ(count(svg, "<path"), 1U);
  EXPECT_THAT(svg, HasSubstr("−0.050 per 0.1 [−0.100, +0.025]"));
}

TEST(Drawings, MatrixCountsTheDocuments) {
  const auto svg = drawn(made_corpus()).at("matrix-forums");
  EXPECT_EQ(count(svg, "font-size=\"8\""), 3U);
  EXPECT_EQ(count(svg, "<rect"), 2U + 3) << "ground, frame, cells";
  EXPECT_THAT(svg, HasSubstr(">12k</text>"));
}

TEST(Drawings, DropsAreBarsFromZero) {
  const auto svg = drawn(made_corpus()).at("drops-forums");
  EXPECT_EQ(count(svg, "class=\"bar\""), 2U) << "what is null has no bar";
  EXPECT_EQ(count(svg, "stroke-width=\"1.5\""), 1U) << "nor an interval";
  EXPECT_THAT(svg, HasSubstr("90 % interval"));
  EXPECT_EQ(count(svg, ">HITS</text>"), 1U);
  EXPECT_EQ(count(svg, ">seen</text>"), 0U) << "the reference drops from nothing";
  EXPECT_EQ(count(svg, ">b</text>"), 0U);
  // From -0.05 to 0.3 and 3 % more at both ends: 0.371 on 560 pixels, so 0.2 and 0.05 are so wide.
  EXPECT_THAT(svg, HasSubstr("width=\"301.9\""));
  EXPECT_THAT(svg, HasSubstr("width=\"75.5\""));
}

TEST(Drawings, TopicsStandHardestLast) {
  const auto svg = drawn(made_corpus()).at("topics-forums");
  EXPECT_EQ(count(svg, "<circle"), 2U + 4);
  EXPECT_EQ(count(svg, "r=\"6.0\""), 1U) << "16 answers of 16";
  EXPECT_EQ(count(svg, "r=\"4.0\""), 2U) << "4 of 16: area goes with answers";
  EXPECT_EQ(count(svg, "r=\"3.0\""), 1U);
  EXPECT_LT(svg.find(">y</text>"), svg.find(">x</text>")) << "x: 1/4 and 0, y: 3/4 and 1/4";
  EXPECT_EQ(count(svg, ">unseen</text>"), 0U);
}

TEST(Drawings, ConfusionIsInSharesOfTheRow) {
  const auto svg = drawn(made_corpus()).at("confusion-forums");
  EXPECT_EQ(count(svg, "class=\"panel\""), 2U);
  EXPECT_EQ(count(svg, "<rect"), 1U + 2 * (3 + 1)) << "ground; cells and frame of each panel";
  EXPECT_EQ(count(svg, "fill=\"#08306b\""), 2U) << "four of four";
  EXPECT_EQ(count(svg, "fill=\"#6baed6\""), 4U) << "one of two";
  EXPECT_EQ(count(svg, ">ann</text>"), 2U * 2);
  Json corpus = made_corpus();
  for (int i = 2; i < 21; ++i) corpus["classified"]["classes"].push_back("ann");
  EXPECT_EQ(count(drawn(corpus).at("confusion-forums"), ">ann</text>"), 0U) << "21 classes: no names";
}

TEST(Drawings, NamesCannotBreakOut) {
  Json corpus = made_corpus();
  const std::string nasty = std::string("<&\"\x01 ") + "'>";
  corpus["name"] = nasty;
  for (const char* list : {"conditions", "models"})
    for (Json& name : corpus[list]) name = nasty + name.get<std::string>();
  for (const char* list : {"authors", "topics"})
    for (Json& name : corpus["matrix"][list]) name = nasty + name.get<std::string>();
  for (const char* list : {"classes", "units"})
    for (Json& name : corpus["classified"][list]) name = nasty + name.get<std::string>();
  const auto files = drawn(corpus);
  EXPECT_EQ(files.size(), 11U);
  for (const auto& [name, svg] : files) {
    EXPECT_THAT(svg, HasSubstr("&lt;&amp;&quot;")) << name;
    EXPECT_EQ(svg.find('\x01'), std::string::npos) << name << ": XML has no such character";
  }
}

TEST(Drawings, SameDataSameBytes) {
  EXPECT_EQ(drawn(made_corpus()), drawn(made_corpus()));
}

TEST(Drawings, CodesInsteadOfNames) {
  TemporaryFolder run;
  standfast::testing::make_run_folder(run.path());
  ReportOptions options;
  options.resamples = 20;
  const auto matrix = [&] { return *read_file(run.file("figures/matrix-forums.svg")); };
  ASSERT_TRUE(write_report(run.path(), options, null_sink()));
  EXPECT_THAT(matrix(), HasSubstr(">author 3</text>"));
  options.no_text = true;
  ASSERT_TRUE(write_report(run.path(), options, null_sink()));
  EXPECT_THAT(matrix(), Not(HasSubstr("author 3")));
  EXPECT_THAT(matrix(), HasSubstr(">A3</text>"));
  EXPECT_EQ(count(matrix(), ">topic ") + count(matrix(), "Brien"), 0U);
}

TEST(Drawings, CodesInsteadOfNamesOfClasses) {
  TemporaryFolder work;
  const std::string run = standfast::testing::make_class_run(work.path());
  ReportOptions options;
  options.resamples = 20;
  const auto has = [&](const char* figure, const char* name) {
    const std::string path = run + "/figures/" + figure + "-posts";
    const size_t in_svg = count(*read_file(path + ".svg"), name),
                 in_csv = count(*read_file(path + ".csv"), name);
    EXPECT_EQ(in_svg > 0, in_csv > 0) << path;
    EXPECT_TRUE(well_formed(*read_file(path + ".svg"))) << path;
    return in_svg > 0;
  };
  ASSERT_TRUE(write_report(run, options, null_sink()));
  EXPECT_TRUE(has("confusion", "writer"));
  EXPECT_TRUE(has("topics", "matter"));
  EXPECT_TRUE(has("drops", "nearest-centroid"));
  options.no_text = true;
  ASSERT_TRUE(write_report(run, options, null_sink()));
  EXPECT_FALSE(has("confusion", "writer"));
  EXPECT_FALSE(has("topics", "matter"));
}

}  // namespace
}  // namespace standfast::report
