// Times ppm's model: pairs answered per second, in both directions, with models built anew for every pair.
// Input: 20 pairs of 2 x 20,000 characters, from novels if STANDFAST_TEST_DATA has them (like
// bench/peers/ppm.py), otherwise synthetic text. The answer is first compared with the answer of a map-based
// model written after the specification.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/model/ppm/ppm.h"
#include "standfast/model/ppm/ppm_matches.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr size_t kLength = 20'000;
constexpr size_t kPairs = 20;

// Returns 40 texts. Each is the first 20,000 code points of a novel's excerpts, in the order of the file.
std::vector<std::string> novels() {
  const char* root = std::getenv("STANDFAST_TEST_DATA");
  const auto file = read_file(std::string(root != nullptr ? root : "../shared/data") +
                              "/authorship/english_novels_100/docs.jsonl.gz");
  if (!file) return {};
  std::map<std::string, std::string> by_novel;
  for (size_t at = 0; at < file->size();) {
    const size_t end = std::min(file->find('\n', at), file->size());
    const auto document = nlohmann::json::parse(file->substr(at, end - at));
    by_novel[document.at("topic").get<std::string>()] += document.at("text").get<std::string>();
    at = end + 1;
  }
  std::vector<std::string> texts;
  for (const auto& [novel, text] : by_novel) {
    size_t at = 0, length = 0;
    for (; at < text.size() && length < kLength; ++length) next_code_point(text, at);
    if (length == kLength && texts.size() < 2 * kPairs) texts.push_back(text.substr(0, at));
  }
  return texts;
}

// Makes texts from words of a fixed vocabulary, drawn by a power law. `start` moves the alphabet beyond
// ASCII.
std::vector<std::string> made_texts(uint32_t start, uint32_t alphabet) {
  std::vector<std::string> texts;
  Rng rng(1, "bench/ppm");
  std::vector<std::string> words(4000);
  for (auto& word : words) {
    for (uint64_t n = 2 + rng.below(8); n > 0; --n)
      append_utf8(start + static_cast<uint32_t>(std::pow(rng.uniform(), 2) * alphabet), word);
    word += ' ';
  }
  for (size_t i = 0; i < 2 * kPairs; ++i) {
    std::string text;
    for (size_t length = 0; length < kLength;) {
      const auto& word = words[static_cast<size_t>(std::pow(rng.uniform(), 3) * 4000)];
      text += word;
      length += count_code_points(word);
    }
    texts.push_back(text);
  }
  return texts;
}

const std::vector<std::string>& texts_of(int kind) {
  static const std::vector<std::string> ascii = [] {
    auto texts = novels();
    if (texts.size() < 2 * kPairs) {
      std::fputs("ppm_bench: no novels found, using made text\n", stderr);
      texts = made_texts('a', 26);
    }
    return texts;
  }();
  static const std::vector<std::string> wide = made_texts(0x4E00, 3000);
  return kind == 0 ? ascii : wide;
}

double naive(std::string_view model, std::string_view text) {
  const auto decode = [](std::string_view bytes) {
    std::u32string result;
    for (size_t at = 0; at < bytes.size();) result.push_back(next_code_point(bytes, at));
    return result;
  };
  const auto a = decode(model), b = decode(text);
  std::map<std::u32string, std::map<char32_t, int>> counts;
  std::map<std::u32string, int> totals;
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t k = 0; k <= std::min<size_t>(i, 5); ++k) {
      ++counts[a.substr(i - k, k)][a[i]];
      ++totals[a.substr(i - k, k)];
    }
  double bits = 0;
  for (size_t i = 0; i < b.size(); ++i) {
    double p = 1.0 / 256;
    for (size_t k = std::min<size_t>(i, 5) + 1; k-- > 0;) {
      const auto seen = counts.find(b.substr(i - k, k));
      if (seen == counts.end() || !seen->second.contains(b[i])) continue;
      p = 1.0 * seen->second.at(b[i]) / totals.at(b.substr(i - k, k));
      break;
    }
    bits -= std::log2(p);
  }
  return bits / static_cast<double>(b.size());
}

void check(const std::vector<std::string>& texts) {
  for (size_t i = 0; i < 2; ++i) {
    const double quick = ppm_cross_entropy(texts[2 * i], texts[2 * i + 1]),
                 slow = naive(texts[2 * i], texts[2 * i + 1]);
    if (std::abs(quick - slow) < 1e-12) continue;
    std::fprintf(stderr, "ppm_bench: wrong answer: %.17g, expected %.17g\n", quick, slow);
    std::exit(1);
  }
}

void answer_pairs(benchmark::State& state) {
  const auto& owners = texts_of(static_cast<int>(state.range(0)));
  check(owners);
  const std::vector<std::string_view> texts(owners.begin(), owners.end());
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  // With all_pairs, every text is compared with 20 others, so that each model serves many pairs.
  if (state.range(1) != 0)
    for (uint32_t i = 0; i < 2 * kPairs; ++i)
      for (uint32_t k = 1; k <= kPairs; ++k) pairs.emplace_back(i, (i + k) % (2 * kPairs));
  else
    for (uint32_t i = 0; i < kPairs; ++i) pairs.emplace_back(2 * i, 2 * i + 1);
  DenseMatrix out;
  double sum = 0;
  for (auto _ : state) {
    ppm_cross_entropies(texts, pairs, {.threads = static_cast<int>(state.range(2))}, null_sink(), out);
    sum = 0;
    for (const double value : out.data) sum += value;
    benchmark::DoNotOptimize(sum);
  }
  state.counters["pairs/s"] =
      benchmark::Counter(static_cast<double>(pairs.size()), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["sum of bits"] = sum;
}
BENCHMARK(answer_pairs)
    ->ArgNames({"wide_alphabet", "shared_models", "threads"})
    ->Args({0, 0, 1})
    ->Args({0, 1, 1})
    ->Args({1, 0, 1})
    ->Args({0, 0, 2})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void answer_pairs_escape_d(benchmark::State& state) {
  const auto& texts = texts_of(0);
  for (auto _ : state)
    benchmark::DoNotOptimize(ppm_cross_entropy(texts[0], texts[1], {.escape = PpmEscape::d}) +
                             ppm_cross_entropy(texts[1], texts[0], {.escape = PpmEscape::d}));
  state.counters["pairs/s"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(answer_pairs_escape_d)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace standfast
