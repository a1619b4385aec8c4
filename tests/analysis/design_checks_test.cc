// Tests of the checks of a design: each check reports just above its bound, and not at it.
#include "standfast/analysis/leak/design_checks.h"

#include <numeric>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ConditionMeasures sound_draw() {
  ConditionMeasures m;
  m.folds = 4;
  m.train = {400, 1000, 1000, 100, 100};
  m.test = {200, 500, 500, 50, 50};
  m.test_topics = 12;
  m.test_authors = 30;
  m.classed = 200;
  return m;
}

// Returns a study of two conditions with three draws each, in which there is nothing to complain of.
StudyDesign sound_study(bool classifies = false) {
  StudyDesign design;
  design.classifies = classifies;
  design.metric = classifies ? "accuracy" : "auc";
  DesignCorpus corpus;
  corpus.name = "posts";
  corpus.has_topics = corpus.has_authors = true;
  for (const bool reference : {true, false}) {
    DesignCondition condition;
    condition.name = reference ? "i.i.d." : "HITS";
    condition.reference = reference;
    condition.novel_topics = !reference;
    condition.drawn = true;
    condition.draws = {sound_draw(), sound_draw(), sound_draw()};
    corpus.conditions.push_back(condition);
  }
  design.corpora = {corpus};
  return design;
}

std::vector<std::string> codes(const std::vector<StudyWarning>& warnings) {
  std::vector<std::string> found;
  for (const auto& warning : warnings) found.push_back(warning.code);
  return found;
}

// Returns the study with every draw of the second condition changed.
template <class Change>
StudyDesign changed(StudyDesign design, const Change& change) {
  for (auto& draw : design.corpora[0].conditions[1].draws) change(draw);
  return design;
}

TEST(DesignChecks, ASoundStudyHasNoWarnings) {
  EXPECT_THAT(codes(check_design(sound_study())), IsEmpty());
  EXPECT_THAT(codes(check_design(sound_study(true))), IsEmpty());
  EXPECT_THAT(codes(check_design({})), IsEmpty());
}

TEST(DesignChecks, TrainingSizesMayDifferByAFifth) {
  const auto fifth = changed(sound_study(), [](auto& m) { m.train.same = 800, m.train.different = 800; });
  EXPECT_THAT(codes(check_design(fifth)), IsEmpty());
  const auto less = changed(sound_study(), [](auto& m) { m.train.same = 799, m.train.different = 800; });
  const auto warnings = check_design(less);
  ASSERT_THAT(codes(warnings), ElementsAre("SF101"));
  EXPECT_EQ(warnings[0].corpus, "posts");
  EXPECT_THAT(warnings[0].message,
              HasSubstr("training pairs of a fold, on average, \"i.i.d.\" 500, \"HITS\" 400"));
}

TEST(DesignChecks, TrainingSizesAreOfAFold) {
  // Twice as many folds of the same size have twice the pairs in all.
  const auto folds = changed(sound_study(), [](auto& m) {
    m.folds = 12;
    m.train.same *= 3, m.train.different *= 3, m.train.same_one_topic *= 3, m.train.different_one_topic *= 3;
  });
  EXPECT_THAT(codes(check_design(folds)), IsEmpty());
}

TEST(DesignChecks, ClassificationCountsDocuments) {
  const auto fewer = changed(sound_study(true), [](auto& m) { m.train.documents = 199; });
  const auto warnings = check_design(fewer);
  ASSERT_THAT(codes(warnings), ElementsAre("SF101"));
  EXPECT_THAT(warnings[0].message, HasSubstr("training documents of a fold"));
  EXPECT_THAT(codes(check_design(changed(sound_study(), [](auto& m) { m.train.documents = 1; }))), IsEmpty());
}

TEST(DesignChecks, PairsOnOneTopicMayDifferByTwentyPoints) {
  // The other condition has 10 %.
  EXPECT_THAT(codes(check_design(changed(sound_study(), [](auto& m) { m.test.same_one_topic = 150; }))),
              IsEmpty());
  const auto test = check_design(changed(sound_study(), [](auto& m) { m.test.same_one_topic = 155; }));
  ASSERT_THAT(codes(test), ElementsAre("SF102"));
  EXPECT_THAT(test[0].message, HasSubstr("in test \"i.i.d.\" 10 %, \"HITS\" 31 %"));
  EXPECT_THAT(test[0].message, ::testing::Not(HasSubstr("training")));
  const auto train = check_design(changed(sound_study(), [](auto& m) { m.train.same_one_topic = 400; }));
  ASSERT_THAT(codes(train), ElementsAre("SF102"));
  EXPECT_THAT(train[0].message, HasSubstr("in training \"i.i.d.\" 10 %, \"HITS\" 40 %"));
  EXPECT_THAT(codes(check_design(changed(sound_study(), [](auto& m) { m.test.different_one_topic = 155; }))),
              ElementsAre("SF103"));
  // Nothing is said about a corpus without topics.
  auto without = changed(sound_study(), [](auto& m) { m.test.same_one_topic = 500; });
  without.corpora[0].has_topics = false;
  EXPECT_THAT(codes(check_design(without)), IsEmpty());
}

// Blocks are checked as topics are: a thread may give the answer away in every condition alike.
TEST(DesignChecks, BlocksAreLookedAtAsTopicsAre) {
  const auto with_threads = [](uint64_t same, uint64_t different, std::optional<double> error) {
    auto design = sound_study();
    for (auto& condition : design.corpora[0].conditions)
      for (auto& draw : condition.draws) draw.test.blocks = {{"thread", same, different, error}};
    return design;
  };
  EXPECT_THAT(codes(check_design(with_threads(160, 160, 0.001))), IsEmpty());
  const auto tells = check_design(with_threads(160, 30, 0.02));
  ASSERT_THAT(codes(tells), ElementsAre("SF115"));
  EXPECT_THAT(tells[0].message, HasSubstr("share their \"thread\" has an AUC above guessing"));
  EXPECT_THAT(tells[0].message,
              HasSubstr("\"i.i.d.\" 0.630 in test (32 % of same-author pairs share it, 6 % of others)"));
  EXPECT_THAT(tells[0].message, HasSubstr("\"HITS\" 0.630"));
  EXPECT_THAT(codes(check_design(with_threads(30, 160, 0.02))), ElementsAre("SF115"));  // the other way round
  EXPECT_THAT(codes(check_design(with_threads(160, 30, 0.06))), IsEmpty());  // 0.630 - 2.05 * 0.06 < 0.52
  EXPECT_THAT(codes(check_design(with_threads(160, 30, std::nullopt))), IsEmpty());
  // The same holds for topics. Measures of earlier versions have no known error, and then nothing is said.
  const auto topics = [](std::optional<double> error) {
    return changed(sound_study(), [&](auto& m) {
      m.train.same_one_topic = 250;
      m.train.topic_auc_error = error;
    });
  };
  EXPECT_THAT(codes(check_design(topics(0.01))), ElementsAre("SF115"));
  EXPECT_THAT(codes(check_design(topics(std::nullopt))), IsEmpty());
  // Pairs share their thread in one condition more often than in the other.
  auto apart = with_threads(100, 100, 0.01);
  for (auto& draw : apart.corpora[0].conditions[1].draws) draw.test.blocks = {{"thread", 205, 205, 0.01}};
  const auto warnings = check_design(apart);
  ASSERT_THAT(codes(warnings), ElementsAre("SF102", "SF103"));
  EXPECT_THAT(warnings[0].message,
              HasSubstr("same-author pairs share their \"thread\" in one condition more often"));
}

TEST(DesignChecks, SharesOfSameAuthorPairsMayDifferByTwoPoints) {
  const auto share = [](uint64_t same) {
    return check_design(changed(sound_study(), [&](auto& m) {
      m.test.same = same;
      m.test.different = 1000 - same;
      m.test.same_one_topic = m.test.different_one_topic = 50;
    }));
  };
  EXPECT_THAT(codes(share(480)), IsEmpty());
  const auto warnings = share(364);
  ASSERT_THAT(codes(warnings), ElementsAre("SF116"));
  EXPECT_THAT(warnings[0].message,
              HasSubstr("\"i.i.d.\" training 50.0 %, test 50.0 %; \"HITS\" training 50.0 %, test 36.4 %"));
}

TEST(DesignChecks, SharesOfCopiesMayDifferByTwoPoints) {
  const auto copied = [](std::optional<uint64_t> here, uint64_t there) {
    auto design = changed(sound_study(true), [&](auto& m) { m.copied = there; });
    for (auto& draw : design.corpora[0].conditions[0].draws) draw.copied = here;
    return check_design(design);
  };
  EXPECT_THAT(codes(copied(150, 146)), IsEmpty());
  EXPECT_THAT(codes(copied(std::nullopt, 150)), IsEmpty()) << "a run of an earlier version";
  const auto warnings = copied(150, 0);
  ASSERT_THAT(codes(warnings), ElementsAre("SF118"));
  EXPECT_THAT(warnings[0].message, HasSubstr("exact copy in training: \"i.i.d.\" 75 %, \"HITS\" 0 %"));
  auto near = sound_study(true);
  near.corpora[0].conditions[0].near_share = .3;
  EXPECT_THAT(codes(check_design(near)), IsEmpty());
  near.corpora[0].conditions[1].near_share = .1;
  const auto nearly = check_design(near);
  ASSERT_THAT(codes(nearly), ElementsAre("SF118"));
  EXPECT_THAT(nearly[0].message, HasSubstr("near duplicate there: \"i.i.d.\" 30 %, \"HITS\" 10 %"));
}

// Returns the places 0 to n - 1 of a fold.
std::vector<uint32_t> first_places(uint32_t n) {
  std::vector<uint32_t> places(n);
  std::iota(places.begin(), places.end(), 0U);
  return places;
}

// Returns a study in which "i.i.d." tests 1,500 documents in each of three draws, of which 600, in two folds,
// have no author.
StudyDesign partly_anonymous(bool needed, uint64_t left_out, uint64_t tested) {
  auto study = changed(sound_study(true), [&](auto& m) {
    m.without = {{"author", needed, left_out, tested, tested == 0 ? 900U : 1500U}};
  });
  for (auto& draw : study.corpora[0].conditions[0].draws) {
    draw.test.documents = 1500;
    draw.without = {{"author", false, 0, 600, 1500, {first_places(200), first_places(400)}}};
  }
  return study;
}

TEST(DesignChecks, WhatOneConditionCannotTestIsNamed) {
  EXPECT_THAT(codes(check_design(partly_anonymous(false, 600, 0))), IsEmpty())
      << "left out for another reason";
  EXPECT_THAT(codes(check_design(partly_anonymous(true, 0, 600))), IsEmpty());
  const auto warnings = check_design(partly_anonymous(true, 600, 0));
  ASSERT_THAT(codes(warnings), ElementsAre("SF119"));
  EXPECT_THAT(
      warnings[0].message,
      HasSubstr("\"HITS\" leaves out the 600 documents without author, which \"i.i.d.\" tests: of its 4,500 "
                "tested documents in 3 draws, 2,700 are compared"));
}

// A document that lacks both values is left out once, and any draw may be the one that tests it.
TEST(DesignChecks, DocumentsThatLackOneOfTwoValuesAreCountedOnceOverTheDraws) {
  auto study = partly_anonymous(true, 600, 0);
  for (auto& draw : study.corpora[0].conditions[1].draws)
    draw.without.push_back({"topic", true, 300, 0, 900, {}});
  // The first draw tests no document without a topic. In the other draws, 100 of the 300 documents without a
  // topic have no author either.
  std::vector<uint32_t> some = first_places(300);
  for (auto& place : some) place += 100;
  for (size_t d = 1; d < 3; ++d)
    study.corpora[0].conditions[0].draws[d].without.push_back({"topic", false, 0, 300, 1500, {some, {}}});
  auto warnings = check_design(study);
  ASSERT_THAT(codes(warnings), ElementsAre("SF119"));
  EXPECT_THAT(
      warnings[0].message,
      EndsWith("\"HITS\" leaves out the documents without author (600) or topic (300), which \"i.i.d.\" "
               "tests: of its 4,500 tested documents in 3 draws, 2,300 are compared"));
  // If each condition leaves out what the other tests, each has a count of its own, over the columns of both.
  for (auto& draw : study.corpora[0].conditions[0].draws)
    std::erase_if(draw.without, [](const auto& one) { return one.column == "topic"; });
  for (auto& draw : study.corpora[0].conditions[0].draws)
    draw.without.push_back({"topic", true, 50, 0, 1500, {}});
  for (auto& draw : study.corpora[0].conditions[1].draws) {
    draw.test.documents = 900;
    draw.without[1] = {"topic", false, 0, 50, 900, {{}, first_places(50)}};
  }
  warnings = check_design(study);
  ASSERT_THAT(codes(warnings), ElementsAre("SF119"));
  EXPECT_THAT(
      warnings[0].message,
      AllOf(
          HasSubstr("\"i.i.d.\" tests: of its 4,500 tested documents in 3 draws, 2,700 are compared; "),
          EndsWith("\"i.i.d.\" leaves out the 50 documents without topic, which \"HITS\" tests: of its 2,700 "
                   "tested documents in 3 draws, 2,550 are compared")));
}

// In a study of pairs, the pairs that hold a document without a value are counted.
TEST(DesignChecks, PairsThatHoldADocumentWithoutAValueAreCountedAsPairs) {
  auto study = changed(sound_study(), [](auto& m) { m.without = {{"topic", true, 30, 0, 100}}; });
  for (auto& draw : study.corpora[0].conditions[0].draws)
    draw.without = {{"topic", false, 0, 30, 130, {first_places(120)}}};
  const auto warnings = check_design(study);
  ASSERT_THAT(codes(warnings), ElementsAre("SF119"));
  EXPECT_THAT(warnings[0].message, EndsWith("of its 3,000 test pairs in 3 draws, 2,640 are compared"));
}

// A shortcut leaves out more documents, so the tested documents of a planted condition are not known before a
// run.
TEST(DesignChecks, OfAPlantedConditionOnlyWhatIsKnownIsSaid) {
  auto study = partly_anonymous(true, 600, 0);
  study.corpora[0].conditions[1].planted = true;
  EXPECT_THAT(check_design(study).at(0).message, EndsWith("2,700 are compared"));
  std::swap(study.corpora[0].conditions[0].reference, study.corpora[0].conditions[1].reference);
  std::swap(study.corpora[0].conditions[0].planted, study.corpora[0].conditions[1].planted);
  const auto warnings = check_design(study);
  ASSERT_THAT(codes(warnings), ElementsAre("SF119"));
  EXPECT_THAT(warnings[0].message,
              EndsWith("\"i.i.d.\" tests: the two are compared without them if the shortcut can change every "
                       "document, else not at all"));
}

TEST(DesignChecks, ASideWithGroupsThatTrainingHasSeen) {
  const auto seen = [](double documents) {
    return check_design(changed(sound_study(true), [&](auto& m) {
      m.seen = {{"october", "author", 3500, documents}};
    }));
  };
  EXPECT_THAT(codes(seen(1750)), IsEmpty());
  const auto warnings = seen(2800);
  ASSERT_THAT(codes(warnings), ElementsAre("SF120"));
  EXPECT_THAT(warnings[0].message,
              HasSubstr("2,800 of 3,500 documents of \"HITS/october\" share their author with training"));
  EXPECT_THAT(
      check_design(changed(sound_study(true),
                           [](auto& m) {
                             m.seen = {{"october", "author", 3500, 2800}, {"may", "author", 100, 95}};
                           }))
          .at(0)
          .brief,
      EndsWith("does not: 95 of 100 documents of \"HITS/may\" share their author with training and 1 more"));
}

TEST(DesignChecks, AModelThatWasTrainedElsewhereMayKnowTestDocuments) {
  auto study = sound_study();
  EXPECT_THAT(check_design(study), IsEmpty());
  study.pretrained = {"bert"};
  const auto warnings = check_design(study);
  ASSERT_THAT(codes(warnings), ElementsAre("SF117"));
  EXPECT_THAT(warnings[0].message, HasSubstr("\"bert\" was trained elsewhere"));
  EXPECT_EQ(warnings[0].corpus, "");
}

TEST(DesignChecks, SixTopicsAndSixAuthorsAreEnough) {
  EXPECT_THAT(
      codes(check_design(changed(sound_study(), [](auto& m) { m.test_topics = m.test_authors = 6; }))),
      IsEmpty());
  auto one_draw = sound_study();
  one_draw.corpora[0].conditions[1].draws[1].test_topics = 5;  // the worst draw counts
  const auto topics = check_design(one_draw);
  ASSERT_THAT(codes(topics), ElementsAre("SF104"));
  EXPECT_THAT(topics[0].message, HasSubstr("\"HITS\" 5"));
  EXPECT_THAT(topics[0].message, ::testing::Not(HasSubstr("i.i.d.")));
  EXPECT_THAT(codes(check_design(changed(sound_study(), [](auto& m) { m.test_authors = 5; }))),
              ElementsAre("SF105"));
  // Pairs without topics rest on their authors alone.
  for (const uint32_t authors : {19U, 20U}) {
    auto alone = changed(sound_study(), [&](auto& m) { m.test_authors = authors; });
    alone.corpora[0].has_topics = false;
    const auto warnings = check_design(alone);
    EXPECT_EQ(warnings.size(), authors == 20 ? 0U : 1U);
    if (!warnings.empty()) {
      EXPECT_EQ(warnings[0].code, "SF105");
      EXPECT_THAT(warnings[0].message, HasSubstr("needs at least 20"));
    }
  }
  // If nothing keeps topics apart, the study is not a test of topics.
  auto same_topics = changed(sound_study(), [](auto& m) { m.test_topics = 2; });
  same_topics.corpora[0].conditions[1].novel_topics = false;
  EXPECT_THAT(codes(check_design(same_topics)), IsEmpty());
  // Classification resamples topics, or authors if there are no topics.
  auto classes = changed(sound_study(true), [](auto& m) { m.test_authors = 3; });
  EXPECT_THAT(codes(check_design(classes)), IsEmpty());
  classes.corpora[0].has_topics = false;
  EXPECT_THAT(codes(check_design(classes)), ElementsAre("SF105"));
}

TEST(DesignChecks, TopicsOfOneAuthorMatterWhereTopicsAreKeptApart) {
  const auto quarter = [](auto& m) { m.one_class_topic = 50; };
  const auto more = [](auto& m) { m.one_class_topic = 51; };
  EXPECT_THAT(codes(check_design(changed(sound_study(), quarter))), IsEmpty());
  EXPECT_THAT(codes(check_design(changed(sound_study(), more))), ElementsAre("SF106"));
  auto control = changed(sound_study(true), more);
  control.corpora[0].conditions[1].control_of = "another";
  EXPECT_THAT(codes(check_design(control)), IsEmpty());
}

TEST(DesignChecks, ClassesThatTrainingLacks) {
  const auto tenth = [](auto& m) { m.unseen_class = 20; };
  const auto more = [](auto& m) { m.unseen_class = 21; };
  EXPECT_THAT(codes(check_design(changed(sound_study(true), tenth))), IsEmpty());
  EXPECT_THAT(codes(check_design(changed(sound_study(true), more))), ElementsAre("SF107"));
  EXPECT_THAT(codes(check_design(changed(sound_study(), more))),
              IsEmpty());  // pairs of unseen authors are the rule here
}

TEST(DesignChecks, AControlMindsBlocks) {
  auto design = sound_study(true);
  design.corpora[0].blocks = {{"thread", 1200, 5000}};
  EXPECT_THAT(codes(check_design(design)), IsEmpty());  // no condition is a control
  auto& control = design.corpora[0].conditions[1];
  control.control_of = "i.i.d.";
  control.novel_topics = false;
  const auto warnings = check_design(design);
  ASSERT_THAT(codes(warnings), ElementsAre("SF108"));
  EXPECT_THAT(warnings[0].message, HasSubstr("\"thread\" (1,200 groups hold 5,000 documents)"));
  control.block = {"thread"};
  EXPECT_THAT(codes(check_design(design)), IsEmpty());
  // A control of single documents may stand beside a control of blocks, if both belong to the same condition.
  auto single = control;
  single.name = "single documents";
  single.block = {};
  design.corpora[0].conditions.push_back(single);
  EXPECT_THAT(codes(check_design(design)), IsEmpty());
  design.corpora[0].conditions.back().control_of = "HITS";
  EXPECT_THAT(codes(check_design(design)), ElementsAre("SF108"));
}

TEST(DesignChecks, SomeMetricsCarryNoPercentage) {
  for (const char* metric : {"overall", "f1", "f0.5u", "c@1", "brier", "log-loss", "macro-f1", "auc-ovr"}) {
    auto design = sound_study();
    design.metric = metric;
    EXPECT_THAT(codes(check_design(design)), ElementsAre("SF110")) << metric;
  }
  for (const char* metric : {"auc", "accuracy", "balanced-accuracy", "macro-recall", "kappa", "mcc"})
    EXPECT_TRUE(carries_percentage(metric)) << metric;
}

TEST(DesignChecks, FoldsWithoutPairs) {
  const auto empty = changed(sound_study(), [](auto& m) { m.empty_folds = 1; });
  const auto warnings = check_design(empty);
  ASSERT_THAT(codes(warnings), ElementsAre("SF111"));
  EXPECT_THAT(warnings[0].message, HasSubstr("\"HITS\" 3 of 12"));
}

TEST(DesignChecks, ConditionsThatWereNotDrawnSayNothing) {
  auto design = sound_study();
  design.corpora[0].conditions[1].draws.clear();
  EXPECT_THAT(codes(check_design(design)), IsEmpty());
}

TEST(DesignChecks, ACorpusOfWhichTheReferenceIsNotAsked) {
  auto design = sound_study();
  design.corpora.push_back(design.corpora[0]);
  design.corpora[1].name = "mails";
  EXPECT_THAT(codes(check_design(design)), IsEmpty());
  design.corpora[1].conditions.erase(design.corpora[1].conditions.begin());
  const auto warnings = check_design(design);
  ASSERT_THAT(codes(warnings), ElementsAre("SF112"));
  EXPECT_EQ(warnings[0].corpus, "mails");
  EXPECT_THAT(warnings[0].message,
              HasSubstr("\"i.i.d.\" is the reference, but the study does not apply it to this corpus"));
  // A study without any reference gets no such warning.
  design.corpora[0].conditions.erase(design.corpora[0].conditions.begin());
  EXPECT_THAT(codes(check_design(design)), IsEmpty());
}

// A split that others made does not promise to keep topics apart, but its folds show whether it does.
TEST(DesignChecks, FewTopicsOfASplitThatPromisesNothing) {
  auto given = changed(sound_study(), [](auto& m) { m.test_topics = 5; });
  given.corpora[0].conditions[1].novel_topics = false;
  EXPECT_THAT(codes(check_design(given)), IsEmpty());
  for (auto& draw : given.corpora[0].conditions[1].draws) draw.topics_apart = true;
  EXPECT_THAT(codes(check_design(given)), IsEmpty()) << "of authors, who happen to have topics of their own";
  given.corpora[0].conditions[1].given = true;
  EXPECT_THAT(codes(check_design(given)), ElementsAre("SF104"));
  given.corpora[0].conditions[1].draws[0].topics_apart = false;
  EXPECT_THAT(codes(check_design(given)), IsEmpty());
}

TEST(DesignChecks, TestedTextsOfOtherLengths) {
  auto design = sound_study();
  for (auto& condition : design.corpora[0].conditions)
    for (auto& draw : condition.draws) draw.test_length = 800;
  EXPECT_THAT(codes(check_design(changed(design, [](auto& m) { m.test_length = 400; }))), IsEmpty());
  const auto warnings = check_design(changed(design, [](auto& m) { m.test_length = 200; }));
  ASSERT_THAT(codes(warnings), ElementsAre("SF121"));
  EXPECT_THAT(warnings[0].message, HasSubstr("median bytes \"i.i.d.\" 800, \"HITS\" 200"));
  EXPECT_THAT(codes(check_design(changed(design, [](auto& m) { m.test_length = 1700; }))),
              ElementsAre("SF121"));
  EXPECT_THAT(codes(check_design(changed(design, [](auto& m) { m.test_length.reset(); }))), IsEmpty());
}

TEST(DesignChecks, ValuesThatMayNotBeWhatTheySeem) {
  auto design = sound_study(true);
  design.target = "label";
  design.corpora[0].odd_values = {{"source", "of sources"}};
  EXPECT_THAT(codes(check_design(design)), IsEmpty()) << "nothing depends on them";
  design.corpora[0].odd_values.push_back({"label", "of the 7 values of label 6 differ"});
  const auto warnings = check_design(design);
  ASSERT_THAT(codes(warnings), ElementsAre("SF122"));
  EXPECT_EQ(warnings[0].message, "of the 7 values of label 6 differ (each is a class)");
}

TEST(DesignChecks, TheFirstConditionIsTheReferenceWhereNoneIsMarked) {
  auto design = sound_study();
  design.corpora[0].conditions[0].reference_by_default = true;
  const auto warnings = check_design(design);
  ASSERT_THAT(codes(warnings), ElementsAre("SF123"));
  EXPECT_THAT(warnings[0].message, HasSubstr("so \"i.i.d.\", the first, is the reference"));
}

TEST(DesignChecks, ASideWithTextsThatModelsMayLearnFrom) {
  auto design = sound_study();
  design.corpora[0].sides = {{"new", 40, 0}};
  EXPECT_THAT(codes(check_design(design)), IsEmpty());
  design.corpora[0].sides.push_back({"old", 30, 2});
  const auto warnings = check_design(design);
  ASSERT_THAT(codes(warnings), ElementsAre("SF113"));
  EXPECT_EQ(warnings[0].message,
            "2 of 30 documents of side \"old\" have the same text as a document that models may learn from");
}

TEST(DesignChecks, GroupsThatIntervalsDoNotKnow) {
  EXPECT_THAT(codes(check_design(changed(sound_study(),
                                         [](auto& m) {
                                           m.whole = {{"case", 2000, 200}};
                                         }))),
              IsEmpty());
  const auto warnings = check_design(changed(sound_study(), [](auto& m) {
    m.whole = {{"case", 2000, 201}, {"day", 2000, 0}};
  }));
  ASSERT_THAT(codes(warnings), ElementsAre("SF114"));
  EXPECT_THAT(warnings[0].message,
              ::testing::EndsWith("as independent: \"HITS\" \"case\" (201 of 2,000 tested documents)"));
  EXPECT_THAT(check_design(changed(sound_study(),
                                   [](auto& m) {
                                     m.whole = {{"case", 2000, 201}, {"day", 2000, 900}};
                                   }))
                  .at(0)
                  .brief,
              EndsWith("as independent: \"HITS\" \"day\" (900 of 2,000 tested documents) and 1 more"));
}

TEST(DesignChecks, TheCatalogIsWhatTheChecksSay) {
  std::set<std::string> seen;
  for (const auto& check : warning_kinds()) {
    EXPECT_TRUE(seen.insert(check.code).second) << check.code;
    EXPECT_EQ(check.after_run, check.code.starts_with("SF2")) << check.code;
    EXPECT_FALSE(check.title.empty());
    EXPECT_NE(severity_name(check.severity), "");
    EXPECT_TRUE(find_warning_kind(check.code));
  }
  EXPECT_EQ((*find_warning_kind("sf101"))->code, "SF101");
  EXPECT_EQ((*find_warning_kind("sf101"))->anchor(), "docs/warnings.md#sf101");
  const auto unknown = find_warning_kind("SF999");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::usage);
}

TEST(DesignChecks, WarningsAreLeftOutByCode) {
  auto design = changed(sound_study(), [](auto& m) { m.train = {400, 100, 100, 10, 10}, m.test_topics = 2; });
  auto warnings = check_design(design);
  ASSERT_THAT(codes(warnings), ElementsAre("SF101", "SF104"));
  EXPECT_EQ(leave_out(warnings, {"SF101", "SF109", "SF102"}), 1U);
  EXPECT_THAT(codes(warnings), ElementsAre("SF104"));
  EXPECT_THAT(*known_codes({"sf109", "SF101", "SF109"}), ElementsAre("SF101", "SF109"));
  EXPECT_FALSE(known_codes({"SF1"}));
}

}  // namespace
}  // namespace standfast
