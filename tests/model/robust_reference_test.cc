// Robust training against scikit-learn and SciPy: tests/reference/robust_reference.py.
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/model/classify/classifier.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

TEST(RobustReferenceTest, EqualsScikitLearnAndSciPy) {
  const auto reference = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/robust_small.json").value());
  std::vector<testing::Doc> docs;
  std::vector<uint32_t> train, test, classes, cues, even;
  for (const auto& doc : reference["train"]) {
    train.push_back(static_cast<uint32_t>(docs.size()));
    classes.push_back(doc["class"].get<uint32_t>());
    cues.push_back(doc["cue"].get<uint32_t>());
    even.push_back(doc["even"].get<uint32_t>());
    docs.push_back({std::to_string(1000 + docs.size()), doc["text"].get<std::string>(), "", ""});
  }
  for (const auto& text : reference["test"]) {
    test.push_back(static_cast<uint32_t>(docs.size()));
    docs.push_back({std::to_string(1000 + docs.size()), text.get<std::string>(), "", ""});
  }
  const Corpus corpus = testing::make_corpus(docs);
  const auto names = reference["classes"].get<std::vector<std::string>>();
  EXPECT_EQ(reference["cases"].size(), 7U);
  for (const auto& one : reference["cases"]) {
    const auto name = one["classifier"].get<std::string>();
    SCOPED_TRACE(name + " " + one["options"].dump());
    std::map<std::string, OptionValue> options;
    for (const auto& [key, value] : one["options"].items())
      if (value.is_string())
        options[key] = value.get<std::string>();
      else if (value.is_number_integer())
        options[key] = value.get<int64_t>();
      else
        options[key] = value.get<double>();
    auto made = classifiers().make(name, options);
    ASSERT_TRUE(made) << made.error().message;
    TrainingSet set{.documents = {&corpus, train}, .classes = classes, .names = names};
    if (one["group"] == "cue") set.groups = cues;
    if (one["group"] == "even") set.groups = even;
    const auto fitted = (*made)->fit(set, {});
    ASSERT_TRUE(fitted) << fitted.error().message;
    DenseMatrix out;
    ASSERT_TRUE((*made)->predict({&corpus, test}, {}, out));
    const double tolerance = name == "group-dro" ? 2e-4 : name == "dfr" ? 1e-4 : 1e-5;
    for (size_t i = 0; i < test.size(); ++i)
      for (size_t c = 0; c < names.size(); ++c)
        EXPECT_NEAR(out.row(i)[c], one["rows"][i][c].get<double>(), tolerance) << i << " class " << c;
    const auto facts = (*made)->facts();
    if (one.contains("errors")) {
      EXPECT_EQ(facts.at("errors_of_first_stage"), one["errors"]);
    }
    if (one.contains("worst")) {
      EXPECT_NEAR(facts.at("worst_group_loss").get<double>(), one["worst"].get<double>(), 1e-4);
      EXPECT_TRUE(facts.at("converged").get<bool>());
    }
    if (one.contains("plain_worst")) {
      EXPECT_NEAR(facts.at("plain_worst_group_loss").get<double>(), one["plain_worst"].get<double>(), 1e-6);
    }
  }
}

}  // namespace
}  // namespace standfast
