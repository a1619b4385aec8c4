// The figures drawn without a browser.
#include "tests/support/svg.h"

#include <cmath>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/report/figure/svg_panels.h"
#include "standfast/report/page/report.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"

namespace standfast::report {
namespace {

using standfast::testing::count;
using standfast::testing::TemporaryFolder;
using standfast::testing::well_formed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Svg, TicksAreRoundNumbersInside) {
  EXPECT_THAT(round_ticks(0, 1, 5),
              ElementsAre(0, 0.2, ::testing::DoubleEq(0.4), ::testing::DoubleNear(0.6, 1e-12), 0.8, 1));
  EXPECT_THAT(round_ticks(-2.5, 2.5, 5), ElementsAre(-2, -1, 0, 1, 2));
  EXPECT_TRUE(round_ticks(1, 1, 5).empty());
}

TEST(Svg, PointsLieWhereTheAxesSay) {
  SvgPanels figure;
  figure.title = "a < b & \"c\"";
  figure.panels.push_back({"one", {}, {{{{0, 0}, {0.5, 0.5}, {1, 1}}, "#123456", "2 1"}}});
  const auto svg = draw_svg(figure);
  EXPECT_TRUE(well_formed(svg)) << svg;
  // The frame is 56 from the left, 12 from the right of 300; 24 from the top, 40 from the bottom of 210.
  EXPECT_THAT(svg, HasSubstr("<path d=\"M56.0,170.0L172.0,97.0L288.0,24.0\" stroke=\"#123456\""));
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; &quot;c&quot;"));
  EXPECT_EQ(svg_text("Обсуждение", 5), "Обсу…");
}

TEST(Svg, EveryFigureOfAReportIsWellFormedAndHasItsPanels) {
  TemporaryFolder run;
  standfast::testing::make_run_folder(run.path());  // its topics try to break out
  ReportOptions options;
  options.resamples = 30;
  ASSERT_TRUE(write_report(run.path(), options, null_sink()));
  const std::pair<const char*, size_t> panels[] = {
      {"roc", 3},           {"reliability", 3}, {"topic-reliability", 18},
      {"llr", 9},           {"tippett", 9},     {"ece", 9},
      {"distributions", 9}, {"bumps-auc", 3},   {"critical-overall", 3},
      {"dose-auc", 3}};
  for (const auto& [name, expected] : panels) {
    std::string file = std::string("figures/") + name;  // the corpus stands before the metric
    const auto metric = std::min(file.find("-auc"), file.find("-overall"));
    file.insert(std::min(metric, file.size()), "-forums");
    const auto svg = *read_file(run.file(file + ".svg"));
    EXPECT_TRUE(well_formed(svg)) << name;
    EXPECT_EQ(count(svg, "class=\"panel\""), expected) << name;
    EXPECT_FALSE(standfast::testing::has_bad_number(svg)) << name;
  }
  const auto map = *read_file(run.file("figures/similarity-forums.svg"));
  EXPECT_TRUE(well_formed(map));
  EXPECT_EQ(count(map, "<path"), 11U) << "twelve topics are joined eleven times";
  EXPECT_EQ(count(map, "<rect"), 1U + 12 * 12);
}

}  // namespace
}  // namespace standfast::report
