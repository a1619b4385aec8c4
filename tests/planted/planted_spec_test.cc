// Tests that shortcut = { ... } of a condition is read, refused, recorded, and part of the keys of its cells
// alone.
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/spec/study_json.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kHead =
    "task = \"classification\"\ntarget = \"label\"\nseed = 5\n[[corpus]]\npath = \"p.jsonl\"\n";
constexpr const char* kPlain = "[[condition]]\nname = \"plain\"\nreference = true\nsplit = \"hold-out\"\n";
constexpr const char* kModels = "[[model]]\ntype = \"maxent\"\n[[model]]\ntype = \"naive-bayes\"\n";

std::string condition(const std::string& shortcut, const std::string& name = "planted") {
  return "[[condition]]\nname = \"" + name + "\"\nsplit = \"hold-out\"\nshortcut = " + shortcut + "\n";
}

Result<StudySpec> parsed(const std::string& text) {
  return parse_study(text, "s.toml", study_catalogs());
}

std::string complaint(const std::string& text) {
  const auto study = parsed(text);
  EXPECT_FALSE(study);
  return study ? "" : study.error().message;
}

TEST(ShortcutOfACondition, IsReadWithItsDefaultsAndRecorded) {
  const auto study =
      parsed(std::string(kHead) + kPlain +
             condition("{ kind = \"single-term\", lambda = 0.8, law = \"product\", term = \"frankly\" }") +
             condition("\"synonym\"", "by name") + kModels);
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_FALSE(study->condition("plain").shortcut);
  const auto& planted = study->condition("planted").shortcut;
  ASSERT_TRUE(planted);
  EXPECT_EQ(planted->kind.name, "single-term");
  EXPECT_EQ(planted->lambda, 0.8);
  EXPECT_EQ(planted->test_lambda, 1);
  EXPECT_EQ(planted->law, DoseLaw::product);
  EXPECT_EQ(planted->kind.options.text("term"), "frankly");
  EXPECT_EQ(study->condition("by name").shortcut->kind.name, "synonym");
  const auto again = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(study_to_json(*again), study_to_json(*study));
  EXPECT_EQ(again->condition("planted").shortcut->law, DoseLaw::product);
  EXPECT_FALSE(study_to_json(*study)["conditions"][0].contains("shortcut"));
}

TEST(ShortcutOfACondition, TakesListsOfNumbers) {
  const auto study =
      parsed(std::string(kHead) +
             condition("{ kind = \"single-term\", base = [0, 0.5, 1], order = [3, 1, 2] }") + kModels);
  ASSERT_TRUE(study) << study.error().message;
  const Options& options = study->condition("planted").shortcut->kind.options;
  EXPECT_EQ(options.text("base"), "0,0.5,1");
  EXPECT_EQ(options.text("order"), "3,1,2");
}

TEST(ShortcutOfACondition, IsRefusedWithTheLineAndAGuess) {
  const auto with = [](const std::string& shortcut) {
    return complaint(std::string(kHead) + condition(shortcut) + kModels);
  };
  EXPECT_THAT(with("{ kind = \"single-trem\" }"),
              AllOf(HasSubstr("s.toml:9"), HasSubstr("did you mean \"single-term\"")));
  EXPECT_THAT(with("{ lambda = 1 }"), HasSubstr("names no kind"));
  EXPECT_THAT(with("{ kind = \"single-term\", lambda = 1.5 }"),
              HasSubstr("lambda is 1.5 where a number from 0 to 1 is needed"));
  EXPECT_THAT(with("{ kind = \"single-term\", base = [0, [1]] }"),
              HasSubstr("base is a list where a single value or a list of words or numbers is needed"));
  EXPECT_THAT(with("{ kind = \"single-term\", base = [0, 1.5] }"),
              HasSubstr("base: 1.5 is not a probability"));
  EXPECT_THAT(with("{ kind = \"single-term\", test-lambda = \"x\" }"), HasSubstr("a number from 0 to 1"));
  EXPECT_THAT(with("{ kind = \"single-term\", law = \"mix\" }"), HasSubstr("mixture"));
  EXPECT_THAT(with("{ kind = \"single-term\", trem = \"so\" }"), HasSubstr("term"));
  EXPECT_THAT(with("3"), HasSubstr("a table"));
  EXPECT_THAT(complaint("[[corpus]]\npath = \"p.jsonl\"\n" + condition("\"synonym\"") +
                        "[[model]]\ntype = \"ppm\"\n"),
              HasSubstr("task = \"classification\""));
  std::string sides = kHead;
  sides += "sides = { original = { source = \"x\" } }\n";
  EXPECT_THAT(complaint(sides + condition("\"synonym\"") + kModels), HasSubstr("makes a side of this name"));
}

std::map<std::string, Unit> units_of(const std::string& text) {
  const auto study = parsed(text);
  EXPECT_TRUE(study) << study.error().message;
  const std::vector<CorpusFacts> facts = {{study->corpora[0].name, "hash", 10, 2, 3, 100}};
  Plan plan(*study, study_catalogs(), facts);
  EXPECT_TRUE(plan.begin());
  for (const auto& splits : plan.splits_of(facts[0].name)) EXPECT_TRUE(plan.settle(splits.key, {1}));
  std::map<std::string, Unit> units;
  for (const auto& unit : plan.units()) units.emplace(unit.label(), unit);
  return units;
}

TEST(ShortcutOfACondition, IsInTheKeysOfItsCellsAlone) {
  const std::string plain = std::string(kHead) + kPlain,
                    bare = "[[condition]]\nname = \"planted\"\nsplit = \"hold-out\"\n";
  const auto without = units_of(plain + bare + kModels);
  const auto strong = units_of(plain + condition("{ kind = \"single-term\" }") + kModels);
  const auto weak = units_of(plain + condition("{ kind = \"single-term\", lambda = 0.5 }") + kModels);
  int cells = 0;
  for (const auto& [label, unit] : without) {
    const bool planted = unit.kind == &cell_kind() && unit.condition == "planted";
    cells += planted ? 1 : 0;
    EXPECT_EQ(strong.at(label).key == unit.key, !planted)
        << label << ": folds do not depend on what is planted";
    EXPECT_EQ(strong.at(label).key == weak.at(label).key, !planted) << label;
  }
  EXPECT_EQ(cells, 3);
}

// A fit on all documents has seen texts without the cue, so it is no start here.
TEST(ShortcutOfACondition, NoStartIsTakenFromOtherTexts) {
  const auto mixed = units_of(std::string(kHead) + kPlain + condition("\"synonym\"") + kModels);
  int starts = 0, with_start = 0;
  for (const auto& [label, unit] : mixed) {
    starts += unit.kind == &start_kind() ? 1 : 0;
    if (unit.kind == &cell_kind() && unit.condition == "planted") {
      EXPECT_EQ(unit.need(start_kind()), "") << label;
    }
    with_start += unit.kind == &cell_kind() && !unit.need(start_kind()).empty() ? 1 : 0;
  }
  EXPECT_EQ(starts, 1);
  EXPECT_EQ(with_start, 1) << "maxent under the plain condition";
  for (const auto& [label, unit] : units_of(std::string(kHead) + condition("\"synonym\"") + kModels))
    EXPECT_NE(unit.kind, &start_kind()) << label;
}

CellFile planted_cell() {
  CellFile cell;
  cell.task = "classification";
  cell.profile = "classification";
  cell.classes = {"a", "b", "c"};
  cell.sides = {{}, {kOriginalSide, "p", 3, {}, {}}, {kAntiTestSide, "q", 3, {}, {}}};
  PlantedRecord& planted = cell.shortcut.emplace();
  planted.kind = "single-term";
  planted.law = "product";
  planted.lambda = 0.25;
  planted.test_lambda = 0.5;
  planted.values = {"none", "ho\"nestly\n"};
  planted.suggests = {0, 2};
  planted.dropped = {{1, 0, 2}, {0, 4, 0}};
  uint64_t next = 0;
  for (auto* counts : {&planted.train, &planted.test, &planted.anti_test})
    for (int i = 0; i < 6; ++i) {
      counts->documents.push_back(next++);
      counts->target.push_back(0.125 * i);
    }
  return cell;
}

TEST(PlantedRecord, ReadsBackAsItWasWritten) {
  const CellFile cell = planted_cell();
  const auto again = cell_from_json(to_json(cell), "record.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, cell);
  CellFile tied = cell;  // a value that goes with no class
  tied.shortcut->suggests[0] = kMissing;
  EXPECT_TRUE(to_json(tied)["shortcut"]["suggests"][0].is_null());
  const auto of_tied = cell_from_json(to_json(tied), "record.json");
  ASSERT_TRUE(of_tied) << of_tied.error().message;
  EXPECT_EQ(*of_tied, tied);
  CellFile plain = cell;
  plain.shortcut.reset();
  EXPECT_FALSE(to_json(plain).contains("shortcut"));
}

TEST(PlantedRecord, OfAnEarlierVersionIsReadWhereNothingWasDropped) {
  CellFile cell = planted_cell();
  cell.shortcut->dropped = {{0, 0, 0}, {0, 0, 0}};
  auto json = to_json(cell);
  json["shortcut"].erase("dropped_train");
  json["shortcut"].erase("dropped_test");
  const auto again = cell_from_json(json, "record.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, cell);
}

TEST(PlantedRecord, RefusesWhatDoesNotFitTheClasses) {
  const auto refused = [](const auto& change) {
    auto json = to_json(planted_cell());
    change(json["shortcut"]);
    const auto read = cell_from_json(json, "record.json");
    EXPECT_FALSE(read);
    return read ? "" : read.error().message;
  };
  using Json = nlohmann::ordered_json;
  EXPECT_THAT(refused([](Json& s) {
                s["suggests"] = {0, 3};
              }),
              AllOf(HasSubstr("record.json"), HasSubstr("suggests")));
  EXPECT_THAT(refused([](Json& s) { s["suggests"] = Json::array({0}); }), HasSubstr("suggests"));
  EXPECT_THAT(refused([](Json& s) { s["values"] = Json::array(); }), HasSubstr("values"));
  EXPECT_THAT(refused([](Json& s) { s["dropped_test"].erase(0); }), HasSubstr("one number for each class"));
  EXPECT_THAT(refused([](Json& s) { s["dropped"] = 8; }), HasSubstr("dropped is not the sum"));
  EXPECT_THAT(refused([](Json& s) { s.erase("dropped_train"), s.erase("dropped_test"); }),
              HasSubstr("an earlier version made this record"));
  EXPECT_THAT(refused([](Json& s) { s["test"]["documents"].erase(0); }), HasSubstr("test"));
  EXPECT_THAT(refused([](Json& s) { s["anti_test"]["target"][1].push_back(1); }), HasSubstr("anti_test"));
  EXPECT_THAT(refused([](Json& s) { s["train"]["documents"][0][0] = "x"; }), HasSubstr("record.json"));
  EXPECT_THAT(refused([](Json& s) { s["train"]["documents"][0][0] = -1; }), HasSubstr("record.json"));
}

}  // namespace
}  // namespace standfast
