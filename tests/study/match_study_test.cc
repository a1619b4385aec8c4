// Parts of a drop through the command line, on corpora with a single planted cost: its part has the cost, and
// the others have none.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "tests/support/command.h"
#include "tests/support/csv_rows.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::standfast;
using testing::TemporaryFolder;

constexpr int kDocuments = 1500;

// The property by which the split is made and which makes a document hard.
enum class Planted { length, source, region, nothing };

// Writes documents of two labels. Two ninths have another source; independently, two ninths are of a hidden
// region; five lengths are equally frequent. A document shows its label by four words, of which three in four
// are words of the label; if length is costly, a short document has one such word. A costly source or region
// has words of its own. The split tests a fifth of all, hard documents first. If nothing is planted, no word
// shows a label.
void write_planted(const std::string& path, Planted planted) {
  Rng rng(11, "tests/match-study");
  std::vector<std::pair<double, nlohmann::ordered_json>> documents;
  for (int i = 0; i < kDocuments; ++i) {
    const char label = rng.below(2) == 0 ? 'a' : 'b';
    const bool other_source = rng.below(9) < 2, region = rng.below(9) < 2;
    const int length = 4 + 3 * (i % 5);
    const bool hard = planted == Planted::length   ? i % 5 == 0
                      : planted == Planted::source ? other_source
                                                   : planted == Planted::region && region;
    const bool own_words = hard && planted != Planted::length;
    const int telling = planted == Planted::nothing ? 0 : hard && planted == Planted::length ? 1 : 4;
    std::string text;
    for (int w = 0; w < length; ++w)
      if (w < telling)
        text += fmt::format("{}{}{} ", rng.below(4) > 0 ? label : (label == 'a' ? 'b' : 'a'),
                            own_words ? "own" : "", rng.below(60));
      else
        text += fmt::format("n{} ", rng.below(40));
    // A hard document gets the largest of sixty draws; the fifth with the largest numbers is tested.
    double draw = rng.uniform();
    for (int k = 1; hard && k < 60; ++k) draw = std::max(draw, rng.uniform());
    documents.emplace_back(draw, nlohmann::ordered_json{{"id", fmt::format("d{}", 1000 + i)},
                                                        {"text", text},
                                                        {"label", std::string(1, label)},
                                                        {"source", other_source ? "t" : "s"}});
  }
  std::sort(documents.begin(), documents.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::ofstream file(path);
  for (size_t i = 0; i < documents.size(); ++i) {
    documents[i].second["side"] = i < kDocuments / 5 ? "test" : "train";
    file << documents[i].second.dump() << "\n";
  }
}

constexpr const char* kMatchStudy = R"(task = "classification"
target = "label"
seed = 5
[[corpus]]
path = "planted.jsonl"
[[condition]]
name = "random"
reference = true
split = { method = "stratified-k-fold", folds = 5 }
[[condition]]
name = "hard"
split = { method = "given", column = "side" }
[[condition]]
name = "class"
control-of = "hard"
trades = 5
[[condition]]
name = "source"
control-of = "hard"
match = "source"
trades = 5
[[condition]]
name = "source, length"
control-of = "hard"
match = ["source", "length"]
trades = 5
[[model]]
type = "naive-bayes"
)";

struct PartRow {
  double difference = 0, low = 0, high = 0;
};

std::map<std::string, PartRow> parts_in(const std::string& path) {
  std::map<std::string, PartRow> parts;
  for (const auto& row : testing::rows_of_csv(path))
    if (row.at("condition") == "hard")
      parts[row.at("part")] = {std::stod(row.at("difference")), std::stod(row.at("low")),
                               std::stod(row.at("high"))};
  return parts;
}

class MatchStudy : public ::testing::TestWithParam<Planted> {};

TEST_P(MatchStudy, ThePartOfWhatIsPlantedHasTheCost) {
  const TemporaryFolder folder;
  write_planted(folder.file("planted.jsonl"), GetParam());
  std::ofstream(folder.file("study.toml")) << kMatchStudy;
  const auto said = standfast("run study.toml --out RUN", folder.path());
  ASSERT_EQ(said.code, 0) << said.err;
  const auto parts = parts_in(folder.file("RUN/tables/drops-planted.csv"));
  ASSERT_EQ(parts.size(), 5U);
  double sum = 0;
  for (const auto& [name, part] : parts) sum += name == "all" ? 0 : part.difference;
  EXPECT_NEAR(sum, parts.at("all").difference, 1e-12);
  const std::map<Planted, std::string> costly = {
      {Planted::length, "length"}, {Planted::source, "source"}, {Planted::region, "what is left"}};
  const auto found = costly.find(GetParam());
  for (const auto& [name, part] : parts) {
    const bool costs = found != costly.end() && (name == found->second || name == "all");
    if (costs)
      EXPECT_GT(part.difference, 0.03) << name;
    else
      EXPECT_NEAR(part.difference, 0, 0.07) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(EachAlone, MatchStudy,
                         ::testing::Values(Planted::length, Planted::source, Planted::region,
                                           Planted::nothing));

TEST(MatchStudyFolder, IsPlannedShownAndResumed) {
  const TemporaryFolder folder;
  write_planted(folder.file("planted.jsonl"), Planted::region);
  std::string without(kMatchStudy);
  const auto last = without.find("[[condition]]\nname = \"source, length\"");
  without.erase(last, without.find("[[model]]") - last);
  std::ofstream(folder.file("study.toml")) << without;
  ASSERT_EQ(standfast("run study.toml --out RUN", folder.path()).code, 0);
  const auto cells = [&] {
    const auto folders = std::filesystem::directory_iterator(folder.file("RUN/cells"));
    return std::distance(begin(folders), end(folders));
  };
  EXPECT_EQ(cells(), 2 * (5 + 1 + 2 * 5)) << "of naive Bayes and of the model that guesses";
  std::ofstream(folder.file("study.toml")) << kMatchStudy;
  const auto planned = standfast("run study.toml --out RUN --dry-run", folder.path());
  EXPECT_EQ(planned.code, 0) << planned.err;
  const auto run = standfast("run study.toml --out RUN", folder.path());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(cells(), 2 * (5 + 1 + 3 * 5)) << "those of before are kept";
  const auto status = standfast("status RUN", folder.path());
  EXPECT_EQ(status.code, 0) << status.out << status.err;
  const std::string report = *read_file(folder.file("RUN/report.html"));
  EXPECT_THAT(report, HasSubstr("of it what is left"));
  EXPECT_THAT(report, HasSubstr("among those that agree in source and length"));
  EXPECT_THAT(report, HasSubstr("tested documents cannot leave"));
  std::ofstream(folder.file("study.toml"))
      << std::string(kMatchStudy)
             .replace(std::string(kMatchStudy).find("match = \"source\""), 16, "match = \"sauce\"");
  const auto wrong = standfast("run study.toml --out OTHER", folder.path());
  EXPECT_EQ(wrong.code, 2) << wrong.err;
}

}  // namespace
}  // namespace standfast
