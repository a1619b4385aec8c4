// Times maxent for one fit, for every fold of a novel-topic and of a 10-fold cross-validation (started from
// the fit on all documents), and for a wide fit to the point that scikit-learn reaches after 20 iterations.
// Documents of made-up words, 15 classes, 23 topics; the wide fit has 112,000 features.
// STANDFAST_BENCH_DUMP=file writes the problem, and the wide one to that name + ".wide";
// bench/peers/maxent.py reads them. With STANDFAST_BENCH_PROBLEM=file such a file is used instead (not for
// the wide fit, whose problem is always synthetic).
//
// File: rows, columns, entries, classes (64 bits each); begin of rows (64 bits); columns (32); labels (32);
// topics (32). All values are 1.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/num/softmax/softmax_regression.h"

namespace standfast {
namespace {

constexpr size_t kWideLexicon = 112295;

struct Problem {
  CsrMatrix x;
  std::vector<uint32_t> labels, topics;
  size_t classes = 15;
};

template <class Vector>
void write(std::ofstream& file, const Vector& v) {
  file.write(reinterpret_cast<const char*>(v.data()), static_cast<std::streamsize>(v.size() * sizeof v[0]));
}
template <class Vector>
void read(std::ifstream& file, Vector& v, size_t size) {
  v.resize(size);
  file.read(reinterpret_cast<char*>(v.data()), static_cast<std::streamsize>(size * sizeof v[0]));
}

// Makes words under Zipf's law. An author prefers some words; a topic has some words of its own.
Problem made_up(size_t documents, size_t lexicon, size_t classes, size_t topics, uint64_t words) {
  Rng rng(1, "bench/maxent");
  std::vector<std::vector<double>> author(classes), topic(topics), share(classes);
  for (auto& taste : author)
    for (size_t w = 0; w < lexicon; ++w) taste.push_back(std::exp(0.05 * rng.normal()));
  for (auto& own : topic)
    for (size_t w = 0; w < lexicon; ++w) own.push_back(w >= 200 && rng.chance(0.02) ? 8.0 : 1.0);
  for (auto& shares : share)
    for (size_t t = 0; t < topics; ++t) shares.push_back(-std::log(1 - rng.uniform()));
  std::vector<std::vector<double>> cumulative(classes * topics);
  Problem problem;
  problem.classes = classes;
  std::vector<uint8_t> used(lexicon, 0);
  std::vector<std::vector<uint32_t>> rows;
  for (size_t i = 0; i < documents; ++i) {
    const auto label = static_cast<uint32_t>(rng.below(classes));
    double at = rng.uniform() * std::accumulate(share[label].begin(), share[label].end(), 0.0);
    uint32_t t = 0;
    while (t + 1 < topics && (at -= share[label][t]) > 0) ++t;
    auto& sums = cumulative[label * topics + t];
    if (sums.empty()) {
      double sum = 0;
      for (size_t w = 0; w < lexicon; ++w)
        sums.push_back(sum += author[label][w] * topic[t][w] / (static_cast<double>(w) + 2.7));
    }
    std::vector<uint32_t> row;
    for (uint64_t k = words / 2 + rng.below(words); k > 0; --k)
      row.push_back(static_cast<uint32_t>(
          std::lower_bound(sums.begin(), sums.end() - 1, rng.uniform() * sums.back()) - sums.begin()));
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const uint32_t w : row) used[w] = 1;
    rows.push_back(std::move(row));
    problem.labels.push_back(label);
    problem.topics.push_back(t);
  }
  std::vector<uint32_t> column(lexicon);
  for (size_t w = 0; w < lexicon; ++w)
    if (used[w] != 0) column[w] = static_cast<uint32_t>(problem.x.columns_count++);
  for (const auto& row : rows) {
    for (const uint32_t w : row) problem.x.columns.push_back(column[w]);
    problem.x.begin.push_back(problem.x.columns.size());
  }
  problem.x.values.assign(problem.x.columns.size(), 1.0);
  return problem;
}

Problem read_or_make(const char* path, size_t lexicon, const std::string& suffix) {
  Problem p;
  if (path != nullptr) {
    std::ifstream file(path, std::ios::binary);
    std::vector<uint64_t> sizes;
    read(file, sizes, 4);
    p.x.columns_count = sizes[1];
    p.classes = sizes[3];
    read(file, p.x.begin, sizes[0] + 1);
    read(file, p.x.columns, sizes[2]);
    read(file, p.labels, sizes[0]);
    read(file, p.topics, sizes[0]);
    p.x.values.assign(sizes[2], 1.0);
  } else {
    p = made_up(19320, lexicon, 15, 23, 420);
  }
  if (const char* dump = std::getenv("STANDFAST_BENCH_DUMP")) {
    std::ofstream file(dump + suffix, std::ios::binary);
    write(file, std::vector<uint64_t>{p.x.rows(), p.x.columns_count, p.x.columns.size(), p.classes});
    write(file, p.x.begin);
    write(file, p.x.columns);
    write(file, p.labels);
    write(file, p.topics);
  }
  return p;
}

const Problem& problem() {
  static const Problem made = read_or_make(std::getenv("STANDFAST_BENCH_PROBLEM"), 57200, "");
  return made;
}
const Problem& wide_problem() {
  static const Problem made = read_or_make(nullptr, kWideLexicon, ".wide");
  return made;
}

// Returns true if the objective equals a plain computation from the weights.
bool objective_right(const Problem& p, const SoftmaxModel& model) {
  const double plain = softmax_objective(p.x, p.labels, model.weights, model.bias, 1);
  return std::abs(plain - model.objective) <= 1e-10 * model.objective;
}

// Returns true if, in addition, every coordinate of the gradient is near 0.
bool answer_right(const Problem& p, const SoftmaxModel& model) {
  if (!model.converged || !objective_right(p, model)) return false;
  const DenseMatrix answers = softmax_probabilities(p.x, model.weights, model.bias);
  DenseMatrix gradient = model.weights;
  for (size_t i = 0; i < p.x.rows(); ++i)
    for (const uint32_t j : p.x.row_columns(i))
      for (size_t c = 0; c < p.classes; ++c)
        gradient.row(j)[c] += answers.row(i)[c] - (c == p.labels[i] ? 1.0 : 0.0);
  return std::all_of(gradient.data.begin(), gradient.data.end(), [](double g) { return std::abs(g) < 0.05; });
}

// The documents with keep[i] != 0, without the columns that are empty in all of them.
struct Fold {
  Problem problem;
  std::vector<uint32_t> column_of;  // by column of the fold: its number among all columns
};
Fold fold_of(const Problem& p, const std::vector<uint8_t>& keep) {
  Fold fold;
  fold.problem.classes = p.classes;
  std::vector<uint32_t> number(p.x.columns_count, UINT32_MAX);
  for (size_t i = 0; i < p.x.rows(); ++i)
    if (keep[i] != 0)
      for (const uint32_t j : p.x.row_columns(i)) number[j] = 0;
  for (uint32_t j = 0; j < number.size(); ++j)
    if (number[j] == 0) {
      number[j] = static_cast<uint32_t>(fold.column_of.size());
      fold.column_of.push_back(j);
    }
  CsrMatrix& x = fold.problem.x;
  x.columns_count = fold.column_of.size();
  for (size_t i = 0; i < p.x.rows(); ++i) {
    if (keep[i] == 0) continue;
    for (const uint32_t j : p.x.row_columns(i)) x.columns.push_back(number[j]);
    x.begin.push_back(x.columns.size());
    fold.problem.labels.push_back(p.labels[i]);
  }
  x.values.assign(x.columns.size(), 1.0);
  return fold;
}

void one_fit(benchmark::State& state) {
  SoftmaxOptions options;
  options.tolerance = std::pow(10.0, -static_cast<double>(state.range(0)));
  options.threads = static_cast<int>(state.range(1));
  SoftmaxModel model;
  for (auto _ : state) model = fit_softmax(problem().x, problem().labels, problem().classes, options);
  if (!answer_right(problem(), model)) return state.SkipWithError("wrong answer");
  state.counters["objective"] = model.objective;
  state.counters["passes"] = model.passes;
  state.counters["features"] = static_cast<double>(problem().x.columns_count);
}

// Times one series of rounds over the documents. Compare its objective with the output of `maxent.py
// FILE.wide 20`.
void wide(benchmark::State& state) {
  const Problem& p = wide_problem();
  SoftmaxOptions options;
  options.tolerance = 1;
  options.max_iterations = 1;
  options.threads = static_cast<int>(state.range(0));
  SoftmaxModel model;
  for (auto _ : state) model = fit_softmax(p.x, p.labels, p.classes, options);
  if (!objective_right(p, model)) return state.SkipWithError("wrong answer");
  state.counters["objective"] = model.objective;
  state.counters["features"] = static_cast<double>(p.x.columns_count);
}

void all_folds(benchmark::State& state) {
  const Problem& p = problem();
  SoftmaxOptions options;
  options.tolerance = std::pow(10.0, -static_cast<double>(state.range(0)));
  options.threads = static_cast<int>(state.range(1));
  const uint32_t topics = 1 + *std::max_element(p.topics.begin(), p.topics.end());
  std::vector<Fold> folds;
  for (uint32_t f = 0; f < topics + 10; ++f) {
    std::vector<uint8_t> keep;
    for (size_t i = 0; i < p.x.rows(); ++i)
      keep.push_back((f < topics ? p.topics[i] != f : i % 10 != f - topics) ? 1 : 0);
    folds.push_back(fold_of(p, keep));
  }
  double sum = 0, passes = 0, sixth = 0;
  for (auto _ : state) {
    sum = passes = sixth = 0;
    const SoftmaxModel all = fit_softmax(p.x, p.labels, p.classes, options);
    for (const Fold& fold : folds) {
      DenseMatrix start(fold.column_of.size(), p.classes);
      for (size_t j = 0; j < start.rows; ++j)
        std::copy(all.weights.row(fold.column_of[j]).begin(), all.weights.row(fold.column_of[j]).end(),
                  start.row(j).begin());
      SoftmaxOptions from = options;
      from.start_weights = &start;
      from.start_bias = all.bias;
      const auto model = fit_softmax(fold.problem.x, fold.problem.labels, p.classes, from);
      if (!model.converged) return state.SkipWithError("a fold has not converged");
      sum += model.objective;
      passes += model.passes;
      if ((&fold - folds.data()) % 6 == 0) sixth += model.objective;
    }
  }
  state.counters["folds"] = static_cast<double>(folds.size());
  state.counters["sum_of_objectives"] = sum;
  state.counters["of_every_sixth"] = sixth;  // `maxent.py FILE 10000 6` prints the same number
  state.counters["passes"] = passes;
}

// Arguments: the decimal digits of the objective that the gradient guarantees (6 is better than
// scikit-learn), and threads.
BENCHMARK(one_fit)
    ->Args({6, 1})
    ->Args({12, 1})
    ->Args({6, 2})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();
BENCHMARK(wide)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
BENCHMARK(all_folds)
    ->Args({6, 1})
    ->Args({6, 2})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();

}  // namespace
}  // namespace standfast
