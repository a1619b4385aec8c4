// Run folders after damage: no damaged file is used silently, and the same command repairs the run.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/study/record/marker.h"
#include "tests/support/packed.h"
#include "tests/support/run_folder.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using testing::StudyRun;
using testing::Tree;
using testing::tree_of;

const std::vector<std::pair<std::string, std::function<void(std::string&)>>> kDamages = {
    {"cut to nothing", [](std::string& bytes) { bytes.clear(); }},
    {"a bit flipped", [](std::string& bytes) { bytes[bytes.size() / 2] ^= 4; }},
    {"the end lost", [](std::string& bytes) { bytes.resize(bytes.size() - 1); }},
    {"something appended", [](std::string& bytes) { bytes += "x"; }},
};

// Returns true for files that a unit or the run as a whole wrote; false for files of reports and for copies
// for the reader.
bool is_guarded(const std::string& name) {
  return name.starts_with("artifacts/") || name.starts_with("cells/") || name.starts_with("splits/") ||
         name.starts_with("log/") || name == "plan.jsonl" || name == "provenance.json";
}

bool has_json(const std::string& name) {
  return name.ends_with(".json") || name.ends_with(".jsonl") || name.ends_with(".jsonl.gz");
}

// Returns the sort of a file: files of a run that are read alike have one sort, and a test takes the first
// file of each.
std::string sort_of(const std::string& name) {
  return name.starts_with("splits/") ? "splits" : fs::path(name).filename().string();
}

// Adds every place in a JSON value; of long lists only the first two.
void add_places(const Json& json, const Json::json_pointer& here, std::vector<Json::json_pointer>& out) {
  out.push_back(here);
  if (json.is_object())
    for (const auto& [key, value] : json.items()) add_places(value, here / key, out);
  if (json.is_array())
    for (size_t i = 0; i < std::min<size_t>(json.size(), 2); ++i) add_places(json[i], here / i, out);
}

class Damage : public StudyRun, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    StudyRun::SetUp();
    write_study("study.toml", GetParam());
    ASSERT_EQ(run("whole"), 0) << output();
  }
  void copy() const {
    fs::remove_all(file("hurt"));
    fs::copy(file("whole"), file("hurt"), fs::copy_options::recursive);
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(file("hurt/" + name), std::ios::binary | std::ios::trunc) << bytes;
  }
  // Checks that the refusal is one line that names the folder, with this documented exit code.
  void expect_refusal(int code) const {
    EXPECT_TRUE(code == 1 || code == 3 || code == 5) << code << "\n" << output();
  }
};

TEST_P(Damage, IsSeenByStatusAndReportAndMendedByTheSameCommand) {
  const Tree whole = tree_of(file("whole"));
  size_t tried = 0;
  copy();
  for (const auto& [name, bytes] : whole) {
    if (!is_guarded(name)) continue;
    const auto& [what, damage] = kDamages[tried++ % kDamages.size()];
    SCOPED_TRACE(name + ": " + what);
    std::string hurt = bytes;
    damage(hurt);
    write(name, hurt);
    expect_refusal(command({"status", file("hurt"), "--verify"}));
    EXPECT_THAT(output(), HasSubstr("damaged"));
    // A report is refused or equals the report of the undamaged run.
    const int code = command({"report", file("hurt")});
    const Tree after = tree_of(file("hurt"));
    if (code != 0) expect_refusal(code);
    if (code != 0 && (name.starts_with("artifacts/") || name.starts_with("cells/"))) {
      const std::string said = output(), advice = "standfast run with the same study makes it again";
      EXPECT_THAT(said, HasSubstr("; " + advice));
      EXPECT_EQ(said.find(advice), said.rfind(advice)) << said;
    }
    for (const auto& [table, text] : whole)
      if (table.starts_with("tables/") || table.starts_with("figures/")) {
        EXPECT_EQ(after.at(table), text) << table;
      }
    write(name, bytes);
  }
  EXPECT_GT(tried, 15U);

  // All files are damaged at once, and one run repairs them.
  tried = 0;
  for (const auto& [name, bytes] : whole) {
    if (!is_guarded(name)) continue;
    const size_t kind = tried++ % (kDamages.size() + 1);
    if (kind == kDamages.size()) {
      fs::remove(file("hurt/" + name));
      continue;
    }
    std::string hurt = bytes;
    kDamages[kind].second(hurt);
    write(name, hurt);
  }
  ASSERT_EQ(run("hurt"), 0) << output();
  EXPECT_THAT(output(), HasSubstr("it is made again"));
  expect_same("hurt", "whole");
}

// `verify` names every damage of every file.
TEST_P(Damage, IsNamedByVerify) {
  copy();
  for (const auto& [name, bytes] : tree_of(file("whole"))) {
    if (!is_guarded(name)) continue;
    for (const auto& [what, damage] : kDamages) {
      SCOPED_TRACE(name + ": " + what);
      std::string hurt = bytes;
      damage(hurt);
      write(name, hurt);
      expect_refusal(command({"status", file("hurt"), "--verify"}));
      EXPECT_THAT(output(), HasSubstr(name));
      EXPECT_THAT(output(), HasSubstr("standfast run with the same study makes"));
    }
    write(name, bytes);
  }
  EXPECT_EQ(command({"status", file("hurt"), "--verify"}), 0) << output();
}

// Files that no marker lists are made anew from listed files, so damage to them changes nothing that is
// shown.
TEST_P(Damage, OfFilesThatAreMadeAnewShowsNowhere) {
  const Tree whole = tree_of(file("whole"));
  copy();
  ASSERT_EQ(command({"report", file("hurt")}), 0) << output();
  const std::string said = output();
  size_t tried = 0;
  for (const auto& [name, bytes] : whole) {
    if (is_guarded(name) || name == ".lock") continue;
    std::string hurt = bytes;
    kDamages[tried++ % kDamages.size()].second(hurt);
    write(name, hurt);
  }
  EXPECT_GT(tried, 20U);
  ASSERT_EQ(command({"report", file("hurt")}), 0) << output();
  EXPECT_EQ(output(), said);
  ASSERT_EQ(run("hurt"), 0) << output();
  expect_same("hurt", "whole");
}

// Only the damaged unit is repaired: no other file is written again.
TEST_P(Damage, NothingElseIsMadeAgain) {
  copy();
  std::set<std::string> seen;
  std::map<std::string, fs::file_time_type> written;
  const auto units = [&] {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : tree_of(file("hurt")))
      if (is_guarded(name)) names.push_back(name);
    return names;
  };
  for (const auto& name : units()) {
    if (name == "plan.jsonl" || name == "provenance.json" || !seen.insert(sort_of(name)).second) continue;
    SCOPED_TRACE(name);
    for (const auto& one : units()) written[one] = fs::last_write_time(file("hurt/" + one));
    std::string bytes = *read_plain_file(file("hurt/" + name));
    bytes[bytes.size() / 2] ^= 4;
    write(name, bytes);
    written[name] = fs::last_write_time(file("hurt/" + name));
    ASSERT_EQ(run("hurt"), 0) << output();
    std::set<std::string> keys;  // keys of the units that were written again
    for (const auto& one : units())
      if (fs::last_write_time(file("hurt/" + one)) != written[one] && !one.starts_with("splits/") &&
          one != "plan.jsonl")
        keys.insert(one.substr(one.find('/') + 1, 16));
    EXPECT_EQ(keys.size(), 1U) << ::testing::PrintToString(keys);
  }
  expect_same("hurt", "whole");
}

TEST_P(Damage, DeletedFilesAreMissedWithoutReadingAnything) {
  const Tree whole = tree_of(file("whole"));
  const auto plan = *RunFolder(file("whole")).read_plan();
  for (const auto& [name, bytes] : whole) {
    if (!is_guarded(name)) continue;
    SCOPED_TRACE(name);
    copy();
    fs::remove(file("hurt/" + name));
    const int code = command({"status", file("hurt")});
    // A run without its provenance still counts as finished; commands that read the provenance report that it
    // is missing.
    if (name == "provenance.json") {
      EXPECT_EQ(command({"report", file("hurt")}), 3);
    } else {
      expect_refusal(code);
      EXPECT_THAT(output(), ::testing::AnyOf(HasSubstr("missing: "), HasSubstr(name)));
    }
    // A report does not leave out a missing file silently either.
    if (name.starts_with("cells/") || name.starts_with("log/")) continue;  // tested for every cell
    if (const int reported = command({"report", file("hurt")}); reported != 0) {
      expect_refusal(reported);
      continue;
    }
    const Tree after = tree_of(file("hurt"));
    // Artifacts that only the report shows may be missing after the scores are there; then the report says
    // so.
    if (after.contains("tables/failed-cells.csv")) {
      const auto lost = std::ranges::find_if(
          plan, [&](const Unit& unit) { return name.find(unit.key) != std::string::npos; });
      ASSERT_NE(lost, plan.end());
      const std::string what = lost->label();
      EXPECT_THAT(output(), HasSubstr(what + " is missing, so the report leaves it out"));
      EXPECT_THAT(after.at("tables/failed-cells.csv"), HasSubstr(what + ",\"is missing"));
      continue;
    }
    for (const auto& [table, text] : whole)
      if (table.starts_with("tables/") || table.starts_with("figures/")) {
        EXPECT_EQ(after.at(table), text) << table;
      }
  }
}

// A record in the folder of another cell is not counted twice, even if it is complete, sealed, and all its
// files are there.
TEST_P(Damage, ARecordInTheFolderOfAnotherCellIsNotCountedTwice) {
  copy();
  std::vector<std::string> cells;
  for (const auto& entry : fs::directory_iterator(file("hurt/cells"))) cells.push_back(entry.path().string());
  std::sort(cells.begin(), cells.end());
  ASSERT_GT(cells.size(), 1U);
  fs::copy_file(cells[0] + "/record.json", cells[1] + "/record.json", fs::copy_options::overwrite_existing);
  expect_refusal(command({"status", file("hurt")}));
  EXPECT_THAT(output(), HasSubstr("is the record of another cell"));
  expect_refusal(command({"report", file("hurt")}));
  ASSERT_EQ(run("hurt"), 0) << output();
  expect_same("hurt", "whole");
}

// A marker in the folder of another artifact vouches for nothing: the marker has no name of its artifact, but
// the listed files show it.
TEST_P(Damage, AMarkerInTheFolderOfAnotherArtifactVouchesForNothing) {
  copy();
  std::vector<std::string> splits;
  for (const auto& entry : fs::directory_iterator(file("hurt/artifacts")))
    if (fs::exists(entry.path() / "design.json")) splits.push_back(entry.path().string());
  ASSERT_GT(splits.size(), 1U);
  fs::copy_file(splits[0] + "/artifact.json", splits[1] + "/artifact.json",
                fs::copy_options::overwrite_existing);
  expect_refusal(command({"status", file("hurt")}));
  EXPECT_THAT(output(), HasSubstr("lists files of another unit"));
  expect_refusal(command({"report", file("hurt")}));
  ASSERT_EQ(run("hurt"), 0) << output();
  expect_same("hurt", "whole");
}

TEST_P(Damage, RunsOfAnEarlierVersionAreRefusedByName) {
  copy();
  write("provenance.json", R"({"schema": "standfast-run/1", "version": "0.0.9"})");
  EXPECT_EQ(command({"report", file("hurt")}), 3);
  EXPECT_THAT(output(), HasSubstr("was made by another version of Standfast (its schema is "
                                  "\"standfast-run/1\""));
}

// Mistyped files are data errors and no crashes: values of other types are put into a file of each sort,
// sealed and listed as if a unit had written them.
TEST_P(Damage, MistypedFilesAreDataErrorsNotCrashes) {
  const std::vector<Json> wrong = {5,      true, nullptr, Json::object(), Json::array(), "word", -1,
                                   2.4e25, 0,    "",      {nullptr},      4294967295U};
  constexpr size_t kPlaces = 6;  // places in a file
  copy();
  std::set<std::string> seen;
  size_t next = 0;
  for (const auto& [name, bytes] : tree_of(file("whole"))) {
    if (!is_guarded(name) || !has_json(name) || !seen.insert(sort_of(name)).second) continue;
    const bool packed = name.ends_with(".gz"), in_lines = packed || name.ends_with(".jsonl");
    const std::string text = packed ? *read_file(file("whole/" + name)) : bytes;
    const size_t end = in_lines ? text.find('\n') : text.size();
    Json first = Json::parse(text.substr(0, end));
    const bool sealed = first.contains("seal") || name == "plan.jsonl";
    first.erase("seal");
    std::vector<Json::json_pointer> places;
    add_places(first, Json::json_pointer(), places);
    for (size_t i = 0; i < places.size(); i += places.size() / kPlaces + 1) {
      const Json& other = wrong[next++ % wrong.size()];
      SCOPED_TRACE(fmt::format("{}: {} is {}", name, places[i].to_string(), other.dump()));
      Json changed = first;
      changed[places[i]] = other;
      if (name == "plan.jsonl") {
        const size_t last = text.rfind('\n', text.size() - 2) + 1;  // where the line of the seal begins
        write(name, sealed_lines(changed.dump() + text.substr(end, last - end)));
      } else if (sealed) {
        write(name, changed.is_object() && !changed.empty() ? sealed_text(changed) : changed.dump());
      } else {
        const std::string hurt = changed.dump() + text.substr(end);
        write(name, packed ? testing::gzip(hurt) : hurt);
        testing::reseal(file("hurt"));
      }
      std::vector<std::vector<std::string>> commands = {{"status", file("hurt")}, {"report", file("hurt")}};
      if (std::string_view(GetParam()) == testing::kPairStudy)
        commands.push_back({"pairs", "--run", file("hurt"), "--out", file("pairs")});
      for (const auto& words : commands)
        if (const int code = command(words); code != 0) expect_refusal(code);
    }
    copy();
  }
  EXPECT_GE(seen.size(), 8U);
}

// Mistyped markers are data errors and no crashes: every member of every marker is changed and sealed as if a
// worker had written it.
TEST_P(Damage, MistypedMarkersAreDataErrorsNotCrashes) {
  const std::vector<Json> wrong = {5, true, nullptr, Json::object(), Json::array(), "word", -1, 2.4e25};
  copy();
  size_t next = 0, records = 0;
  for (const auto& [name, bytes] : tree_of(file("whole"))) {
    if (!name.ends_with("record.json") && !name.ends_with("artifact.json") && name != "provenance.json")
      continue;
    if (name.ends_with("record.json") && records++ > 0) continue;  // cells are alike
    Json marker = Json::parse(bytes);
    marker.erase("seal");
    for (const auto& [key, value] : marker.items()) {
      const Json& other = wrong[next++ % wrong.size()];
      SCOPED_TRACE(fmt::format("{}: {} is {}", name, key, other.dump()));
      Json changed = marker;
      changed[key] = other;
      write(name, sealed_text(changed));
      for (const auto& words : {std::vector<std::string>{"status", file("hurt")}, {"report", file("hurt")}}) {
        const int code = command(words);
        if (code != 0) expect_refusal(code);
      }
    }
    write(name, bytes);
  }
  for (const auto& [name, text] :
       {std::pair{"plan.jsonl", std::string("{\"kind\": true}\n")}, {"plan.jsonl", "5\n"}}) {
    write(name, sealed_lines(text));
    expect_refusal(command({"status", file("hurt")}));
    expect_refusal(command({"report", file("hurt")}));
    EXPECT_EQ(run("hurt"), 0) << output();
    expect_same("hurt", "whole");
  }
}

std::string name_of_study(const ::testing::TestParamInfo<const char*>& study) {
  const std::vector<std::string> names = {"Verification", "Classification", "Attributions", "Artifacts"};
  return names[study.index];
}
constexpr const char* kDamagedStudies[] = {testing::kPairStudy, testing::kClassStudy,
                                           testing::kExplainedStudy, testing::kArtifactStudy};
INSTANTIATE_TEST_SUITE_P(Tasks, Damage, ::testing::ValuesIn(kDamagedStudies), name_of_study);

// The damaged studies have every kind of artifact that the report reads; a new kind needs a line in one of
// the studies above.
TEST_F(StudyRun, DamagedStudiesHaveEveryKindOfArtifactThatTheReportReads) {
  std::set<std::string> seen;
  size_t number = 0;
  for (const char* study : kDamagedStudies) {
    write_study("study.toml", study);
    const std::string folder = fmt::format("run-{}", number++);
    ASSERT_EQ(run(folder), 0) << output();
    const auto plan = RunFolder(file(folder)).read_plan();
    ASSERT_TRUE(plan) << plan.error().message;
    for (const auto& unit : *plan) seen.insert(unit.kind->name());
  }
  for (const UnitKind* kind : unit_kinds())
    EXPECT_TRUE(!kind->only_shown() || kind->examines() || seen.contains(kind->name())) << kind->name();
}

// Pairs of a damaged split are not handed out, even if the damage changes no size and so escapes a check of
// sizes.
TEST_F(StudyRun, PairsOfADamagedSplitAreNotHandedOut) {
  write_study("study.toml", testing::kPairStudy);
  ASSERT_EQ(run("RUN"), 0) << output();
  ASSERT_EQ(command({"pairs", "--run", file("RUN"), "--out", file("pairs")}), 0) << output();
  for (const auto& [name, bytes] : tree_of(file("RUN"))) {
    if (!name.ends_with("pairs.jsonl.gz")) continue;
    std::string hurt = bytes;
    hurt[hurt.size() / 2] ^= 4;
    std::ofstream(file("RUN/" + name), std::ios::binary | std::ios::trunc) << hurt;
    EXPECT_EQ(command({"pairs", "--run", file("RUN"), "--out", file("pairs")}), 3);
    EXPECT_THAT(output(), HasSubstr(name + " is not what was written"));
    return;
  }
  FAIL() << "no pairs";
}

// Cosines that differ by direction are refused, because clustering topics by them would never end.
TEST_F(StudyRun, CosinesThatDifferByDirectionAreRefused) {
  write_study("study.toml", testing::kPairStudy);
  ASSERT_EQ(run("RUN"), 0) << output();
  for (const auto& [name, bytes] : tree_of(file("RUN"))) {
    if (!name.ends_with("topic_similarity.json")) continue;
    Json json = Json::parse(bytes);
    json["similarity"][1][2] = -1;
    std::ofstream(file("RUN/" + name), std::ios::binary | std::ios::trunc) << json.dump();
  }
  testing::reseal(file("RUN"));
  EXPECT_EQ(command({"report", file("RUN")}), 3);
  EXPECT_THAT(output(), HasSubstr("cannot be the cosines"));
}

TEST_F(StudyRun, CheckLooksAtARunFolderToo) {
  write_study("study.toml", testing::kPairStudy);
  ASSERT_EQ(run("RUN"), 0) << output();
  EXPECT_EQ(command({"check", file("RUN")}), 0) << output();
  std::ofstream(file("RUN/scores.csv"), std::ios::app) << "one more\n";
  EXPECT_EQ(command({"check", file("RUN")}), 1);
  EXPECT_THAT(output(), HasSubstr("scores.csv is not what the records say"));
  EXPECT_EQ(run("RUN"), 0);
  EXPECT_EQ(command({"check", file("RUN")}), 0) << output();
}

TEST_F(StudyRun, FilesOfTheUserStay) {
  write_study("study.toml", testing::kPairStudy);
  ASSERT_EQ(run("RUN"), 0) << output();
  const std::vector<std::string> mine = {"tables/mine.csv", "tables/mine.tex", "figures/mine.svg",
                                         "splits/mine.json", "notes.tmp12"};
  for (const auto& name : mine) std::ofstream(file("RUN/" + name)) << "mine";
  const std::string stale = "tables/t-tests-gone.csv";  // from an earlier report, whose list names it
  std::ofstream(file("RUN/" + stale)) << "old";
  std::ofstream(file("RUN/.report-files"), std::ios::app) << stale << "\n../outside\ntables/../../outside\n";
  std::ofstream(file("outside")) << "not ours";
  write_study("study.toml", std::string(testing::kPairStudy) + "[[model]]\ntype = \"compression\"\n");
  ASSERT_EQ(run("RUN"), 0) << output();
  ASSERT_EQ(command({"report", file("RUN")}), 0) << output();
  for (const auto& name : mine) EXPECT_TRUE(fs::exists(file("RUN/" + name))) << name;
  EXPECT_FALSE(fs::exists(file("RUN/" + stale)));
  EXPECT_TRUE(fs::exists(file("outside")));
}

TEST_F(StudyRun, AReportElsewhereLeavesThatOfTheRun) {
  write_study("study.toml", testing::kPairStudy);
  ASSERT_EQ(run("RUN"), 0) << output();
  const auto files = [&] {
    std::set<std::string> names;
    for (const char* folder : {"RUN/tables", "RUN/figures"})
      for (const auto& entry : fs::directory_iterator(file(folder))) names.insert(entry.path().string());
    return names;
  };
  const auto before = files();
  ASSERT_GT(before.size(), 10U);
  ASSERT_EQ(command({"report", file("RUN"), "--tables", file("t"), "--figures", file("f"), "--out",
                     file("p.html")}),
            0)
      << output();
  EXPECT_EQ(files(), before);
  ASSERT_EQ(command({"report", file("RUN"), "--tables", file("t")}), 0) << output();
  EXPECT_EQ(files(), before);
  // They are still known as files of a report, so the next report there removes the files that it does not
  // have.
  const std::string stale = "tables/t-tests-gone.csv";
  std::ofstream(file("RUN/" + stale)) << "old";
  std::ofstream(file("RUN/.report-files"), std::ios::app) << stale << "\n";
  ASSERT_EQ(command({"report", file("RUN"), "--figures", file("f"), "--tables", file("RUN/./tables/")}), 0)
      << output();
  EXPECT_EQ(files(), before);
}

TEST_F(StudyRun, CorporaOfLikeNamesHaveTablesOfTheirOwn) {
  fs::copy_file(file("posts.jsonl"), file("other.jsonl"));
  std::string study = "profile = \"pan21\"\nseeds = [3]\n";
  for (const auto& [name, path] : {std::pair{"c 1", "posts.jsonl"}, {"c-1", "other.jsonl"}})
    study += fmt::format("[[corpus]]\nname = \"{}\"\npath = \"{}\"\n", name, path);
  write_study("study.toml", study + testing::kIid + testing::kPpm);
  ASSERT_EQ(run("RUN"), 0) << output();
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(file("RUN/tables"))) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("survival-") && name.find("-auc.csv") != std::string::npos) names.insert(name);
  }
  EXPECT_EQ(names.size(), 2U) << ::testing::PrintToString(names);
}

TEST_F(StudyRun, AProgramOrWordListThatChangedIsAnotherModel) {
  std::ofstream(file("model.sh")) << "#!/bin/sh\nexec awk '{print}' \"$1\" >\"$2\"\n";
  fs::permissions(file("model.sh"), fs::perms::owner_all);
  std::ofstream(file("words.txt")) << "the\nof\n";
  write_study("verify.toml",
              std::string(testing::kHead) + testing::kIid +
                  fmt::format("[[model]]\ntype = \"command\"\ncommand = \"'{}' {{test}} {{answers}}\"\n",
                              file("model.sh")));
  const int first = run("RUN", 1, "verify.toml");  // it may fail; only its files matter here
  EXPECT_TRUE(first == 0 || first == 5) << output();
  std::ofstream(file("model.sh"), std::ios::app) << "# edited\n";
  EXPECT_EQ(run("RUN", 1, "verify.toml"), 2) << output();
  EXPECT_THAT(output(), HasSubstr("model.sh"));
  EXPECT_THAT(output(), HasSubstr("holds another run"));

  write_study(
      "classify.toml",
      fmt::format(
          "task = \"classification\"\nseed = 5\n[[corpus]]\npath = \"posts.jsonl\"\n"
          "[[condition]]\nname = \"iid\"\nreference = true\n"
          "split = {{ method = \"stratified-k-fold\", folds = 2 }}\n"
          "[[model]]\ntype = \"naive-bayes\"\nfeatures = \"function-words\"\nfunction-words = \"{}\"\n",
          file("words.txt")));
  const int second = run("CLASSES", 1, "classify.toml");
  EXPECT_TRUE(second == 0 || second == 5) << output();
  std::ofstream(file("words.txt"), std::ios::app) << "and\n";
  EXPECT_EQ(run("CLASSES", 1, "classify.toml"), 2) << output();
  EXPECT_THAT(output(), HasSubstr("words.txt"));
}

}  // namespace
}  // namespace standfast
