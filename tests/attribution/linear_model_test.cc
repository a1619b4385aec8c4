// The duties of model/classify/linear_model.h, for every classifier that is linear.
#include "standfast/model/classify/linear_model.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/every_classifier.h"

namespace standfast {
namespace {

using testing::EveryClassifier;
using testing::problem;

class LinearModels : public EveryClassifier {};
INSTANTIATE_TEST_SUITE_P(Catalog, LinearModels, ::testing::ValuesIn(testing::variants()),
                         testing::name_of_variant);

TEST_P(LinearModels, ALinearModelAnswersWithTheSoftmaxOfItsScores) {
  const std::set<std::string> linear = {"maxent", "low-rank-maxent", "naive-bayes", "linear-svm"};
  const auto unfitted = make();
  ASSERT_EQ(linear_model(*unfitted) != nullptr, linear.contains(GetParam().name));
  if (linear_model(*unfitted) != nullptr) {
    const auto refused = linear_model(*unfitted)->linear();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::usage);
  }

  // Three of the ten authors, so that classes without documents are there.
  const auto& p = problem();
  std::vector<uint32_t> rows, classes;
  for (size_t i = 0; i < p.train.size(); ++i)
    if (entry().traits.wraps || p.train_classes[i] % 4 == 1) {  // robust methods need more documents
      rows.push_back(p.train[i]);
      classes.push_back(p.train_classes[i]);
    }
  const auto classifier = make();
  ASSERT_TRUE(classifier->fit({{&p.corpus, rows}, classes, p.names}, {}));
  // Robust training of one linear model gives one; of several, or with another last layer, none.
  const std::set<std::string> one_base = {"reweight-groups", "group-dro", "jtt"};
  if (one_base.contains(GetParam().name) && !learns_in_batches()) {
    EXPECT_NE(linear_model(*classifier), nullptr);
  }
  if (GetParam().name == "dfr" || GetParam().name == "afr") {
    EXPECT_EQ(linear_model(*classifier), nullptr);
  }
  if (linear_model(*classifier) == nullptr) return;
  const auto view = linear_model(*classifier)->linear();
  ASSERT_TRUE(view) << view.error().message;
  ASSERT_EQ(std::set<uint32_t>(view->classes.begin(), view->classes.end()),
            std::set<uint32_t>(classes.begin(), classes.end()));
  ASSERT_EQ(view->weights.rows, view->features->columns());
  std::vector<std::string_view> texts;
  for (const uint32_t row : p.test) texts.push_back(p.corpus.text(row));
  const CsrMatrix x = view->features->transform(texts);
  const auto got = answers(*classifier);
  for (size_t i = 0; i < texts.size(); ++i) {
    std::vector<double> scores = view->bias, expected(p.names.size(), 0);
    for (size_t k = 0; k < x.row_columns(i).size(); ++k)
      for (size_t c = 0; c < scores.size(); ++c) {
        const double value = x.row_values(i)[k];
        scores[c] +=
            view->weights.row(x.row_columns(i)[k])[c] * (view->presence ? (value > 0 ? 1 : 0) : value);
      }
    const double highest = *std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (double& score : scores) sum += score = std::exp(score - highest);
    for (size_t c = 0; c < scores.size(); ++c) expected[view->classes[c]] = scores[c] / sum;
    for (size_t c = 0; c < expected.size(); ++c)
      EXPECT_NEAR(got.row(i)[c], expected[c], 1e-9) << i << " " << c;
  }
}

}  // namespace
}  // namespace standfast
