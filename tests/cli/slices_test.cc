// Tests of scores by the value of a column of the corpus.
#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/class_run.h"
#include "tests/support/python.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

// Returns the rows of a CSV of tables/, by column name.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> header;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == ',')
        fields.emplace_back();
      else
        fields.back() += c;
    }
    if (header.empty()) {
      header = fields;
      continue;
    }
    auto& row = rows.emplace_back();
    for (size_t i = 0; i < header.size() && i < fields.size(); ++i) row[header[i]] = fields[i];
  }
  return rows;
}

constexpr const char* kClassStudy = R"(task = "classification"
seed = 5
[[corpus]]
name = "posts"
path = { first = "posts.jsonl", second = "mails.jsonl" }
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 3 }
[[model]]
type = "naive-bayes"
)";

class Slices : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const auto& [name, source] : {std::pair{"posts.jsonl", "news"}, {"mails.jsonl", ""}}) {
      write_posts(folder_.file(name), {.authors = 7, .topics = 7, .words = 1});
      std::ifstream in(folder_.file(name));
      std::string lines;
      for (std::string line; std::getline(in, line);) {
        auto document = nlohmann::ordered_json::parse(line);
        document["id"] = std::string(name).substr(0, 1) + document["id"].get<std::string>();
        document["source"] = source;
        // The three words give the author away in less than half of the texts.
        Rng rng(2, "test/slices", document["id"].get<std::string>());
        std::string text;
        for (int word = 0; word < 3; ++word)
          text += rng.chance(0.2) ? document["author"].get<std::string>() + " "
                                  : fmt::format("word{} ", rng.below(9));
        document["text"] = text;
        lines += document.dump() + "\n";
      }
      std::ofstream(folder_.file(name)) << lines;
    }
  }
  Said run(const std::string& words) const { return standfast(words, folder_.path()); }
  void write(const std::string& text) const { std::ofstream(folder_.file("study.toml")) << text; }
  TemporaryFolder folder_;
};

TEST_F(Slices, AreScoresOfTheDocumentsWithTheValue) {
  write(kClassStudy);
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  const Tree before = tree_of(folder_.file("RUN"));
  // Slices are asked for later, and nothing that exists is made again.
  write("slices = [\"part\", \"source\"]\n" + std::string(kClassStudy));
  const Said said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  const Tree after = tree_of(folder_.file("RUN"));
  for (const auto& [name, bytes] : before)
    if (name.starts_with("cells/") || name.starts_with("splits/") || name == "scores.csv") {
      EXPECT_TRUE(after.at(name) == bytes) << name;
    }

  // The scores are computed by hand from the predictions.
  std::map<std::string, std::pair<uint64_t, uint64_t>> parts;
  for (const auto& [name, bytes] : after) {
    if (!name.ends_with("predictions.jsonl.gz")) continue;
    const auto record = nlohmann::json::parse(after.at(name.substr(0, 23) + "record.json"));
    if (record.at("key").at("model") != "naive-bayes") continue;
    std::istringstream lines(*read_file(folder_.file("RUN/" + name)));
    for (std::string line; std::getline(lines, line);) {
      const auto answer = nlohmann::json::parse(line);
      auto& [right, n] = parts[answer.at("id").get<std::string>().front() == 'p' ? "first" : "second"];
      ++n;
      right += answer.at("predicted") == answer.at("truth") ? 1 : 0;
    }
  }
  ASSERT_EQ(parts.size(), 2U);
  const auto rows = rows_of(folder_.file("RUN/tables/slices-posts--part.csv"));
  ASSERT_EQ(rows.size(), 2U) << "one model beside chance";
  for (const auto& row : rows) {
    const auto& [right, n] = parts.at(row.at("value"));
    EXPECT_EQ(row.at("n"), std::to_string(n));
    EXPECT_NEAR(std::stod(row.at("score")), static_cast<double>(right) / static_cast<double>(n), 1e-12);
    EXPECT_LT(std::stod(row.at("low")), std::stod(row.at("score")));
  }
  const auto sources = rows_of(folder_.file("RUN/tables/slices-posts--source.csv"));
  ASSERT_EQ(sources.size(), 2U);
  EXPECT_EQ(sources[0].at("value"), "news");
  EXPECT_EQ(sources[1].at("note"), "in no slice: no value");
  EXPECT_EQ(sources[1].at("n"), sources[0].at("n"));
}

// Returns all lines of the predictions of a model, by id of the document.
std::map<std::string, std::vector<nlohmann::json>> answers_of(const std::string& run,
                                                              const std::string& model) {
  std::map<std::string, std::vector<nlohmann::json>> answers;
  const Tree tree = tree_of(run);
  for (const auto& [name, bytes] : tree) {
    if (!name.ends_with("predictions.jsonl.gz")) continue;
    const auto record = nlohmann::json::parse(tree.at(name.substr(0, 23) + "record.json"));
    if (record.at("key").at("model") != model) continue;
    std::istringstream lines(*read_file(run + "/" + name));
    for (std::string line; std::getline(lines, line);) {
      auto answer = nlohmann::json::parse(line);
      auto& of_item = answers[answer.at("id").get<std::string>()];
      of_item.push_back(std::move(answer));
    }
  }
  return answers;
}

TEST_F(Slices, AGroupIsInThePredictionsAndSlicesAsAColumnDoes) {
  write("slices = [\"source\"]\n" + std::string(kClassStudy));
  ASSERT_EQ(run("run study.toml --out SLICED").code, 0);
  write("group = \"source\"\n" + std::string(kClassStudy));
  ASSERT_EQ(run("run study.toml --out GROUPED").code, 0);
  const auto sliced = answers_of(folder_.file("SLICED"), "naive-bayes"),
             grouped = answers_of(folder_.file("GROUPED"), "naive-bayes");
  ASSERT_EQ(grouped.size(), sliced.size());
  for (const auto& [id, answers] : grouped)
    for (size_t i = 0; i < answers.size(); ++i) {
      nlohmann::json answer = answers[i];
      // The documents of mails.jsonl have no source.
      EXPECT_EQ(answer.value("group", "none"), id.front() == 'p' ? "news" : "none") << id;
      answer.erase("group");
      EXPECT_EQ(answer, sliced.at(id)[i]);  // nothing else changes
    }
  const auto table = [&](const char* name) {
    return read_file(folder_.file(std::string(name) + "/tables/slices-posts--source.csv"))
        .value_or("no table");
  };
  EXPECT_EQ(table("GROUPED"), table("SLICED"));

  // A run with other predictions is another run. Both keys together give one table.
  const Said refused = run("run study.toml --out SLICED");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("holds another run: group was null, is \"source\""));
  write("group = \"source\"\nslices = [\"part\", \"source\"]\n" + std::string(kClassStudy));
  ASSERT_EQ(run("run study.toml --out GROUPED").code, 0);
  EXPECT_EQ(table("GROUPED"), table("SLICED"));
  EXPECT_TRUE(read_file(folder_.file("GROUPED/tables/slices-posts--part.csv")));
}

TEST_F(Slices, AGroupIsGivenToPrograms) {
  // The program answers with the first class that it learned, and checks what it was given.
  const std::string script = R"(import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
groups = {row.get("group") for row in rows if row["id"].startswith("p")}
assert len(groups) == 1 and None not in groups, groups
assert not [row for row in rows if row["id"].startswith("m") and "group" in row]
out = open(sys.argv[3], "w")
for line in open(sys.argv[2]):
    out.write(json.dumps({"id": json.loads(line)["id"], "predicted": rows[0]["class"]}) + "\n")
)";
  ASSERT_TRUE(write_file(folder_.file("model.py"), script));
  write("group = \"source\"\n" + std::string(kClassStudy) +
        fmt::format("[[model]]\ntype = \"command\"\ncommand = [\"{}\", \"-I\", \"{}\", \"{{train}}\", "
                    "\"{{test}}\", \"{{answers}}\"]\n",
                    python(), folder_.file("model.py")));
  const Said said = run("run study.toml --out RUN --no-report");
  EXPECT_EQ(said.code, 0) << said.err << run("status RUN").out;
}

TEST_F(Slices, AGroupIsACategoryAndNotTheTarget) {
  const auto refused = [&](const std::string& top, const std::string& study) {
    write(top + study);
    const Said said = run("run study.toml --dry-run");
    EXPECT_NE(said.code, 0);
    return said.err;
  };
  EXPECT_THAT(refused("group = \"author\"\n", kClassStudy),
              HasSubstr("study.toml:1: group: author is the target"));
  EXPECT_THAT(refused("group = \"date\"\n", kClassStudy), HasSubstr("no date column, which group names"));
  EXPECT_THAT(refused("slices = [\"date\"]\n", kClassStudy), HasSubstr("no date column, which slices names"));
  std::string numbers = kClassStudy;
  numbers.replace(numbers.find("[[condition]]"), 0, "column.rating = { kind = \"number\" }\n");
  EXPECT_THAT(refused("group = \"rating\"\n", numbers),
              HasSubstr("group: column \"rating\" of corpus posts is a number where a category is needed"));
}

TEST_F(Slices, HideNamesToo) {
  write("slices = [\"source\", \"author\"]\n" + std::string(kClassStudy));
  ASSERT_EQ(run("run study.toml --out RUN --no-report").code, 0);
  ASSERT_EQ(run("report RUN --no-text --names names.csv").code, 0);
  for (const auto& [name, bytes] : tree_of(folder_.file("RUN/tables"))) {
    EXPECT_EQ(bytes.find("news"), std::string::npos) << name;
    EXPECT_EQ(bytes.find("author0"), std::string::npos) << name;
  }
  EXPECT_THAT(*read_file(folder_.file("names.csv")), HasSubstr("slice source,S1,news"));
  write("group = \"source\"\n" + std::string(kClassStudy));
  ASSERT_EQ(run("run study.toml --out GROUPED --no-report").code, 0);
  ASSERT_EQ(run("report GROUPED --no-text").code, 0);
  for (const auto& [name, bytes] : tree_of(folder_.file("GROUPED/tables")))
    EXPECT_EQ(bytes.find("news"), std::string::npos) << name;
}

}  // namespace

class SlicedPairs : public StudyRun {};

TEST_F(SlicedPairs, AreThoseWhoseDocumentsShareTheValue) {
  write_study("study.toml", "slices = [\"topic\"]\n" + std::string(kHead) + kIid + kNgram);
  ASSERT_EQ(run("RUN"), 0) << output();
  // The values are computed by hand from the topics in the predictions.
  std::map<std::string, uint64_t> shared;
  uint64_t mixed = 0;
  const Tree tree = tree_of(file("RUN"));
  for (const auto& [name, bytes] : tree) {
    if (!name.ends_with("predictions.jsonl.gz")) continue;
    const auto record = nlohmann::json::parse(tree.at(name.substr(0, 23) + "record.json"));
    if (record.at("key").at("model") != "char-ngram") continue;
    std::istringstream lines(*read_file(file("RUN/" + name)));
    for (std::string line; std::getline(lines, line);) {
      const auto topics = nlohmann::json::parse(line).at("topics");
      if (topics[0] == topics[1])
        ++shared[topics[0]];
      else
        ++mixed;
    }
  }
  const auto rows = rows_of(file("RUN/tables/slices-posts--topic.csv"));
  ASSERT_EQ(rows.size(), shared.size() + 1);
  for (const auto& row : rows) {
    if (row.at("value").empty()) {
      EXPECT_EQ(row.at("note"), "in no slice: two values");
      EXPECT_EQ(row.at("n"), std::to_string(mixed));
      continue;
    }
    EXPECT_EQ(row.at("n"), std::to_string(shared.at(row.at("value")))) << row.at("value");
    EXPECT_EQ(row.at("metric"), "auc");
  }
}

TEST_F(SlicedPairs, AGroupIsOfBothDocuments) {
  const std::string study = std::string(kHead) + kIid + kNgram;
  write_study("sliced.toml", "slices = [\"topic\"]\n" + study);
  write_study("grouped.toml", "group = \"topic\"\n" + study);
  ASSERT_EQ(run("SLICED", 2, "sliced.toml"), 0) << output();
  ASSERT_EQ(run("GROUPED", 2, "grouped.toml"), 0) << output();
  EXPECT_EQ(read_file(file("GROUPED/tables/slices-posts--topic.csv")).value_or("no table"),
            read_file(file("SLICED/tables/slices-posts--topic.csv")).value());
  const Tree tree = tree_of(file("GROUPED"));
  uint64_t lines_seen = 0;
  for (const auto& [name, bytes] : tree) {
    if (!name.ends_with("predictions.jsonl.gz")) continue;
    std::istringstream lines(*read_file(file("GROUPED/" + name)));
    for (std::string line; std::getline(lines, line); ++lines_seen) {
      const auto answer = nlohmann::json::parse(line);
      EXPECT_EQ(answer.at("groups"), answer.at("topics"));
    }
  }
  EXPECT_GT(lines_seen, 0U);
}

}  // namespace standfast::testing
