#include "standfast/study/plan/plan.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/unit/kinds.h"
#include "tests/study/doubles.h"

namespace standfast {
namespace {

using testing::make_believe;

constexpr const char* kPlanHead =
    "seeds = 2\n[[corpus]]\npath = 'posts.jsonl'\n[[corpus]]\npath = 'mails.jsonl'\n";
constexpr const char* kPlanIid = "[[condition]]\nname = 'iid'\nsplit = { method = 'k-fold', folds = 3 }\n";
constexpr const char* kPlanHits =
    "[[condition]]\nname = 'hits'\nsample = { method = 'hits', topics = 4 }\nsplit = 'topic-k-fold'\n";
constexpr const char* kPlanPpm = "[[model]]\ntype = 'ppm'\n";
constexpr const char* kPpmWide = "[[model]]\ntype = 'ppm'\nname = 'wide'\nradius = 0.2\n";
constexpr const char* kPpmShort = "[[model]]\ntype = 'ppm'\nname = 'short'\norder = 2\n";

StudySpec study(const std::string& text) {
  auto parsed = parse_study(text, "s.toml", make_believe());
  EXPECT_TRUE(parsed.has_value()) << parsed.error().message;
  return std::move(*parsed);
}

std::vector<CorpusFacts> facts_of(const StudySpec& spec) {
  std::vector<CorpusFacts> facts;
  for (const auto& corpus : spec.corpora)
    facts.push_back({corpus.name, "hash of " + corpus.name, 10, 2, 3, 100});
  return facts;
}

// Returns all splits of a plan in the order in which they end, forwards or backwards.
std::vector<std::string> splits_of(const Plan& plan, bool backwards) {
  std::vector<std::string> keys;
  for (const auto& unit : plan.units())
    if (unit.kind == &splits_kind()) keys.push_back(unit.key);
  if (backwards) std::reverse(keys.begin(), keys.end());
  return keys;
}

std::vector<Unit> plan_of(const StudySpec& spec, const StudyCatalogs& catalogs, uint32_t folds = 3,
                          const std::string& failed = "", bool backwards = false) {
  const auto corpora = facts_of(spec);
  Plan plan(spec, catalogs, corpora);
  EXPECT_TRUE(plan.begin());
  for (const auto& key : splits_of(plan, backwards)) {
    EXPECT_FALSE(plan.complete());
    EXPECT_TRUE(plan.settle(key, {plan.find(key)->condition == failed ? 0 : folds}));
  }
  EXPECT_TRUE(plan.complete());
  return plan.units();
}

std::vector<Unit> whole_plan(const std::string& text, uint32_t folds = 3, const std::string& failed = "",
                             bool backwards = false) {
  return plan_of(study(text), make_believe(), folds, failed, backwards);
}

std::map<std::string, std::string> keys(const std::vector<Unit>& plan) {
  std::map<std::string, std::string> out;
  for (const auto& unit : plan)
    if (unit.kind != &features_kind() && unit.kind != &vectors_kind()) {
      EXPECT_TRUE(out.emplace(unit.label(), unit.key).second) << unit.label();
    }
  return out;
}

TEST(Plan, EveryUnitNeedsTheTextsOfItsCorpus) {
  for (const auto& unit : whole_plan(std::string(kPlanHead) + kPlanIid + kPlanHits + kPlanPpm)) {
    EXPECT_EQ(unit.resources.memory, 100U) << unit.label();
    EXPECT_EQ(unit.resources.cores, 1) << unit.label();
  }
}

// Keys of cells are hashes of their fields and must not change, because a run is continued by them.
TEST(Plan, KeysOfCellsAreHashesOfTheirFields) {
  const StudySpec spec = study(std::string("fits = 2\n") + kPlanHead + kPlanIid + kPlanPpm);
  const auto corpora = facts_of(spec);
  size_t cells = 0;
  for (const auto& unit : plan_of(spec, make_believe())) {
    if (!unit.kind->examines()) continue;
    const CorpusFacts& corpus = corpora[unit.corpus == "posts" ? 0 : 1];
    nlohmann::ordered_json fields = key_fields("cell", corpus);
    fields["splits"] = unit.need(splits_kind());
    fields["name"] = unit.model;
    add_model(fields, spec.model(unit.model), corpus);
    fields["profile"] = spec.profile;
    fields["fold"] = unit.fold;
    if (unit.fit > 0) fields["fit"] = unit.fit;
    EXPECT_EQ(unit.key, key_of(fields)) << unit.label();
    ++cells;
  }
  EXPECT_GT(cells, 12U);
}

TEST(Plan, CountsAndOrder) {
  const auto plan = whole_plan(std::string(kPlanHead) + kPlanIid + kPlanHits + kPlanPpm);
  size_t corpora = 0, splits = 0, features = 0, cells = 0;
  std::set<std::string> distinct;
  std::map<std::string, int> stages;
  for (const auto& unit : plan) {
    int stage = 0;
    for (const auto& need : unit.needs) {
      ASSERT_TRUE(stages.contains(need.key)) << unit.label() << ": stands before what it needs";
      stage = std::max(stage, stages[need.key] + 1);
    }
    EXPECT_EQ(unit.stage, stage) << unit.label();
    stages[unit.key] = stage;
    EXPECT_TRUE(distinct.insert(unit.key).second) << unit.label();
    EXPECT_EQ(unit.key.size(), 16U);
    corpora += unit.kind == &corpus_kind();
    splits += unit.kind == &splits_kind();
    features += unit.kind == &features_kind();
    cells += unit.kind == &cell_kind();
    EXPECT_EQ(unit.kind == &cell_kind() && unit.model == "ppm", !unit.need(features_kind()).empty());
  }
  EXPECT_EQ(corpora, 2U);
  EXPECT_EQ(splits, 2U * 2 * 2);
  EXPECT_EQ(features, 2U);
  EXPECT_EQ(cells, 2U * 2 * 2 * 2 * 3);  // corpora x conditions x seeds x (ppm, prior) x folds
}

// The documentation lists every stage: docs/study.md has as many job arrays as the deepest study has stages
// (a fit for the space, the space, the split, its cells, their explanations).
TEST(Plan, TheDocsListEveryStage) {
  const auto spec = parse_study(
      "task = 'classification'\n[[corpus]]\npath = 'c.jsonl'\n[[condition]]\nname = 'far'\nsplit = 'closest-split'\n"
      "space = { model = 'maxent' }\n[[model]]\ntype = 'maxent'\n[explain]\n[analyses]\nsplits = ['word-overlap']\n",
      "s.toml", study_catalogs());
  ASSERT_TRUE(spec) << spec.error().message;
  std::set<int> stages;
  for (const auto& unit : plan_of(*spec, study_catalogs(), 1)) stages.insert(unit.stage);
  const auto page = read_file(std::string(STANDFAST_SOURCE_DIR) + "/docs/study.md");
  ASSERT_TRUE(page);
  std::set<int> listed;
  const std::string flag = "standfast work RUN --stage ";
  for (size_t at = page->find(flag); at != std::string::npos; at = page->find(flag, at + 1))
    listed.insert((*page)[at + flag.size()] - '0');
  EXPECT_EQ(stages, (std::set<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(listed, stages);
}

TEST(Plan, AsksAConditionOfTheCorporaThatItNames) {
  const std::string few = std::string(kPlanHits) + "corpora = ['mails']\n";
  const auto all = keys(whole_plan(std::string(kPlanHead) + kPlanIid + kPlanHits + kPlanPpm));
  const auto some = keys(whole_plan(std::string(kPlanHead) + kPlanIid + few + kPlanPpm));
  EXPECT_LT(some.size(), all.size());
  for (const auto& [label, key] : all) {
    const bool asked = !label.starts_with("posts / hits");
    ASSERT_EQ(some.contains(label), asked) << label;
    if (!asked) continue;
    EXPECT_EQ(some.at(label), key) << label << ": what else is asked is no part of a key";
  }
}

TEST(Plan, SlicesAreAUnitOfEachCorpusAndChangeNoOther) {
  const auto without = keys(whole_plan(std::string(kPlanHead) + kPlanIid + kPlanPpm));
  const auto with = keys(whole_plan("slices = ['source']\n" + std::string(kPlanHead) + kPlanIid + kPlanPpm));
  EXPECT_EQ(with.size(), without.size() + 2);
  EXPECT_TRUE(with.contains("posts / slices"));
  for (const auto& [label, key] : without) EXPECT_EQ(with.at(label), key) << label;
}

TEST(Plan, NearDuplicatesAreAUnitOfEachSplitAndChangeNoOther) {
  const std::string study = std::string(kPlanHead) + kPlanIid + kPlanPpm;
  const auto without = keys(whole_plan(study)), with = keys(whole_plan("near = 0.8\n" + study));
  for (const auto& [label, key] : without) EXPECT_EQ(with.at(label), key) << label;
  size_t splits = 0, near = 0;
  for (const auto& unit : whole_plan("near = 0.8\n" + study)) {
    splits += unit.kind == &splits_kind() ? 1 : 0;
    near += unit.kind == &near_kind() ? 1 : 0;
  }
  EXPECT_EQ(near, splits);
  EXPECT_EQ(with.size(), without.size() + splits);
  const auto other = keys(whole_plan("near = 0.9\n" + study));
  EXPECT_NE(other.at("posts / iid / seed 1 / near duplicates"),
            with.at("posts / iid / seed 1 / near duplicates"));
}

TEST(Plan, AnalysesAreAUnitOfEachSplitAndChangeNoOther) {
  const std::string study = std::string(kPlanHead) + kPlanIid + kPlanPpm;
  const auto asked = [&](const std::string& list) { return study + "[analyses]\nsplits = [" + list + "]\n"; };
  const auto without = keys(whole_plan(study)), with = keys(whole_plan(asked("'lengths', 'word-overlap'")));
  for (const auto& [label, key] : without) EXPECT_EQ(with.at(label), key) << label;
  size_t splits = 0, analyses = 0;
  for (const auto& unit : whole_plan(asked("'lengths', 'word-overlap'"))) {
    splits += unit.kind == &splits_kind() ? 1 : 0;
    if (unit.kind != &analysis_kind()) continue;
    ++analyses;
    EXPECT_EQ(unit.stage, 1) << unit.label();
    EXPECT_TRUE(unit.kind->only_shown());
    const auto back = unit_from_json(unit_to_json(unit));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->label(), unit.label());
  }
  EXPECT_EQ(analyses, 2 * splits);
  EXPECT_EQ(with.size(), without.size() + analyses);
  // Each key depends on the options of its own component, whatever else the study has.
  const auto other = keys(whole_plan(asked("{ method = 'word-overlap', n = 2 }, 'lengths'")));
  EXPECT_EQ(other.at("posts / iid / seed 1 / lengths"), with.at("posts / iid / seed 1 / lengths"));
  EXPECT_NE(other.at("posts / iid / seed 1 / word-overlap"), with.at("posts / iid / seed 1 / word-overlap"));
}

// The plan grows split by split: the units of a split are added as soon as it is drawn, without waiting for
// the stage as a whole, and the final plan does not depend on the order.
TEST(Plan, GrowsSplitBySplitIntoTheSamePlan) {
  const std::string text = std::string(kPlanHead) + kPlanIid + kPlanHits + kPlanPpm;
  const StudySpec spec = study(text);
  const auto corpora = facts_of(spec);
  Plan plan(spec, make_believe(), corpora);
  ASSERT_TRUE(plan.begin());
  (void)plan.take_new();
  const auto splits = splits_of(plan, false);
  for (size_t i = 0; i < splits.size(); ++i) {
    ASSERT_TRUE(plan.settle(splits[i], {3}));
    std::map<std::string, size_t> cells;
    for (const auto& unit : plan.take_new()) cells[unit.model] += unit.kind == &cell_kind();
    const bool last_of_corpus = i % 4 == 3;
    EXPECT_EQ(cells["prior"], 3U) << "it shares nothing";
    EXPECT_EQ(cells["ppm"], last_of_corpus ? 4U * 3 : 0U) << "pair features are of all splits of a corpus";
  }
  const auto text_of = [](const std::vector<Unit>& units) {
    std::string lines;
    for (const auto& unit : units) lines += unit_to_json(unit).dump() + "\n";
    return lines;
  };
  EXPECT_EQ(text_of(plan.units()), text_of(whole_plan(text)));
  EXPECT_EQ(text_of(whole_plan(text, 3, "", true)), text_of(whole_plan(text)));
}

TEST(Plan, UnitsReadBackEqual) {
  for (const auto& unit : whole_plan(std::string(kPlanHead) + kPlanIid + kPlanHits + kPlanPpm)) {
    const auto again = unit_from_json(nlohmann::ordered_json::parse(unit_to_json(unit).dump()));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(unit_to_json(*again).dump(), unit_to_json(unit).dump());
  }
}

TEST(Plan, AddingAModelOrAConditionChangesNoOtherKey) {
  const auto small = keys(whole_plan(std::string(kPlanHead) + kPlanIid + kPlanPpm));
  const auto large = keys(whole_plan(std::string(kPlanHead) + kPlanHits + kPlanIid + kPpmShort + kPlanPpm));
  EXPECT_GT(large.size(), small.size());
  for (const auto& [label, key] : small) {
    ASSERT_TRUE(large.contains(label)) << label;
    EXPECT_EQ(large.at(label), key) << label;
  }
}

TEST(Plan, VectorsAreMadeOnceForAllThatShareThem) {
  const auto hits = [](const std::string& name, const std::string& encoder) {
    return "[[condition]]\nname = '" + name +
           "'\nsample = { method = 'hits', topics = 4 }\nsplit = 'topic-k-fold'\n" + encoder;
  };
  const std::string sublinear = "encoder = { method = 'tfidf', sublinear = true";
  const auto plan = whole_plan(std::string(kPlanHead) + kPlanHits + hits("mean", sublinear + " }\n") +
                               hits("median", sublinear + ", aggregate = 'median' }\n") +
                               hits("seeded", sublinear + ", seed = 5 }\n") + kPlanPpm);
  std::map<std::string, std::set<std::string>> vectors, splits;  // keys by condition
  for (const auto& unit : plan) {
    if (unit.kind == &vectors_kind()) vectors[unit.condition].insert(unit.key);
    if (unit.kind == &splits_kind()) splits[unit.condition].insert(unit.need(vectors_kind()));
  }
  EXPECT_EQ(vectors.size(), 2U) << "the median is taken of the same vectors as the mean";
  EXPECT_EQ(vectors["mean"].size(), 2U) << "one a corpus, none a seed";
  EXPECT_EQ(splits["mean"], vectors["mean"]);
  EXPECT_EQ(splits["median"], vectors["mean"]);
  EXPECT_EQ(splits["seeded"], vectors["seeded"]);
  EXPECT_EQ(splits["hits"], std::set<std::string>{""});
  // A condition without an encoder keeps its keys.
  const auto with = keys(plan), without = keys(whole_plan(std::string(kPlanHead) + kPlanHits + kPlanPpm));
  for (const auto& [label, key] : without) EXPECT_EQ(with.at(label), key) << label;
  EXPECT_NE(with.at("posts / mean / seed 1"), with.at("posts / median / seed 1"));
}

TEST(Plan, EveryInputIsInTheKey) {
  const std::string base = std::string(kPlanHead) + kPlanIid + kPlanPpm;
  const auto before = keys(whole_plan(base));
  const auto changed = [&](std::string text, const std::string& label) {
    const auto after = keys(whole_plan(text));
    return after.at(label) != before.at(label);
  };
  const auto with = [&](const std::string& old, const std::string& now) {
    std::string text = base;
    return text.replace(text.find(old), old.size(), now);
  };
  const std::string cell = "posts / iid / ppm / seed 1 / fold 0";
  EXPECT_TRUE(changed(with("folds = 3", "folds = 4"), cell));
  EXPECT_TRUE(changed(with("type = 'ppm'", "type = 'ppm'\nradius = 0.3"), cell));
  EXPECT_TRUE(changed("profile = 'pan21'\n" + base, cell));
  EXPECT_TRUE(changed(with("name = 'iid'", "name = 'iid'\npairs = { balanced = true }"), cell));
  EXPECT_FALSE(changed("title = 'another'\n" + base, cell));
  EXPECT_FALSE(changed(with("name = 'iid'", "name = 'iid'\nreference = true"), cell));
}

TEST(Plan, FilesAndColumnsOfASplitterAreInItsKey) {
  const auto parsed = parse_study(
      "[[corpus]]\npath = 'posts.jsonl'\n[[condition]]\nname = 'mine'\nsplit = { method = 'given', test = "
      "'test.txt' }\n[[condition]]\nname = 'threads'\nsplit = { method = 'hold-out', group = 'thread' }\n"
      "[[model]]\ntype = 'prior'\n",
      "s.toml", study_catalogs());
  ASSERT_TRUE(parsed) << parsed.error().message;
  StudySpec spec = *parsed;
  auto facts = facts_of(spec);
  const auto key = [&](const std::string& condition) {
    Plan plan(spec, study_catalogs(), facts);
    EXPECT_TRUE(plan.begin());
    for (const auto& unit : plan.units())
      if (unit.condition == condition) return unit.key;
    return std::string();
  };
  const std::string mine = key("mine"), threads = key("threads");
  spec.conditions[0].files["test.txt"] = "another digest";
  EXPECT_NE(key("mine"), mine);
  EXPECT_EQ(key("threads"), threads);
  facts[0].attributes["thread"] = "other values";
  EXPECT_NE(key("threads"), threads);
}

// Only models that draw at random have further fits, and the first fit is the unchanged cell.
TEST(Plan, FitsAreOfModelsThatDrawAndAddCells) {
  const auto plan = [](const std::string& top) {
    const auto spec =
        parse_study(top + kPlanHead + kPlanIid + "[[model]]\ntype = 'imposters'\n[[model]]\ntype = 'cng'\n",
                    "s.toml", study_catalogs());
    EXPECT_TRUE(spec) << spec.error().message;
    return plan_of(*spec, study_catalogs());
  };
  const auto once = plan(""), thrice = plan("fits = 3\n");
  std::map<std::string, size_t> cells;
  for (const auto& unit : thrice) cells[unit.model] += unit.kind == &cell_kind();
  EXPECT_EQ(cells["imposters"], 2U * 2 * 3 * 3) << "corpora x seeds x folds x fits";
  EXPECT_EQ(cells["cng"], 2U * 2 * 3) << "deterministic";
  const auto before = keys(once), after = keys(thrice);
  for (const auto& [label, one] : before) EXPECT_EQ(after.at(label), one) << label;
  EXPECT_TRUE(after.contains("posts / iid / imposters / seed 1 / fold 0 / fit 2"));
  for (const auto& unit : thrice) EXPECT_EQ(unit_from_json(unit_to_json(unit))->fit, unit.fit);
}

TEST(Plan, ModelsThatShareAnIdentityShareFeatures) {
  size_t features = 0;
  for (const auto& unit : whole_plan(std::string(kPlanHead) + kPlanIid + kPlanPpm + kPpmWide + kPpmShort))
    features += unit.kind == &features_kind();
  EXPECT_EQ(features, 2U * 2) << "two corpora x (order 5, order 2)";
}

TEST(Plan, AFailedSplitCostsItsCellsOnly) {
  size_t lost = 0;
  for (const auto& unit : whole_plan(std::string(kPlanHead) + kPlanIid + kPlanHits + kPlanPpm, 3, "hits"))
    lost += unit.kind == &cell_kind() && unit.condition == "hits";
  EXPECT_EQ(lost, 2U * 2 * 2) << "one stand-in for corpora x seeds x models";
}

std::string objection(const std::string& old_text, const std::string& now_text,
                      const std::string& new_hash = "") {
  Provenance old{"1", study(old_text), {}}, now{"1", study(now_text), {}};
  old.corpora = facts_of(old.study);
  now.corpora = facts_of(now.study);
  if (!new_hash.empty()) now.corpora[0].sha256 = new_hash;
  const auto status = check_continues(old, now, "RUN");
  return status ? "" : status.error().message;
}

TEST(Provenance, OnlyAdditionsContinueARun) {
  const std::string base = std::string(kPlanHead) + kPlanIid + kPlanPpm;
  EXPECT_EQ(objection(base, base), "");
  EXPECT_EQ(objection(base, std::string(kPlanHead) + kPlanHits + kPlanIid + kPpmShort + kPlanPpm), "");
  EXPECT_EQ(objection(base, "title = 'other'\n" + base), "");
  EXPECT_NE(objection(std::string(kPlanHead) + kPlanIid + kPlanHits + kPlanPpm, base)
                .find("condition \"hits\" is gone"),
            std::string::npos);
  std::string changed = base;
  changed.replace(changed.find("folds = 3"), 9, "folds = 4");
  EXPECT_NE(objection(base, changed).find("condition \"iid\": folds was 3, is 4"), std::string::npos)
      << objection(base, changed);
  EXPECT_NE(objection(base, base, "x").find("corpus \"posts\" has changed"), std::string::npos);
  EXPECT_NE(objection(base, "profile = 'pan21'\n" + base).find("profile was \"hits\", is \"pan21\""),
            std::string::npos);
  EXPECT_NE(objection(base, base.substr(10)).find("seed 2 is gone"), std::string::npos);
  EXPECT_EQ(objection(base, "fits = 3\n" + base), "") << "more fits are an addition";
  EXPECT_NE(objection("fits = 3\n" + base, base).find("model \"ppm\" was fitted 3 times, now 1"),
            std::string::npos);
}

}  // namespace
}  // namespace standfast
