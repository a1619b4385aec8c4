// The table of the analysis of variance of style, and its sentence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using standfast::testing::stored_column;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Makes two measures: one that is explained by the author alone, one that cannot be analysed.
StyleInteraction two_measures() {
  StyleInteraction found;
  found.documents = 1200;
  found.left_out = 3000;
  found.cells = 5;
  found.empty_cells = 1;
  found.authors = 2;
  found.topics = 3;
  MeasureInteraction words;
  words.name = "words";
  TwoWayAnova anova;
  anova.n = 1200;
  anova.residual_df = 1195;
  anova.a = {50, 1, 12.345, 0.0001, 0.5, 0.625};
  anova.b = {0.25, 2, 0.5, 0.75, 0.0025, 0.008};
  anova.interaction = {0, 1, {}, {}, 0, 0};
  words.anova = anova;
  words.p_author = 0.0002;
  words.p_topic = 1.0;
  MeasureInteraction commas;
  commas.name = "commas";
  commas.why_not = "no document has a sentence";
  found.measures = {words, commas};
  return found;
}

TEST(InteractionTable, HasThreeEffectsOfEachMeasure) {
  const Table table = interaction_table(two_measures(), "author", SumsOfSquares::type2);
  expect_full(table);
  EXPECT_EQ(table.title, "Habits of authors across topics: analysis of variance");
  EXPECT_THAT(table.header, ElementsAre("measure", "n", "author: F", "eta2", "p", "topic: F", "eta2", "p",
                                        "interaction: F", "eta2", "p"));
  ASSERT_EQ(table.rows.size(), 2U);
  // p is Holm's corrected p; an effect without F has neither F nor p.
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("words", "1,200", shown(12.345, 2), "0.500", "<0.001",
                                                 "0.50", "0.003", "1.000", "-", "0.000", "-"));
  EXPECT_EQ(table.rows[0][2].second, "df 1");
  EXPECT_EQ(table.rows[0][5].second, "df 2");
  EXPECT_EQ(table.rows[0][3].share, 0.5);
  EXPECT_THAT(table.data_header,
              ElementsAre("measure", "n", "effect", "sum_of_squares", "df", "residual_df", "f", "p", "p_holm",
                          "eta_squared", "partial_eta_squared", "note"));
  ASSERT_EQ(table.data.size(), 4U);
  EXPECT_THAT(table.data[0], ElementsAre("words", "1200", "author", "50", "1", "1195", "12.345", "0.0001",
                                         "0.0002", "0.5", "0.625", ""));
  EXPECT_THAT(table.data[1], ElementsAre("words", "1200", "topic", "0.25", "2", "1195", "0.5", "0.75", "1",
                                         "0.0025", "0.008", ""));
  EXPECT_THAT(table.data[2],
              ElementsAre("words", "1200", "interaction", "0", "1", "1195", "", "", "", "0", "0", ""));
}

TEST(InteractionTable, AMeasureThatCannotBeAnalysedSaysWhy) {
  const Table table = interaction_table(two_measures(), "author", SumsOfSquares::type2);
  EXPECT_THAT(shown_cells(table, 1),
              ElementsAre("commas", "0", "no document has a sentence", "", "", "", "", "", "", "", ""));
  EXPECT_THAT(table.data.back(),
              ElementsAre("commas", "0", "", "", "", "", "", "", "", "", "", "no document has a sentence"));
}

TEST(InteractionTable, TheCaptionCountsWhatItRestsOn) {
  const Table two = interaction_table(two_measures(), "author", SumsOfSquares::type2);
  EXPECT_THAT(
      two.caption,
      AllOf(HasSubstr("1,200 documents in 5 cells of 2 authors and 3 topics"),
            HasSubstr("3,000 documents are left out (cells too small, or no author or no topic known)"),
            HasSubstr("squares of type II."), HasSubstr("over 2 measures (Holm)")));
  const Table three = interaction_table(two_measures(), "label", SumsOfSquares::type3);
  EXPECT_THAT(three.caption, AllOf(HasSubstr("2 labels and 3 topics"), HasSubstr("squares of type III.")));
  EXPECT_EQ(three.header[2], "label: F");
  EXPECT_THAT(stored_column(three, "effect"), ElementsAre("label", "topic", "interaction", ""));
}

TEST(StyleSentence, CountsMeasuresThatWereTested) {
  StyleInteraction found = two_measures();
  EXPECT_EQ(style_sentence(found, "author", 0.05),
            "Topics change 0 of 1 measures of style (main effect, p < 0.05 after Holm); differences "
            "of this effect from author to author cannot be tested.");
  found.measures[0].p_topic = 0.01;
  found.measures[0].p_interaction = 0.2;
  EXPECT_EQ(style_sentence(found, "author", 0.05),
            "Topics change 1 of 1 measures of style (main effect, p < 0.05 after Holm); none of 1 was found "
            "to change differently from author to author, so no reason for a drop on new topics is shown in "
            "these habits.");
  // p must be strictly below the level.
  found.measures[1].p_interaction = 0.1;
  EXPECT_THAT(style_sentence(found, "author", 0.1), HasSubstr("none of 2 was found"));
  found.measures[1].p_interaction = 0.09;
  EXPECT_THAT(
      style_sentence(found, "label", 0.1),
      HasSubstr("; 1 of 2 change differently from label to label (commas): anything that a model learns"));
  EXPECT_THAT(style_sentence({}, "author", 0.05),
              HasSubstr("cannot be tested on this table; differences of this effect"));
}

}  // namespace
}  // namespace standfast::report
