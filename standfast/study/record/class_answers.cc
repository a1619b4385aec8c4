#include "standfast/study/record/class_answers.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/study/record/fit_seed.h"
#include "standfast/study/spec/spec.h"

namespace standfast {
namespace {

std::vector<uint32_t> classes_of(const Column& column, std::span<const uint32_t> rows) {
  std::vector<uint32_t> classes;
  classes.reserve(rows.size());
  for (const uint32_t row : rows) classes.push_back(column.codes[row]);
  return classes;
}

Status check(const Corpus& corpus, std::span<const uint32_t> rows, const ClassifierTraits& traits,
             const DenseMatrix& answers) {
  for (size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    bool sound = true;
    for (const double p : answers.row(i)) {
      sound = sound && p >= 0;
      sum += p;
    }
    const bool none = traits.abstains && sum == 0;
    if (!sound || (!none && !(std::abs(sum - 1) <= 1e-6)))
      return data_error(
          fmt::format("the model's answer to {} is no distribution over the classes (its sum is {})",
                      corpus.id(rows[i]), sum));
  }
  return {};
}

}  // namespace

Result<ClassExams> examine_documents(const Corpus& corpus, const Fold& fold, std::span<const KeptApart> sides,
                                     const Column& classes, uint32_t number, uint64_t seed,
                                     Classifier& classifier, const ClassifierTraits& traits,
                                     ClassifierContext context, uint32_t fit,
                                     const TrainingColumns& columns) {
  const std::vector<uint32_t> train = fold.train.list();
  if (train.empty() || fold.test.empty())
    return data_error(
        fmt::format("fold {} has no {} documents with a class", number, train.empty() ? "training" : "test"));
  ClassExams exams;
  exams.sides.push_back({kTestSide, fold.test.list(), {}, {}});
  for (const auto& kept : sides) {
    exams.sides.push_back({kept.side, kept.rows, {}, {}});
    auto& rows = exams.sides.back().rows;
    std::erase_if(rows, [&](uint32_t row) { return classes.codes[row] == kMissing; });
    if (rows.empty()) return data_error(fmt::format("side {} has no documents with a class", kept.side));
  }
  context.seed = seed_of_fit(seed, number, fit);
  const std::vector<uint32_t> learned = classes_of(classes, train);
  const std::vector<uint32_t> dev = fold.validation.list(), dev_classes = classes_of(classes, dev);
  SF_ASSIGN(const TrainingValues values, training_values(corpus, columns, train));
  SF_ASSIGN(const TrainingValues dev_values, training_values(corpus, {.group = columns.group}, dev));
  SF_TRY(classifier.fit({.documents = {&corpus, train},
                         .classes = learned,
                         .names = classes.names,
                         .weights = values.weights,
                         .groups = values.groups,
                         .group_names = values.group_names,
                         .dev = {&corpus, dev},
                         .dev_classes = dev_classes,
                         .dev_groups = dev_values.groups},
                        context));
  // All sides at once, so that a model that starts a program starts it only once.
  std::vector<uint32_t> asked;
  for (const auto& side : exams.sides) asked.insert(asked.end(), side.rows.begin(), side.rows.end());
  DenseMatrix answers;
  SF_TRY(classifier.predict({&corpus, asked}, context, answers));
  SF_TRY(check(corpus, asked, traits, answers));
  size_t begin = 0;
  for (auto& side : exams.sides) {
    side.truth = classes_of(classes, side.rows);
    side.probabilities = DenseMatrix(side.rows.size(), answers.columns);
    const auto first = answers.data.begin() + static_cast<std::ptrdiff_t>(begin * answers.columns);
    std::copy_n(first, side.probabilities.data.size(), side.probabilities.data.begin());
    begin += side.rows.size();
  }
  exams.train_documents = static_cast<uint32_t>(train.size());
  std::vector<bool> seen(classes.names.size(), false);
  for (const uint32_t c : learned) seen[c] = true;
  exams.train_classes = static_cast<uint32_t>(std::count(seen.begin(), seen.end(), true));
  return exams;
}

}  // namespace standfast
