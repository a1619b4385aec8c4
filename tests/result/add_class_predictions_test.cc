#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/result/run/add_predictions.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/result/run/run_reader.h"
#include "tests/support/class_run.h"

namespace standfast::result {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

class Log final : public Sink {
 public:
  void log(Level, std::string_view line) override { lines += std::string(line) + "\n"; }
  void progress(std::string_view, uint64_t, uint64_t) override {}
  std::string lines;
};

class AddClassPredictions : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = new testing::TemporaryFolder();
    testing::make_class_run(shared_->path());
  }
  static void TearDownTestSuite() { delete shared_; }
  static std::string run_folder() { return shared_->file("RUN"); }

  void SetUp() override {
    run_ = *read_run(run_folder());
    // The answers of naive Bayes. Topic confusion has a file per fold, because its folds test documents
    // several times; other conditions have one file for all folds, a table for ordinary folds.
    std::map<std::string, std::string> files;
    for (const auto& cell : run_.cells) {
      if (cell.model != "naive-bayes") continue;
      const std::string split = fmt::format("mine/{}", split_name(cell));
      const std::string file = cell.condition == "topic confusion"
                                   ? fmt::format("{}/fold-{}/predictions.jsonl", split, cell.fold)
                                   : split + "/predictions.jsonl";
      const std::string text = *read_file(run_folder() + "/cells/" + cell.folder + "/predictions.jsonl.gz");
      for (size_t begin = 0; begin < text.size();) {
        const size_t end = text.find('\n', begin);
        const auto read = Json::parse(text.substr(begin, end - begin));
        begin = end + 1;
        Json line = {{"id", read["id"]}, {"probabilities", Json::object()}};
        for (size_t c = 0; c < read["probabilities"].size(); ++c)
          line["probabilities"][run_.corpora[0].classes[c]] = read["probabilities"][c];
        std::string& lines = files[file];
        lines = line.dump() + "\n" + lines;  // in another order
      }
    }
    for (const auto& [file, text] : files) save(file, text);
  }
  void save(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(make_directories(fs::path(folder_.file(name)).parent_path().string()));
    ASSERT_TRUE(write_file(folder_.file(name), text));
  }
  std::string read(const std::string& name) const { return *read_file(folder_.file(name)); }
  Status add(const std::string& name = "mine", bool ignore_extra = false) {
    return add_predictions(run_folder(), name, folder_.file("mine"), ignore_extra, log_, run_);
  }
  std::string complaint() {
    const auto status = add();
    EXPECT_FALSE(status);
    return status ? "" : status.error().message;
  }

  static inline testing::TemporaryFolder* shared_ = nullptr;
  testing::TemporaryFolder folder_;
  RunRecords run_;
  Log log_;
};

TEST_F(AddClassPredictions, GetTheScoresThatTheRunGaveTheSameAnswers) {
  const size_t before = run_.cells.size();
  ASSERT_TRUE(add()) << complaint();
  EXPECT_EQ(run_.cells.size(), before * 4 / 3) << "three models, one of them prior, now four";
  EXPECT_EQ(log_.lines, "");
  size_t compared = 0;
  for (const auto& mine : run_.cells)
    for (const auto& cell : run_.cells)
      if (mine.model == "mine" && cell.model == "naive-bayes" && cell.condition == mine.condition &&
          cell.fold == mine.fold) {
        ++compared;
        EXPECT_EQ(mine.classified.document, cell.classified.document);
        ASSERT_EQ(mine.classified.probabilities.size(), cell.classified.probabilities.size());
        for (size_t i = 0; i < mine.classified.probabilities.size(); ++i)
          EXPECT_NEAR(mine.classified.probabilities[i], cell.classified.probabilities[i], 1e-12);
        ASSERT_EQ(mine.scores.size(), cell.scores.size());
        for (size_t m = 0; m < cell.scores.size(); ++m) {
          ASSERT_EQ(mine.scores[m].value.has_value(), cell.scores[m].value.has_value());
          if (cell.scores[m].value) {
            EXPECT_NEAR(*mine.scores[m].value, *cell.scores[m].value, 1e-12) << cell.scores[m].metric;
          }
        }
      }
  EXPECT_EQ(compared, before / 3);
}

// Through the command line, added answers are compared like a model of the run: no difference from their
// twin, and the twin's difference from the other model.
TEST_F(AddClassPredictions, AreComparedLikeAModelOfTheRun) {
  const auto said = testing::standfast(
      "compare " + run_folder() + " --test models --json --predictions mine=" + folder_.file("mine"),
      folder_.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = Json::parse(said.out);
  EXPECT_EQ(json["metric"], "accuracy");
  const auto& rows = json["tables"]["model-tests-posts"]["rows"];
  const auto row = [&](const std::string& a, const std::string& b) {
    for (const auto& one : rows)
      if (one["condition"] == "novel" && one["model_a"] == a && one["model_b"] == b) return one;
    ADD_FAILURE() << a << " " << b;
    return Json();
  };
  EXPECT_EQ(row("naive-bayes", "mine")["difference"], 0);
  const auto twin = row("naive-bayes", "nearest-centroid"), mine = row("nearest-centroid", "mine");
  EXPECT_EQ(twin["p"], mine["p"]);
  EXPECT_EQ(twin["accuracy_a"], mine["accuracy_b"]);
  EXPECT_EQ(json["tables"]["drops-posts"]["rows"].size(), 12U);
}

TEST_F(AddClassPredictions, TablesOfAnswersWithoutProbabilitiesWillDo) {
  const std::string split = "mine/posts--iid--seed5/";
  std::string table = "id,predicted\n";
  for (const auto& cell : run_.cells) {
    if (cell.model != "naive-bayes" || cell.condition != "iid") continue;
    const std::string text = *read_file(run_folder() + "/cells/" + cell.folder + "/predictions.jsonl.gz");
    for (size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
      const auto line = Json::parse(text.substr(begin, text.find('\n', begin) - begin));
      std::string name = line["predicted"];
      for (size_t at = 0; (at = name.find('"', at)) != std::string::npos; at += 2) name.insert(at, "\"");
      table += fmt::format("{},\"{}\"\n", line["id"].get<std::string>(), name);
    }
  }
  fs::remove(folder_.file(split + "predictions.jsonl"));
  save(split + "predictions.csv", table);
  ASSERT_TRUE(add());
  const auto score = [&](const char* model, const char* metric) {
    for (const auto& cell : run_.cells)
      if (cell.model == model && cell.condition == "iid" && cell.fold == 1)
        for (const auto& one : cell.scores)
          if (one.metric == metric) return one.value;
    return std::optional<double>();
  };
  EXPECT_TRUE(score("naive-bayes", "log-loss"));
  EXPECT_FALSE(score("mine", "log-loss")) << "names estimate no probability";
  EXPECT_EQ(score("mine", "accuracy"), score("naive-bayes", "accuracy"));
}

TEST_F(AddClassPredictions, RefusesTwoFilesForOneFold) {
  const std::string split = "mine/posts--novel--seed5/";
  save(split + "fold-1/predictions.jsonl", read(split + "predictions.jsonl"));
  EXPECT_THAT(complaint(), ::testing::AllOf(HasSubstr("fold-1/predictions.jsonl and "),
                                            HasSubstr("both answer fold 1 of posts--novel--seed5")));
  fs::remove_all(folder_.file(split + "fold-1"));
  save(split + "predictions.csv", "id,predicted\nx,y\n");
  EXPECT_THAT(complaint(), HasSubstr("predictions.csv both answer fold 0"));
}

TEST_F(AddClassPredictions, WarnsOfFilesThatAnswerNoFold) {
  ASSERT_TRUE(add());
  EXPECT_EQ(log_.lines.find("belong to no fold or side"), std::string::npos) << log_.lines;
  save("mine/posts--old name--seed5/fold-0/predictions.jsonl", "");
  save("mine/posts--novel--seed5/fold-99/predictions.jsonl", "");
  save("mine/posts--novel--seed5/fold-0/elsewhere/predictions.jsonl", "");
  save("mine/posts--novel--seed5/fold-0/test/predictions.parquet", "");
  save("mine/notes.txt", "");
  save("mine/predictions.csv", "in no folder");
  ASSERT_TRUE(add("again"));
  EXPECT_THAT(log_.lines, HasSubstr("4 of "));
  EXPECT_THAT(log_.lines,
              HasSubstr("files of answers belong to no fold or side of this run (first: posts--novel--seed5/"
                        "fold-0/elsewhere/predictions.jsonl); they are left out"));
  EXPECT_THAT(
      log_.lines,
      HasSubstr("1 of 12 files are not read, because of their names (first: "
                "posts--novel--seed5/fold-0/test/predictions.parquet); predictions.jsonl, .csv and .tsv "
                "are read, also with .gz or .zst"));
}

TEST_F(AddClassPredictions, RefusesWhatCannotBeMeant) {
  const std::string novel = "mine/posts--novel--seed5/predictions.jsonl", text = read(novel);
  const std::string first = Json::parse(text.substr(0, text.find('\n')))["id"];
  save(novel, text + "{\"id\": \"nobody\", \"predicted\": \"x\"}\n");
  EXPECT_THAT(complaint(), HasSubstr("nobody has no probabilities, the lines before have some"));
  save(novel, text + "{\"id\": \"nobody\", \"probabilities\": {\"x\": 1}}\n");
  EXPECT_THAT(complaint(),
              HasSubstr("1 prediction for documents that no fold of this split tests (first: \"nobody\")"));
  EXPECT_TRUE(add("ignoring", true));
  EXPECT_THAT(log_.lines, HasSubstr("left out 1 predictions for other documents"));
  save(novel, text.substr(text.find('\n') + 1));
  EXPECT_THAT(complaint(), HasSubstr(fmt::format("have no prediction (first: \"{}\")", first)));
  std::string other = text;
  other.replace(other.find("writer"), 6, "wrytes");
  save(novel, other);
  EXPECT_THAT(complaint(), HasSubstr("which is none of the 4 classes of the run"));
  save(novel, text);
  // One file for documents that are tested several times.
  fs::remove_all(folder_.file("mine/posts--topic confusion--seed5"));
  save("mine/posts--topic confusion--seed5/predictions.jsonl", text);
  EXPECT_THAT(complaint(), HasSubstr("is tested in several folds of this split; write a file for each fold"));
  fs::remove_all(folder_.file("mine/posts--topic confusion--seed5"));
  ASSERT_TRUE(add("partly"));
  EXPECT_THAT(log_.lines,
              HasSubstr("folds have no predictions.jsonl (first: posts / topic confusion / partly"));
  EXPECT_THAT(add("naive-bayes").error().message, HasSubstr("has a model of this name"));
  fs::remove_all(folder_.file("mine"));
  fs::create_directories(folder_.file("mine"));
  EXPECT_THAT(complaint(), HasSubstr("looked for posts--iid--seed5/fold-0/predictions.jsonl"));
}

TEST_F(AddClassPredictions, TheTestOfModelsIsForClassification) {
  const auto refused = [&](const std::string& arguments) {
    const auto said = testing::standfast("compare " + run_folder() + " " + arguments, folder_.path());
    EXPECT_EQ(said.code, 2) << arguments;
    return said.err;
  };
  EXPECT_THAT(refused("--test topic-shortcut"), HasSubstr("--test models compares"));
  EXPECT_THAT(refused("--test models --metric macro-f1"), HasSubstr("compares accuracies, not macro-f1"));
}

}  // namespace
}  // namespace standfast::result
