// Times HITS from document vectors to chosen topics: 240,000 float32 vectors of 384 dimensions, 4,000 topics
// of 60 documents, 70 chosen: means of unit vectors, start topic, 69 greedy steps. Before timing, the choice
// is computed again by its definition from the full similarity matrix. STANDFAST_BENCH_DUMP=file writes
// vectors and answer for bench/peers/hits.py.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>

#include <benchmark/benchmark.h>

#include "standfast/base/rng.h"
#include "standfast/feature/topic/topic_vectors.h"
#include "standfast/sample/hits.h"

namespace standfast {
namespace {

constexpr uint32_t kTopics = 4000, kChosen = 70;
constexpr size_t kDocuments = 240'000, kColumns = 384;

struct Input {
  std::vector<float> vectors;
  std::vector<uint32_t> topic_of;
};

// Makes vectors. Each topic is a direction in one of 300 families. All documents share one direction, as
// sentence vectors do.
const Input& input() {
  static const Input made = [] {
    Input in;
    in.vectors.resize(kDocuments * kColumns);
    in.topic_of.resize(kDocuments);
    Rng rng(1, "bench/hits");
    std::vector<float> family(300 * kColumns), topic(kTopics * kColumns);
    for (auto& value : family) value = static_cast<float>(rng.normal());
    for (size_t t = 0; t < kTopics; ++t)
      for (size_t c = 0; c < kColumns; ++c)
        topic[t * kColumns + c] = family[t % 300 * kColumns + c] + static_cast<float>(rng.normal()) + 0.7F;
    for (size_t i = 0; i < kDocuments; ++i) {
      in.topic_of[i] = static_cast<uint32_t>(i % kTopics);
      for (size_t c = 0; c < kColumns; ++c)
        in.vectors[i * kColumns + c] =
            topic[in.topic_of[i] * kColumns + c] + static_cast<float>(4 * rng.uniform() - 2);
    }
    return in;
  }();
  return made;
}

std::vector<uint32_t> pool() {
  std::vector<uint32_t> codes(kTopics);
  std::iota(codes.begin(), codes.end(), 0U);
  return codes;
}

HitsOrder whole(int threads) {
  const auto similarity =
      topic_similarity(topic_means(input().vectors, kColumns, input().topic_of, kTopics, threads), threads);
  return hits_order(*similarity, pool(), {.topics = kChosen});
}

// Computes the choice with plain sums, all similarities, and every mean and maximum computed from scratch.
std::vector<uint32_t> by_definition() {
  std::vector<double> mean(kTopics * kColumns, 0.0);
  for (size_t i = 0; i < kDocuments; ++i) {
    const float* x = input().vectors.data() + i * kColumns;
    double length = 0;
    for (size_t c = 0; c < kColumns; ++c) length += static_cast<double>(x[c]) * static_cast<double>(x[c]);
    for (size_t c = 0; c < kColumns; ++c)
      mean[input().topic_of[i] * kColumns + c] += static_cast<double>(x[c]) / std::sqrt(length);
  }
  for (size_t t = 0; t < kTopics; ++t) {
    double length = 0;
    for (size_t c = 0; c < kColumns; ++c) length += mean[t * kColumns + c] * mean[t * kColumns + c];
    for (size_t c = 0; c < kColumns; ++c) mean[t * kColumns + c] /= std::sqrt(length);
  }
  std::vector<double> similarity(size_t{kTopics} * kTopics);
  for (size_t i = 0; i < kTopics; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (size_t c = 0; c < kColumns; ++c) sum += mean[i * kColumns + c] * mean[j * kColumns + c];
      similarity[i * kTopics + j] = similarity[j * kTopics + i] = sum;
    }
  std::vector<uint32_t> chosen;
  std::vector<bool> taken(kTopics, false);
  while (chosen.size() < kChosen) {
    double least = INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < kTopics; ++i) {
      if (taken[i]) continue;
      double sum = 0, highest = -INFINITY;
      if (chosen.empty())
        for (uint32_t j = 0; j < kTopics; ++j) sum += j == i ? 0 : similarity[i * size_t{kTopics} + j];
      for (const uint32_t j : chosen) {
        sum += similarity[i * size_t{kTopics} + j];
        highest = std::max(highest, similarity[i * size_t{kTopics} + j]);
      }
      const double leakage = chosen.empty() ? sum : sum * highest;
      if (leakage < least) {
        least = leakage;
        best = i;
      }
    }
    taken[best] = true;
    chosen.push_back(best);
  }
  return chosen;
}

bool answer_right() {
  static const bool right = [] {
    const auto answer = whole(1).topics;
    if (const char* path = std::getenv("STANDFAST_BENCH_DUMP")) {
      std::ofstream file(path, std::ios::binary);
      file.write(reinterpret_cast<const char*>(input().vectors.data()),
                 static_cast<std::streamsize>(input().vectors.size() * sizeof(float)));
      std::ofstream ids(std::string(path) + ".answer");
      for (const uint32_t topic : answer) ids << topic << '\n';
    }
    return answer == by_definition() && answer == whole(2).topics;
  }();
  return right;
}

void Whole(benchmark::State& state) {
  if (!answer_right()) return state.SkipWithError("the chosen topics are not those of the definition");
  for (auto _ : state) benchmark::DoNotOptimize(whole(static_cast<int>(state.range(0))).topics.data());
}
BENCHMARK(Whole)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

void Means(benchmark::State& state) {
  input();  // made before the clock starts
  for (auto _ : state)
    benchmark::DoNotOptimize(topic_means(input().vectors, kColumns, input().topic_of, kTopics).data.data());
}
BENCHMARK(Means)->Unit(benchmark::kMillisecond);

void Choice(benchmark::State& state) {
  const auto similarity = topic_similarity(topic_means(input().vectors, kColumns, input().topic_of, kTopics));
  for (auto _ : state)
    benchmark::DoNotOptimize(hits_order(*similarity, pool(), {.topics = kChosen}).topics.data());
}
BENCHMARK(Choice)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace standfast
