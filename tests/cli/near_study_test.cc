// Tests of the scores of a study with and without test items that have a near duplicate in training.
#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "tests/support/class_run.h"
#include "tests/support/csv_rows.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kNearStudy = R"(task = "classification"
seed = 5
near = 0.7
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 3 }
[[condition]]
name = "novel"
split = { method = "topic-k-fold", folds = 3 }
[[model]]
type = "naive-bayes"
)";

// Returns the only data row of that condition, by column name.
std::map<std::string, std::string> row_of(const std::string& path, const std::string& condition) {
  for (const auto& row : rows_of_csv(path))
    if (row.at("condition") == condition) return row;
  return {};
}

class NearStudy : public ::testing::Test {
 protected:
  // Writes posts of eight authors whose words tell little, and a copy of every fourth post with one word
  // more. The copy makes an easy item as soon as the original is in training.
  void SetUp() override {
    std::ofstream out(folder_.file("posts.jsonl"));
    int number = 0;
    for (int author = 0; author < 8; ++author)
      for (int k = 0; k < 24; ++k, ++number) {
        Rng rng(3, "test/near", std::to_string(number));
        std::string text;
        for (int word = 0; word < 12; ++word)
          text += rng.chance(0.1) ? fmt::format("own{} ", author) : fmt::format("w{} ", rng.below(300));
        const auto write = [&](const std::string& id, const std::string& more) {
          out << nlohmann::ordered_json{{"id", id},
                                        {"author", fmt::format("a{}", author)},
                                        {"topic", fmt::format("t{}", k % 8)},
                                        {"text", text + more}}
                     .dump()
              << "\n";
        };
        write(fmt::format("p{}", number), "");
        if (number % 4 == 0) write(fmt::format("c{}", number), "again");
      }
  }
  Said run(const std::string& words) const { return standfast(words, folder_.path()); }
  void write(const std::string& text) const { std::ofstream(folder_.file("study.toml")) << text; }
  TemporaryFolder folder_;
};

TEST_F(NearStudy, ScoresWithoutThemAreThoseOfTheOtherItems) {
  write(kNearStudy);
  const Said said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  const Tree tree = tree_of(folder_.file("RUN"));

  // The flagged documents are compared with the folds and with how the corpus was made.
  std::map<std::string, std::set<std::string>> flagged;  // by condition
  for (const auto& [name, bytes] : tree) {
    if (!name.ends_with("/near.json")) continue;
    const auto near = nlohmann::json::parse(bytes);
    flagged[near.at("condition")];  // also if no document is flagged
    for (const auto& fold : near.at("folds")) {
      EXPECT_EQ(fold.at("flagged").size(), fold.at("documents").size());
      for (const auto& id : fold.at("documents")) flagged[near.at("condition")].insert(id);
    }
  }
  ASSERT_EQ(flagged.size(), 2U);
  EXPECT_TRUE(flagged["novel"].empty()) << "copies share their topic";
  EXPECT_GT(flagged["iid"].size(), 40U);
  for (const auto& id : flagged["iid"]) {
    EXPECT_EQ(std::stoi(id.substr(1)) % 4, 0) << id;
    EXPECT_TRUE(flagged["iid"].contains((id[0] == 'p' ? "c" : "p") + id.substr(1))) << "both are tested once";
  }

  // The scores are computed by hand from the predictions.
  uint64_t right = 0, n = 0, kept_right = 0, kept = 0;
  for (const auto& [name, bytes] : tree) {
    if (!name.ends_with("predictions.jsonl.gz")) continue;
    const auto record = nlohmann::json::parse(tree.at(name.substr(0, 23) + "record.json"));
    if (record.at("key").at("model") != "naive-bayes" || record.at("key").at("condition") != "iid") continue;
    std::istringstream lines(*read_file(folder_.file("RUN/" + name)));
    for (std::string line; std::getline(lines, line);) {
      const auto answer = nlohmann::json::parse(line);
      const uint64_t is_right = answer.at("predicted") == answer.at("truth") ? 1 : 0;
      ++n;
      right += is_right;
      if (flagged["iid"].contains(answer.at("id").get<std::string>())) continue;
      ++kept;
      kept_right += is_right;
    }
  }
  const auto row = row_of(folder_.file("RUN/tables/near-posts.csv"), "iid");
  ASSERT_FALSE(row.empty());
  EXPECT_EQ(row.at("metric"), "accuracy");
  EXPECT_EQ(row.at("n"), std::to_string(n));
  EXPECT_EQ(row.at("flagged"), std::to_string(n - kept));
  const double all = static_cast<double>(right) / static_cast<double>(n);
  const double without = static_cast<double>(kept_right) / static_cast<double>(kept);
  EXPECT_NEAR(std::stod(row.at("all")), all, 1e-12);
  EXPECT_NEAR(std::stod(row.at("without")), without, 1e-12);
  EXPECT_NEAR(std::stod(row.at("difference")), without - all, 1e-12);
  EXPECT_LT(std::stod(row.at("difference")), -0.02) << "copies were easy";
  EXPECT_LT(std::stod(row.at("difference_low")), std::stod(row.at("difference")));
  EXPECT_GT(std::stod(row.at("difference_high")), std::stod(row.at("difference")));
  const auto novel = row_of(folder_.file("RUN/tables/near-posts.csv"), "novel");
  EXPECT_EQ(novel.at("flagged"), "0");
  EXPECT_EQ(novel.at("all"), novel.at("without"));
  EXPECT_EQ(novel.at("note"), "none is flagged");

  // check says the same about the same split.
  for (const auto& [name, bytes] : tree) {
    if (!name.ends_with("/near.json")) continue;
    const auto near = nlohmann::json::parse(bytes);
    if (near.at("condition") != "iid") continue;
    const Said checked = run(
        "check posts.jsonl --splits RUN/splits/posts--iid--seed5.json --near 0.7 --near-tokens words --json");
    ASSERT_EQ(checked.code, 1) << checked.err;
    const auto listed = nlohmann::json::parse(checked.out);
    for (size_t f = 0; f < 3; ++f)
      EXPECT_EQ(listed.at("folds").at(f).at("leaking"), near.at("folds").at(f).at("flagged").size()) << f;
  }
}

TEST_F(NearStudy, CanBeAskedLaterAndChangesNoCell) {
  const std::string without =
      std::string(kNearStudy).replace(std::string(kNearStudy).find("near = 0.7\n"), 11, "");
  write(without);
  ASSERT_EQ(run("run study.toml --out RUN").code, 0);
  const Tree before = tree_of(folder_.file("RUN"));
  EXPECT_FALSE(before.contains("tables/near-posts.csv"));
  write(kNearStudy);
  const Said said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  const Tree after = tree_of(folder_.file("RUN"));
  EXPECT_TRUE(after.contains("tables/near-posts.csv"));
  for (const auto& [name, bytes] : before)
    if (name.starts_with("cells/") || name.starts_with("splits/") || name == "scores.csv") {
      EXPECT_TRUE(after.at(name) == bytes) << name;
    }
}

TEST_F(NearStudy, OfPairsOneGoesIfOneOfItsDocumentsIsFlagged) {
  write(R"(seed = 5
near = 0.7
near-tokens = "words"
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 3 }
[[model]]
type = "ppm"
)");
  const Said said = run("run study.toml --out RUN");
  ASSERT_EQ(said.code, 0) << said.err;
  const Tree tree = tree_of(folder_.file("RUN"));
  nlohmann::json near;
  for (const auto& [name, bytes] : tree)
    if (name.ends_with("/near.json")) near = nlohmann::json::parse(bytes);
  uint64_t n = 0, flagged = 0;
  for (const auto& [name, bytes] : tree) {
    if (!name.ends_with("predictions.jsonl.gz")) continue;
    const auto record = nlohmann::json::parse(tree.at(name.substr(0, 23) + "record.json"));
    if (record.at("key").at("model") != "ppm") continue;
    const auto& fold = near.at("folds").at(record.at("key").at("fold").get<size_t>());
    const auto documents = fold.at("documents").get<std::set<std::string>>();
    std::set<uint32_t> places;
    uint32_t place = 0;
    std::istringstream lines(*read_file(folder_.file("RUN/" + name)));
    for (std::string line; std::getline(lines, line); ++place) {
      const std::string id = nlohmann::json::parse(line).at("id");
      const size_t bar = id.find('|');
      ASSERT_NE(bar, std::string::npos) << id;
      if (documents.contains(id.substr(0, bar)) || documents.contains(id.substr(bar + 1)))
        places.insert(place);
    }
    EXPECT_EQ(fold.at("flagged").get<std::set<uint32_t>>(), places);
    EXPECT_EQ(fold.at("items"), place);
    n += place;
    flagged += places.size();
  }
  const auto row = row_of(folder_.file("RUN/tables/near-posts.csv"), "iid");
  EXPECT_EQ(row.at("n"), std::to_string(n));
  EXPECT_EQ(row.at("flagged"), std::to_string(flagged));
  EXPECT_GT(flagged, 0U);
}

TEST_F(NearStudy, AThresholdThatMakesNoSenseIsRefused) {
  for (const auto& [key, complaint] : {std::pair{"near = 2", "near"},
                                       {"near = \"much\"", "near"},
                                       {"near-tokens = \"words\"", "belongs to near"},
                                       {"near = 0.8\nnear-tokens = \"letters\"", "near-tokens"}}) {
    const std::string without =
        std::string(kNearStudy).replace(std::string(kNearStudy).find("near = 0.7"), 10, key);
    write(without);
    const Said said = run("run study.toml --dry-run");
    EXPECT_EQ(said.code, 2) << key;
    EXPECT_THAT(said.err, HasSubstr(complaint)) << key;
  }
}

}  // namespace
}  // namespace standfast::testing
