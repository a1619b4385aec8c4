// Compares classifiers with scikit-learn and numpy (tests/reference/classifiers_reference.py).
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/model/classify/classifier.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

TEST(ClassifiersReferenceTest, EqualScikitLearnAndTheirDefinitions) {
  const auto reference = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/classifiers_small.json").value());
  std::vector<testing::Doc> docs;
  std::vector<uint32_t> train, test, classes;
  for (const auto& doc : reference["train"]) {
    train.push_back(static_cast<uint32_t>(docs.size()));
    classes.push_back(doc["class"].get<uint32_t>());
    docs.push_back({std::to_string(docs.size()), doc["text"].get<std::string>(), "", ""});
  }
  for (const auto& text : reference["test"]) {
    test.push_back(static_cast<uint32_t>(docs.size()));
    docs.push_back({std::to_string(docs.size()), text.get<std::string>(), "", ""});
  }
  const Corpus corpus = testing::make_corpus(docs);
  const auto names = reference["classes"].get<std::vector<std::string>>();
  size_t checked = 0;
  for (const auto& one : reference["cases"]) {
    const auto name = one["classifier"].get<std::string>();
    SCOPED_TRACE(name + " " + one["options"].dump());
    std::map<std::string, OptionValue> options;
    for (const auto& [key, value] : one["options"].items()) {
      if (value.is_string())
        options[key] = value.get<std::string>();
      else if (value.is_number_float())
        options[key] = value.get<double>();
      else
        options[key] = value.get<int64_t>();
    }
    auto made = classifiers().make(name, options);
    ASSERT_TRUE(made) << made.error().message;
    const auto fitted = (*made)->fit({{&corpus, train}, classes, names}, {});
    ASSERT_TRUE(fitted) << fitted.error().message;
    DenseMatrix out;
    ASSERT_TRUE((*made)->predict({&corpus, test}, {}, out));
    const auto& rows = one["rows"];
    for (size_t i = 0; i < rows.size(); ++i)
      for (size_t c = 0; c < names.size(); ++c)
        EXPECT_NEAR(out.row(i)[c], rows[i][c].get<double>(), name == "linear-svm" ? 1e-7 : 1e-9)
            << "document " << i << " class " << c;
    if (one.contains("objective")) {
      const double objective = one["objective"].get<double>();
      EXPECT_NEAR((*made)->facts().at("objective").get<double>(), objective, 1e-9 * objective);
    }
    ++checked;
  }
  EXPECT_EQ(checked, 18U);
}

}  // namespace
}  // namespace standfast
