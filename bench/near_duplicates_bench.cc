// Times the search for near duplicates in a corpus of short texts: posts of 200 bytes, of which every
// fiftieth is another post with a word changed. The arguments are the number of texts and of threads; the
// time should grow in proportion to the texts. Before timing, the pairs of 1,500 texts are checked by
// comparing all texts with each other. STANDFAST_BENCH_DUMP=path writes the smallest corpus to path (a JSON
// string a line) for bench/peers/near_duplicates.py.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include <benchmark/benchmark.h>

#include "bench/english.h"
#include "standfast/base/json.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

using Texts = std::vector<std::string>;
constexpr size_t kSmallest = 125'000;

Texts posts(size_t count, uint64_t seed) {
  bench::English english(seed);
  Rng rng(seed, "bench/near-duplicates");
  Texts texts;
  while (texts.size() < count) {
    if (texts.size() % 50 != 49) {
      texts.push_back(english.document(200));
      continue;
    }
    std::string text = texts[rng.below(texts.size())];
    texts.push_back(text.substr(0, text.rfind(' ')) + " copied" + std::to_string(texts.size()));
  }
  return texts;
}

const std::vector<std::string_view>& posts_to_time(size_t count) {
  static std::map<size_t, std::pair<Texts, std::vector<std::string_view>>> made;
  auto& [texts, views] = made[count];
  if (!texts.empty()) return views;
  texts = posts(count, 1);
  views.assign(texts.begin(), texts.end());
  if (const char* const path = std::getenv("STANDFAST_BENCH_DUMP"); path != nullptr && count == kSmallest) {
    std::ofstream file(path);
    for (const auto& text : texts) file << nlohmann::json(text).dump() << '\n';
  }
  return views;
}

// Returns the runs of five words of a text, spelt out.
std::set<std::string> runs_of(std::string_view text) {
  std::string normal;
  comparable_text(text, normal);
  std::vector<std::string> words;
  for_each_word(normal, 1, [&](std::string_view word) { words.emplace_back(word); });
  std::set<std::string> runs;
  for (size_t i = 0; i + 5 <= words.size(); ++i) {
    std::string run;
    for (size_t k = i; k < i + 5; ++k) run += words[k] + ' ';
    runs.insert(run);
  }
  return runs;
}

std::vector<SimilarPair> by_comparing(const Texts& texts, double threshold) {
  std::vector<std::set<std::string>> runs;
  for (const auto& text : texts) runs.push_back(runs_of(text));
  std::vector<SimilarPair> pairs;
  for (uint32_t a = 0; a < texts.size(); ++a)
    for (uint32_t b = a + 1; b < texts.size(); ++b) {
      if (runs[a].empty() || runs[b].empty()) continue;
      size_t both = 0;
      for (const auto& run : runs[a]) both += runs[b].count(run);
      const double similarity =
          static_cast<double>(both) / static_cast<double>(runs[a].size() + runs[b].size() - both);
      if (similarity >= threshold) pairs.push_back({a, b, similarity});
    }
  return pairs;
}

bool is_right() {
  const Texts texts = posts(1500, 2);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const Duplicates found = find_duplicates(views, {.threads = 2});
  return found.exact.empty() && found.near.size() >= 20 && found.near == by_comparing(texts, 0.8);
}

void NearDuplicates(benchmark::State& state) {
  static const bool right = is_right();
  if (!right) return state.SkipWithError("the pairs differ from a comparison of all pairs");
  const auto& texts = posts_to_time(static_cast<size_t>(state.range(0)));
  int64_t bytes = 0;
  for (const auto text : texts) bytes += static_cast<int64_t>(text.size());
  size_t pairs = 0;
  for (auto _ : state) {
    const Duplicates found = find_duplicates(texts, {.threads = static_cast<int>(state.range(1))});
    benchmark::DoNotOptimize(pairs = found.near.size());
  }
  state.SetBytesProcessed(state.iterations() * bytes);
  state.SetLabel(std::to_string(pairs) + " pairs");
}
BENCHMARK(NearDuplicates)
    ->ArgsProduct({{kSmallest, 2 * kSmallest, 4 * kSmallest, 8 * kSmallest}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
}  // namespace standfast
