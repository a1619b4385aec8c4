#include "standfast/study/record/class_answers.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/weight_column.h"
#include "standfast/study/record/fit_seed.h"

namespace standfast {
namespace {

std::vector<uint32_t> classes_of(const Column& column, std::span<const uint32_t> rows) {
  std::vector<uint32_t> classes;
  classes.reserve(rows.size());
  for (const uint32_t row : rows) classes.push_back(column.codes[row]);
  return classes;
}

Status check(const Corpus& corpus, std::span<const uint32_t> rows, const DenseMatrix& answers) {
  for (size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    bool sound = true;
    for (const double p : answers.row(i)) {
      sound = sound && p >= 0;
      sum += p;
    }
    const bool none = sum == 0;  // no answer; which models may give none, they see to themselves
    if (!sound || (!none && !(std::abs(sum - 1) <= 1e-6)))
      return data_error(
          fmt::format("the model's answer to {} is no distribution over the classes (its sum is {})",
                      corpus.id(rows[i]), sum));
  }
  return {};
}

}  // namespace

Result<ClassAnswers> class_answers(const Corpus& corpus, const Fold& fold, const Column& classes,
                                   uint32_t number, uint64_t seed, Classifier& classifier,
                                   ClassifierContext context, uint32_t fit,
                                   const std::string& weight_column) {
  const std::vector<uint32_t> train = fold.train.list(), test = fold.test.list();
  if (train.empty() || test.empty())
    return data_error(
        fmt::format("fold {} has no {} documents with a class", number, train.empty() ? "training" : "test"));
  ClassAnswers answers;
  context.seed = seed_of_fit(seed, number, fit);
  const std::vector<uint32_t> learned = classes_of(classes, train);
  const std::vector<uint32_t> dev = fold.validation.list(), dev_classes = classes_of(classes, dev);
  std::vector<double> weights;
  if (!weight_column.empty()) {
    SF_ASSIGN(weights, weights_of(corpus, weight_column, train));
  }
  SF_TRY(classifier.fit({.documents = {&corpus, train},
                         .classes = learned,
                         .names = classes.names,
                         .weights = weights,
                         .dev = {&corpus, dev},
                         .dev_classes = dev_classes},
                        context));
  SF_TRY(classifier.predict({&corpus, test}, context, answers.probabilities));
  SF_TRY(check(corpus, test, answers.probabilities));
  answers.truth = classes_of(classes, test);
  answers.train_documents = static_cast<uint32_t>(train.size());
  std::vector<bool> seen(classes.names.size(), false);
  for (const uint32_t c : learned) seen[c] = true;
  answers.train_classes = static_cast<uint32_t>(std::count(seen.begin(), seen.end(), true));
  return answers;
}

}  // namespace standfast
