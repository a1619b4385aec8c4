// A run folder after damage: nothing damaged is used in silence, and the same command mends it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/study/record/marker.h"
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

// What a unit wrote, or a run as a whole: not what reports make of it, and no copies for the reader.
bool is_guarded(const std::string& name) {
  return name.starts_with("artifacts/") || name.starts_with("cells/") || name.starts_with("splits/") ||
         name.starts_with("log/") || name == "plan.jsonl" || name == "provenance.json";
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
  // One line that names the folder, and a documented code.
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
    // A report never says anything else than it said of the whole run.
    const int code = command({"report", file("hurt")});
    const Tree after = tree_of(file("hurt"));
    if (code != 0) expect_refusal(code);
    for (const auto& [table, text] : whole)
      if (table.starts_with("tables/") || table.starts_with("figures/")) {
        EXPECT_EQ(after.at(table), text) << table;
      }
    write(name, bytes);
  }
  EXPECT_GT(tried, 15U);

  // All of it at once, and one run.
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

TEST_P(Damage, DeletedFilesAreMissedWithoutReadingAnything) {
  for (const auto& [name, bytes] : tree_of(file("whole"))) {
    if (!is_guarded(name)) continue;
    SCOPED_TRACE(name);
    copy();
    fs::remove(file("hurt/" + name));
    const int code = command({"status", file("hurt")});
    // Without its provenance a run is as done as before; whoever reads it says that it is not there.
    if (name == "provenance.json") {
      EXPECT_EQ(command({"report", file("hurt")}), 3);
    } else {
      expect_refusal(code);
    }
  }
}

// A whole record, with its seal, of which all files are there: but it is another cell's.
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

// Every member of every marker, sealed again as if a worker had written it so.
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

INSTANTIATE_TEST_SUITE_P(Tasks, Damage, ::testing::Values(testing::kPairStudy, testing::kClassStudy),
                         [](const auto& study) {
                           return study.index == 0 ? std::string("Verification")
                                                   : std::string("Classification");
                         });

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
  const std::string stale = "tables/t-tests-gone.csv";  // of an earlier report: its list names it
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
  const int first = run("RUN", 1, "verify.toml");  // it may fail: what it is made of counts
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
