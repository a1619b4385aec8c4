// Tests of robust training: planted truth, laws, and refusals (docs/robust.md).
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/robust/dev_choice.h"
#include "standfast/model/robust/training_part.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/saved/saved_models.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/robust_fits.h"

namespace standfast {
namespace {

using namespace std::string_literals;
using testing::answers;
using testing::failure;
using testing::fitted;
using ::testing::HasSubstr;
using testing::planted;
using testing::PlantedCue;
using Settings = std::map<std::string, OptionValue>;

void expect_close(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], tolerance) << k;
}

std::string refusal(const std::string& name, const Settings& settings) {
  const auto resolved = classifiers().resolve(name, settings);
  if (resolved) return "resolved";
  EXPECT_EQ(resolved.error().kind, ErrorKind::usage);
  return resolved.error().message;
}

// The accuracy that each method should reach in the worst group of a fair test, where plain training is right
// in less than a third of the documents.
struct Gain {
  std::string label, name;
  Settings settings;
  bool groups;  // whether the method is told the groups
  double least;
};
void PrintTo(const Gain& gain, std::ostream* out) {
  *out << gain.label;
}

class RobustGain : public ::testing::TestWithParam<Gain> {};

TEST_P(RobustGain, TheWorstGroupGainsWherePlainTrainingFollowsTheCue) {
  const auto& [label, name, settings, groups, least] = GetParam();
  const auto base = settings.find("base");
  const auto plain = fitted(base == settings.end() ? "maxent" : std::get<std::string>(base->second), {},
                            planted().set(false));
  const auto before = planted().accuracy(*plain);
  EXPECT_LT(before.worst, 0.3);
  const auto after = planted().accuracy(*fitted(name, settings, planted().set(groups)));
  EXPECT_GT(after.worst, least) << "plain: " << before.worst;
  EXPECT_GT(after.all, before.all - 0.01);
  RecordProperty("worst", fmt::format("{:.3f} -> {:.3f}, all {:.3f} -> {:.3f}", before.worst, after.worst,
                                      before.all, after.all));
}

const std::string kBayes = "naive-bayes", kMachine = "linear-svm";
INSTANTIATE_TEST_SUITE_P(
    Methods, RobustGain,
    ::testing::Values(
        Gain{"subsample", "subsample-groups", {{"draws", int64_t{10}}}, true, 0.5},
        Gain{"subsample_svm", "subsample-groups", {{"draws", int64_t{10}}, {"base", kMachine}}, true, 0.5},
        Gain{"reweight", "reweight-groups", {}, true, 0.5},
        Gain{"reweight_bayes", "reweight-groups", {{"base", kBayes}}, true, 0.5},
        Gain{"reweight_svm", "reweight-groups", {{"base", kMachine}}, true, 0.5},
        Gain{"reweight_inferred", "reweight-groups", {{"groups", "inferred"s}}, false, 0.4},
        Gain{"group_dro", "group-dro", {}, true, 0.5},
        Gain{"group_dro_svm", "group-dro", {{"base", kMachine}}, true, 0.5},
        Gain{"group_dro_bayes", "group-dro", {{"base", kBayes}}, true, 0.5},
        Gain{"group_dro_inferred", "group-dro", {{"groups", "inferred"s}}, false, 0.4},
        Gain{"jtt", "jtt", {{"up-weight", "20"s}}, false, 0.33},
        Gain{"jtt_training",
             "jtt",
             {{"up-weight", "20"s}, {"errors", "training"s}, {"first-set", "lambda=30"s}},
             false,
             0.4},
        Gain{"dfr", "dfr", {{"share", 0.5}}, true, 0.45},
        Gain{"dfr_l1", "dfr", {{"share", 0.5}, {"l1", "0.5"s}}, true, 0.45},
        Gain{"afr", "afr", {{"gamma", "10"s}, {"lambda", "0.001"s}}, false, 0.33}),
    [](const auto& tested) { return tested.param.label; });

TEST(RobustLawsTest, EqualGroupsMakeReweightingAndSubsamplingPlainTraining) {
  std::vector<uint32_t> even;
  for (uint32_t i = 0; i < PlantedCue::kTrain; ++i) even.push_back(i / 2 % 2);
  TrainingSet set = planted().set(false);
  const auto plain = answers(*fitted("maxent", {}, set));
  set.groups = even;
  EXPECT_EQ(answers(*fitted("reweight-groups", {}, set)), plain);
  EXPECT_EQ(answers(*fitted("subsample-groups", {}, set)), plain);
  expect_close(answers(*fitted("subsample-groups", {{"draws", int64_t{3}}}, set)), plain, 1e-12);
}

TEST(RobustLawsTest, ErrorsThatWeighAsMuchAsOthersMakeJttPlainTraining) {
  const TrainingSet set = planted().set(false);
  EXPECT_EQ(answers(*fitted("jtt", {{"up-weight", "1"s}}, set)), answers(*fitted("maxent", {}, set)));
  EXPECT_EQ(answers(*fitted("jtt", {{"up-weight", "1"s}, {"base", kBayes}}, set)),
            answers(*fitted(kBayes, {}, set)));
}

TEST(RobustLawsTest, JttWeighsTheErrorsOfItsFirstStage) {
  const TrainingSet set = planted().set(false);
  const Settings first = {{"lambda", 30.0}};
  DenseMatrix out;
  ASSERT_TRUE(fitted("maxent", first, set)->predict(set.documents, {}, out));
  std::vector<double> weights;
  int errors = 0;
  for (size_t i = 0; i < out.rows; ++i) {
    const bool wrong = out.row(i)[planted().train_classes[i]] <= 0.5;
    errors += wrong;
    weights.push_back(wrong ? 7 : 1);
  }
  EXPECT_GT(errors, 10);
  TrainingSet weighted = set;
  weighted.weights = weights;
  const auto jtt =
      fitted("jtt", {{"up-weight", "7"s}, {"errors", "training"s}, {"first-set", "lambda=30"s}}, set);
  EXPECT_EQ(jtt->facts().at("errors_of_first_stage"), errors);
  EXPECT_EQ(answers(*jtt), answers(*fitted("maxent", {}, weighted)));
}

// Returns the answers of the first stage as a model of its own, restored from the saved state.
std::vector<double> answers_of_member(const Classifier& model, const std::string& name) {
  const ModelState all = model.save().value();
  ModelState member{all.fields.at("members").at(0)};
  for (const auto& [file, blob] : all.blobs)
    if (file.starts_with("member-0-")) member.blobs[file.substr(9)] = blob;
  const auto alone = classifiers().make(name, {}).value();
  EXPECT_TRUE(alone->restore(member));
  return answers(*alone);
}

TEST(RobustLawsTest, AStrongPullKeepsAfrAtItsFirstStage) {
  for (const auto& base : {"maxent"s, kBayes, kMachine}) {
    const auto model =
        fitted("afr", {{"base", base}, {"gamma", "0"s}, {"lambda", "1e11"s}, {"class-balance", false}},
               planted().set(false));
    expect_close(answers(*model), answers_of_member(*model, base), 1e-9);
    EXPECT_LT(model->facts().at("moved").get<double>(), 1e-9);
    EXPECT_EQ(model->facts().at("first_stage").get<int>() + model->facts().at("second_stage").get<int>(),
              1000);
    EXPECT_EQ(model->facts().at("second_stage"), 200);
  }
  // Without gamma and balance, all documents of the second stage have the same weight.
  const auto flat = fitted("afr", {{"gamma", "0"s}, {"class-balance", false}}, planted().set(false))->facts();
  EXPECT_NEAR(flat.at("weights").at("least").get<double>(), 1, 1e-12);
  EXPECT_NEAR(flat.at("weights").at("most").get<double>(), 1, 1e-12);
  const auto steep = fitted("afr", {{"gamma", "10"s}}, planted().set(false))->facts();
  EXPECT_GT(steep.at("weights").at("most").get<double>(), 5);
}

TEST(RobustLawsTest, ThePresetOfTheShortcutPaperHardlyMoves) {
  const auto options = classifiers().resolve("afr", {}, "maze");
  ASSERT_TRUE(options) << options.error().message;
  const auto* entry = classifiers().find("afr").value();
  const auto model = entry->make(*options).value();
  ASSERT_TRUE(model->fit(planted().set(false, true), {}));
  EXPECT_LT(model->facts().at("moved").get<double>(), 2.1e-4);  // 20 steps of at most 1e-5
  expect_close(answers(*model), answers_of_member(*model, "maxent"), 1e-3);
}

TEST(RobustLawsTest, DfrOfAllDocumentsIsSubsampling) {
  // On a bag of words both methods refit the whole linear model. Only their draws differ, and here there is
  // one.
  std::vector<uint32_t> even;
  for (uint32_t i = 0; i < PlantedCue::kTrain; ++i) even.push_back(i / 2 % 2);
  TrainingSet set = planted().set(false);
  set.groups = even;
  expect_close(answers(*fitted("dfr", {{"share", 1.0}, {"draws", int64_t{2}}}, set)),
               answers(*fitted("maxent", {}, set)), 1e-12);
}

TEST(RobustLawsTest, DfrRefitsOnValidationDocumentsWhereAsked) {
  const auto model = fitted("dfr", {{"refit-on", "validation"s}}, planted().set(true, true));
  EXPECT_EQ(model->facts().at("held_out"), PlantedCue::kDev);
  EXPECT_GT(planted().accuracy(*model).worst, 0.35);
  EXPECT_THAT(failure("dfr", {{"refit-on", "validation"s}}, planted().set(true), ErrorKind::data),
              HasSubstr("needs validation documents whose groups are known"));
  EXPECT_THAT(refusal("dfr", {{"refit-on", "validation"s}, {"l1", "0.1,1"s}}),
              HasSubstr("l1 has several values"));
  const auto sparse = fitted("dfr", {{"share", 0.5}, {"l1", "5"s}}, planted().set(true))->facts();
  EXPECT_LT(sparse.at("weights_not_zero").get<int>(), 124) << "of 62 words and 2 classes";
}

TEST(RobustChoiceTest, ValidationDocumentsChooseAndTheWorstGroupIsReportedApart) {
  const Settings grid = {{"up-weight", "1,20"s}};
  const auto by_f1 = fitted("jtt", grid, planted().set(true, true))->facts().at("selection");
  EXPECT_EQ(by_f1.at("by"), "macro-f1");
  EXPECT_EQ(by_f1.at("documents"), PlantedCue::kDev);
  // The validation documents have the cue too, so macro F1 keeps the cue, and only the groups reveal it.
  EXPECT_EQ(by_f1.at("chosen").at("up-weight"), 1);
  EXPECT_EQ(by_f1.at("best_by_worst_group").at("up-weight"), 20);
  EXPECT_GT(by_f1.at("candidates").at(1).at("worst_group").get<double>(),
            by_f1.at("candidates").at(0).at("worst_group").get<double>());
  Settings groups = grid;
  groups["select"] = "worst-group"s;
  const auto chosen = fitted("jtt", groups, planted().set(true, true));
  EXPECT_EQ(chosen->facts().at("up_weight"), 20);
  EXPECT_EQ(answers(*chosen), answers(*fitted("jtt", {{"up-weight", "20"s}}, planted().set(true, true))));
  EXPECT_FALSE(fitted("jtt", grid, planted().set(false, true))
                   ->facts()
                   .at("selection")
                   .contains("best_by_worst_group"));
  EXPECT_THAT(failure("jtt", groups, planted().set(false, true), ErrorKind::data),
              HasSubstr("jtt: select = worst-group: no group"));
}

TEST(RobustChoiceTest, MacroF1DecidesBetweenEqualWorstGroups) {
  const ChoiceScore none{.macro_f1 = 0.3, .worst_group = 0.0}, better{.macro_f1 = 0.5, .worst_group = 0.0},
      fair{.macro_f1 = 0.2, .worst_group = 0.1};
  EXPECT_TRUE(is_better_for_groups(better, none));
  EXPECT_FALSE(is_better_for_groups(none, better));
  EXPECT_TRUE(is_better_for_groups(fair, better));
  EXPECT_FALSE(is_better_for_groups(none, none)) << "of equals the first stays";
}

TEST(RobustChoiceTest, WithoutValidationDocumentsAPartDecidesAndAllAreFitted) {
  const auto model = fitted("afr", {{"gamma", "0,10"s}}, planted().set(true));
  const auto facts = model->facts();
  EXPECT_EQ(facts.at("selection").at("documents"), 200);
  EXPECT_EQ(facts.at("documents"), 1000);
  const auto gamma = facts.at("selection").at("chosen").at("gamma").get<double>();
  EXPECT_EQ(answers(*model),
            answers(*fitted("afr", {{"gamma", fmt::format("{}", gamma)}}, planted().set(true))));
}

TEST(RobustChoiceTest, ScoresAreWhatOneCounts) {
  DenseMatrix out(4, 3);
  out.data = {0.8, 0.1, 0.1, 0.4, 0.4, 0.2, 0.1, 0.8, 0.1, 0.6, 0.3, 0.1};
  const std::vector<uint32_t> truth = {0, 0, 1, 1}, groups = {0, 1, 0, kMissing};
  const std::vector<uint8_t> trained = {1, 1, 0};
  const auto score = choice_score(out, truth, {}, groups, trained);
  // In class 0, 1 answer is right, 2 documents have the class, and 2 are answered with it; the tie is no
  // answer. In class 1, 1 answer is right, 2 documents have the class, and 1 is answered with it.
  EXPECT_DOUBLE_EQ(score.macro_f1, (2.0 / 4 + 2.0 / 3) / 2);
  EXPECT_EQ(score.worst_group, 0.0);
  const std::vector<double> weights = {3, 0, 1, 1};
  EXPECT_DOUBLE_EQ(choice_score(out, truth, weights, groups, trained).macro_f1, (6.0 / 7 + 2.0 / 3) / 2);
  EXPECT_EQ(choice_score(out, truth, weights, groups, trained).worst_group, 1.0);
}

TEST(RobustPartsTest, SharesAreOfEachStratumAndCopiesStayTogether) {
  const TrainingSet set = planted().set(true);
  const auto order = drawn_order(set, set.classes, {}, 1, "tests");
  const auto part = drawn_share(order, set.classes, 0.2, 1, 1);
  int counts[2] = {};
  for (size_t i = 0; i < part.size(); ++i) counts[set.classes[i]] += part[i];
  EXPECT_EQ(counts[0], 100);
  EXPECT_EQ(counts[1], 100);
  std::vector<uint32_t> rows = {5, 7, 5, 9, 7}, strata = {0, 0, 0, 0, 0};
  const TrainingSet copies{
      .documents = {&planted().corpus, rows}, .classes = strata, .names = planted().names};
  const auto few = drawn_order(copies, strata, {}, 1, "tests");
  EXPECT_EQ(few.size, std::vector<uint32_t>{3});
  EXPECT_EQ(few.rank[0], few.rank[2]);
  EXPECT_EQ(few.rank[1], few.rank[4]);
  EXPECT_EQ((std::set<uint32_t>{few.rank[0], few.rank[1], few.rank[3]}), (std::set<uint32_t>{0, 1, 2}));
  EXPECT_NE(drawn_order(set, set.classes, {}, 2, "tests").rank, order.rank);
}

class EveryRobustMethod : public ::testing::TestWithParam<std::string> {
 protected:
  Settings settings() const {
    if (GetParam() == "group-dro") return {{"rounds", int64_t{5}}};
    if (GetParam() == "dfr") return {{"draws", int64_t{2}}};
    return {};
  }
};

TEST_P(EveryRobustMethod, ThreadsOrderAndNamesChangeNothingWhereGroupsAreGiven) {
  const TrainingSet set = planted().set(true, true);
  const auto model = fitted(GetParam(), settings(), set);
  const auto threads = fitted(GetParam(), settings(), set, {{.threads = 3}});
  EXPECT_EQ(model->save()->blobs, threads->save()->blobs);
  EXPECT_EQ(model->facts(), threads->facts());
  // Documents, classes and numbers of groups are reversed.
  auto rows = planted().train, classes = planted().train_classes, groups = planted().train_cues;
  auto dev_classes = planted().dev_classes, dev_groups = planted().dev_cues;
  for (auto* list : {&rows, &classes, &groups}) std::reverse(list->begin(), list->end());
  for (auto* list : {&classes, &groups, &dev_classes, &dev_groups})
    for (uint32_t& number : *list) number = 1 - number;
  const std::vector<std::string> names = {"good", "bad"};
  const auto turned = fitted(GetParam(), settings(),
                             {.documents = {&planted().corpus, rows},
                              .classes = classes,
                              .names = names,
                              .groups = groups,
                              .dev = {&planted().corpus, planted().dev},
                              .dev_classes = dev_classes,
                              .dev_groups = dev_groups});
  auto back = answers(*turned);
  for (size_t k = 0; k < back.size(); k += 2) std::swap(back[k], back[k + 1]);
  expect_close(back, answers(*model), 1e-6);
}

TEST_P(EveryRobustMethod, SavedAndLoadedIsTheSameAndDamageIsNoticed) {
  const auto model = fitted(GetParam(), settings(), planted().set(true));
  const ModelState state = model->save().value();
  const auto other = classifiers().make(GetParam(), settings()).value();
  ASSERT_TRUE(other->restore(state));
  EXPECT_EQ(answers(*other), answers(*model));
  EXPECT_EQ(other->facts(), model->facts());
  for (const auto& [name, blob] : state.blobs) {
    ModelState damaged = state;
    damaged.blobs.erase(name);
    EXPECT_FALSE(other->restore(damaged)) << name;
  }
  ModelState damaged = state;
  damaged.fields["classes"] = 3;
  const auto status = other->restore(damaged);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::data);
  EXPECT_THAT(status.error().message, HasSubstr(GetParam() + ": base model 0 answers 2 classes, not 3"));
  DenseMatrix out;
  EXPECT_FALSE(other->predict({&planted().corpus, planted().test}, {}, out));
}

TEST_P(EveryRobustMethod, ASeedDrawsAgainWhereAnythingIsDrawn) {
  const TrainingSet set = planted().set(true);
  const auto one = answers(*fitted(GetParam(), settings(), set, {{.seed = 1}}));
  EXPECT_EQ(one, answers(*fitted(GetParam(), settings(), set, {{.seed = 1}})));
  const auto two = answers(*fitted(GetParam(), settings(), set, {{.seed = 2}}));
  const bool draws = GetParam() != "reweight-groups" && GetParam() != "group-dro";
  EXPECT_EQ(one != two, draws);
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryRobustMethod,
                         ::testing::Values("subsample-groups", "reweight-groups", "group-dro", "jtt", "dfr",
                                           "afr"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(RobustRefusalsTest, WhatABaseCannotDoIsAUsageErrorBeforeAnythingRuns) {
  EXPECT_THAT(refusal("jtt", {{"base", "ppm"s}}),
              HasSubstr("base = ppm: it takes no weights of documents; bases for it: maxent"));
  EXPECT_EQ(refusal("subsample-groups", {{"base", "ppm"s}}), "resolved");
  EXPECT_THAT(refusal("group-dro", {{"base", "jtt"s}}),
              HasSubstr("base = jtt: it trains another classifier itself"));
  EXPECT_THAT(refusal("afr", {{"base", "maxnet"s}}), HasSubstr("did you mean \"maxent\"?"));
  EXPECT_THAT(refusal("afr", {{"base-set", "lamda=2"s}}), HasSubstr("did you mean"));
  EXPECT_THAT(refusal("afr", {{"base-set", "lambda=-2"s}}), HasSubstr("lambda = -2"));
  EXPECT_THAT(refusal("jtt", {{"base-set", "lambda"s}}), HasSubstr("\"lambda\" is not name=value"));
  EXPECT_THAT(refusal("jtt", {{"first-set", "c=1"s}}), HasSubstr("first-set: "));
  EXPECT_THAT(refusal("dfr", {{"base-set", "function-words=list.txt"s}}), HasSubstr("cannot be passed on"));
  for (const std::string method : {"afr", "dfr", "jtt"})
    for (const std::string item : {"patience=2", "best=loss", "validations=2", "best=last"}) {
      const bool sees_none = method != "jtt" && item != "best=last";
      EXPECT_THAT(
          refusal(method, {{"base", "transformer"s}, {"checkpoint", "some-encoder"s}, {"base-set", item}}),
          HasSubstr(sees_none ? "needs validation documents, and the base of this method receives none"
                              : "resolved"))
          << method << " " << item;
    }
  EXPECT_THAT(refusal("afr", {{"lambda", "0"s}}), HasSubstr("solver = descent takes 0"));
  EXPECT_THAT(refusal("jtt", {{"up-weight", ""s}}), HasSubstr("give one value or several"));
  EXPECT_EQ(refusal("jtt", {{"base-set", "features=word+char,lambda=0.5"s}}), "resolved");
}

TEST(RobustRefusalsTest, GroupsThatNobodyKnowsAreAskedFor) {
  for (const auto* name : {"subsample-groups", "reweight-groups", "group-dro", "dfr"}) {
    const auto said = failure(name, {}, planted().set(false), ErrorKind::usage);
    EXPECT_THAT(said, HasSubstr(std::string(name) + ": the training documents have no groups"));
    EXPECT_THAT(said, HasSubstr("groups = inferred"));
  }
  auto groups = planted().train_cues;
  groups[7] = kMissing;
  TrainingSet set = planted().set(true);
  set.groups = groups;
  EXPECT_THAT(failure("group-dro", {}, set, ErrorKind::data), HasSubstr("document \"d0007\" has no group"));
}

TEST(RobustRefusalsTest, AVerySmallGroupIsWarnedOf) {
  struct Heard final : Sink {
    std::string lines;
    void log(Level, std::string_view line) override { lines += std::string(line) + "\n"; }
    void progress(std::string_view, uint64_t, uint64_t) override {}
  } heard;
  auto groups = planted().train_cues;
  for (uint32_t i = 0; i < groups.size(); ++i) groups[i] = i < 4 ? i / 2 : planted().train_classes[i];
  TrainingSet set = planted().set(true);
  set.groups = groups;
  fitted("subsample-groups", {}, set, {{.sink = &heard}});
  EXPECT_THAT(heard.lines,
              HasSubstr("subsample-groups: the smallest group has 1 documents, so a draw has 4 of 1000"));
}

// Robust training is compared with scikit-learn and SciPy: tests/reference/robust_reference.py.
TEST(RobustReferenceTest, EqualsScikitLearnAndSciPy) {
  const auto reference = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/robust_small.json").value());
  std::vector<testing::Doc> docs;
  std::vector<uint32_t> train, test, classes, cues, even;
  for (const auto& doc : reference["train"]) {
    train.push_back(static_cast<uint32_t>(docs.size()));
    classes.push_back(doc["class"].get<uint32_t>());
    cues.push_back(doc["cue"].get<uint32_t>());
    even.push_back(doc["even"].get<uint32_t>());
    docs.push_back({std::to_string(1000 + docs.size()), doc["text"].get<std::string>(), "", ""});
  }
  for (const auto& text : reference["test"]) {
    test.push_back(static_cast<uint32_t>(docs.size()));
    docs.push_back({std::to_string(1000 + docs.size()), text.get<std::string>(), "", ""});
  }
  const Corpus corpus = testing::make_corpus(docs);
  const auto names = reference["classes"].get<std::vector<std::string>>();
  EXPECT_EQ(reference["cases"].size(), 7U);
  for (const auto& one : reference["cases"]) {
    const auto name = one["classifier"].get<std::string>();
    SCOPED_TRACE(name + " " + one["options"].dump());
    std::map<std::string, OptionValue> options;
    for (const auto& [key, value] : one["options"].items())
      if (value.is_string())
        options[key] = value.get<std::string>();
      else if (value.is_number_integer())
        options[key] = value.get<int64_t>();
      else
        options[key] = value.get<double>();
    auto made = classifiers().make(name, options);
    ASSERT_TRUE(made) << made.error().message;
    TrainingSet set{.documents = {&corpus, train}, .classes = classes, .names = names};
    if (one["group"] == "cue") set.groups = cues;
    if (one["group"] == "even") set.groups = even;
    const auto fitted = (*made)->fit(set, {});
    ASSERT_TRUE(fitted) << fitted.error().message;
    DenseMatrix out;
    ASSERT_TRUE((*made)->predict({&corpus, test}, {}, out));
    const double tolerance = name == "group-dro" ? 2e-4 : name == "dfr" ? 1e-4 : 1e-5;
    for (size_t i = 0; i < test.size(); ++i)
      for (size_t c = 0; c < names.size(); ++c)
        EXPECT_NEAR(out.row(i)[c], one["rows"][i][c].get<double>(), tolerance) << i << " class " << c;
    const auto facts = (*made)->facts();
    if (one.contains("errors")) {
      EXPECT_EQ(facts.at("errors_of_first_stage"), one["errors"]);
    }
    if (one.contains("worst")) {
      EXPECT_NEAR(facts.at("worst_group_loss").get<double>(), one["worst"].get<double>(), 1e-4);
      EXPECT_TRUE(facts.at("converged").get<bool>());
    }
    if (one.contains("plain_worst")) {
      EXPECT_NEAR(facts.at("plain_worst_group_loss").get<double>(), one["plain_worst"].get<double>(), 1e-6);
    }
  }
}

}  // namespace
}  // namespace standfast
