// What validation keeps whole in a study of classification: never the classes.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/spec/spec.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

Result<StudySpec> study_with(const std::string& target, const std::string& options) {
  return parse_study(
      "task = \"classification\"\ntarget = \"" + target +
          "\"\n[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = \"iid\"\nreference = true\nsplit = { "
          "method = \"stratified-k-fold\", folds = 4" +
          options + " }\n[[model]]\ntype = \"prior\"\n",
      "s.toml", study_catalogs());
}

std::string unit_of(const std::string& target, const std::string& options) {
  const auto study = study_with(target, options);
  EXPECT_TRUE(study) << study.error().message;
  return study ? study->conditions[0].splitter.options.text("validation-unit") : "";
}

TEST(ValidationUnit, IsDocumentsWhereTheDefaultWouldBeTheTarget) {
  EXPECT_EQ(unit_of("author", ", validation = 0.2"), "document");
  EXPECT_EQ(unit_of("author", ", validation = 0.2, validation-unit = \"topic\""), "topic");
  EXPECT_EQ(unit_of("label", ", validation = 0.2"), "author") << "whole authors, who are no classes here";
  // Without validation the record stays as it was, so that earlier runs go on.
  EXPECT_EQ(unit_of("author", ""), "author");
  EXPECT_EQ(unit_of("author", ", validation = 0"), "author");
}

TEST(ValidationUnit, TheTargetIsRefusedWithTheCure) {
  for (const std::string target : {"author", "topic"}) {
    const auto study = study_with(target, ", validation = 0.2, validation-unit = \"" + target + "\"");
    ASSERT_FALSE(study) << target;
    EXPECT_EQ(study.error().kind, ErrorKind::usage);
    EXPECT_THAT(study.error().message,
                HasSubstr("condition 1: split: validation-unit = \"" + target +
                          "\" would take whole classes out of training, because " + target +
                          " is the target; validation-unit = \"document\" takes single documents"));
  }
  EXPECT_TRUE(study_with("author", ", validation-unit = \"author\"")) << "no validation is drawn";
}

TEST(ValidationUnit, NoClassLeavesTraining) {
  const auto study = study_with("author", ", validation = 0.25");
  ASSERT_TRUE(study) << study.error().message;
  const Corpus corpus = testing::grid_corpus(4, 8, 4);
  const auto drawn = draw_condition(corpus, study->conditions[0], study_catalogs(), drawn_for(*study, ""), 3,
                                    1, null_sink());
  ASSERT_TRUE(drawn) << drawn.error().message;
  ASSERT_EQ(drawn->split.folds.size(), 4U);
  for (const Fold& fold : drawn->split.folds) {
    EXPECT_EQ(fold.validation.size(), 24U) << "a quarter of the 96 that are not tested";
    std::set<std::string_view> trained;
    for (const uint32_t row : fold.train) trained.insert(corpus.value(Role::author, row));
    EXPECT_EQ(trained.size(), 8U);
  }
}

}  // namespace
}  // namespace standfast
