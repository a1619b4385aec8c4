// Requirements on every figure of the catalog; the page and the figure files show the same.
#include <filesystem>
#include <regex>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/page/report.h"
#include "tests/support/class_run.h"
#include "tests/support/data.h"
#include "tests/support/forged_findings.h"
#include "tests/support/run_folder.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

std::string read(const std::string& path) {
  return *read_file(path);
}

TEST(Figures, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const auto& figure : figures()) EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
}

TEST(Figures, NothingFoundIsNothingShown) {
  CorpusFindings found = bare_findings();
  EXPECT_TRUE(shown_figures(found).empty());
  found.topic_tree.emplace();
  found.document_matrix.emplace();
  found.doses.emplace_back();
  EXPECT_TRUE(shown_figures(found).empty());
}

TEST(Figures, ShowEverythingThatIsFound) {
  const CorpusFindings found = forged_findings();
  const auto shown = shown_figures(found);
  ASSERT_EQ(shown.size(), figures().size());
  for (const auto& figure : shown) {
    EXPECT_FALSE(figure.drawings.empty()) << figure.name;
    EXPECT_FALSE(figure.rows.empty()) << figure.name;
    for (const auto& rows : figure.rows)
      for (const auto& row : rows.table().data)
        EXPECT_EQ(row.size(), rows.table().data_header.size()) << figure.name;
    EXPECT_THAT(figure.caption, ::testing::EndsWith(".")) << figure.name;
    EXPECT_THAT(figure.caption, Not(::testing::AnyOf(HasSubstr("  "), HasSubstr("..")))) << figure.name;
  }
}

TEST(Figures, FilesAreNamedByFigureCorpusAndMetric) {
  std::set<std::string> names;
  for (const auto& figure : shown_figures(forged_findings()))
    for (const auto& drawing : figure.drawings)
      if (!drawing.drawing.empty()) names.insert(drawing.file);
  for (const char* name : {"bumps-forums-auc", "critical-forums-auc", "dose-forums-auc", "folds-forums-auc",
                           "folds-forums-overall", "matrix-forums", "topic-reliability-forums"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_FALSE(names.contains("bumps-forums-overall")) << "overall is not ranked";
}

// Returns the contents of the <svg class="piece"> elements.
std::vector<std::string> pieces_in(const std::string& html) {
  std::vector<std::string> fragments;
  constexpr std::string_view kBegin = "<svg class=\"piece";
  for (size_t at = 0; (at = html.find(kBegin, at)) != std::string::npos;) {
    at = html.find('\n', at) + 1;
    size_t end = at, open = 1;
    while (open > 0) {
      end = std::min(html.find("<svg ", end), html.find("</svg>", end));
      open += html[end + 1] == '/' ? -1 : 1;
      ++end;
    }
    fragments.push_back(html.substr(at, end - 1 - at));
  }
  return fragments;
}

std::string with_plain_colors(const std::string& svg) {
  return std::regex_replace(svg, std::regex(R"(var\(--[a-z0-9]+,(#[0-9a-f]+)\))"), "$1");
}

TEST(Figures, ThePageShowsThePiecesOfTheFile) {
  for (const auto& figure : shown_figures(forged_findings()))
    for (const auto& shown : figure.drawings) {
      const auto fragments = pieces_in(svg_fragments(shown.drawing));
      EXPECT_EQ(fragments.empty(), shown.drawing.empty());
      const std::string file = svg_file(shown.drawing);
      for (const auto& fragment : fragments)
        EXPECT_THAT(file, HasSubstr(with_plain_colors(fragment))) << figure.name;
    }
}

// Lines and words take their colours from the variables of the page. Only a shape on a coloured ground of its
// own is plain black or white.
TEST(Figures, LinesAndWordsTakeTheInkOfThePage) {
  for (const auto& figure : shown_figures(forged_findings()))
    for (const auto& shown : figure.drawings) {
      const std::string html = svg_fragments(shown.drawing);
      EXPECT_FALSE(std::regex_search(html, std::regex("stroke=\"#"))) << figure.name;
      EXPECT_FALSE(std::regex_search(html, std::regex("<text[^>]*fill=\"#"))) << figure.name;
    }
}

TEST(Figures, NamesCannotBreakOut) {
  CorpusFindings found = forged_findings();
  const std::string nasty = std::string("<&\"\x01 ") + "'>";
  found.name = nasty;
  for (auto* list :
       {&found.conditions, &found.models, &found.tested_topics, &found.answers_given.classes,
        &found.topic_tree->topics, &found.document_matrix->authors, &found.document_matrix->topics})
    for (auto& name : *list) name = nasty + name;
  for (const auto& figure : figures()) {
    const std::string svg = drawn(figure, found);
    EXPECT_THAT(svg, HasSubstr("&lt;&amp;&quot;")) << figure.name;
    EXPECT_EQ(svg.find('\x01'), std::string::npos) << figure.name << ": XML has no such character";
  }
}

TEST(Figures, SameFindingsSameBytes) {
  for (const auto& figure : figures())
    EXPECT_EQ(drawn(figure, forged_findings()), drawn(figure, forged_findings())) << figure.name;
}

TEST(Figures, OfARunAreSoundAndHaveTheirPanels) {
  TemporaryFolder run;
  make_run_folder(run.path());  // its topics try to break out
  ReportOptions options;
  options.resamples = 30;
  ASSERT_TRUE(write_report(run.path(), options, null_sink()));
  const std::pair<const char*, size_t> panels[] = {{"roc-forums", 3},
                                                   {"reliability-forums", 3},
                                                   {"topic-reliability-forums", 18},
                                                   {"llr-forums", 9},
                                                   {"tippett-forums", 9},
                                                   {"ece-forums", 9},
                                                   {"distributions-forums", 9},
                                                   {"bumps-forums-auc", 3},
                                                   {"dose-forums-auc", 3},
                                                   {"critical-forums-overall", 3}};
  for (const auto& [name, expected] : panels) {
    const auto svg = read(run.file("figures/" + std::string(name) + ".svg"));
    EXPECT_TRUE(well_formed(svg)) << name;
    EXPECT_EQ(count(svg, "font-size=\"12\" font-weight=\"600\""), expected) << name << ": titles";
    EXPECT_FALSE(has_bad_number(svg)) << name;
  }
  const auto map = read(run.file("figures/similarity-forums.svg"));
  EXPECT_EQ(count(map, "&#10;"), 2U * 11) << "twelve topics, twice";
}

TEST(Figures, CodesInsteadOfNames) {
  TemporaryFolder run;
  make_run_folder(run.path());
  ReportOptions options;
  options.resamples = 20;
  const auto matrix = [&] { return read(run.file("figures/matrix-forums.svg")); };
  ASSERT_TRUE(write_report(run.path(), options, null_sink()));
  EXPECT_THAT(matrix(), HasSubstr(">author 3</text>"));
  options.no_text = true;
  ASSERT_TRUE(write_report(run.path(), options, null_sink()));
  EXPECT_THAT(matrix(), Not(HasSubstr("author 3")));
  EXPECT_THAT(matrix(), HasSubstr(">A3</text>"));
  EXPECT_EQ(count(matrix(), "topic 1") + count(matrix(), "Brien"), 0U);
  EXPECT_THAT(read(run.file("report.html")), Not(HasSubstr("author 3")));
}

TEST(Figures, CodesInsteadOfNamesOfClasses) {
  TemporaryFolder work;
  const std::string run = make_class_run(work.path());
  ReportOptions options;
  options.resamples = 20;
  const auto has = [&](const char* figure, const char* name) {
    const std::string path = run + "/figures/" + figure + "-posts";
    const size_t in_svg = count(read(path + ".svg"), name), in_csv = count(read(path + ".csv"), name);
    EXPECT_EQ(in_svg > 0, in_csv > 0) << path;
    EXPECT_TRUE(well_formed(read(path + ".svg"))) << path;
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
