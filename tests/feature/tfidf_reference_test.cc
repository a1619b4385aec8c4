// Tests of equality with scikit-learn's TfidfVectorizer: on kept answers for made-up texts, and live on real
// texts.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/feature/ngram/tfidf.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using Json = nlohmann::json;

TfidfOptions options_of(const Json& given) {
  TfidfOptions options;
  options.analyzer = given["analyzer"] == "char" ? Analyzer::characters : Analyzer::words;
  options.min_n = given["ngram_range"][0];
  options.max_n = given["ngram_range"][1];
  options.max_features = given["max_features"].is_null() ? 0 : given["max_features"].get<uint64_t>();
  options.lower_case = given.value("lowercase", true);
  options.binary = given.value("binary", false);
  options.sublinear = given.value("sublinear_tf", false);
  options.idf = given.value("use_idf", true);
  options.normalize = !given.contains("norm");
  if (given.contains("token_pattern")) options.min_word_length = 1;
  if (given.contains("min_df")) options.min_df = DocumentBound::count(given["min_df"]);
  if (given.contains("max_df")) options.max_df = DocumentBound::share(given["max_df"]);
  return options;
}

void expect_equal(const std::vector<std::string>& texts, const Json& answer, int threads) {
  SCOPED_TRACE(answer["case"].dump() + fmt::format(" {} threads", threads));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  Tfidf tfidf(options_of(answer["case"]));
  const auto status = tfidf.fit(views, threads);
  ASSERT_TRUE(status) << status.error().message;
  ASSERT_EQ(tfidf.terms(), answer["terms"].get<std::vector<std::string>>());
  ASSERT_EQ(tfidf.document_frequency(), answer["df"].get<std::vector<uint64_t>>());
  const CsrMatrix m = tfidf.transform(views, threads);
  ASSERT_EQ(m.begin, answer["begin"].get<std::vector<uint64_t>>());
  const auto columns = answer["columns"].get<std::vector<uint32_t>>();
  const auto values = answer["values"].get<std::vector<double>>();
  ASSERT_EQ(columns.size(), m.columns.size());
  for (size_t k = 0; k < columns.size(); ++k) {
    ASSERT_EQ(m.columns[k], columns[k]) << k;
    ASSERT_NEAR(m.values[k], values[k], 1e-12) << k;
  }
}

TEST(TfidfReference, MadeUpTexts) {
  std::ifstream file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/tfidf_small.json");
  const Json reference = Json::parse(file);
  const auto texts = reference["texts"].get<std::vector<std::string>>();
  ASSERT_EQ(reference["answers"].size(), 10U);
  for (const auto& answer : reference["answers"])
    for (const int threads : {1, 3}) expect_equal(texts, answer, threads);
}

// scikit-learn runs at the same time on real documents, if both are there.
class Live : public ::testing::TestWithParam<const char*> {};

TEST_P(Live, RealTexts) {
  const std::string path = std::string("authorship/") + GetParam() + "/docs.jsonl.gz";
  STANDFAST_NEEDS_DATA(path);
  const std::string python = "/usr/bin/python3";
  if (std::system((python + " -c 'import sklearn' 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "needs scikit-learn for " << python;
  const auto content = read_file(testing::data_path(path));
  ASSERT_TRUE(content);
  std::vector<std::string> texts;
  std::istringstream lines(*content);
  size_t bytes = 0;
  for (std::string line; bytes < 250'000 && std::getline(lines, line);) {
    texts.push_back(Json::parse(line)["text"]);
    bytes += texts.back().size();
  }
  const testing::TemporaryFolder folder;
  Json request;
  request["texts"] = texts;
  request["cases"] = {
      {{"analyzer", "char"}, {"ngram_range", {4, 4}}, {"max_features", 3000}},
      {{"analyzer", "char"}, {"ngram_range", {3, 5}}, {"max_features", 2000}, {"sublinear_tf", true}},
      {{"analyzer", "word"},
       {"ngram_range", {1, 2}},
       {"max_features", 3000},
       {"max_df", 0.5},
       {"min_df", 2}}};
  std::ofstream(folder.file("request.json")) << request;
  const std::string command =
      fmt::format("{} {}/tests/reference/tfidf_reference.py {} {}", python, STANDFAST_SOURCE_DIR,
                  folder.file("request.json"), folder.file("answer.json"));
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream file(folder.file("answer.json"));
  const Json reference = Json::parse(file);
  for (const auto& answer : reference["answers"]) expect_equal(texts, answer, 2);
}

INSTANTIATE_TEST_SUITE_P(TfidfReference, Live, ::testing::Values("twenty_newsgroups", "english_novels_100"),
                         [](const auto& corpus) { return std::string(corpus.param); });

}  // namespace
}  // namespace standfast
