// Tests of the meaning of weights of training documents (model/classify/classifier.h), for every classifier
// of the catalog that takes weights; the others refuse them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/saved/model_state.h"
#include "tests/support/corpora.h"
#include "tests/support/every_classifier.h"
#include "tests/support/kept_state.h"

namespace standfast {
namespace {

using testing::EveryClassifier;
using testing::expect_near;
using testing::Variant;

// A corpus of four authors on twenty words that all of them use, so that no choice of documents changes the
// features.
struct FixedSpace {
  Corpus corpus;
  std::vector<uint32_t> train, asked, classes;
  std::vector<std::string> names = {"ann", "bob", "cy", "dee"};
  std::vector<double> weights;

  FixedSpace() : corpus(testing::make_corpus(docs())) {
    for (uint32_t i = 0; i < 48; ++i) {
      (i < 32 ? train : asked).push_back(i);
      if (i < 32) {
        classes.push_back(i % 4);
        weights.push_back((i / 4 + i) % 4);
      }
    }
  }
  static std::vector<testing::Doc> docs() {
    Rng rng(12, "tests/weights");
    std::vector<testing::Doc> docs;
    for (uint32_t i = 0; i < 48; ++i) {
      std::string text;
      for (int k = 0; k < 12; ++k)
        text += fmt::format("w{} ", rng.chance(0.2) ? 5 * (i % 4) + rng.below(5) : rng.below(20));
      docs.push_back({std::to_string(100 + i), text, "", ""});
    }
    return docs;
  }
};

class OnFixedSpace : public EveryClassifier {
 protected:
  // Returns a classifier whose features do not depend on document frequencies or on the number of documents.
  std::unique_ptr<Classifier> make_plain(std::map<std::string, OptionValue> more = {}) const {
    more.insert(GetParam().settings.begin(), GetParam().settings.end());
    if (entry().traits.weights && !entry().traits.wraps && !entry().traits.in_batches)
      more["weight"] = std::string("counts");
    if (GetParam().name == "maxent") more["exact"] = true;
    if (entry().traits.wraps && !is_base("ppm") && !learns_in_batches()) {
      const auto given = more.find("base-set");
      more["base-set"] = std::string(is_base("maxent") ? "exact=true,weight=counts" : "weight=counts") +
                         (given == more.end() ? "" : "," + std::get<std::string>(given->second));
    }
    return classifiers().make(GetParam().name, more).value();
  }
  // Returns whether `name` is the model that a robust method trains.
  bool is_base(const std::string& name) const {
    const auto base = GetParam().settings.find("base");
    return base == GetParam().settings.end() ? name == "maxent" : std::get<std::string>(base->second) == name;
  }
  Status fit(Classifier& classifier, const std::vector<double>& weights) const {
    return classifier.fit({space_.view(space_.train), space_.classes, space_.names, weights}, {});
  }
  struct Space : FixedSpace {
    DocumentView view(const std::vector<uint32_t>& rows) const { return {&corpus, rows}; }
  };
  Space space_;
};

class EveryClassifierWithWeights : public OnFixedSpace {};
class EveryClassifierWithoutWeights : public OnFixedSpace {};

TEST_P(EveryClassifierWithWeights, IntegerWeightsEqualSoManyCopiesAndNoneAtZero) {
  if (learns_in_batches()) GTEST_SKIP() << "it learns in batches";
  std::vector<uint32_t> rows, classes;
  for (size_t i = 0; i < space_.train.size(); ++i)
    for (int k = 0; k < space_.weights[i]; ++k) {
      rows.push_back(space_.train[i]);
      classes.push_back(space_.classes[i]);
    }
  const auto weighted = make_plain(), copied = make_plain(), plain = make_plain();
  const auto status = fit(*weighted, space_.weights);
  ASSERT_TRUE(status) << status.error().message;
  ASSERT_TRUE(copied->fit({space_.view(rows), classes, space_.names}, {}));
  ASSERT_TRUE(fit(*plain, {}));
  const auto out = answers(*weighted, space_.view(space_.asked));
  // An objective within 1e-12 of its minimum leaves probabilities within 1e-5.
  expect_near(out, answers(*copied, space_.view(space_.asked)), 1e-5);
  double most = 0;
  const auto without = answers(*plain, space_.view(space_.asked));
  for (size_t k = 0; k < out.data.size(); ++k) most = std::max(most, std::abs(out.data[k] - without.data[k]));
  EXPECT_GT(most, 1e-3) << "weights do something";
}

TEST_P(EveryClassifierWithWeights, WeightsTimesFourAreTheDocumentedChangeOfAnOption) {
  if (learns_in_batches()) GTEST_SKIP() << "no option balances a prior against weights";
  const std::map<std::string, std::pair<std::string, double>> changes = {
      {"maxent", {"lambda", 0.25}},
      {"low-rank-maxent", {"lambda", 0.25}},
      {"linear-svm", {"c", 4.0}},
      {"naive-bayes", {"alpha", 0.25}}};
  std::map<std::string, OptionValue> change;
  for (const auto& [name, option] : changes) {
    if (name == GetParam().name) change[option.first] = option.second;
    if (entry().traits.wraps && is_base(name))
      change["base-set"] = fmt::format("{}={}", option.first, option.second);
  }
  const auto weighted = make_plain(), changed = make_plain(change);
  std::vector<double> halves, twice;
  for (const double weight : space_.weights) {
    halves.push_back(weight / 2 + 0.5);
    twice.push_back(4 * halves.back());
  }
  ASSERT_TRUE(fit(*weighted, twice));
  ASSERT_TRUE(fit(*changed, halves));
  expect_near(answers(*weighted, space_.view(space_.asked)), answers(*changed, space_.view(space_.asked)),
              1e-5);
}

TEST_P(EveryClassifierWithWeights, OnesAreNoWeights) {
  const auto without = make_plain(), ones = make_plain();
  ASSERT_TRUE(fit(*without, {}));
  const auto status = fit(*ones, std::vector<double>(space_.train.size(), 1.0));
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(answers(*ones, space_.view(space_.asked)).data,
            answers(*without, space_.view(space_.asked)).data);
  EXPECT_EQ(testing::state_bytes(*ones->save()), testing::state_bytes(*without->save()));
}

TEST_P(EveryClassifierWithWeights, BadOnesAreRefusedNotIgnored) {
  const auto classifier = make_plain();
  for (const double bad : {-1.0, std::nan(""), std::numeric_limits<double>::infinity(), 1e10, 1e-10}) {
    auto weights = space_.weights;
    weights[5] = bad;
    const auto status = fit(*classifier, weights);
    ASSERT_FALSE(status) << bad;
    EXPECT_EQ(status.error().kind, ErrorKind::data);
    EXPECT_THAT(status.error().message, ::testing::HasSubstr("of document \"105\""));
  }
  const auto status = fit(*classifier, std::vector<double>(space_.train.size(), 0.0));
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, ::testing::HasSubstr("all 32 training documents have weight 0"));
}

TEST_P(EveryClassifierWithWeights, AClassOfNoWeightIsNeverAnswered) {
  auto weights = space_.weights;
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = space_.classes[i] == 2 ? 0 : 1.5;
  const auto classifier = make_plain();
  ASSERT_TRUE(fit(*classifier, weights));
  const auto out = answers(*classifier, space_.view(space_.asked));
  expect_distributions(out);
  for (size_t i = 0; i < out.rows; ++i) EXPECT_EQ(out.row(i)[2], 0);
  if (!entry().traits.represents || entry().traits.in_batches) return;
  const auto vectors = classifier->represent(space_.view(space_.asked), {});
  ASSERT_TRUE(vectors);
  EXPECT_EQ(vectors->columns, entry().traits.hidden_units ? 2U : 3U);
}

TEST_P(EveryClassifierWithWeights, SavedAndLoadedAnswersAreEqual) {
  const auto classifier = make_plain(), other = make_plain();
  ASSERT_TRUE(fit(*classifier, space_.weights));
  const testing::KeptState kept(*classifier);
  ASSERT_TRUE(other->restore(kept.state));
  EXPECT_EQ(answers(*other, space_.view(space_.asked)).data,
            answers(*classifier, space_.view(space_.asked)).data);
  EXPECT_EQ(other->facts(), classifier->facts());
}

TEST_P(EveryClassifierWithWeights, ThreadsAndOrderChangeNothing) {
  const auto one = make_plain(), three = make_plain(), turned = make_plain();
  ASSERT_TRUE(fit(*one, space_.weights));
  ASSERT_TRUE(three->fit({space_.view(space_.train), space_.classes, space_.names, space_.weights},
                         {{.threads = 3}}));
  EXPECT_EQ(testing::state_bytes(*one->save()), testing::state_bytes(*three->save()));
  auto rows = space_.train, classes = space_.classes;
  auto weights = space_.weights;
  std::reverse(rows.begin(), rows.end());
  std::reverse(classes.begin(), classes.end());
  std::reverse(weights.begin(), weights.end());
  ASSERT_TRUE(turned->fit({space_.view(rows), classes, space_.names, weights}, {}));
  expect_near(answers(*turned, space_.view(space_.asked)), answers(*one, space_.view(space_.asked)));
}

TEST_P(EveryClassifierWithoutWeights, RefusesThem) {
  const auto classifier = make_plain();
  const auto status = fit(*classifier, space_.weights);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::usage);
  EXPECT_THAT(status.error().message, ::testing::HasSubstr(GetParam().name + " takes no weights"));
}

std::vector<Variant> variants_with_weights(bool take) {
  auto chosen = testing::variants();
  std::erase_if(chosen, [take](const Variant& variant) {
    return (*classifiers().find(variant.name))->traits.weights != take;
  });
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryClassifierWithWeights,
                         ::testing::ValuesIn(variants_with_weights(true)), testing::name_of_variant);
INSTANTIATE_TEST_SUITE_P(Catalog, EveryClassifierWithoutWeights,
                         ::testing::ValuesIn(variants_with_weights(false)), testing::name_of_variant);

}  // namespace
}  // namespace standfast
