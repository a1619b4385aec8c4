// Compares weights of documents with scikit-learn's sample_weight (tests/reference/weights_reference.py).
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/model/classify/classifier.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

TEST(ClassifierWeightsTest, EqualScikitLearnBehindAVectorizerThatSeesEveryText) {
  const auto reference = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/weights_small.json").value());
  std::vector<testing::Doc> docs;
  std::vector<uint32_t> train, test, classes;
  std::vector<double> weights;
  for (const auto& doc : reference["train"]) {
    train.push_back(static_cast<uint32_t>(docs.size()));
    classes.push_back(doc["class"].get<uint32_t>());
    weights.push_back(doc["weight"].get<double>());
    docs.push_back({std::to_string(docs.size()), doc["text"].get<std::string>(), "", ""});
  }
  for (const auto& text : reference["test"]) {
    test.push_back(static_cast<uint32_t>(docs.size()));
    docs.push_back({std::to_string(docs.size()), text.get<std::string>(), "", ""});
  }
  const Corpus corpus = testing::make_corpus(docs);
  const auto names = reference["classes"].get<std::vector<std::string>>();
  EXPECT_EQ(reference["cases"].size(), 8U);
  for (const auto& one : reference["cases"]) {
    const auto name = one["classifier"].get<std::string>();
    SCOPED_TRACE(name + " " + one["options"].dump());
    std::map<std::string, OptionValue> options;
    for (const auto& [key, value] : one["options"].items())
      if (value.is_string())
        options[key] = value.get<std::string>();
      else
        options[key] = value.get<double>();
    auto made = classifiers().make(name, options);
    ASSERT_TRUE(made) << made.error().message;
    const auto fitted = (*made)->fit({{&corpus, train}, classes, names, weights}, {});
    ASSERT_TRUE(fitted) << fitted.error().message;
    DenseMatrix out;
    ASSERT_TRUE((*made)->predict({&corpus, test}, {}, out));
    const auto vectors = (*made)->represent({&corpus, test}, {});
    ASSERT_TRUE(vectors);
    const double tolerance = name == "naive-bayes" ? 1e-9 : 1e-6;
    for (size_t i = 0; i < test.size(); ++i)
      for (size_t c = 0; c < names.size(); ++c) {
        EXPECT_NEAR(out.row(i)[c], one["rows"][i][c].get<double>(), tolerance) << i << " class " << c;
        const double score = one["scores"][i][c].get<double>();
        EXPECT_NEAR(vectors->row(i)[c], score, 1e-6 * (1 + std::abs(score))) << i << " class " << c;
      }
  }
}

}  // namespace
}  // namespace standfast
