// Compares lsa, nmf and lda with scikit-learn and numpy: on kept answers for made-up texts, and live on real
// texts. The local optimum in which nmf and lda end depends on their random draws, so the best of five seeds
// is compared with the best of five seeds.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/encoder/encoder.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using Json = nlohmann::json;

std::map<std::string, double> facts(const Corpus& corpus, const std::string& name,
                                    std::map<std::string, OptionValue> options, uint64_t seed) {
  const auto encoder = encoders().make(name, options);
  EXPECT_TRUE(encoder) << encoder.error().message;
  const auto encoded = (*encoder)->encode(corpus, whole_corpus(corpus).rows, {seed, 2, &null_sink()});
  EXPECT_TRUE(encoded) << encoded.error().message;
  std::map<std::string, double> out;
  for (const auto& fact : encoded->facts) out[fact.name] = std::get<double>(fact.value);
  return out;
}

void compare(const std::vector<std::string>& texts, const Json& answer) {
  std::vector<testing::Doc> docs;
  for (const auto& text : texts) docs.push_back({fmt::format("d{:05}", docs.size()), text, "", ""});
  const Corpus corpus = testing::make_corpus(docs);
  const std::map<std::string, OptionValue> common = {{"components", answer["components"].get<int64_t>()},
                                                     {"min-df", answer["min_df"].get<double>()},
                                                     {"max-features", int64_t{0}}};
  auto lsa_options = common;
  lsa_options["iterations"] = int64_t{80};  // singular values of texts lie near each other
  auto lsa = facts(corpus, "lsa", lsa_options, 0);
  const auto singular = answer["singular"].get<std::vector<double>>();
  EXPECT_EQ(lsa["vocabulary"], answer["vocabulary"].get<double>());
  EXPECT_NEAR(lsa["largest-singular-value"], singular.front(), 1e-9 * singular.front());
  EXPECT_NEAR(lsa["smallest-singular-value"], singular.back(), 1e-4 * singular.back());

  auto lda_options = common;
  lda_options["iterations"] = answer["lda_iterations"].get<int64_t>();
  double error = INFINITY, perplexity = INFINITY;
  for (uint64_t seed = 0; seed < 5; ++seed) {
    error = std::min(error, facts(corpus, "nmf", common, seed)["error"]);
    perplexity = std::min(perplexity, facts(corpus, "lda", lda_options, seed)["perplexity"]);
  }
  const auto errors = answer["nmf_errors"].get<std::vector<double>>();
  const auto perplexities = answer["lda_perplexities"].get<std::vector<double>>();
  EXPECT_LE(error, 1.01 * *std::min_element(errors.begin(), errors.end()));
  EXPECT_LE(perplexity, 1.01 * *std::min_element(perplexities.begin(), perplexities.end()));
  // The error of nmf cannot be below the error of the best factors without a restriction of sign.
  EXPECT_GT(error, 0);
}

TEST(EncodersReference, MadeUpTexts) {
  std::ifstream file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/encoders_small.json");
  const Json reference = Json::parse(file);
  compare(reference["texts"].get<std::vector<std::string>>(), reference["answer"]);
}

TEST(EncodersReference, RealTextsLive) {
  const std::string path = "authorship/twenty_newsgroups/docs.jsonl.gz";
  STANDFAST_NEEDS_DATA(path);
  const std::string python = "/usr/bin/python3";
  if (std::system((python + " -c 'import sklearn' 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "needs scikit-learn for " << python;
  const auto content = read_file(testing::data_path(path));
  ASSERT_TRUE(content);
  std::vector<std::string> texts;
  std::istringstream lines(*content);
  // Every thirtieth text is taken, so that there are several topics.
  size_t number = 0;
  for (std::string line; texts.size() < 200 && std::getline(lines, line);)
    if (number++ % 30 == 0) texts.push_back(Json::parse(line)["text"]);
  const testing::TemporaryFolder folder;
  std::ofstream(folder.file("request.json"))
      << Json{{"texts", texts}, {"case", {{"components", 8}, {"min_df", 3}, {"lda_iterations", 10}}}};
  const std::string command =
      fmt::format("OMP_NUM_THREADS=1 {} {}/tests/reference/encoders_reference.py {} {}", python,
                  STANDFAST_SOURCE_DIR, folder.file("request.json"), folder.file("answer.json"));
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream file(folder.file("answer.json"));
  compare(texts, Json::parse(file)["answer"]);
}

}  // namespace
}  // namespace standfast
