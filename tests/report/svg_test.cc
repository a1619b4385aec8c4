// Building blocks of the figures.
#include "tests/support/svg.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/figure/drawing.h"
#include "standfast/report/figure/heat.h"
#include "standfast/report/figure/panels.h"

namespace standfast::report {
namespace {

using standfast::testing::count;
using standfast::testing::well_formed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Svg, TicksAreRoundNumbersInside) {
  EXPECT_THAT(round_ticks(0, 1, 5),
              ElementsAre(0, 0.2, ::testing::DoubleEq(0.4), ::testing::DoubleNear(0.6, 1e-12), 0.8, 1));
  EXPECT_THAT(round_ticks(-2.5, 2.5, 5), ElementsAre(-2, -1, 0, 1, 2));
  EXPECT_TRUE(round_ticks(1, 1, 5).empty());
}

TEST(Svg, TextIsCutByLettersNotBytes) {
  EXPECT_EQ(svg_text("Обсуждение", 5), "Обсу…");
  EXPECT_EQ(svg_name("char-ngram, 4-grams, without function words", 21), "char-ngram…tion words");
  EXPECT_EQ(svg_name("Обсуждение", 5), "Об…ие");
  EXPECT_EQ(svg_name("Обсуждение", 10), "Обсуждение");
}

TEST(Svg, PointsLieWhereTheAxesSay) {
  PanelAxes axes;
  axes.width = 256;  // 200 of them for the plot
  axes.plot_height = 100;
  Panel panel{"one"};
  panel.lines.push_back({{{0, 0}, {0.5, 0}, {0.5, 1}, {0.5001, 1}, {1, 0.5}}, "#123456", "2 1"});
  const auto fragments = panel_fragments(axes, {panel});
  ASSERT_EQ(fragments.size(), 1U);
  EXPECT_TRUE(well_formed(fragments[0].body)) << fragments[0].body;
  EXPECT_THAT(fragments[0].body, HasSubstr("<path d=\"M0,100H100V0L200,50\" stroke=\"#123456\""))
      << "as short as can be";
  EXPECT_THAT(fragments[0].body, HasSubstr("<svg x=\"46\" y=\"22\" width=\"200\" height=\"100\">"));
}

TEST(Svg, FilesBreakLinesAtTheWidthOfThePage) {
  const SvgFragment fragment{600, 50, svg_label(0, 10, "start", "one")};
  const auto svg = svg_file({"a < b & \"c\"", {{fragment, fragment}, {fragment}}});
  EXPECT_TRUE(well_formed(svg)) << svg;
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; &quot;c&quot;"));
  for (const char* y : {"34.0", "92.0", "150.0"})
    EXPECT_EQ(count(svg, "<svg x=\"12.0\" y=\"" + std::string(y)), 1U) << y;
  EXPECT_EQ(svg_file({"empty", {}}), "");
}

TEST(Svg, FilesHaveColoursAndPagesVariables) {
  const Drawing drawing{"t", {{{10, 10, svg_dots(shift_color(0), svg_dot("5", 5, ""))}}}};
  EXPECT_THAT(svg_file(drawing), HasSubstr("<g fill=\"#d0670a\" stroke=\"#d0670a\""));
  EXPECT_THAT(svg_fragments(drawing), HasSubstr("<g fill=\"var(--shift1,#d0670a)\""));
}

// The colours of the values that a figure names at once are all different.
TEST(Svg, NoTwoValuesHaveOneColour) {
  std::set<std::string> colours;
  for (size_t i = 0; i < kValueColors; ++i) colours.insert(value_color(i));
  EXPECT_EQ(colours.size(), kValueColors);
  EXPECT_EQ(value_color(kValueColors), value_color(0)) << "a colour that kValueColors does not count";
}

TEST(Svg, HeatMapsSayTheirCells) {
  const auto heat =
      draw_heat({10, 20, 5, 5, {"<r>", "s\nt"}, {"c"}, "{row}: {value}", {{1, 0, "#000000", "7 & 8"}}});
  EXPECT_TRUE(well_formed(heat)) << heat;
  EXPECT_THAT(heat,
              HasSubstr("data-rows=\"&lt;r&gt;&#10;s t\" data-columns=\"c\" data-values=\"|7 &amp; 8\""));
  EXPECT_THAT(heat, HasSubstr("<path d=\"M0,1h1v1h-1z\" fill=\"#000000\"/>"));
}

}  // namespace
}  // namespace standfast::report
