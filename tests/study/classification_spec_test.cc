// Studies of classification: keys of a study file, refusals, the round trip through the record, and
// validation, which never keeps classes whole.
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/spec/spec.h"
#include "tests/support/corpora.h"
#include "tests/support/small_studies.h"
#include "tests/support/text_with.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::kControlledStudy;
using testing::text_with;

std::string class_complaint(const std::string& text) {
  const auto study = parse_study(text, "s.toml", study_catalogs());
  EXPECT_FALSE(study.has_value()) << text;
  return study ? "" : study.error().message;
}

TEST(ClassificationSpec, RefusesWhatDoesNotFitTheTask) {
  EXPECT_THAT(class_complaint(text_with(kControlledStudy, "task = \"classification\"", "target = \"label\"")),
              HasSubstr("it needs task = \"classification\""));
  EXPECT_THAT(class_complaint(text_with(kControlledStudy, "seed = 5", "target = \"date\"")),
              HasSubstr("not \"date\""));
  EXPECT_THAT(class_complaint(text_with(kControlledStudy, "control-of = \"novel\"", "control-of = \"novl\"")),
              HasSubstr("did you mean \"novel\"?"));
  EXPECT_THAT(class_complaint(text_with(kControlledStudy, "split = \"leave-one-topic-out\"",
                                        "split = \"leave-one-topic-out\"\npairs = { balanced = true }")),
              HasSubstr("pairs belong to task = \"verification\""));
  EXPECT_THAT(class_complaint(std::string(kControlledStudy) +
                              "[[condition]]\nname = \"c2\"\ncontrol-of = \"control\"\n"),
              HasSubstr("is itself a control"));
  EXPECT_THAT(class_complaint(text_with(kControlledStudy, "control-of = \"novel\"",
                                        "control-of = \"novel\"\nsplit = \"k-fold\"")),
              HasSubstr("split"));
}

TEST(ClassificationSpec, AModelThatNeedsGroupsFindsThemInEveryCondition) {
  const std::string planted =
      "task = \"classification\"\n[[corpus]]\npath = \"posts.jsonl\"\n[[condition]]\nname = \"planted\"\n"
      "split = \"k-fold\"\nshortcut = { kind = \"single-term\", lambda = 1.0 }\n";
  const std::string plain = "[[condition]]\nname = \"plain\"\nsplit = \"k-fold\"\n";
  const std::string model = "[[model]]\ntype = \"group-dro\"\n";
  EXPECT_THAT(
      class_complaint(planted + plain + model),
      AllOf(HasSubstr("model \"group-dro\" needs groups"), HasSubstr("condition \"plain\" plants no cue")));
  for (const std::string& good : {planted + model, "group = \"thread\"\n" + planted + plain + model,
                                  planted + plain + model + "groups = \"inferred\"\n"}) {
    const auto study = parse_study(good, "s.toml", study_catalogs());
    EXPECT_TRUE(study) << study.error().message;
  }
}

TEST(ClassificationSpec, RefusesBlocksThatCannotBe) {
  const auto control = [](const std::string& more) {
    return text_with(kControlledStudy, "control-of = \"novel\"\ntrades = 2",
                     "control-of = \"novel\"\n" + more);
  };
  EXPECT_THAT(class_complaint(control("block = \"topic\"")), HasSubstr("is the topic itself"));
  EXPECT_THAT(class_complaint(control("block = \"author\"")), HasSubstr("is the target"));
  EXPECT_THAT(class_complaint(control("block = \"id\"")), HasSubstr("cannot be called \"id\""));
  EXPECT_THAT(class_complaint(control("block = []")), HasSubstr("is an empty list"));
  EXPECT_THAT(class_complaint(control("block = [\"a\", \"a\"]")), HasSubstr("names \"a\" twice"));
  EXPECT_THAT(class_complaint(control("block = 3")), HasSubstr("where the name of a column"));
  EXPECT_THAT(class_complaint(control("trades = 0")), HasSubstr("trades is 1 to 1000, not 0"));
  EXPECT_THAT(class_complaint(control("trades = 1001")), HasSubstr("trades is 1 to 1000"));
  EXPECT_THAT(class_complaint(text_with(kControlledStudy, "split = \"leave-one-topic-out\"",
                                        "split = \"leave-one-topic-out\"\nblock = \"thread\"")),
              HasSubstr("s.toml:12: condition 2: block belongs to a control"));
  EXPECT_THAT(
      class_complaint(control("block = \"forum\"\n[[condition]]\nname = \"c2\"\ncontrol-of = \"novel\"\n"
                              "block = \"thread\"")),
      HasSubstr("[\"forum\", \"thread\"]"));
  const auto column = [](const std::string& value) {
    return text_with(kControlledStudy, "path = \"posts.jsonl\"", "path = \"posts.jsonl\"\n" + value);
  };
  EXPECT_THAT(class_complaint(column("column = \"thread\"")), HasSubstr("where a table"));
  EXPECT_THAT(class_complaint(column("column.topic = \"x\"")), HasSubstr("cannot be called \"topic\""));
  EXPECT_THAT(class_complaint(column("column.x = { form = \"id\" }")), HasSubstr("did you mean \"from\"?"));
  EXPECT_THAT(class_complaint(column("column.x = { from = \"id\", nth = 2 }")), HasSubstr("nth needs until"));
  EXPECT_THAT(class_complaint(column("column.x = { from = \"id\", until = \"-\", nth = 0 }")),
              HasSubstr("nth counts from 1"));
  EXPECT_THAT(class_complaint(column("column.x = { until = \"-\" }")),
              HasSubstr("names no column of the file"));
}

// Whole blocks come last in their chain, because they keep more than blocks within a class, and they survive
// the round trip through the record.
TEST(ClassificationSpec, WholeBlocksAreTheLastOfTheirChainAndSurviveTheirRecord) {
  const auto controls = [](const std::string& first, const std::string& second) {
    return text_with(kControlledStudy, "control-of = \"novel\"\ntrades = 2",
                     "control-of = \"novel\"\n" + first +
                         "\n[[condition]]\nname = \"c2\"\ncontrol-of = \"novel\"\n" + second);
  };
  const std::string own = "block = \"thread\"", all = "block = \"thread\"\nwhole = true";
  EXPECT_THAT(class_complaint(controls(own, "whole = true")), HasSubstr("whole = true needs a block"));
  EXPECT_THAT(class_complaint(controls("block = \"forum\"", "block = [\"forum\", \"thread\"]\nwhole = true")),
              HasSubstr("\"c2\" keeps whole blocks but smaller ones than the other control"));
  EXPECT_THAT(class_complaint(text_with(kControlledStudy, "split = \"leave-one-topic-out\"",
                                        "split = \"leave-one-topic-out\"\nwhole = true")),
              HasSubstr("whole belongs to a control"));
  for (const auto& [first, second] : {std::pair{own, all}, {all, own}, {std::string("trades = 3"), all}}) {
    const auto study = parse_study(controls(first, second), "s.toml", study_catalogs());
    ASSERT_TRUE(study) << study.error().message;
    const auto again = study_from_json(study_to_json(*study), study_catalogs());
    ASSERT_TRUE(again) << again.error().message;
    for (const size_t place : {2U, 3U}) {
      EXPECT_EQ(study->conditions[place].whole, (place == 2 ? first : second) == all);
      EXPECT_EQ(again->conditions[place].whole, study->conditions[place].whole);
    }
  }
}

TEST(ClassificationSpec, RefusesMatchesThatCannotBe) {
  const auto control = [](const std::string& more) {
    return text_with(kControlledStudy, "control-of = \"novel\"\ntrades = 2",
                     "control-of = \"novel\"\n" + more);
  };
  const auto next = [&](const std::string& first, const std::string& second) {
    return control(first + "\n[[condition]]\nname = \"c2\"\ncontrol-of = \"novel\"\n" + second);
  };
  EXPECT_THAT(class_complaint(control("match = \"author\"")), HasSubstr("which a control always matches"));
  EXPECT_THAT(class_complaint(control("match = []")), HasSubstr("match is an empty list"));
  EXPECT_THAT(class_complaint(control("match = [\"source\", \"source\"]")),
              HasSubstr("names \"source\" twice"));
  EXPECT_THAT(class_complaint(control("match = 3")), HasSubstr("where the name of a column"));
  EXPECT_THAT(class_complaint(control("match = \"id\"")), HasSubstr("cannot be called \"id\""));
  EXPECT_THAT(class_complaint(control("match = \"thread\"\nblock = \"thread\"")),
              HasSubstr("is in block and in match"));
  EXPECT_THAT(class_complaint(text_with(kControlledStudy, "split = \"leave-one-topic-out\"",
                                        "split = \"leave-one-topic-out\"\nmatch = \"length\"")),
              HasSubstr("match belongs to a control"));
  EXPECT_THAT(class_complaint(next("match = \"source\"", "match = [\"length\", \"source\"]")),
              HasSubstr("do not begin alike"));
  EXPECT_THAT(class_complaint(next("block = \"thread\"", "match = \"source\"")),
              HasSubstr("it matches more than \"control\" and keeps smaller or no blocks"));
  EXPECT_THAT(class_complaint(next("match = \"source\"\nblock = \"thread\"", "block = \"forum\"")),
              HasSubstr("not nested"));
  for (const auto* fine :
       {"match = [\"source\", \"length\"]", "block = \"thread\"\nmatch = \"source\"", "trades = 3"}) {
    const auto study = parse_study(next("match = \"source\"", fine), "s.toml", study_catalogs());
    EXPECT_TRUE(study) << study.error().message;
  }
}

TEST(ClassificationSpec, MatchesSurviveTheirRecord) {
  const std::string text =
      text_with(kControlledStudy, "control-of = \"novel\"\ntrades = 2",
                "control-of = \"novel\"\nmatch = [\"source\", \"platform\", \"length\"]");
  const auto study = parse_study(text, "s.toml", study_catalogs());
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->conditions[2].match, (std::vector<std::string>{"source", "platform", "length"}));
  // A role needs no column of its own, and the length is no column.
  EXPECT_EQ(study->corpora[0].attributes,
            (std::vector<AttributeRule>{{"platform", "platform", "", 1, {}, {}, true}}));
  const auto again = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->conditions[2].match, study->conditions[2].match);
  EXPECT_THAT(study_to_json(*parse_study(kControlledStudy, "s.toml", study_catalogs())).dump(),
              ::testing::Not(HasSubstr("match")))
      << "a study without match is recorded as before";
}

TEST(ClassificationSpec, BlocksSurviveTheirRecord) {
  std::string text = text_with(kControlledStudy, "control-of = \"novel\"\ntrades = 2",
                               "control-of = \"novel\"\nblock = [\"forum\", \"thread\"]");
  text = text_with(text, "path = \"posts.jsonl\"",
                   "path = \"posts.jsonl\"\ncolumn.thread = { from = \"id\", until = \"-\", nth = 2 }");
  const auto study = parse_study(text, "s.toml", study_catalogs());
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->conditions[2].block, (std::vector<std::string>{"forum", "thread"}));
  EXPECT_EQ(study->conditions[2].trades, 10U) << "the default";
  EXPECT_EQ(study->corpora[0].attributes,
            (std::vector<AttributeRule>{{"thread", "id", "-", 2}, {"forum", "forum", "", 1, {}, {}, true}}));
  const auto again = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->corpora[0].attributes, study->corpora[0].attributes);
  EXPECT_EQ(again->conditions[2].block, study->conditions[2].block);
  EXPECT_EQ(again->conditions[2].trades, 10U);
  // A run made before trades were counted has one trade.
  auto old = study_to_json(*study);
  old["conditions"][2].erase("trades");
  EXPECT_EQ(study_from_json(old, study_catalogs())->conditions[2].trades, 1U);
}

TEST(ClassificationSpec, SurvivesItsRecord) {
  const auto study = parse_study(kControlledStudy, "s.toml", study_catalogs());
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->profile, "classification");
  EXPECT_EQ(study->conditions[2].control_of, "novel");
  EXPECT_EQ(study->conditions[2].splitter.name, "leave-one-topic-out");
  EXPECT_EQ(study->conditions[0].splitter.options.text("by"), "author");
  EXPECT_EQ(study->models.back().name, "prior");
  const auto json = study_to_json(*study);
  const auto again = study_from_json(json, study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(study_to_json(*again), json);
}

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
  // Without validation the record is unchanged, so earlier runs can be continued.
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
