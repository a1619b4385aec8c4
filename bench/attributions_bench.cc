// Times attributions of a linear model of words: 17,305 synthetic posts of three classes, maxent on the
// presence of words. Permutations: 200 posts, 10 random orders of the tokens each and their reverses,
// starting from the texts. Linear: exact shares of every word of every post, starting from the rows of
// features. Before timing, permutation shares are compared with the classifier's answers to edited texts, and
// linear shares with single products.
// STANDFAST_BENCH_CORPUS=file.jsonl takes real posts (text, label). STANDFAST_BENCH_DUMP=folder writes posts,
// model, orders and answers for bench/peers/attributions.py.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/analysis/attribution/explainers.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/read/read.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/classify/linear_model.h"

namespace standfast {
namespace {

constexpr uint32_t kPosts = 17305, kExplained = 200, kPairs = 10;
constexpr uint64_t kSeed = 1;

Corpus made_up() {
  CorpusBuilder builder("posts");
  Rng rng(1, "bench/attributions");
  std::vector<double> sums;
  for (int w = 0; w < 20000; ++w) sums.push_back((sums.empty() ? 0 : sums.back()) + 1 / (w + 2.7));
  const char* const kLabels[] = {"hate", "normal", "offensive"};
  for (uint32_t i = 0; i < kPosts; ++i) {
    std::string text;
    const uint64_t label = rng.below(3);
    for (uint64_t k = 8 + rng.below(28); k > 0; --k) {
      auto word = static_cast<uint64_t>(
          std::lower_bound(sums.begin(), sums.end() - 1, rng.uniform() * sums.back()) - sums.begin());
      if (word > 50 && rng.chance(0.3)) word = word / 3 * 3 + label;
      text += fmt::format("{}w{}", text.empty() ? "" : " ", word);
    }
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::label)] = kLabels[label];
    if (!builder.add(fmt::format("p{}", i), text, values)) std::abort();
  }
  return std::move(builder).finish();
}

struct Input {
  Corpus corpus;
  std::vector<uint32_t> rows, explained;
  std::unique_ptr<Classifier> classifier;
  LinearView view;
  CsrMatrix x;
  std::vector<std::string> names;
};

const Input& input() {
  static const Input made = [] {
    Input in;
    if (const char* path = std::getenv("STANDFAST_BENCH_CORPUS"))
      in.corpus = read_corpus(path, {}).value();
    else
      in.corpus = made_up();
    const Column& labels = *in.corpus.column(Role::label);
    in.names = labels.names;
    std::vector<uint32_t> classes;
    for (uint32_t row = 0; row < in.corpus.size(); ++row)
      if (labels.codes[row] != kMissing) {
        in.rows.push_back(row);
        classes.push_back(labels.codes[row]);
      }
    in.explained.assign(in.rows.begin(), in.rows.begin() + kExplained);
    in.classifier = classifiers().make("maxent", {}).value();
    if (!in.classifier->fit({{&in.corpus, in.rows}, classes, in.names}, {})) std::abort();
    in.view = linear_model(*in.classifier)->linear().value();
    in.x = in.view.features->transform(texts_of(in.corpus, in.rows));
    return in;
  }();
  return made;
}

std::vector<Attribution> by_permutation(int threads, bool by_texts = false) {
  static const auto quick = explainers().make("permutation", {{"pairs", int64_t{kPairs}}}).value();
  static const auto slow =
      explainers()
          .make("permutation", {{"pairs", int64_t{kPairs}}, {"evaluate", std::string("texts")}})
          .value();
  const Input& in = input();
  return (by_texts ? slow : quick)
      ->explain({in.classifier.get(), in.names}, {&in.corpus, in.explained},
                {.seed = kSeed, .threads = threads})
      .value();
}

void dump(const std::string& folder) {
  const Input& in = input();
  nlohmann::ordered_json model = {{"classes", in.names},
                                  {"class_of_column", in.view.classes},
                                  {"terms", in.view.features->names()},
                                  {"bias", in.view.bias},
                                  {"weights", in.view.weights.data}};
  std::ofstream(folder + "/model.json") << model.dump();
  std::ofstream posts(folder + "/posts.jsonl"), answers(folder + "/answers.jsonl");
  for (const uint32_t row : in.rows) posts << nlohmann::ordered_json(in.corpus.text(row)).dump() << '\n';
  const auto made = by_permutation(1);
  for (size_t i = 0; i < made.size(); ++i) {
    Rng rng(kSeed, "explain/permutation", in.corpus.id(in.explained[i]));
    nlohmann::ordered_json line;
    for (const auto& token : made[i].tokens) line["tokens"].push_back({token.begin, token.end});
    std::vector<uint32_t> order(made[i].tokens.size());
    for (uint32_t k = 0; k < kPairs; ++k) {
      std::iota(order.begin(), order.end(), 0U);
      rng.shuffle(order);
      line["orders"].push_back(order);
    }
    line["shares"] = made[i].shares.data;
    answers << line.dump() << '\n';
  }
}

bool permutations_right() {
  static const bool right = [] {
    const auto quick = by_permutation(1), again = by_permutation(2), slow = by_permutation(1, true);
    if (const char* folder = std::getenv("STANDFAST_BENCH_DUMP")) dump(folder);
    for (size_t i = 0; i < quick.size(); ++i) {
      if (quick[i].shares.data != again[i].shares.data) return false;
      for (size_t k = 0; k < quick[i].shares.data.size(); ++k)
        if (!(std::abs(quick[i].shares.data[k] - slow[i].shares.data[k]) < 1e-9)) return false;
      for (size_t c = 0; c < quick[i].base.size(); ++c)
        if (!(std::abs(quick[i].gap(c)) < 1e-12)) return false;
    }
    return true;
  }();
  return right;
}

void Permutations(benchmark::State& state) {
  if (!permutations_right()) return state.SkipWithError("shares are not those of edited texts");
  uint64_t texts = 0;
  for (auto _ : state) {
    texts = 0;
    for (const auto& one : by_permutation(static_cast<int>(state.range(0)))) texts += one.evaluations;
  }
  state.counters["texts"] = static_cast<double>(texts);
}
BENCHMARK(Permutations)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

bool linear_right() {
  static const bool right = [] {
    const Input& in = input();
    std::vector<double> mean(in.x.columns_count);
    for (size_t j = 0; j < mean.size(); ++j) mean[j] = 1.0 / static_cast<double>(j + 2);
    const auto shares = linear_shares(in.x, in.view.weights, mean, 2);
    for (size_t e = 0; e < in.x.columns.size(); ++e)
      for (size_t c = 0; c < in.names.size(); ++c) {
        const double share =
            in.view.weights.row(in.x.columns[e])[c] * (in.x.values[e] - mean[in.x.columns[e]]);
        if (!(std::abs(share - shares[e * in.names.size() + c]) < 1e-12)) return false;
      }
    return true;
  }();
  return right;
}

void Linear(benchmark::State& state) {
  if (!linear_right()) return state.SkipWithError("shares are not weight times value");
  const Input& in = input();
  for (auto _ : state)
    benchmark::DoNotOptimize(
        linear_shares(in.x, in.view.weights, {}, static_cast<int>(state.range(0))).data());
  state.counters["entries"] = static_cast<double>(in.x.columns.size());
}
BENCHMARK(Linear)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
}  // namespace standfast
