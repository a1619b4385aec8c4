// Tests of [explain] of a study: its spelling, the units that it makes, and the contents of their keys.
#include <set>

#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/text_with.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kExplainHead = "task = \"classification\"\nseeds = [1, 2]\nfits = 2\n";
constexpr const char* kExplainBody =
    "[[corpus]]\npath = \"c.jsonl\"\nsides = { independent = { part = \"late\" } }\ncolumn = { part = \"part\" }\n"
    "[[condition]]\nname = \"plain\"\nsplit = { method = \"k-fold\", folds = 3 }\n"
    "[[condition]]\nname = \"planted\"\nsplit = { method = \"k-fold\", folds = 3 }\n"
    "shortcut = { kind = \"single-term\" }\n"
    "[[model]]\ntype = \"maxent\"\n[[model]]\ntype = \"naive-bayes\"\n[[model]]\ntype = \"prior\"\n";

Result<StudySpec> parse_explained(const std::string& line, const std::string& table = "") {
  return parse_study(kExplainHead + line + kExplainBody + table, "s.toml", study_catalogs());
}
std::string explain_refusal(const std::string& table, const std::string& line = "") {
  const auto study = parse_explained(line, table.empty() ? "" : "[explain]\n" + table);
  if (study) return "";
  EXPECT_EQ(study.error().kind, ErrorKind::usage);
  EXPECT_THAT(study.error().message, ::testing::StartsWith("s.toml:"));
  return study.error().message;
}

TEST(ParseExplain, ByNameOrAsATable) {
  const auto name = parse_explained("explain = \"occlusion\"\n");
  ASSERT_TRUE(name) << name.error().message;
  ASSERT_TRUE(name->explain);
  EXPECT_EQ(name->explain->explainer.name, "occlusion");
  EXPECT_EQ(name->explain->documents, 100U);
  EXPECT_THAT(name->explain->sides, ElementsAre("test"));
  EXPECT_EQ(name->explain->top, 5U);
  const auto table = parse_explained(
      "",
      "[explain]\nmax-evals = 90\ndocuments = 7\nseed = 3\ntop = 2\nsides = [\"anti-test\", \"independent\"]\n"
      "conditions = [\"planted\"]\nmodels = [\"maxent\"]\n");
  ASSERT_TRUE(table) << table.error().message;
  const ExplainSpec& explain = *table->explain;
  EXPECT_EQ(explain.explainer.name, "partition") << "the default";
  EXPECT_EQ(explain.explainer.options.integer("max-evals"), 90);
  EXPECT_EQ(explain.documents, 7U);
  EXPECT_EQ(explain.seed, 3U);
  EXPECT_EQ(explain.top, 2U);
  EXPECT_THAT(explain.sides, ElementsAre("anti-test", "independent"));
  EXPECT_THAT(explain.conditions, ElementsAre("planted"));
  EXPECT_THAT(explain.models, ElementsAre("maxent"));
  EXPECT_FALSE(parse_explained("")->explain);
  const auto preset = parse_explained("", "[explain]\npreset = \"shap\"\n");
  ASSERT_TRUE(preset) << preset.error().message;
  EXPECT_EQ(preset->explain->explainer.options.text("mask"), "...");
}

TEST(ParseExplain, IsRecordedWhole) {
  const auto study =
      parse_explained("",
                      "[explain]\nmethod = \"permutation\"\npairs = 3\ndocuments = 7\nseed = 3\ntop = 2\n"
                      "sides = [\"anti-test\"]\nconditions = [\"planted\"]\nmodels = [\"maxent\"]\n");
  ASSERT_TRUE(study) << study.error().message;
  const auto json = study_to_json(*study);
  const auto back = study_from_json(json, study_catalogs());
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(study_to_json(*back), json);
  EXPECT_EQ(back->explain->explainer.options.integer("pairs"), 3);
  EXPECT_THAT(back->explain->conditions, ElementsAre("planted"));
}

TEST(ParseExplain, RefusalsNameTheKeyAndGuess) {
  EXPECT_THAT(explain_refusal("", "explain = 3\n"),
              HasSubstr("a name such as \"partition\" or a table [explain]"));
  EXPECT_THAT(explain_refusal("", "explain = \"partitoin\"\n"), HasSubstr("did you mean \"partition\"?"));
  EXPECT_THAT(explain_refusal("method = \"liner\"\n"), HasSubstr("did you mean \"linear\"?"));
  EXPECT_THAT(explain_refusal("document = 3\n"), HasSubstr("has no option \"document\""));
  EXPECT_THAT(explain_refusal("documents = -3\n"), HasSubstr("explain: documents is"));
  EXPECT_THAT(explain_refusal("max-evls = 3\n"), HasSubstr("did you mean \"max-evals\"?"));
  EXPECT_THAT(explain_refusal("max-evals = \"many\"\n"), HasSubstr("max-evals"));
  EXPECT_THAT(explain_refusal("top = 0\n"), HasSubstr("top = 0: choose 1 to 1000"));
  EXPECT_THAT(explain_refusal("sides = \"test\"\n"),
              HasSubstr("explain: sides is text where a list of sides is needed"));
  EXPECT_THAT(explain_refusal("sides = [\"antitest\"]\n"),
              HasSubstr("explain: sides: there is no side \"antitest\"; did you mean \"anti-test\"?"));
  EXPECT_THAT(explain_refusal("sides = [\"anti-test\"]\nconditions = [\"plain\"]\n"),
              HasSubstr("there is no side \"anti-test\""))
      << "no covered condition plants anything";
  EXPECT_THAT(
      explain_refusal("sides = [\"anti-test\"]\nconditions = [\"planted\", \"plain\"]\n"),
      HasSubstr("explain: condition \"plain\" has none of the sides (anti-test); it has test, independent"));
  EXPECT_THAT(explain_refusal("sides = []\n"), HasSubstr("an empty list"));
  EXPECT_THAT(explain_refusal("sides = [\"test\", \"test\"]\n"), HasSubstr("\"test\" is listed twice"));
  EXPECT_THAT(explain_refusal("conditions = [\"plantd\"]\n"), HasSubstr("did you mean \"planted\"?"));
  EXPECT_THAT(explain_refusal("models = [\"maxnet\"]\n"), HasSubstr("did you mean \"maxent\"?"));
  EXPECT_THAT(explain_refusal("models = [\"prior\"]\n"), HasSubstr("\"prior\" guesses"));
  EXPECT_THAT(explain_refusal("models = [\"theirs\"]\n[[predictions]]\nname = \"theirs\"\npath = \"x\"\n"),
              HasSubstr("\"theirs\" are answers of a program that ran elsewhere"));
  const auto pairs = parse_study(
      "explain = \"partition\"\n[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = \"d\"\nsplit = \"k-fold\"\n"
      "[[model]]\ntype = \"ppm\"\n",
      "s.toml", study_catalogs());
  ASSERT_FALSE(pairs);
  EXPECT_THAT(pairs.error().message,
              HasSubstr("explain is for classifiers; it needs task = \"classification\""));
  const auto guess = parse_study(
      "task = \"classification\"\nexplain = \"partition\"\n[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\n"
      "name = \"d\"\nsplit = \"k-fold\"\n[[model]]\ntype = \"prior\"\n",
      "s.toml", study_catalogs());
  ASSERT_FALSE(guess);
  EXPECT_THAT(guess.error().message, HasSubstr("no model that does more than guess"));
}

// Returns the units of the study once all splits are drawn. Each split has `folds` folds; 0 means that it
// failed.
std::vector<Unit> planned(const std::string& table, const UnitKind& kind, uint32_t folds = 3) {
  const auto spec = parse_explained("", table);
  EXPECT_TRUE(spec) << spec.error().message;
  if (!spec) return {};
  std::vector<CorpusFacts> corpora = {{"c", "hash", 10, 2, 3, 100}};
  corpora[0].sides = {{"independent", 2, "side", 0}};
  Plan plan(*spec, study_catalogs(), corpora);
  EXPECT_TRUE(plan.begin());
  for (const auto& split : plan.splits_of("c")) EXPECT_TRUE(plan.settle(split.key, {folds}));
  std::vector<Unit> units;
  for (const auto& unit : plan.units())
    if (unit.kind == &kind) units.push_back(unit);
  return units;
}

TEST(ExplainUnits, AreOneForTheFirstFitOfEachCell) {
  const auto units = planned("[explain]\n", explain_kind());
  EXPECT_EQ(units.size(), 2U * 2 * 2 * 3) << "conditions, seeds, models that do not guess, folds";
  const auto cells = planned("[explain]\n", cell_kind());
  for (const auto& unit : units) {
    const auto cell =
        std::ranges::find_if(cells, [&](const Unit& one) { return one.key == unit.need(cell_kind()); });
    ASSERT_NE(cell, cells.end());
    EXPECT_EQ(cell->fit, 0U);
    EXPECT_EQ(unit.label(), cell->label() + " / attributions");
    EXPECT_GT(unit.stage, cell->stage);
    for (const auto& need : cell->needs)
      EXPECT_EQ(unit.need(*need.kind), need.key) << "it fits the model again";
  }
  EXPECT_TRUE(explain_kind().only_shown()) << "no score rests on it";
  EXPECT_THAT(planned("", explain_kind()), IsEmpty());
  EXPECT_THAT(planned("[explain]\n", explain_kind(), 0), IsEmpty()) << "nothing was drawn";
  EXPECT_EQ(planned("[explain]\nconditions = [\"plain\"]\n", explain_kind()).size(), 2U * 2 * 3);
  EXPECT_EQ(planned("[explain]\nmodels = [\"maxent\"]\n", explain_kind()).size(), 2U * 2 * 3);
  EXPECT_EQ(planned("[explain]\nsides = [\"anti-test\"]\n", explain_kind()).size(), 2U * 2 * 3)
      << "only where something is planted";
}

TEST(ExplainUnits, HaveAKeyOfAllThatTheyAreMadeOf) {
  std::set<std::string> keys;
  const std::vector<std::string> different = {"",
                                              "seed = 1\n",
                                              "documents = 4\n",
                                              "max-evals = 90\n",
                                              "method = \"occlusion\"\n",
                                              "sides = [\"test\", \"independent\"]\n"};
  for (const auto& more : different)
    for (const auto& unit : planned("[explain]\n" + more, explain_kind())) keys.insert(unit.key);
  EXPECT_EQ(keys.size(), 24 * different.size());
  for (const auto& unit : planned("[explain]\ntop = 3\n", explain_kind()))
    EXPECT_TRUE(keys.contains(unit.key)) << "only the report reads it";
  std::set<std::string> with, without;
  for (const auto& unit : planned("[explain]\n", cell_kind())) with.insert(unit.key);
  for (const auto& unit : planned("", cell_kind())) without.insert(unit.key);
  EXPECT_EQ(with, without) << "no cell is another one";
}

}  // namespace
}  // namespace standfast
