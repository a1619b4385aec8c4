// The key document-weight of a study: reading, refusals, the record, and use by the cells.
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/spec/spec.h"
#include "tests/support/class_run.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::standfast;

constexpr const char* kWeightedStudy = R"(task = "classification"
seed = 5
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 2 }
[[model]]
type = "maxent"
[[model]]
type = "maxent"
name = "trusting"
document-weight = "trust"
[[model]]
type = "maxent"
name = "even"
document-weight = "one"
)";

TEST(DocumentWeight, IsReadAndRecorded) {
  const auto study = parse_study(kWeightedStudy, "s.toml", study_catalogs());
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->model("maxent").document_weight, "");
  EXPECT_EQ(study->model("trusting").document_weight, "trust");
  ASSERT_EQ(study->corpora[0].attributes.size(), 2U);
  EXPECT_EQ(study->corpora[0].attributes[0].name, "trust");
  const auto again = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->model("trusting").document_weight, "trust");
  EXPECT_EQ(study_to_json(*again), study_to_json(*study));
}

TEST(DocumentWeight, IsRefusedWhereItMeansNothing) {
  const auto complaint = [](const std::string& task, const std::string& model) {
    const auto study =
        parse_study(fmt::format("task = \"{}\"\n[[corpus]]\npath = \"p.jsonl\"\n[[condition]]\n"
                                "name = \"a\"\nreference = true\nsplit = \"k-fold\"\n[[model]]\n{}",
                                task, model),
                    "s.toml", study_catalogs());
    EXPECT_FALSE(study);
    return study ? "" : study.error().message;
  };
  EXPECT_THAT(
      complaint("classification", "type = \"ppm\"\ndocument-weight = \"w\""),
      ::testing::AllOf(HasSubstr("s.toml:10"), HasSubstr("ppm takes none"), HasSubstr("naive-bayes")));
  EXPECT_THAT(complaint("verification", "type = \"ppm\"\ndocument-weight = \"w\""),
              HasSubstr("is for classifiers"));
  EXPECT_THAT(complaint("classification", "type = \"maxent\"\ndocument-weight = 2"),
              HasSubstr("the name of a column"));
  EXPECT_THAT(complaint("classification", "type = \"maxent\"\ndocument-weight = \"text\""),
              HasSubstr("cannot be called"));
}

// Returns, by model, the predictions of its cells by fold.
std::map<std::string, std::map<int, std::string>> predictions(const std::string& run) {
  std::map<std::string, std::map<int, std::string>> of_model;
  for (const auto& cell : std::filesystem::directory_iterator(run + "/cells")) {
    const auto record = nlohmann::json::parse(*read_file(cell.path() / "record.json"));
    if (record.at("status") != "ok") continue;
    of_model[record.at("key").at("model")][record.at("key").at("fold").get<int>()] =
        *read_file(cell.path() / "predictions.jsonl.gz");
  }
  return of_model;
}

// Writes posts.jsonl with the columns trust and one.
void write_weighted(const std::string& folder, const std::string& third) {
  testing::write_posts(folder + "/plain.jsonl", {.mine = 0.3});
  std::ifstream plain(folder + "/plain.jsonl");
  std::ofstream corpus(folder + "/posts.jsonl");
  int number = 0;
  for (std::string line; std::getline(plain, line); ++number)
    corpus << fmt::format("{{\"trust\": {}, \"one\": 1, {}\n",
                          number == 3 ? third : fmt::format("{}", 0.5 * (number % 4)), line.substr(1));
}

TEST(DocumentWeight, WeighsTheTrainingDocumentsOfItsModel) {
  const testing::TemporaryFolder folder;
  write_weighted(folder.path(), "1.5");
  ASSERT_TRUE(write_file(folder.file("study.toml"), kWeightedStudy));
  const auto ran = standfast("run study.toml --out run --jobs 2 --no-report", folder.path());
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto of = predictions(folder.file("run"));
  ASSERT_EQ(of.size(), 4U);
  // "even" is another model with the same answers; records and keys tell them apart.
  EXPECT_EQ(of.at("even"), of.at("maxent"));
  EXPECT_NE(of.at("trusting"), of.at("maxent"));

  // Other weights make another run.
  write_weighted(folder.path(), "0.25");
  const auto changed = standfast("run study.toml --out run --no-report", folder.path());
  EXPECT_NE(changed.code, 0);
}

TEST(DocumentWeight, ABadWeightFailsTheCellsThatLearnFromItAndIsNamed) {
  const testing::TemporaryFolder folder;
  write_weighted(folder.path(), "-2");
  ASSERT_TRUE(write_file(folder.file("study.toml"), kWeightedStudy));
  const auto ran = standfast("run study.toml --out run --jobs 2 --no-report", folder.path());
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.out + ran.err, ::testing::AllOf(HasSubstr("is negative"), HasSubstr("\"trust\"")));
  const auto of = predictions(folder.file("run"));
  EXPECT_TRUE(of.contains("maxent"));
  EXPECT_TRUE(of.contains("even"));
}

}  // namespace
}  // namespace standfast
