// Sides in addition to the test documents: documents kept apart are seen only by the exam, and every fit
// answers them.
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;
namespace fs = std::filesystem;

class Sides : public StudyRun {
 protected:
  // The documents of topic5 are held out; main.jsonl is without them.
  void SetUp() override {
    StudyRun::SetUp();
    std::ifstream posts(file("posts.jsonl"));
    std::ofstream all(file("all.jsonl")), main(file("main.jsonl"));
    for (std::string line; std::getline(posts, line);) {
      Json document = Json::parse(line);
      const bool held = document["topic"] == "topic5";
      document["set"] = held ? "held out" : "main";
      all << document.dump() << "\n";
      if (!held) main << document.dump() << "\n";
      if (held) held_.insert(document["id"]);
    }
  }
  static std::string with_corpus(std::string study, const std::string& corpus) {
    const std::string path = "path = \"posts.jsonl\"\n";
    return study.replace(study.find(path), path.size(), corpus);
  }
  static constexpr const char* kHeld =
      "name = \"posts\"\npath = \"all.jsonl\"\nsides = { independent = { set = \"held out\" } }\n";
  static constexpr const char* kWithout = "name = \"posts\"\npath = \"main.jsonl\"\n";
  // Returns the rows of scores.csv by side.
  std::map<std::string, std::vector<std::string>> scores(const std::string& run) const {
    std::map<std::string, std::vector<std::string>> rows;
    std::ifstream lines(file(run + "/scores.csv"));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream cells(line);
      std::string cell;
      for (int i = 0; i < 5; ++i) std::getline(cells, cell, ',');
      rows[cell].push_back(line);
    }
    return rows;
  }
  std::vector<Json> survival(const std::string& run) {
    EXPECT_EQ(command({"report", file(run), "--json"}), 0) << output();
    return survival_said();
  }
  std::vector<Json> survival_said() const { return Json(printed()).at("survival").get<std::vector<Json>>(); }

  std::set<std::string> held_;  // ids
};

TEST_F(Sides, KeepingApartScoresTheTestItemsAsIfTheRestWereNotThere) {
  for (const char* study : {kPairStudy, kClassStudy}) {
    write_study("held.toml", with_corpus(study, kHeld));
    write_study("without.toml", with_corpus(study, kWithout));
    fs::remove_all(file("held"));
    fs::remove_all(file("without"));
    ASSERT_EQ(run("held", 2, "held.toml"), 0) << output();
    ASSERT_EQ(run("without", 2, "without.toml"), 0) << output();
    auto held = scores("held"), without = scores("without");
    ASSERT_EQ(held.size(), 3U);  // the header is one
    EXPECT_EQ(held["test"], without["test"]);
    EXPECT_EQ(held["independent"].size(), held["test"].size());
  }
}

TEST_F(Sides, EveryFitIsExaminedOnWhatWasKeptApartAndNothingElse) {
  write_study("held.toml", with_corpus(kClassStudy, kHeld));
  ASSERT_EQ(run("held", 2, "held.toml"), 0) << output();
  int cells = 0;
  for (const auto& cell : fs::directory_iterator(file("held/cells"))) {
    const auto record = Json::parse(*read_file((cell.path() / "record.json").string()));
    ASSERT_EQ(record["sides"].size(), 2U);
    for (const auto& side : record["sides"]) {
      std::istringstream lines(*read_file((cell.path() / side["predictions"].get<std::string>()).string()));
      std::set<std::string> ids;
      int right = 0;
      for (std::string line; std::getline(lines, line);) {
        const auto answer = Json::parse(line);
        EXPECT_EQ(answer["side"], side["side"]);
        ids.insert(answer["id"].get<std::string>());
        right += answer["truth"] == answer["predicted"] ? 1 : 0;
      }
      ASSERT_EQ(ids.size(), side["n"]);
      for (const auto& score : side["scores"])
        if (score["metric"] == "accuracy") {
          EXPECT_DOUBLE_EQ(score["value"], right / static_cast<double>(ids.size()));
        }
      if (side["side"] == "independent") {
        EXPECT_EQ(ids, held_);
      } else {
        for (const auto& id : ids) EXPECT_FALSE(held_.contains(id));
      }
    }
    ++cells;
  }
  EXPECT_EQ(cells, 8);
  // The survival table shows the side next to the test documents and compares it with them.
  int compared = 0;
  for (const auto& cell : survival("held")) {
    EXPECT_EQ(cell["n_used"], cell["side"] == "independent" ? 48 : 120) << cell.dump();
    if (cell["side"] != "independent") continue;
    EXPECT_EQ(cell["baseline"], cell["condition"]);
    ++compared;
  }
  EXPECT_GE(compared, 4);
  // The two sides of a fit count as one cell.
  EXPECT_THAT(*read_file(file("held/report.html")), HasSubstr("answers in 8 cells"));
}

TEST_F(Sides, PairsOfASideAreOfItsDocumentsAndTheSameForAllFolds) {
  write_study("held.toml", with_corpus(kPairStudy, kHeld));
  ASSERT_EQ(run("held", 2, "held.toml"), 0) << output();
  ASSERT_EQ(command({"pairs", "--run", file("held"), "--out", file("exported")}), 0) << output();
  EXPECT_THAT(output(), HasSubstr(" independent pairs"));
  std::map<std::string, std::set<std::string>> texts;  // by condition: the pairs of its folds
  for (const auto& entry : fs::recursive_directory_iterator(file("exported"))) {
    if (entry.path().filename() != "pairs.jsonl") continue;
    const bool side = entry.path().parent_path().filename() == "independent";
    std::istringstream lines(*read_file(entry.path().string()));
    for (std::string line; std::getline(lines, line);) {
      const std::string id = Json::parse(line)["id"];
      const size_t bar = id.find('|');
      EXPECT_EQ(held_.contains(id.substr(0, bar)), side) << entry.path();
      EXPECT_EQ(held_.contains(id.substr(bar + 1)), side) << entry.path();
    }
    if (side)
      texts[entry.path().parent_path().parent_path().parent_path().filename().string()].insert(lines.str());
  }
  ASSERT_EQ(texts.size(), 2U);
  for (const auto& [split, pairs] : texts) EXPECT_EQ(pairs.size(), 1U) << split;
}

TEST_F(Sides, AnswersOfAProgramElsewhereAreTakenForEachSide) {
  write_study("held.toml", with_corpus(kPairStudy, kHeld));
  ASSERT_EQ(run("held", 2, "held.toml"), 0) << output();
  ASSERT_EQ(command({"pairs", "--run", file("held"), "--out", file("exported")}), 0) << output();
  // The answers are the truth on the side and one half elsewhere.
  for (const auto& entry : fs::recursive_directory_iterator(file("exported"))) {
    if (entry.path().filename() != "truth.jsonl") continue;
    std::istringstream lines(*read_file(entry.path().string()));
    std::ofstream answers(entry.path().parent_path() / "answers.jsonl");
    const bool side = entry.path().parent_path().filename() == "independent";
    for (std::string line; std::getline(lines, line);) {
      const auto truth = Json::parse(line);
      answers << Json{{"id", truth["id"]},
                      {"value", !side                   ? 0.5
                                : truth["same"] == true ? 1.0
                                                        : 0.0}}
                     .dump()
              << "\n";
    }
  }
  ASSERT_EQ(command({"report", file("held"), "--predictions", "oracle=" + file("exported"), "--json"}), 0)
      << output();
  int seen = 0;
  for (const auto& cell : survival_said())
    if (cell["model"] == "oracle" && cell["metric"] == "auc") {
      EXPECT_EQ(cell["score"], cell["side"] == "independent" ? 1.0 : 0.5) << cell.dump();
      ++seen;
    }
  EXPECT_EQ(seen, 4);
}

TEST_F(Sides, ARunWithOtherSidesIsAnotherRun) {
  write_study("held.toml", with_corpus(kClassStudy, kHeld));
  write_study("without.toml", with_corpus(kClassStudy, "name = \"posts\"\npath = \"all.jsonl\"\n"));
  ASSERT_EQ(run("held", 2, "held.toml"), 0) << output();
  EXPECT_EQ(run("held", 2, "without.toml"), 2);
  EXPECT_THAT(output(), HasSubstr("the sides of corpus \"posts\" have changed"));
}

TEST_F(Sides, ADryRunSaysWhatIsKeptApart) {
  write_study("held.toml", with_corpus(kClassStudy, kHeld));
  EXPECT_EQ(command({"run", file("held.toml"), "--out", file("held"), "--dry-run"}), 0);
  EXPECT_THAT(output(), HasSubstr("side independent: 24 of the documents"));
}

TEST_F(Sides, ATextThatModelsMayLearnFromIsAWarning) {
  write_study("held.toml", with_corpus(kClassStudy, kHeld));
  command({"run", file("held.toml"), "--out", file("held"), "--dry-run"});
  EXPECT_THAT(output(), ::testing::Not(HasSubstr("SF113")));
  // Two held-out documents get the text of one of the other documents in another case; a third gets the text
  // of the first only.
  std::vector<Json> documents;
  std::ifstream all(file("all.jsonl"));
  for (std::string line; std::getline(all, line);) documents.push_back(Json::parse(line));
  all.close();
  std::string known, own;
  for (const auto& one : documents)
    if (one["set"] == "main") known = one["text"];
  std::ofstream copied(file("all.jsonl"));
  int held = 0;
  for (auto& one : documents) {
    if (one["set"] != "main") {
      ++held;
      if (held <= 2) one["text"] = "  " + known + "\n";
      if (held == 3) own = one["text"];
      if (held == 4) one["text"] = own;
    }
    copied << one.dump() << "\n";
  }
  copied.close();
  command({"run", file("held.toml"), "--out", file("held"), "--dry-run"});
  EXPECT_THAT(output(), HasSubstr("SF113 posts: 2 of 24 documents of side \"independent\""));
  ASSERT_EQ(run("held", 1, "held.toml"), 0) << output();
  EXPECT_THAT(*read_file(file("held/report.html")), HasSubstr("SF113"));
}

TEST_F(Sides, SaysWhatIsWrongWithASide) {
  const auto refused = [&](const std::string& sides, int code) {
    write_study("bad.toml", with_corpus(kClassStudy, "path = \"all.jsonl\"\n" + sides + "\n"));
    EXPECT_EQ(command({"run", file("bad.toml"), "--out", file("bad"), "--dry-run"}), code) << sides;
    return output();
  };
  EXPECT_THAT(refused("sides = { test = { set = \"main\" } }", 2), HasSubstr("every fold has a test side"));
  EXPECT_THAT(refused("sides = { new = {} }", 2), HasSubstr("names no column"));
  EXPECT_THAT(refused("sides = \"held out\"", 2), HasSubstr("sides"));
  EXPECT_THAT(refused("sides = { new = { set = 3 } }", 2), HasSubstr("text"));
  EXPECT_THAT(refused("sides = { new = { set = \"held\" } }", 3),
              HasSubstr("side new: no document has set = \"held\"; did you mean \"held out\"?"));
  EXPECT_THAT(refused("sides = { new = { sett = \"held\" } }", 2), HasSubstr("sett"));
  EXPECT_THAT(refused("sides = { a = { set = \"main\" }, b = { set = \"held out\" } }", 3),
              HasSubstr("none is left for the folds"));
  EXPECT_THAT(refused("sides = { a = { set = \"held out\" }, b = { topic = \"topic5\" } }", 3),
              HasSubstr("is on side a and on side b"));
}

}  // namespace
}  // namespace standfast::testing
