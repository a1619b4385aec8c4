// Times encoders.
//   product/T/N/K: T rows by N outputs of K numbers. `of_peak`: the speed relative to a loop of fused
//     multiply-adds in registers in this run. Before timing, some elements are summed again.
//   sentences: texts of a corpus through a model, tokens included. Needs STANDFAST_BENCH_MODEL=FOLDER and
//     STANDFAST_BENCH_TEXTS=FILE, a text a line; skipped without them. Before timing, one text alone must
//     have the same bytes as among the others. bench/peers/sentences.py times sentence-transformers on the
//     same file.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/neural/sentence/sentence_model.h"
#include "standfast/num/kernel/product.h"

namespace standfast {
namespace {

// Measures the floating-point operations per second of one thread: twelve sums in registers, by the widest
// vectors in use.
constexpr size_t kSums = 12, kRounds = 20'000'000;

#if defined(__x86_64__)
STANDFAST_TARGET_V4 void add_up_v4() {
  __m512 sums[kSums] = {};
  const __m512 a = _mm512_set1_ps(0.5F), b = _mm512_set1_ps(0.999F);
  for (size_t i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
    for (auto& sum : sums) sum = _mm512_fmadd_ps(a, sum, b);
  }
  for (auto& sum : sums) benchmark::DoNotOptimize(sum);
}
STANDFAST_TARGET_V3 void add_up_v3() {
  __m256 sums[kSums] = {};
  const __m256 a = _mm256_set1_ps(0.5F), b = _mm256_set1_ps(0.999F);
  for (size_t i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
    for (auto& sum : sums) sum = _mm256_fmadd_ps(a, sum, b);
  }
  for (auto& sum : sums) benchmark::DoNotOptimize(sum);
}
#endif

double measured_peak() {
#if defined(__x86_64__)
  if (simd_level() == Simd::baseline) return 0;
  const bool wide = simd_level() >= Simd::v4;
  const auto started = std::chrono::steady_clock::now();
  wide ? add_up_v4() : add_up_v3();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return 2.0 * (wide ? 16 : 8) * kSums * kRounds / seconds;
#else
  return 0;
#endif
}

double peak() {
  static const double measured = measured_peak();
  return measured;
}

void products(benchmark::State& state) {
  const auto rows = static_cast<size_t>(state.range(0)), outputs = static_cast<size_t>(state.range(1)),
             depth = static_cast<size_t>(state.range(2));
  const int threads = static_cast<int>(state.range(3));
  Rng rng(1, "bench/product");
  const auto numbers = [&](size_t n) {
    std::vector<float> out(n);
    for (float& x : out) x = static_cast<float>(rng.uniform() - 0.5);
    return out;
  };
  const auto x = numbers(rows * depth), weights = numbers(outputs * depth), bias = numbers(outputs);
  std::vector<float> y(rows * outputs);
  const Panels panels = pack_outputs({weights.data(), outputs, depth, depth});
  const auto multiply = [&] {
    product({x.data(), rows, depth, depth}, panels, {Start::With::row, bias},
            {y.data(), rows, outputs, outputs}, threads);
  };
  multiply();
  for (size_t i = 0; i < rows; i += 37)
    for (size_t o = 0; o < outputs; o += 13) {
      float sum = bias[o];
      for (size_t k = 0; k < depth; ++k) sum = std::fma(x[i * depth + k], weights[o * depth + k], sum);
      if (sum != y[i * outputs + o]) return state.SkipWithError("wrong answer");
    }
  const double operations = 2.0 * static_cast<double>(rows * outputs * depth);
  const double most = peak() * threads;
  for (auto _ : state) multiply();
  state.counters["gflops"] =
      benchmark::Counter(operations * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
  if (most > 0)
    state.counters["of_peak"] =
        benchmark::Counter(operations / most, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(products)
    ->ArgNames({"T", "N", "K", "threads"})
    ->ArgsProduct({{512, 2048}, {384, 1536}, {384}, {1, 2}})
    ->Args({512, 384, 1536, 1})
    ->Args({2048, 384, 1536, 2})
    ->UseRealTime();

void sentences(benchmark::State& state) {
  const char* folder = std::getenv("STANDFAST_BENCH_MODEL");
  const char* file = std::getenv("STANDFAST_BENCH_TEXTS");
  if (folder == nullptr || file == nullptr)
    return state.SkipWithError("needs STANDFAST_BENCH_MODEL and STANDFAST_BENCH_TEXTS");
  const auto model = SentenceModel::load(folder, {});
  if (!model) return state.SkipWithError(model.error().message.c_str());
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  const std::vector<std::string_view> texts(lines.begin(), lines.end());
  SentenceCounts counts;
  const auto few = model->encode(std::span(texts).first(std::min<size_t>(texts.size(), 20)), 1, counts);
  for (size_t i = 0; i < few.rows; ++i)
    if (const auto alone = model->encode(std::span(texts).subspan(i, 1), 1, counts);
        !std::equal(alone.data.begin(), alone.data.end(), few.row(i).begin()))
      return state.SkipWithError("wrong answer");
  size_t tokens = 0;
  for (auto _ : state) {
    SentenceCounts of_these;
    benchmark::DoNotOptimize(model->encode(texts, static_cast<int>(state.range(0)), of_these));
    tokens += of_these.tokens;
  }
  state.counters["tokens/s"] = benchmark::Counter(static_cast<double>(tokens), benchmark::Counter::kIsRate);
}
BENCHMARK(sentences)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

}  // namespace
}  // namespace standfast
