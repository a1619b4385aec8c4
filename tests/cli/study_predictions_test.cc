// Tests of answers that a study names, from the study to its table.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/corpus/synth/synth.h"
#include "tests/support/class_run.h"
#include "tests/support/command.h"
#include "tests/support/text_with.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

constexpr const char* kVerification = R"([[corpus]]
path = "corpus.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 2 }
[[condition]]
name = "novel"
split = { method = "topic-k-fold", folds = 2 }
[[model]]
type = "topic-fit"
)";

constexpr const char* kClassification = R"(task = "classification"
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 2 }
[[condition]]
name = "novel"
split = "leave-one-topic-out"
[[model]]
type = "naive-bayes"
)";

constexpr const char* kLlama = "[[predictions]]\nname = \"llama\"\npath = \"answers/\"\n";

class StudyPredictions : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return folder_.file(name); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(file(name)).parent_path());
    std::ofstream(file(name)) << text;
  }
  testing::Said run(const std::string& arguments) const {
    return testing::standfast(arguments, folder_.path());
  }
  static std::vector<Json> lines_of(const std::string& text) {
    std::vector<Json> lines;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin);
      lines.push_back(Json::parse(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    return lines;
  }
  // Writes what a model of the run said, cell by cell, as answers of an external model.
  void answer(const std::string& model) const {
    for (const auto& cell : fs::directory_iterator(file("RUN/cells"))) {
      const auto record = Json::parse(*read_file(cell.path() / "record.json"));
      const Json key = record["key"];
      if (key["model"] != model) continue;
      const bool classes = key["task"] == "classification";
      for (const auto& side : record["sides"]) {
        std::string text;
        for (const auto& line : lines_of(*read_file(cell.path() / side["predictions"].get<std::string>()))) {
          Json answer = {{"id", line["id"]}};
          if (!classes) answer["value"] = line["value"];
          for (size_t c = 0; classes && c < record["classes"].size(); ++c)
            answer["probabilities"][record["classes"][c].get<std::string>()] = line["probabilities"][c];
          text += answer.dump() + "\n";
        }
        const auto name = side["side"].get<std::string>();
        write(fmt::format("answers/{}--{}--seed{}/fold-{}/{}{}.jsonl", key["corpus"].get<std::string>(),
                          key["condition"].get<std::string>(), key["seed"].get<int>(), key["fold"].get<int>(),
                          name == "test" ? "" : name + "/", classes ? "predictions" : "answers"),
              text);
      }
    }
  }
  std::map<std::string, fs::file_time_type> times_of_records() const {
    std::map<std::string, fs::file_time_type> times;
    for (const auto& cell : fs::directory_iterator(file("RUN/cells")))
      times[cell.path().string()] = fs::last_write_time(cell.path() / "record.json");
    return times;
  }
  // Returns the scores of a model from the survival table in JSON, by corpus, condition and metric.
  static std::vector<Json> scores_of(const testing::Said& report, const std::string& model) {
    std::vector<Json> scores;
    const auto json = Json::parse(report.out);
    for (const auto& cell : json.at("survival"))
      if (cell.at("model") == model)
        scores.push_back({cell.at("side"), cell.at("score"), cell.at("interval"), cell.at("lost")});
    return scores;
  }
  // Returns the rows of a model in a file of scores, without its name.
  std::multiset<std::string> rows_of(const std::string& name, const std::string& model) const {
    std::multiset<std::string> rows;
    std::ifstream in(file(name));
    for (std::string line; std::getline(in, line);)
      if (const size_t at = line.find("," + model + ","); at != std::string::npos)
        rows.insert(line.erase(at, model.size() + 1));
    EXPECT_FALSE(rows.empty()) << name;
    return rows;
  }
  // Goes the whole way: a run without answers, the answers, and the run again.
  void walk(const std::string& study, const std::string& model) const {
    write("study.toml", study + kLlama);
    EXPECT_THAT(run("run study.toml --dry-run").out, HasSubstr("predictions llama: no answers in "));
    const auto first = run("run study.toml --out RUN");
    EXPECT_EQ(first.code, 5) << first.err;
    EXPECT_THAT(first.err, AllOf(HasSubstr("predictions llama: no answers in "),
                                 HasSubstr("folds of predictions have no answers (first: ")));
    EXPECT_THAT(first.out, HasSubstr(model));
    const auto status = run("status RUN");
    EXPECT_EQ(status.code, 5);
    EXPECT_THAT(status.out, HasSubstr("predictions llama: no answers in "));
    const auto bare = run("run study.toml --out RUN --no-report");
    EXPECT_EQ(bare.code, 5);
    EXPECT_THAT(bare.err, HasSubstr("yet; run again when they are there"));
    const auto records = times_of_records();
    answer(model);
    const auto dry = run("run study.toml --dry-run");
    EXPECT_THAT(dry.out, AllOf(HasSubstr("predictions llama: "), HasSubstr("files of answers in ")));
    const auto second = run("run study.toml --out RUN");
    EXPECT_EQ(second.code, 0) << second.err;
    EXPECT_EQ(run("status RUN").code, 0);
    EXPECT_THAT(second.err, Not(HasSubstr("predictions llama")));
    EXPECT_THAT(second.out, HasSubstr("\nllama"));
    EXPECT_EQ(times_of_records(), records) << "nothing is run again";
    // The report needs no options, and the same answers have the same numbers.
    const auto report = run("report RUN --json");
    EXPECT_EQ(report.code, 0) << report.err;
    EXPECT_FALSE(scores_of(report, "llama").empty());
    EXPECT_EQ(scores_of(report, "llama"), scores_of(report, model));
    EXPECT_THAT(run("compare RUN --test models").out, HasSubstr("llama"));
    EXPECT_EQ(rows_of("RUN/tables/scores-of-predictions.csv", "llama"), rows_of("RUN/scores.csv", model));
    const auto first_split = *fs::directory_iterator(file("answers"));
    fs::rename(first_split.path() / "fold-0", file("fold-0"));
    const auto lacking = run("status RUN");
    EXPECT_EQ(lacking.code, 5);
    EXPECT_THAT(lacking.out, HasSubstr("predictions llama: 1 fold without answers in "));
    fs::rename(file("fold-0"), first_split.path() / "fold-0");
    EXPECT_EQ(run("status RUN").code, 0);
  }

  testing::TemporaryFolder folder_;
};

class OfVerification : public StudyPredictions {
 protected:
  void SetUp() override {
    SynthOptions options;
    options.authors = 10;
    options.topics = 8;
    options.families = 4;
    options.documents = 160;
    options.length = 20;
    ASSERT_TRUE(Synth::make(options)->write(file("corpus.jsonl"), 1, null_sink()));
  }
};

TEST_F(OfVerification, AreAModelOfTheTable) {
  walk(kVerification, "topic-fit");
}

TEST_F(StudyPredictions, OfClassificationAreAModelOfTheTable) {
  testing::write_posts(file("posts.jsonl"), {.mine = 0.3});
  walk(kClassification, "naive-bayes");
}

// External models answer only once, but the table has the same columns as scores.csv.
TEST_F(OfVerification, ScoresHaveTheColumnForFitsWhereTheRunHas) {
  write("study.toml", "fits = 2\n" + testing::text_with(kVerification, "topic-fit", "imposters") + kLlama);
  EXPECT_EQ(run("run study.toml --out RUN -q").code, 5);
  answer("imposters");
  const auto second = run("run study.toml --out RUN -q");
  ASSERT_EQ(second.code, 0) << second.err;
  const auto heading = [&](const std::string& name) {
    std::ifstream in(file(name));
    std::string line;
    std::getline(in, line);
    return line;
  };
  EXPECT_THAT(heading("RUN/scores.csv"), HasSubstr(",fit,"));
  EXPECT_EQ(heading("RUN/tables/scores-of-predictions.csv"), heading("RUN/scores.csv"));
}

// The study has everything that puts documents apart: a side, folds that keep some aside, and slices by a
// group that some documents lack. External answers are a model there too, and answers copied from the run's
// own model get the numbers of that model.
TEST_F(StudyPredictions, AreAModelOfSidesAndOfTheGroupToo) {
  testing::write_posts(file("plain.jsonl"), {.authors = 4, .topics = 5, .mine = 0.3});
  std::string posts;
  for (auto& document : lines_of(*read_file(file("plain.jsonl")))) {
    const auto id = document["id"].get<std::string>();
    document["set"] = document["topic"] == "topic4" ? "new" : "main";
    if (id.back() != '5') document["source"] = id.back() % 2 == 0 ? "news" : "mail";
    posts += document.dump() + "\n";
  }
  write("posts.jsonl", posts);
  std::string study = testing::text_with(kClassification, "split = \"leave-one-topic-out\"",
                                         "split = { method = \"topic-confusion\", configurations = 3, "
                                         "authors-per-half = 2 }");
  study = testing::text_with(study, "path = \"posts.jsonl\"",
                             "path = \"posts.jsonl\"\nsides = { independent = { set = \"new\" } }");
  study = testing::text_with(study, "[[corpus]]", "group = \"source\"\n[[corpus]]");
  walk(study, "naive-bayes");
  const fs::path side = fs::directory_iterator(file("answers"))->path() / "fold-0" / "independent";
  fs::rename(side, file("independent"));
  EXPECT_THAT(run("status RUN").out, HasSubstr("predictions llama: 1 fold without answers in "));
  fs::rename(file("independent"), side);
  uint64_t aside = 0, on_side = 0;
  for (const auto& cell : fs::directory_iterator(file("RUN/cells"))) {
    const auto record = Json::parse(*read_file(cell.path() / "record.json"));
    aside += record["counts"].value("aside", uint64_t{0});
    on_side += record["sides"].size() == 2 ? 1 : 0;
  }
  EXPECT_GT(aside, 0U) << "no fold keeps documents aside";
  EXPECT_GT(on_side, 0U);
  // In the table by group, the rows of both models are the same except for the name.
  std::map<std::string, std::vector<std::string>> rows;
  std::ifstream table(file("RUN/tables/slices-posts--source.csv"));
  for (std::string line; std::getline(table, line);)
    for (const std::string model : {"naive-bayes", "llama"})
      if (const auto place = line.find("," + model + ","); place != std::string::npos)
        rows[model].push_back(line.replace(place, model.size() + 2, ",MODEL,"));
  EXPECT_GE(rows["llama"].size(), 6U) << "news, mail and no value, of two conditions";
  EXPECT_EQ(rows["llama"], rows["naive-bayes"]);
  // A missing answer on the side is reported with the side.
  const auto reference = fs::path(file("answers/posts--iid--seed1/fold-0/independent/predictions.jsonl"));
  ASSERT_TRUE(fs::remove(reference));
  const auto fewer = run("run study.toml --out RUN");
  EXPECT_EQ(fewer.code, 5) << fewer.err;
  EXPECT_THAT(fewer.err,
              HasSubstr("1 fold of predictions have no answers (first: posts / iid/independent / llama"));
}

TEST_F(OfVerification, MissingAnswersAreSaidAndChangedOnesToo) {
  write("study.toml", kVerification);
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  answer("topic-fit");
  write("study.toml", std::string(kVerification) + kLlama);  // added to a run that exists
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  const std::string path = "answers/corpus--iid--seed1/fold-0/answers.jsonl";
  const std::string all = *read_file(file(path));
  write(path, all.substr(0, all.find('\n') + 1));
  const auto report = run("report RUN");
  EXPECT_THAT(report.err, AllOf(HasSubstr("differ from the ones that standfast run last saw"),
                                HasSubstr("pairs have no answer, taken as 0.5")));
  const auto again = run("run study.toml --out RUN");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.err,
              HasSubstr("predictions llama: the answers in answers/ have changed since the last run"));
  EXPECT_THAT(run("report RUN").err, Not(HasSubstr("last saw")));
  write(path, all + all.substr(0, all.find('\n') + 1));  // it is open which of the two counts
  const auto twice = run("report RUN");
  EXPECT_EQ(twice.code, 3);
  EXPECT_THAT(twice.err, AllOf(HasSubstr("answers.jsonl: the pair "), HasSubstr("is answered twice")));
  fs::rename(file(path), file(path) + ".parquet");  // a name that is not read
  const auto fewer = run("run study.toml --out RUN");
  EXPECT_EQ(fewer.code, 5);
  EXPECT_THAT(fewer.err, HasSubstr("are not read, because of their names"));
  EXPECT_EQ(run("status RUN").code, 5);
  EXPECT_THAT(fewer.err, HasSubstr("1 fold of predictions have no answers (first: corpus / iid / llama"));
}

// A program may write tables: the numbers equal the numbers from JSON lines.
TEST_F(OfVerification, MayBeTables) {
  write("study.toml", kVerification);
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  answer("topic-fit");
  for (const auto& [ending, between] : {std::pair{".csv", ','}, {".tsv", '\t'}}) {
    for (const auto& found : fs::recursive_directory_iterator(file("answers"))) {
      const fs::path path = found.path();
      if (path.extension() != ".jsonl") continue;
      std::ofstream table(fs::path(path).replace_extension(ending));
      table << "id" << between << "value\n";
      std::istringstream lines(*read_file(path.string()));
      for (std::string line; std::getline(lines, line);) {
        const auto row = Json::parse(line);
        table << row.at("id").get<std::string>() << between << row.at("value").dump() << '\n';
      }
    }
    const std::string folder = std::string("tables-") + (ending + 1);
    fs::copy(file("answers"), file(folder), fs::copy_options::recursive);
    std::vector<fs::path> others;
    for (const auto& found : fs::recursive_directory_iterator(file(folder)))
      if (found.is_regular_file() && found.path().extension() != ending) others.push_back(found.path());
    for (const auto& path : others) fs::remove(path);
    write("study.toml",
          fmt::format("{}[[predictions]]\nname = \"llama\"\npath = \"{}/\"\n", kVerification, folder));
    const auto said = run("run study.toml --out RUN");
    EXPECT_EQ(said.code, 0) << ending << said.err;
    const auto report = run("report RUN --json");
    EXPECT_FALSE(scores_of(report, "llama").empty()) << ending;
    EXPECT_EQ(scores_of(report, "llama"), scores_of(report, "topic-fit")) << ending;
  }
}

TEST_F(OfVerification, ErrorsNameTheFileAndTheLine) {
  const auto complaint = [&](const std::string& predictions) {
    write("study.toml", kVerification + predictions);
    const auto said = run("run study.toml --out RUN");
    EXPECT_NE(said.code, 0);
    return said.err;
  };
  EXPECT_THAT(complaint("[[predictions]]\nname = \"topic-fit\"\npath = \"answers\"\n"),
              HasSubstr("study.toml:12: predictions 1: the name \"topic-fit\" is used twice"));
  EXPECT_THAT(complaint("[[predictions]]\nname = \"llama\"\n"),
              HasSubstr("study.toml:12: these [[predictions]] have no path"));
  EXPECT_THAT(complaint("[[predictions]]\npath = \"x\"\nfile = \"y\"\n"),
              HasSubstr("study.toml:14: predictions 1 has no key \"file\""));
  write("answers.jsonl", "");
  EXPECT_THAT(complaint("[[predictions]]\nname = \"llama\"\npath = \"answers.jsonl\"\n"),
              HasSubstr("answers.jsonl is not a folder"));
  write("study.toml", kVerification);
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  answer("topic-fit");
  std::ofstream(file("answers/corpus--iid--seed1/fold-0/answers.jsonl"), std::ios::app)
      << "{\"id\": \"x\"}\n";
  const auto malformed = complaint(kLlama);
  EXPECT_THAT(malformed, HasSubstr("predictions llama: "));
  EXPECT_THAT(malformed, HasSubstr("answers/corpus--iid--seed1/fold-0/answers.jsonl:"));
}

// A run with the prior shows what there is to answer.
TEST_F(OfVerification, AStudyNeedsNoModelBesideThem) {
  std::string study = kVerification;
  study.erase(study.find("[[model]]"));
  write("study.toml", study + kLlama);
  EXPECT_EQ(run("run study.toml --out RUN").code, 5);
  answer("prior");
  const auto said = run("run study.toml --out RUN");
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("\nllama"));
}

}  // namespace
}  // namespace standfast
