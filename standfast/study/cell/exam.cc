#include "standfast/study/cell/exam.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {
namespace {

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
          fmt::format("the model's answer to {} is not a distribution over the classes (its sum is {})",
                      corpus.id(rows[i]), sum));
  }
  return {};
}

// Returns whether the units are ascending parts of the text, and each chosen one is among them.
bool is_rationale(std::string_view text, const Rationale& rationale) {
  uint32_t last = 0;
  for (const TokenSpan& unit : rationale.units) {
    if (unit.begin < last || unit.end <= unit.begin || unit.end > text.size()) return false;
    last = unit.end;
  }
  const auto& chosen = rationale.chosen;
  return std::ranges::adjacent_find(chosen, std::greater_equal<>()) == chosen.end() &&
         (chosen.empty() || chosen.back() < rationale.units.size());
}

Status check_rationales(const DocumentView& documents, std::span<const Rationale> rationales) {
  if (rationales.size() != documents.size())
    return data_error(
        fmt::format("the model gave {} rationales for {} documents", rationales.size(), documents.size()));
  for (uint32_t i = 0; i < rationales.size(); ++i)
    if (!is_rationale(documents.text(i), rationales[i]))
      return data_error(fmt::format("the model's rationale for {} is not a selection of parts of its text",
                                    documents.corpus->id(documents.rows[i])));
  return {};
}

// Returns test and each of the sides, with the rows that have a class, and without answers.
Result<std::vector<ClassExam>> sides_to_examine(const FoldToLearn& learn, std::span<const KeptApart> sides) {
  std::vector<ClassExam> exams;
  exams.push_back({kTestSide, order_of_answers(learn.corpus, learn.fold.test.list()), {}, {}});
  for (const auto& kept : sides) {
    exams.push_back(
        {kept.side, order_of_answers(learn.corpus, rows_with_class(learn.classes, kept.rows)), {}, {}});
    if (exams.back().rows.empty())
      return data_error(fmt::format("side {} has no documents with a class", kept.side));
  }
  return exams;
}

Status check_fold(const FoldToLearn& learn) {
  if (!learn.fold.train.empty() && !learn.fold.test.empty()) return {};
  return data_error(fmt::format("fold {} has no {} documents with a class", learn.number,
                                learn.fold.train.empty() ? "training" : "test"));
}

}  // namespace

std::vector<uint32_t> order_of_answers(const Corpus& corpus, std::vector<uint32_t> rows) {
  std::sort(rows.begin(), rows.end(), [&](uint32_t a, uint32_t b) { return corpus.id(a) < corpus.id(b); });
  return rows;
}

std::vector<uint32_t> classes_of(const Column& column, std::span<const uint32_t> rows) {
  std::vector<uint32_t> classes;
  classes.reserve(rows.size());
  for (const uint32_t row : rows) classes.push_back(column.codes[row]);
  return classes;
}

std::vector<uint32_t> rows_with_class(const Column& classes, std::span<const uint32_t> rows) {
  std::vector<uint32_t> known;
  std::ranges::copy_if(rows, std::back_inserter(known),
                       [&](uint32_t row) { return classes.codes[row] != kMissing; });
  return known;
}

Status fit_on_fold(const FoldToLearn& learn, Classifier& classifier, ClassifierContext& context) {
  SF_TRY(check_fold(learn));
  const auto& [corpus, fold, classes, number, seed, fit, columns] = learn;
  const std::vector<uint32_t> train = fold.train.list(), train_classes = classes_of(classes, train);
  const std::vector<uint32_t> dev = fold.validation.list(), dev_classes = classes_of(classes, dev);
  SF_ASSIGN(const TrainingValues values, training_values(corpus, columns, train));
  SF_ASSIGN(const TrainingValues dev_values, training_values(corpus, {.group = columns.group}, dev));
  context.seed = seed_of_fit(seed, number, fit);
  return classifier.fit({.documents = {&corpus, train},
                         .classes = train_classes,
                         .names = classes.names,
                         .weights = values.weights,
                         .groups = values.groups,
                         .group_names = values.group_names,
                         .dev = {&corpus, dev},
                         .dev_classes = dev_classes,
                         .dev_groups = dev_values.groups},
                        context);
}

Result<ClassExams> examine_documents(const FoldToLearn& learn, std::span<const KeptApart> sides,
                                     Classifier& classifier, const ClassifierTraits& traits,
                                     ClassifierContext context) {
  SF_TRY(check_fold(learn));
  ClassExams exams;
  SF_ASSIGN(exams.sides, sides_to_examine(learn, sides));
  SF_TRY(fit_on_fold(learn, classifier, context));
  // The model answers all sides at once, so that a model that starts a program starts it only once.
  std::vector<uint32_t> asked;
  for (const auto& side : exams.sides) asked.insert(asked.end(), side.rows.begin(), side.rows.end());
  DenseMatrix answers;
  exams.probabilities = traits.probabilities;
  context.probabilities = &exams.probabilities;
  const DocumentView documents{&learn.corpus, asked};
  std::vector<Rationale> rationales;
  if (traits.rationales) {
    SF_ASSIGN(rationales, classifier.predict_with_rationales(documents, context, answers));
    SF_TRY(check_rationales(documents, rationales));
  } else {
    SF_TRY(classifier.predict(documents, context, answers));
  }
  SF_TRY(check(learn.corpus, asked, traits, answers));
  size_t begin = 0;
  for (auto& side : exams.sides) {
    side.truth = classes_of(learn.classes, side.rows);
    side.probabilities = DenseMatrix(side.rows.size(), answers.columns);
    const auto first = answers.data.begin() + static_cast<std::ptrdiff_t>(begin * answers.columns);
    std::copy_n(first, side.probabilities.data.size(), side.probabilities.data.begin());
    if (traits.rationales) {
      const auto from = rationales.begin() + static_cast<std::ptrdiff_t>(begin);
      side.rationales.assign(std::make_move_iterator(from),
                             std::make_move_iterator(from + static_cast<std::ptrdiff_t>(side.rows.size())));
    }
    begin += side.rows.size();
  }
  exams.train_documents = static_cast<uint32_t>(learn.fold.train.size());
  std::vector<bool> seen(learn.classes.names.size(), false);
  for (const uint32_t row : learn.fold.train) seen[learn.classes.codes[row]] = true;
  exams.train_classes = static_cast<uint32_t>(std::count(seen.begin(), seen.end(), true));
  return exams;
}

Result<std::vector<PairExam>> examine_pairs(const Corpus& corpus, const FoldPairs& pairs,
                                            std::span<const SidePairs> sides, uint32_t fold, uint64_t seed,
                                            Verifier& verifier, ModelContext context, uint32_t fit) {
  if (pairs.train.empty() || pairs.test.empty())
    return data_error(
        fmt::format("fold {} has no {} pairs: too few authors have two documents there that may be paired",
                    fold, pairs.train.empty() ? "training" : "test"));
  context.seed = seed_of_fit(seed, fold, fit);
  SF_TRY(verifier.fit({&corpus, pairs.train}, {&corpus, pairs.validation}, context));
  std::vector<PairExam> exams{{kTestSide, pairs.test, {}}};
  for (const auto& one : sides) exams.push_back({one.side, one.pairs, {}});
  // The model answers all sides at once, so that a model that starts a program starts it only once.
  std::vector<Pair> all;
  for (const auto& exam : exams) all.insert(all.end(), exam.pairs.begin(), exam.pairs.end());
  std::vector<double> values(all.size());
  SF_TRY(verifier.score({&corpus, all}, values, context));
  for (size_t i = 0; i < values.size(); ++i)
    if (!(values[i] >= 0 && values[i] <= 1))
      return data_error(fmt::format("the model answered {} to {}; answers must lie in [0, 1]", values[i],
                                    pair_id(corpus, all[i])));
  auto next = values.begin();
  for (auto& exam : exams) {
    const auto end = next + static_cast<std::ptrdiff_t>(exam.pairs.size());
    exam.values.assign(next, end);
    next = end;
  }
  return exams;
}

std::vector<uint8_t> truths_of(std::span<const Pair> pairs) {
  std::vector<uint8_t> same;
  same.reserve(pairs.size());
  for (const Pair& pair : pairs) same.push_back(pair.same ? 1 : 0);
  return same;
}

void add_pairs_once(const SplitPairs& pairs, std::vector<Pair>& all) {
  for (const auto& fold : pairs.folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test})
      all.insert(all.end(), side->begin(), side->end());
  for (const auto& one : pairs.sides) all.insert(all.end(), one.pairs.begin(), one.pairs.end());
  std::sort(all.begin(), all.end(),
            [](const Pair& x, const Pair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const Pair& x, const Pair& y) { return x.a == y.a && x.b == y.b; }),
            all.end());
}

}  // namespace standfast
