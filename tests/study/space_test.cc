// The space of a condition: its name, its units, and the correctness of a run's vectors.
#include "standfast/study/experiment/space.h"

#include <algorithm>
#include <fstream>
#include <set>

#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "standfast/corpus/read/read.h"
#include "standfast/num/kernel/npy.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/corpora.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

constexpr const char* kModel = "[[model]]\ntype = \"naive-bayes\"\n";

Result<StudySpec> parse_space(const std::string& condition, const std::string& task = "classification") {
  return parse_study("task = \"" + task +
                         "\"\n[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = \"clusters\"\n" +
                         condition + (task == "classification" ? kModel : "[[model]]\ntype = \"delta\"\n"),
                     "s.toml", study_catalogs());
}
std::string refusal(const std::string& condition, const std::string& task = "classification") {
  const auto study = parse_space(condition, task);
  return study ? "" : study.error().message;
}

constexpr const char* kClusters = "split = \"cluster-k-fold\"\n";

TEST(ParseSpace, OfAModelAndOfAnEncoder) {
  const auto model =
      parse_space(std::string(kClusters) +
                  "space = { model = \"maxent\", lambda = 2, rows = \"all\", seed = 3, reduce = { method = "
                  "\"svd\", components = 4 } }\n");
  ASSERT_TRUE(model) << model.error().message;
  const SpaceSpec& space = *model->conditions[0].space;
  EXPECT_TRUE(space.of_model);
  EXPECT_EQ(space.maker.options.number("lambda"), 2);
  EXPECT_EQ(space.rows, SpaceRows::all);
  EXPECT_EQ(space.reduction, "svd");
  EXPECT_EQ(space.in_words(), "maxent lambda=2 seed=3, all rows, svd components=4");
  EXPECT_EQ(space.fit_in_words(), "maxent lambda=2 seed=3, all rows");
  const auto encoder =
      parse_space(std::string(kClusters) + "space = { encoder = \"nmf\", components = 6 }\n");
  ASSERT_TRUE(encoder) << encoder.error().message;
  EXPECT_FALSE(encoder->conditions[0].space->of_model);
  EXPECT_EQ(encoder->conditions[0].space->in_words(), "nmf components=6");
  EXPECT_TRUE(parse_space(std::string(kClusters) + "space = { encoder = \"lsa\" }\n", "verification"));
}

TEST(ParseSpace, IsRecordedWhole) {
  for (const char* text :
       {"space = { model = \"maxent\", lambda = 2, rows = \"all\", seed = 3, reduce = \"svd\" }\n",
        "space = { encoder = \"nmf\", components = 6 }\n"}) {
    const auto study = parse_space(std::string(kClusters) + text);
    ASSERT_TRUE(study) << study.error().message;
    const auto json = study_to_json(*study);
    const auto back = study_from_json(json, study_catalogs());
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(study_to_json(*back), json);
    EXPECT_EQ(back->conditions[0].space->in_words(), study->conditions[0].space->in_words());
  }
}

TEST(ParseSpace, SaysWhatToWrite) {
  EXPECT_EQ(
      refusal(kClusters),
      "s.toml:4: condition 1: the splitter cluster-k-fold reads vectors of documents; give it a space, as "
      "in space = { encoder = \"lsa\" } or space = { model = \"maxent\" }");
  EXPECT_THAT(refusal(kClusters, "verification"), HasSubstr("as in space = { encoder = \"lsa\" }"));
  EXPECT_EQ(
      refusal("split = \"k-fold\"\nspace = { encoder = \"lsa\" }\n"),
      "s.toml:7: condition 1: neither the sampler all nor the splitter k-fold reads vectors, so space has "
      "no effect");
  EXPECT_THAT(
      refusal("sample = \"hits\"\nencoder = \"lsa\"\nsplit = \"k-fold\"\nspace = { encoder = \"lsa\" }\n"),
      HasSubstr(
          "encoder makes the vectors that the sampler hits reads, and the splitter k-fold reads none, so "
          "space has no effect"));
  const std::string head = std::string(kClusters) + "space = ";
  EXPECT_THAT(refusal(head + "{}\n"), HasSubstr("names neither encoder nor model"));
  EXPECT_THAT(refusal(head + "{ encoder = \"lsa\", model = \"maxent\" }\n"),
              HasSubstr("names an encoder and a model; one of them makes it"));
  EXPECT_THAT(refusal(head + "\"lsa\"\n"), HasSubstr("space is text where a table { encoder = \"...\" }"));
  EXPECT_THAT(
      refusal(head + "{ model = \"prior\" }\n"),
      HasSubstr(
          "prior gives no vectors of documents (these do: maxent, low-rank-maxent, naive-bayes, linear-svm, transformer)"));
  EXPECT_THAT(refusal(head + "{ model = \"maxnet\" }\n"), HasSubstr("did you mean \"maxent\"?"));
  EXPECT_THAT(refusal(head + "{ encoder = \"lsi\" }\n"), HasSubstr("did you mean \"lsa\"?"));
  EXPECT_THAT(refusal(head + "{ model = \"maxent\" }\n", "verification"),
              HasSubstr("a model learns classes, so it needs task = \"classification\"; name an encoder"));
  EXPECT_THAT(refusal(head + "{ encoder = \"lsa\", row = \"all\" }\n"),
              HasSubstr("encoder lsa has no option"));
  EXPECT_THAT(refusal(head + "{ encoder = \"lsa\", rows = \"train\" }\n"),
              HasSubstr("space: rows has no value \"train\""));
  EXPECT_THAT(refusal(head + "{ encoder = \"lsa\", reduce = \"isomap\" }\n"),
              HasSubstr("there is no reduction \"isomap\""));
  EXPECT_THAT(refusal(head + "{ encoder = \"lsa\", aggregate = \"median\" }\n"),
              HasSubstr("aggregate makes vectors of topics, which no sampler reads here"));
}

// No option has the name of a key of a space, because both stand in one table.
TEST(ParseSpace, NoOptionHasANameThatItTakes) {
  const std::set<std::string> taken = {"encoder",   "model", "rows",      "reduce",
                                       "aggregate", "seed",  "validation"};
  const auto check = [&](const auto& catalog) {
    for (const auto& entry : catalog.entries())
      for (const auto& option : entry.options)
        EXPECT_FALSE(taken.contains(option.name)) << entry.name << " " << option.name;
  };
  check(encoders());
  check(classifiers());
}

std::vector<Unit> plan_of(const StudySpec& spec) {
  const std::vector<CorpusFacts> corpora = {{"c", "hash", 10, 2, 3, 100}};
  Plan plan(spec, study_catalogs(), corpora);
  EXPECT_TRUE(plan.begin());
  for (const auto& unit : plan.splits_of("c")) EXPECT_TRUE(plan.settle(unit.key, {2}));
  return plan.units();
}
std::vector<Unit> of_kind(const std::vector<Unit>& units, const UnitKind& kind) {
  std::vector<Unit> out;
  std::copy_if(units.begin(), units.end(), std::back_inserter(out),
               [&](const Unit& unit) { return unit.kind == &kind; });
  return out;
}
std::vector<Unit> plan_of(const std::string& conditions) {
  const auto spec = parse_study(
      "task = \"classification\"\nseeds = 2\n[[corpus]]\npath = \"c.jsonl\"\n" + conditions + kModel,
      "s.toml", study_catalogs());
  EXPECT_TRUE(spec) << spec.error().message;
  return spec ? plan_of(*spec) : std::vector<Unit>();
}
std::string condition(const std::string& name, const std::string& space,
                      const std::string& split = "\"cluster-k-fold\"") {
  return "[[condition]]\nname = \"" + name + "\"\nsplit = " + split + "\nspace = " + space + "\n";
}

TEST(SpaceUnits, FormAChain) {
  const auto plan = plan_of(condition("a", "{ model = \"maxent\" }"));
  const auto fits = of_kind(plan, fit_kind()), spaces = of_kind(plan, space_kind());
  ASSERT_EQ(fits.size(), 1U);
  ASSERT_EQ(spaces.size(), 1U);
  EXPECT_EQ(fits[0].label(), "c / fit of maxent");
  EXPECT_EQ(spaces[0].label(), "c / space of maxent");
  EXPECT_EQ(fits[0].stage, 0);
  EXPECT_EQ(spaces[0].stage, 1);
  EXPECT_EQ(spaces[0].need(fit_kind()), fits[0].key);
  for (const auto& splits : of_kind(plan, splits_kind())) {
    EXPECT_EQ(splits.stage, 2);
    EXPECT_EQ(splits.need(space_kind()), spaces[0].key);
  }
  for (const auto& cell : of_kind(plan, cell_kind())) EXPECT_EQ(cell.stage, 3);
}

TEST(SpaceUnits, AreSharedByConditionsThatNameTheSame) {
  const auto plan =
      plan_of(condition("a", "{ model = \"maxent\" }") +
              condition("b", "{ model = \"maxent\" }", "{ method = \"cluster-k-fold\", folds = 5 }") +
              condition("c", "{ model = \"maxent\", reduce = { method = \"svd\", components = 3 } }") +
              condition("d", "{ encoder = \"lsa\" }") + "[[condition]]\nname = \"e\"\ncontrol-of = \"d\"\n");
  EXPECT_EQ(of_kind(plan, fit_kind()).size(), 1U);
  EXPECT_EQ(of_kind(plan, space_kind()).size(), 3U) << "as it is, reduced, by lsa";
}

TEST(SpaceUnits, AreOfTheCorporaThatTheirConditionIsAskedOf) {
  const auto spec = parse_study(
      "task = \"classification\"\n[[corpus]]\npath = \"c.jsonl\"\n[[corpus]]\npath = \"d.jsonl\"\n"
      "[[condition]]\nname = \"iid\"\nsplit = \"k-fold\"\n" +
          condition("a", "{ model = \"maxent\" }") + "corpora = \"c\"\n" + kModel,
      "s.toml", study_catalogs());
  ASSERT_TRUE(spec) << spec.error().message;
  const std::vector<CorpusFacts> corpora = {{"c", "hash", 10, 2, 3, 100}, {"d", "other", 10, 2, 3, 100}};
  Plan plan(*spec, study_catalogs(), corpora);
  ASSERT_TRUE(plan.begin());
  const auto units = plan.units();
  for (const UnitKind* kind : {&fit_kind(), &space_kind()}) {
    const auto of_it = of_kind(units, *kind);
    ASSERT_EQ(of_it.size(), 1U) << kind->name();
    EXPECT_EQ(of_it[0].corpus, "c");
  }
}

TEST(SpaceUnits, HaveAKeyOfAllThatTheyAreMadeOf) {
  std::set<std::string> spaces, fits;
  const std::vector<std::string> different = {
      "{ model = \"maxent\" }",
      "{ model = \"maxent\", lambda = 3 }",
      "{ model = \"maxent\", seed = 1 }",
      "{ model = \"naive-bayes\" }",
      "{ model = \"maxent\", rows = \"all\" }",
      "{ encoder = \"lsa\" }",
      "{ encoder = \"lsa\", components = 7 }",
      "{ encoder = \"lsa\", reduce = \"svd\" }",
      "{ encoder = \"lsa\", reduce = { method = \"svd\", components = 7 } }",
  };
  for (const auto& space : different) {
    const auto plan = plan_of(condition("a", space));
    for (const auto& unit : of_kind(plan, space_kind())) spaces.insert(unit.key);
    for (const auto& unit : of_kind(plan, fit_kind())) fits.insert(unit.key);
  }
  // If the sampler may choose from all documents, rows = "all" selects the same documents.
  EXPECT_EQ(spaces.size(), different.size() - 1);
  EXPECT_EQ(fits.size(), 4U);
  const auto label_target = parse_study(
      "task = \"classification\"\ntarget = \"label\"\nseeds = 2\n[[corpus]]\npath = \"c.jsonl\"\n" +
          condition("a", different[0]) + kModel,
      "s.toml", study_catalogs());
  EXPECT_FALSE(fits.contains(of_kind(plan_of(*label_target), fit_kind())[0].key));
  // The documents are those in large enough topics.
  const auto few = plan_of(
      "[[condition]]\nname = \"a\"\nsample = { method = \"all\", min-docs = 5 }\nsplit = "
      "\"cluster-k-fold\"\nspace = { model = \"maxent\" }\n");
  EXPECT_FALSE(fits.contains(of_kind(few, fit_kind())[0].key));
  EXPECT_EQ(of_kind(few, fit_kind())[0].label(), "c / fit of maxent, min-docs 5");
  const auto of_all = plan_of(
      "[[condition]]\nname = \"a\"\nsample = { method = \"all\", min-docs = 5 }\nsplit = "
      "\"cluster-k-fold\"\nspace = { model = \"maxent\", rows = \"all\" }\n");
  EXPECT_TRUE(fits.contains(of_kind(of_all, fit_kind())[0].key)) << "learned from the same documents";
}

TEST(SpaceUnits, AreReadBackFromThePlan) {
  for (const auto& unit : plan_of(condition("a", "{ model = \"maxent\" }"))) {
    const auto json = unit_to_json(unit);
    const auto back = unit_from_json(json);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(unit_to_json(*back), json);
  }
}

// A run of the study with spaces of small_studies.h.
class SpaceRun : public testing::StudyRun {
 protected:
  void SetUp() override {
    StudyRun::SetUp();
    write_study("study.toml", testing::kSpaceStudy);
  }
  std::vector<Unit> units(const std::string& run) const { return *RunFolder(file(run)).read_plan(); }
  Corpus corpus() const { return std::move(*read_corpus(file("posts.jsonl"), {})); }
};

// The vectors of a run equal those of a classifier that is fitted here on the same documents.
TEST_F(SpaceRun, HoldsWhatTheModelRepresents) {
  ASSERT_EQ(run("run"), 0) << output();
  const Corpus posts = corpus();
  const Column& authors = *posts.column(Role::author);
  const auto rows = whole_corpus(posts).rows;
  const auto classifier = *classifiers().make("maxent", {});
  std::vector<uint32_t> codes;
  for (const uint32_t row : rows) codes.push_back(authors.codes[row]);
  ASSERT_TRUE(classifier->fit({.documents = {&posts, rows}, .classes = codes, .names = authors.names}, {}));
  const auto wanted = classifier->represent({&posts, rows}, {});
  ASSERT_TRUE(wanted);
  const auto all = units("run");
  size_t seen = 0;
  for (const auto& unit : of_kind(all, space_kind())) {
    if (unit.encoder != "maxent") continue;
    ++seen;
    const std::string path = RunFolder(file("run")).artifact(unit.key, "vectors.npy");
    const auto array = parse_npy(*read_file(path), path);
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(array->shape, (std::vector<size_t>{posts.size(), authors.names.size()}));
    EXPECT_EQ(std::get<std::vector<float>>(array->data), wanted->data);
    std::string ids;
    for (const uint32_t row : rows) ids += std::string(posts.id(row)) + "\n";
    EXPECT_EQ(*read_file(RunFolder(file("run")).artifact(unit.key, "ids.txt")), ids);
  }
  EXPECT_EQ(seen, 1U);
}

// The split follows the vectors: authors have words of their own, so the classes are clusters of the class
// scores.
TEST_F(SpaceRun, SplitsByTheVectors) {
  ASSERT_EQ(run("run"), 0) << output();
  for (const auto& unit : of_kind(units("run"), splits_kind())) {
    if (unit.condition != "scores") continue;
    const auto splits = nlohmann::json::parse(*read_file(RunFolder(file("run")).splits_file(unit)));
    EXPECT_EQ(splits.at("method"), "cluster-k-fold");
    EXPECT_THAT(splits.dump(), HasSubstr("144 documents in 12 clusters in the space maxent"));
  }
}

TEST_F(SpaceRun, LatentSplitsMeetTheirQuotas) {
  std::string text = testing::kSpaceStudy;
  text.insert(
      text.find("[[model]]"),
      "[[condition]]\nname = \"closest\"\nsplit = { method = \"closest-split\", test = 0.25, k-max = 16 }\n"
      "space = { encoder = \"lsa\", components = 5 }\n[[condition]]\nname = \"subset\"\n"
      "split = { method = \"subset-sum-split\", test = 0.25, k-max = 16, preset = \"thesis\" }\n"
      "space = { model = \"maxent\" }\n");
  write_study("latent.toml", text);
  ASSERT_EQ(command({"run", file("latent.toml"), "--out", file("latent")}), 0) << output();
  size_t seen = 0;
  for (const auto& unit : of_kind(units("latent"), splits_kind())) {
    if (unit.condition != "closest" && unit.condition != "subset") continue;
    ++seen;
    const auto splits = nlohmann::json::parse(*read_file(RunFolder(file("latent")).splits_file(unit)));
    EXPECT_EQ(splits.at("statistics").at("folds")[0].at("test"),
              36);  // of 144, twelve authors have twelve each
    EXPECT_EQ(splits.at("candidates").size(), unit.condition == "closest" ? 15U : 14U);
  }
  EXPECT_EQ(seen, 2U);
}

TEST_F(SpaceRun, AnyWayOfWorkingEndsWithTheSameBytes) {
  ASSERT_EQ(run("whole"), 0) << output();
  ASSERT_EQ(command({"run", file("study.toml"), "--out", file("alone"), "--in-process"}), 0) << output();
  expect_same("alone", "whole");
  ASSERT_EQ(command({"run", file("study.toml"), "--out", file("shards"), "--prepare"}), 0) << output();
  for (const char* stage : {"0", "1", "2", "3"})
    for (const char* shard : {"1/2", "2/2"})
      ASSERT_EQ(command({"work", file("shards"), "--stage", stage, "--shard", shard}), 0) << output();
  ASSERT_EQ(run("shards"), 0) << output();
  expect_same("shards", "whole");
}

TEST_F(SpaceRun, ADamagedSpaceIsMadeAgain) {
  ASSERT_EQ(run("whole"), 0) << output();
  std::filesystem::copy(file("whole"), file("hurt"), std::filesystem::copy_options::recursive);
  for (const UnitKind* kind : {&fit_kind(), &space_kind()}) {
    const auto unit = of_kind(units("hurt"), *kind).front();
    const bool fit = kind == &fit_kind();
    std::filesystem::resize_file(
        RunFolder(file("hurt")).artifact(unit.key, fit ? "model/model.json" : "vectors.npy"), 100);
  }
  ASSERT_EQ(run("hurt"), 0) << output();
  EXPECT_THAT(output(), HasSubstr("it is made again"));
  expect_same("hurt", "whole");
}

TEST_F(SpaceRun, StatusAndDryRunKnowIt) {
  ASSERT_EQ(command({"run", file("study.toml"), "--dry-run", "--json"}), 0) << output();
  EXPECT_THAT(output(), HasSubstr("144 documents in 12 clusters in the space maxent"));
  ASSERT_EQ(run("run"), 0) << output();
  std::vector<std::string> stages;
  const auto said = status("run");
  for (const auto& stage : said.at("stages")) stages.push_back(stage.at("name"));
  EXPECT_THAT(stages, ::testing::ElementsAre("fits for spaces", "spaces", "splits", "summaries",
                                             "fits on all", "cells"));
  ASSERT_EQ(command({"report", file("run")}), 0) << output();
}

// A failed fit of a space fails only the conditions that rest on it, with the reason.
TEST_F(SpaceRun, AFitThatFailsCostsItsConditionsAlone) {
  std::string text = testing::kSpaceStudy;
  text.insert(text.find("[[model]]"),
              "[[condition]]\nname = \"too short\"\nsplit = \"cluster-k-fold\"\nspace = { "
              "model = \"maxent\", reduce = { method = \"svd\", components = 40 } }\n");
  write_study("study.toml", text);
  EXPECT_EQ(run("run"), 5);
  command({"status", file("run")});
  EXPECT_THAT(output(),
              HasSubstr("space maxent, svd components=40: svd: 40 components of 144 documents with 12 "
                        "numbers each; there are 12 at most"));
  command({"run", file("study.toml"), "--dry-run"});
  EXPECT_THAT(output(), HasSubstr("there are 12 at most"));
}

// A space learns from the rows that the study names: documents of topics that the sampler leaves out are
// learned from only if the study says so, and have no vectors.
TEST(MakeSpace, LearnsFromTheRowsThatItNames) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 11; ++i)
    docs.push_back({fmt::format("d{}", i), fmt::format("tea and word{}", i % 4), "ann", "common"});
  docs.push_back({"d11", "unheard of", "ann", "rare"});
  const Corpus corpus = testing::make_corpus(docs);
  const auto made = [&](const std::string& rows) {
    const auto spec = parse_space(
        "sample = { method = \"all\", min-docs = 3 }\nsplit = \"cluster-k-fold\"\nspace = { encoder = "
        "\"tfidf\", min-df = 1, rows = \"" +
        rows + "\" }\n");
    EXPECT_TRUE(spec) << spec.error().message;
    auto space = make_space({*spec, spec->conditions[0], corpus, "", study_catalogs()}, nullptr);
    EXPECT_TRUE(space) << space.error().message;
    return std::move(*space);
  };
  const MadeSpace sample = made("sample"), all = made("all");
  EXPECT_EQ(sample.rows.size(), 11U);
  EXPECT_EQ(all.rows, sample.rows);
  EXPECT_EQ(all.matrix.columns, sample.matrix.columns + 2) << "two words that only the last document has";
}

}  // namespace
}  // namespace standfast
