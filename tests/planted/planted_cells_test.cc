// Tests of the cells of a condition with a shortcut: what they read, what they write, and what is found from
// them.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "standfast/result/findings/class_items.h"
#include "standfast/result/run/cell_predictions.h"
#include "standfast/result/run/run_in_memory.h"
#include "standfast/result/run/run_reader.h"
#include "standfast/study/cell/planted_sides.h"
#include "standfast/study/executor/run.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/study_corpus.h"
#include "tests/support/csv_rows.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kStudy = R"(task = "classification"
target = "label"
profile = "classification"
seeds = [3, 4]
[[corpus]]
path = "reviews.jsonl"
[[condition]]
name = "plain"
reference = true
split = { method = "hold-out", test-share = 0.4, validation = 0.2 }
[[condition]]
name = "strong"
split = { method = "hold-out", test-share = 0.4, validation = 0.2 }
shortcut = { kind = "single-term", term = "zweifellos" }
[[condition]]
name = "weak"
split = { method = "hold-out", test-share = 0.4, validation = 0.2 }
shortcut = { kind = "single-term", term = "zweifellos", lambda = 0.5 }
[[model]]
type = "naive-bayes"
[[model]]
type = "maxent"
)";

class PlantedCells : public StudyRun {
 protected:
  // Writes 300 reviews of three labels, with a few words of their own.
  void SetUp() override {
    std::ofstream corpus(file("reviews.jsonl"));
    for (int i = 0; i < 300; ++i) {
      Rng rng(1, "test/reviews", std::to_string(i));
      std::string text;
      for (int word = 0; word < 12; ++word)
        text += rng.chance(0.12) ? fmt::format("la{}b{} ", i % 3, rng.below(4))
                                 : fmt::format("w{} ", rng.below(60));
      corpus << fmt::format(R"({{"id": "r{}", "label": "{}", "text": "{}"}})"
                            "\n",
                            i, i % 3, text);
    }
    write_study("study.toml", kStudy);
  }

  StudySpec study(const std::string& text = kStudy) const {
    auto parsed = parse_study(text, "study.toml", study_catalogs());
    EXPECT_TRUE(parsed) << parsed.error().message;
    return std::move(*parsed);
  }
  struct Cell {
    Json record;
    std::map<std::string, std::vector<Json>> lines;  // by side
  };
  // Returns the finished cells by "condition / model / seed".
  std::map<std::string, Cell> cells(const std::string& run) const {
    std::map<std::string, Cell> all;
    for (const auto& folder : fs::directory_iterator(file(run + "/cells"))) {
      Cell cell{Json::parse(*read_file((folder.path() / "record.json").string())), {}};
      for (const auto& side : cell.record["sides"]) {
        std::istringstream lines(
            *read_file((folder.path() / side["predictions"].get<std::string>()).string()));
        auto& of_side = cell.lines[side["side"]];
        for (std::string line; std::getline(lines, line);) of_side.push_back(Json::parse(line));
      }
      const Json& key = cell.record["key"];
      all[fmt::format("{} / {} / {}", key["condition"].get<std::string>(), key["model"].get<std::string>(),
                      key["seed"].get<int>())] = std::move(cell);
    }
    return all;
  }
};

std::vector<std::string> ids(const std::vector<Json>& lines) {
  std::vector<std::string> all;
  for (const auto& line : lines) all.push_back(line["id"]);
  return all;
}

TEST_F(PlantedCells, AreExaminedOnThreeSidesOfOneFit) {
  ASSERT_EQ(run("RUN"), 0) << output();
  const auto all = cells("RUN");
  const Cell &strong = all.at("strong / naive-bayes / 3"), &weak = all.at("weak / naive-bayes / 3"),
             &plain = all.at("plain / naive-bayes / 3");
  EXPECT_FALSE(plain.record.contains("shortcut"));
  EXPECT_FALSE(plain.lines.at("test")[0].contains("cue"));
  ASSERT_EQ(strong.lines.size(), 3U);
  EXPECT_EQ(ids(strong.lines.at("test")), ids(strong.lines.at("original")));
  EXPECT_EQ(ids(strong.lines.at("test")), ids(strong.lines.at("anti-test")));
  // All doses share one draw, so they have the same folds.
  EXPECT_EQ(ids(strong.lines.at("test")), ids(weak.lines.at("test")));
  EXPECT_EQ(ids(strong.lines.at("test")), ids(plain.lines.at("test")));
  for (const char* count : {"train", "validation"})
    EXPECT_EQ(strong.record["counts"][count], weak.record["counts"][count]) << count;
  // With lambda 1, label 0 has no cue on test, and all of its anti-test documents have it; for label 2 it is
  // the other way round.
  for (const auto& line : strong.lines.at("test")) {
    if (line["truth"] == "0") {
      EXPECT_EQ(line["cue"], "none");
    }
    if (line["truth"] == "2") {
      EXPECT_EQ(line["cue"], "zweifellos");
    }
  }
  for (const auto& line : strong.lines.at("anti-test"))
    if (line["truth"] == "0") {
      EXPECT_EQ(line["cue"], "zweifellos");
    }
  for (const auto& line : strong.lines.at("original")) EXPECT_FALSE(line.contains("cue"));
  const Json& planted = strong.record["shortcut"];
  EXPECT_EQ(planted["kind"], "single-term");
  EXPECT_EQ(planted["values"], Json({"none", "zweifellos"}));
  EXPECT_EQ(planted["suggests"], Json({0, 2}));
  EXPECT_EQ(planted["dropped"], 0);
  EXPECT_EQ(planted["test"]["documents"][0], Json({40, 0}));
  EXPECT_EQ(planted["anti_test"]["documents"][0], Json({0, 40}));
  EXPECT_EQ(planted["train"]["target"][1], Json({0.5, 0.5}));
  // The word decides where a weak text leaves the label open, and decides wrongly on the anti-test.
  const auto accuracy = [](const Cell& cell, const char* side) {
    double right = 0;
    for (const auto& line : cell.lines.at(side)) right += line["truth"] == line["predicted"] ? 1 : 0;
    return right / static_cast<double>(cell.lines.at(side).size());
  };
  EXPECT_GT(accuracy(strong, "test"), accuracy(strong, "anti-test") + 0.1);
  EXPECT_LT(accuracy(strong, "anti-test"), accuracy(strong, "original") - 0.1);

  const auto rows = rows_of_csv(file("RUN/tables/shortcut-deltas-reviews.csv"));
  for (const auto& row : rows)
    if (row.at("condition") == "strong" && row.at("model") == "naive-bayes" &&
        row.at("metric") == "accuracy") {
      EXPECT_EQ(row.at("n"), "240");
      EXPECT_LT(std::stod(row.at("delta_p_holm")), 0.01);
      EXPECT_GE(std::stod(row.at("delta_p_holm")), 1e-6);  // nothing is known that far out
    }
  const std::string page = *read_file(file("RUN/report.html"));
  EXPECT_THAT(page, HasSubstr("Effect of planted shortcuts"));
  EXPECT_THAT(page, Not(HasSubstr("<ul class=\"headlines\"></ul>")))
      << "a study of shortcuts alone has no sentence there";
  EXPECT_TRUE(fs::exists(file("RUN/figures/shortcut-lambda-reviews.svg")));
  EXPECT_TRUE(fs::exists(file("RUN/figures/shortcut-groups-reviews.svg")));
}

TEST_F(PlantedCells, ReadWhatPlantFoldMakesByteForByte) {
  const StudySpec spec = study();
  const auto corpus = read_study_corpus(spec, spec.corpora[0], folder_.path(), nullptr, null_sink());
  ASSERT_TRUE(corpus);
  const ConditionSpec& condition = spec.condition("strong");
  const auto drawn = draw_condition(*corpus, condition, study_catalogs(), drawn_for(spec, folder_.path()), 3,
                                    1, null_sink());
  ASSERT_TRUE(drawn) << drawn.error().message;
  const Column& classes = **corpus->require(Role::label);
  const Fold& fold = drawn->split.folds[0];
  const auto sides =
      plant_sides(*corpus, fold, classes, condition, study_catalogs(), folder_.path(), 3, 2, null_sink());
  ASSERT_TRUE(sides) << sides.error().message;
  const auto shortcut = shortcut_of(condition, study_catalogs(), folder_.path());
  const auto planted =
      plant_fold(*corpus, fold, classes, **shortcut, {.lambda = 1, .test_lambda = 1, .seed = 3});
  ASSERT_TRUE(planted);
  EXPECT_EQ(sides->fold.train, planted->fold.train);
  EXPECT_EQ(sides->fold.test, planted->fold.test);
  for (uint32_t row = 0; row < corpus->size(); ++row) {
    ASSERT_EQ(sides->corpus.text(row), planted->planted.text(row));
    ASSERT_EQ(sides->corpus.id(row), corpus->id(row));
  }
  ASSERT_EQ(sides->sides.size(), 2U);
  const std::vector<uint32_t> test = fold.test.list();
  for (size_t i = 0; i < test.size(); ++i) {
    const uint32_t original = sides->sides[0].rows[i], anti = sides->sides[1].rows[i];
    EXPECT_EQ(sides->row[original], test[i]);
    EXPECT_EQ(sides->corpus.text(original), corpus->text(test[i]));
    EXPECT_EQ(sides->corpus.text(anti), planted->anti_test.text(test[i]));
    EXPECT_EQ(sides->cue[anti], planted->anti_value[test[i]]);
    EXPECT_EQ(sides->corpus.value(Role::label, anti), corpus->value(Role::label, test[i]));
  }
  // A model that is told the cue learns it from training documents alone.
  const Column* cue = sides->corpus.named_column(kCueColumn);
  ASSERT_NE(cue, nullptr);
  for (const uint32_t row : sides->fold.train) EXPECT_NE(cue->codes[row], kMissing);
  for (const uint32_t row : test) EXPECT_EQ(cue->codes[row], kMissing);
}

// The texts of other models, of other conditions and of a run without shortcuts do not change.
TEST_F(PlantedCells, LeaveOtherCellsAsTheyAre) {
  ASSERT_EQ(run("RUN"), 0) << output();
  std::string without(kStudy);
  for (const char* name : {"strong", "weak"}) {
    const size_t begin = without.find(fmt::format("[[condition]]\nname = \"{}\"", name));
    without.erase(begin, without.find("[[", begin + 5) - begin);
  }
  write_study("plain.toml", without);
  ASSERT_EQ(run("PLAIN", 2, "plain.toml"), 0) << output();
  const Tree with_all = tree_of(file("RUN")), plain = tree_of(file("PLAIN"));
  int seen = 0;
  for (const auto& [name, bytes] : plain) {
    if (!name.starts_with("cells/") && !name.starts_with("artifacts/")) continue;
    ++seen;
    ASSERT_TRUE(with_all.contains(name)) << name;
    EXPECT_EQ(with_all.at(name), bytes) << name;
  }
  EXPECT_GT(seen, 8);
  for (const auto& [name, bytes] : plain) EXPECT_THAT(name, Not(HasSubstr("shortcut")));
}

TEST_F(PlantedCells, AreTheSameInMemoryAndInAFolderForAnyThreads) {
  ASSERT_EQ(run("RUN", 2), 0) << output();
  const auto read = result::read_run(file("RUN"));
  ASSERT_TRUE(read) << read.error().message;
  StudySpec spec = study();
  const auto corpus = read_study_corpus(spec, spec.corpora[0], folder_.path(), nullptr, null_sink());
  ASSERT_TRUE(corpus);
  result::ExperimentInMemory experiment({{"reviews", &*corpus}},
                                        {.study_folder = folder_.path(), .threads = 3});
  const auto made = experiment.run(spec);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->cells.size(), read->cells.size());
  ASSERT_EQ(made->conditions.size(), 1U + 3 + 3);
  for (size_t i = 0; i < read->cells.size(); ++i) {
    const auto &a = made->cells[i], &b = read->cells[i];
    ASSERT_EQ(a.condition, b.condition);
    ASSERT_EQ(a.model, b.model);
    EXPECT_EQ(a.n_test, b.n_test);
    EXPECT_EQ(a.classified.document, b.classified.document);
    EXPECT_EQ(a.classified.cue, b.classified.cue) << a.condition;
    EXPECT_EQ(a.classified.probabilities, b.classified.probabilities);
    ASSERT_EQ(a.shortcut != nullptr, b.shortcut != nullptr);
    if (a.shortcut) {
      EXPECT_EQ(*a.shortcut, *b.shortcut);
      EXPECT_EQ(a.classified.cue.size(), a.classified.size());
    } else {
      EXPECT_TRUE(a.classified.cue.empty());
    }
  }
}

TEST_F(PlantedCells, AContinuedRunHasTheSameBytes) {
  ASSERT_EQ(run("ONE", 1), 0) << output();
  std::string first(kStudy);
  const size_t begin = first.find("[[condition]]\nname = \"weak\"");
  first.erase(begin, first.find("[[model]]") - begin);
  write_study("first.toml", first);
  ASSERT_EQ(run("TWO", 2, "first.toml"), 0) << output();
  fs::copy_file(file("study.toml"), file("first.toml"), fs::copy_options::overwrite_existing);
  ASSERT_EQ(run("TWO", 2, "first.toml"), 0) << output();
  const Tree one = tree_of(file("ONE")), two = tree_of(file("TWO"));
  for (const auto& [name, bytes] : one)
    if (name.starts_with("cells/")) {
      EXPECT_EQ(two.at(name), bytes) << name;
    }
  // Another dose under the same name makes another study.
  std::string other(kStudy);
  write_study("first.toml", other.replace(other.find("lambda = 0.5"), 12, "lambda = 0.6"));
  EXPECT_EQ(run("TWO", 2, "first.toml"), 2);
  EXPECT_THAT(output(), HasSubstr("weak"));
}

TEST_F(PlantedCells, ADryRunSaysWhatIsPlanted) {
  ASSERT_EQ(command({"run", file("study.toml"), "--dry-run"}), 0) << output();
  EXPECT_THAT(output(),
              AllOf(HasSubstr("reviews / strong: single-term planted, lambda 1 (test 1), law mixture"),
                    HasSubstr("P(zweifellos | class), anti-test: 0 1.000 (1.00)"),
                    HasSubstr("reviews / weak: single-term planted, lambda 0.5")));
  ASSERT_EQ(command({"run", file("study.toml"), "--dry-run", "--json"}), 0);
  const std::string said = output();
  const Json plan = Json::parse(said.substr(said.find("{\n"), said.rfind('}') + 1 - said.find("{\n")));
  EXPECT_FALSE(plan["conditions"][0].contains("shortcut"));
  EXPECT_EQ(plan["conditions"][2]["shortcut"]["kind"], "single-term");
}

TEST_F(PlantedCells, WhatCannotBePlantedFailsItsCellsAndSaysWhy) {
  std::string bad(kStudy);
  bad.replace(bad.find("term = \"zweifellos\" }"), 21, "term = \"so\", order = \"0,1\" }");
  write_study("bad.toml", bad);
  EXPECT_EQ(run("BAD", 2, "bad.toml"), 5);
  EXPECT_THAT(output(), AllOf(HasSubstr("strong"), HasSubstr("order")));
  int failed = 0, done = 0;
  for (const auto& [name, cell] : cells("BAD")) ++(cell.record["status"] == "failed" ? failed : done);
  EXPECT_EQ(failed, 6);
  EXPECT_EQ(done, 12);
  EXPECT_EQ(command({"run", file("bad.toml"), "--dry-run"}), 5);
  EXPECT_THAT(output(), HasSubstr("would fail"));
}

// A document with a label of its own is on one side of a hold-out, and on both sides over several folds.
TEST_F(PlantedCells, AClassThatASideLacksIsAWarning) {
  std::ofstream(file("reviews.jsonl"), std::ios::app) << R"({"id": "odd", "label": "9", "text": "la0b1 w3"})"
                                                      << "\n";
  EXPECT_EQ(command({"run", file("study.toml"), "--dry-run"}), 0) << output();
  EXPECT_THAT(output(),
              ::testing::ContainsRegex("SF204 reviews: .*\"strong\" \"9\" .no (training|test) document"));
  std::string folds(kStudy);
  const std::string hold_out = R"({ method = "hold-out", test-share = 0.4, validation = 0.2 })";
  for (size_t at; (at = folds.find(hold_out)) != std::string::npos;)
    folds.replace(at, hold_out.size(), R"({ method = "k-fold", folds = 3 })");
  write_study("folds.toml", folds);
  EXPECT_EQ(command({"run", file("folds.toml"), "--dry-run"}), 0) << output();
  EXPECT_THAT(output(), Not(HasSubstr("SF204")));
}

// A model that stops by validation documents cannot be fitted if the split gives none.
TEST_F(PlantedCells, ADryRunSaysWhichModelsLackValidationDocuments) {
  std::string asks(kStudy);
  asks.replace(asks.find("[[condition]]\nname = \"plain\""),
               asks.find("[[condition]]\nname = \"strong\"") - asks.find("[[condition]]"), "");
  asks.replace(asks.find("type = \"naive-bayes\""), 20, "type = \"group-dro\"\nstop = \"dev-worst-group\"");
  write_study("asks.toml", asks);
  EXPECT_EQ(command({"run", file("asks.toml"), "--dry-run"}), 0) << output();
  const std::string validation = ", validation = 0.2";
  for (size_t at; (at = asks.find(validation)) != std::string::npos;) asks.erase(at, validation.size());
  write_study("lacks.toml", asks);
  EXPECT_EQ(command({"run", file("lacks.toml"), "--dry-run"}), 5);
  EXPECT_THAT(output(), AllOf(HasSubstr("cells would fail: model \"group-dro\" needs validation documents"),
                              Not(HasSubstr("\"maxent\" needs"))));
  asks.replace(asks.find("group-dro"), 35, "dfr\"\nrefit-on = \"validation\"");
  write_study("lacks.toml", asks);
  EXPECT_EQ(command({"run", file("lacks.toml"), "--dry-run", "--json"}), 5);
  EXPECT_THAT(output(), HasSubstr("\"model \\\"dfr\\\" needs validation documents"));
}

// The ids of the other sides have an ending. A corpus may have such ids already.
TEST_F(PlantedCells, AnIdMayEndAsThoseOfASide) {
  std::string lines = *read_file(file("reviews.jsonl"));
  for (const auto& [from, to] : {std::pair{"\"r1\"", "\"r0/original\""},
                                 {"\"r2\"", "\"r0//original\""},
                                 {"\"r3\"", "\"r0/anti-test\""}})
    lines.replace(lines.find(from), std::string(from).size(), to);
  ASSERT_TRUE(write_file(file("reviews.jsonl"), lines));
  ASSERT_EQ(run("RUN"), 0) << output();
  bool tested = false;
  for (const auto& id : ids(cells("RUN").at("strong / naive-bayes / 3").lines.at("original")))
    tested = tested || id == "r0" || id == "r0/original";
  for (const auto& id : ids(cells("RUN").at("strong / naive-bayes / 4").lines.at("original")))
    tested = tested || id == "r0" || id == "r0/original";
  EXPECT_TRUE(tested) << "of one of the two draws, else this shows nothing";
}

// The id "r1" comes before "r1-2". With the ending of a side it would come after it.
TEST_F(PlantedCells, AllSidesHaveTheOrderOfTheIds) {
  std::string lines = *read_file(file("reviews.jsonl"));
  for (int i = 1; i < 300; i += 2) {
    const std::string id = fmt::format("\"r{}\"", i);
    lines.replace(lines.find(id), id.size(), fmt::format("\"r{}-2\"", i - 1));
  }
  ASSERT_TRUE(write_file(file("reviews.jsonl"), lines));
  ASSERT_EQ(run("RUN"), 0) << output();
  const auto all = cells("RUN");
  const Cell& cell = all.at("strong / naive-bayes / 3");
  const auto test = ids(cell.lines.at("test"));
  EXPECT_TRUE(std::ranges::is_sorted(test));
  EXPECT_EQ(ids(cell.lines.at("original")), test);
  EXPECT_EQ(ids(cell.lines.at("anti-test")), test);
  // Each line still belongs to its document: with lambda 1 the anti-test reverses every cue of label 2.
  for (const auto& line : cell.lines.at("anti-test"))
    if (line["truth"] == "2") {
      EXPECT_EQ(line["cue"], "none");
    }
  for (size_t i = 0; i < test.size(); ++i)
    EXPECT_EQ(cell.lines.at("original")[i]["truth"], cell.lines.at("test")[i]["truth"]);
}

// Label 2 loses half of its documents, and the other labels lose none.
TEST_F(PlantedCells, ALabelThatLosesManyDocumentsIsAWarning) {
  std::string rewrites;
  for (int i = 0; i < 300; ++i)
    if (i % 3 != 2 || i % 2 == 0)
      rewrites += fmt::format("{{\"id\": \"r{}\", \"text\": \"formal {}\"}}\n", i, i);
  ASSERT_TRUE(write_file(file("formal.jsonl"), rewrites));
  std::string study = kStudy;
  const std::string from = R"({ kind = "single-term", term = "zweifellos" })";
  study.replace(study.find(from), from.size(), R"({ kind = "register", rewrites = "formal.jsonl" })");
  write_study("study.toml", study);
  const auto expected = ::testing::ContainsRegex(
      "SF203 reviews: documents that a shortcut cannot change are on no side: \"strong\" 1[0-9] % of training .0 % of \"[01]\" to "
      "[45][0-9] % of \"2\". and 1[0-9] % of test");
  EXPECT_EQ(command({"run", file("study.toml"), "--out", file("RUN"), "--dry-run"}), 0);
  EXPECT_THAT(output(), expected);
  ASSERT_EQ(run("RUN"), 0) << output();
  EXPECT_THAT(output(), expected);
  EXPECT_THAT(output(), Not(HasSubstr("\"weak\" 1")));
  EXPECT_THAT(*read_file(file("RUN/report.html")), HasSubstr("SF203"));
  const auto all = cells("RUN");
  const Json& planted = all.at("strong / maxent / 4").record["shortcut"];
  uint64_t lost = 0;
  for (const char* side : {"dropped_train", "dropped_test"}) {
    EXPECT_EQ(planted[side][0], 0);
    EXPECT_EQ(planted[side][1], 0);
    lost += planted[side][2].get<uint64_t>();
  }
  EXPECT_EQ(planted["dropped"], lost);
  EXPECT_EQ(lost, 50U);
}

TEST_F(PlantedCells, ALineWithAnUnknownCueIsRefused) {
  ASSERT_EQ(run("RUN"), 0) << output();
  result::Interner documents, authors, topics;
  result::ClassPredictions out;
  std::ofstream(file("lines.jsonl"))
      << R"({"id": "a", "side": "test", "truth": "0", "predicted": "0", "author": "", "topic": "", "cue": "no such", "probabilities": [1, 0]})"
      << "\n";
  const std::vector<std::string> values = {"none", "honestly"};
  const auto read =
      result::read_class_predictions("lines.jsonl", *read_file(file("lines.jsonl")), "test", {"0", "1"},
                                     documents, authors, topics, out, nullptr, &values);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, AllOf(HasSubstr("lines.jsonl:1"), HasSubstr("cue")));
}

}  // namespace
}  // namespace standfast::testing
