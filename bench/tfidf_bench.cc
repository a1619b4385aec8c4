// Times tf-idf of character 4-grams (3,000 features), and its parts. Documents of 2 kB, 20 MB in all;
// STANDFAST_BENCH_TEXTS=file (one JSON string a line) replaces the text. STANDFAST_BENCH_DUMP=file writes the
// documents for bench/peers/tfidf.py.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>

#include <benchmark/benchmark.h>

#include "bench/english.h"
#include "standfast/base/json.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/verify/calibration.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

struct Input {
  std::vector<std::string> texts;
  std::vector<std::string_view> views;
  int64_t bytes = 0;

  explicit Input(std::vector<std::string> from) : texts(std::move(from)), views(texts.begin(), texts.end()) {
    for (const auto& text : texts) bytes += static_cast<int64_t>(text.size());
  }
};

const Input& english() {
  static const Input input([] {
    std::vector<std::string> texts;
    if (const char* path = std::getenv("STANDFAST_BENCH_TEXTS")) {
      std::ifstream file(path);
      for (std::string line; std::getline(file, line);) texts.push_back(nlohmann::json::parse(line));
    } else {
      texts = bench::English(1).documents(20'000'000, 2000);
    }
    if (const char* path = std::getenv("STANDFAST_BENCH_DUMP")) {
      std::ofstream file(path);
      for (const auto& text : texts) file << nlohmann::json(text).dump() << '\n';
    }
    return texts;
  }());
  return input;
}

const Input& accented() {
  static const Input input(bench::English(2).documents(20'000'000, 2000, 0.02));
  return input;
}

const Input& long_texts() {
  static const Input input(bench::English(3).documents(20'000'000, 20'000));
  return input;
}

// Counts the 4-grams of the first documents in a slow way, and compares the vocabulary and one row.
bool answers_right(const Input& input) {
  const std::span<const std::string_view> texts(input.views.data(),
                                                std::min<size_t>(300, input.views.size()));
  std::map<std::string, std::pair<uint64_t, uint64_t>> seen;
  std::map<std::string, uint64_t> first;
  for (size_t i = 0; i < texts.size(); ++i) {
    std::string lowered, text;
    to_lower(texts[i], lowered);
    squeeze_whitespace(lowered, text);
    std::vector<size_t> begins;
    for (size_t at = 0; at < text.size(); next_code_point(text, at)) begins.push_back(at);
    begins.push_back(text.size());
    std::map<std::string, uint64_t> counts;
    for (size_t k = 0; k + 4 < begins.size(); ++k)
      ++counts[text.substr(begins[k], begins[k + 4] - begins[k])];
    for (const auto& [term, count] : counts) {
      seen[term].first += count;
      ++seen[term].second;
    }
    if (i == 0) first = counts;
  }
  std::vector<std::pair<std::string, std::pair<uint64_t, uint64_t>>> ranked(seen.begin(), seen.end());
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.second.first > b.second.first; });
  ranked.resize(std::min<size_t>(3000, ranked.size()));
  std::sort(ranked.begin(), ranked.end());
  Tfidf tfidf;
  if (!tfidf.fit(texts)) return false;
  const CsrMatrix row = tfidf.transform(texts.first(1));
  double squares = 0;
  for (const auto& [term, counts] : ranked)
    if (first.contains(term))
      squares +=
          std::pow(static_cast<double>(first[term]) * (std::log((1.0 + static_cast<double>(texts.size())) /
                                                                (1.0 + static_cast<double>(counts.second))) +
                                                       1),
                   2);
  size_t at = 0;
  for (uint32_t column = 0; column < ranked.size(); ++column) {
    if (tfidf.terms()[column] != ranked[column].first ||
        tfidf.document_frequency()[column] != ranked[column].second.second)
      return false;
    if (!first.contains(ranked[column].first)) continue;
    const double value =
        static_cast<double>(first[ranked[column].first]) * tfidf.idf()[column] / std::sqrt(squares);
    if (row.columns[at] != column || std::abs(row.values[at] - value) > 1e-12) return false;
    ++at;
  }
  return at == row.values.size() && tfidf.terms().size() == ranked.size();
}

void fit(benchmark::State& state, const Input& (*input)(), int n) {
  if (!answers_right(input())) return state.SkipWithError("wrong answer");
  TfidfOptions options;
  options.min_n = options.max_n = static_cast<uint32_t>(n);
  for (auto _ : state) {
    Tfidf tfidf(options);
    benchmark::DoNotOptimize(tfidf.fit(input().views, static_cast<int>(state.range(0))));
  }
  state.SetBytesProcessed(state.iterations() * input().bytes);
}

void transform(benchmark::State& state, const Input& (*input)(), int n) {
  TfidfOptions options;
  options.min_n = options.max_n = static_cast<uint32_t>(n);
  Tfidf tfidf(options);
  if (!tfidf.fit(input().views)) return state.SkipWithError("cannot fit");
  for (auto _ : state)
    benchmark::DoNotOptimize(tfidf.transform(input().views, static_cast<int>(state.range(0))));
  state.SetBytesProcessed(state.iterations() * input().bytes);
}

void pairs(benchmark::State& state) {
  const Input& input = long_texts();
  Tfidf tfidf;
  if (!tfidf.fit(input.views)) return state.SkipWithError("cannot fit");
  for (auto _ : state) {
    const CsrMatrix m = tfidf.transform(input.views);
    double sum = 0;
    for (size_t i = 0; i + 1 < m.rows(); i += 2) sum += row_cosine(m, i, m, i + 1);
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(input.views.size() / 2));
}

void grid(benchmark::State& state) {
  Rng rng(1, "bench/grid");
  std::vector<double> similarities;
  std::vector<uint8_t> same;
  for (int64_t i = 0; i < state.range(0); ++i) {
    same.push_back(rng.chance(0.5) ? 1 : 0);
    similarities.push_back(std::clamp(0.4 + 0.1 * same.back() + 0.1 * rng.normal(), 0.0, 1.0));
  }
  for (auto _ : state) benchmark::DoNotOptimize(calibrate(similarities, same, Objective::hits));
}

BENCHMARK_CAPTURE(fit, ascii_4, english, 4)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(transform, ascii_4, english, 4)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(fit, accents_4, accented, 4)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transform, accents_4, accented, 4)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fit, ascii_6, english, 6)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(transform, ascii_6, english, 6)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(pairs)->Unit(benchmark::kMillisecond);
BENCHMARK(grid)->Arg(1000)->Arg(52601)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace standfast
