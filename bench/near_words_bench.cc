// How fast is the nearest training document of each test document found, by counts of words? Short texts as posts
// (17,305 and 1,924), and long ones of 2 kB (18,900 and 2,100; 42 MB). STANDFAST_BENCH_TRAIN and STANDFAST_BENCH_TEST name
// files of real texts in place of the posts, one JSON string a line. Before timing, nearest documents of every 100th
// test document are looked up by a plain loop over all. STANDFAST_BENCH_DUMP=path writes path.posts.train.jsonl and the
// like for bench/peers/near_words.py.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>

#include <benchmark/benchmark.h>

#include "bench/english.h"
#include "standfast/base/json.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/kernel/nearest_rows.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

struct Side {
  std::vector<std::string> texts;
  std::vector<std::string_view> views;
  int64_t bytes = 0;

  Side(std::vector<std::string> from, const char* name) : texts(std::move(from)), views(texts.begin(), texts.end()) {
    for (const auto& text : texts) bytes += static_cast<int64_t>(text.size());
    const char* const dump = std::getenv("STANDFAST_BENCH_DUMP");
    if (dump == nullptr) return;
    std::ofstream file(dump + ("." + std::string(name) + ".jsonl"));
    for (const auto& text : texts) file << nlohmann::json(text).dump() << '\n';
  }
};

struct Input {
  Side train, test;
};

std::vector<std::string> lines_of(const char* path) {
  std::vector<std::string> texts;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) texts.push_back(nlohmann::json::parse(line));
  return texts;
}

std::vector<std::string> made(uint64_t seed, size_t documents, size_t least, size_t most) {
  bench::English english(seed);
  Rng rng(seed, "bench/near-words");
  std::vector<std::string> texts;
  while (texts.size() < documents) texts.push_back(english.document(least + rng.below(most - least + 1)));
  return texts;
}

const Input& posts() {
  static const Input input = [] {
    const char* const train = std::getenv("STANDFAST_BENCH_TRAIN");
    const char* const test = std::getenv("STANDFAST_BENCH_TEST");
    const bool real = train != nullptr && test != nullptr;
    return Input{{real ? lines_of(train) : made(1, 17'305, 20, 240), "posts.train"},
                 {real ? lines_of(test) : made(2, 1'924, 20, 240), "posts.test"}};
  }();
  return input;
}

const Input& long_texts() {
  static const Input input{{made(3, 18'900, 2000, 2000), "long.train"}, {made(4, 2'100, 2000, 2000), "long.test"}};
  return input;
}

Tfidf words() {
  TfidfOptions options;
  options.analyzer = Analyzer::words;
  options.min_n = options.max_n = 1;
  options.max_features = 0;
  options.idf = options.normalize = false;
  return Tfidf(options);
}

struct Vectors {
  CsrMatrix train, test;
};

// The words are those of training, as a model sees them.
Vectors vectors_of(const Input& input, int threads) {
  Tfidf counts = words();
  if (!counts.fit(input.train.views, threads)) return {};
  return {counts.transform(input.train.views, threads), counts.transform(input.test.views, threads)};
}

using Counts = std::map<std::string, double>;

Counts counts_of(std::string_view text) {
  std::string lower;
  to_lower(text, lower);
  Counts counts;
  for_each_word(lower, 2, [&](std::string_view word) { ++counts[std::string(word)]; });
  return counts;
}

double product(const Counts& a, const Counts& b) {
  double sum = 0;
  for (const auto& [word, count] : a)
    if (const auto other = b.find(word); other != b.end()) sum += count * other->second;
  return sum;
}

bool answer_right(const Input& input) {
  const Vectors vectors = vectors_of(input, 1);
  const std::vector<NearRow> found = nearest_rows(vectors.test, vectors.train);
  if (found != nearest_rows(vectors.test, vectors.train, 2)) return false;
  std::vector<Counts> train;
  std::map<std::string, bool> known;
  for (const auto& text : input.train.texts) {
    train.push_back(counts_of(text));
    for (const auto& [word, count] : train.back()) known[word] = true;
  }
  for (size_t i = 0; i < input.test.texts.size(); i += 100) {
    Counts mine = counts_of(input.test.texts[i]);
    std::erase_if(mine, [&](const auto& word) { return !known.contains(word.first); });
    double best = 0;
    for (const auto& other : train)
      if (const double shared = product(mine, other); shared > 0)
        best = std::max(best, shared / std::sqrt(product(mine, mine) * product(other, other)));
    if (std::abs(found[i].cosine - best) > 1e-12) return false;
  }
  return true;
}

void Vectorise(benchmark::State& state, const Input& (*input)()) {
  if (!answer_right(input())) return state.SkipWithError("a nearest document is not that of the definition");
  for (auto _ : state) benchmark::DoNotOptimize(vectors_of(input(), static_cast<int>(state.range(0))).train.rows());
  state.SetBytesProcessed(state.iterations() * (input().train.bytes + input().test.bytes));
}

void Nearest(benchmark::State& state, const Input& (*input)()) {
  const Vectors vectors = vectors_of(input(), 2);
  std::vector<NearRow> found;
  for (auto _ : state) found = nearest_rows(vectors.test, vectors.train, static_cast<int>(state.range(0)));
  double sum = 0;
  int64_t equal = 0;
  for (const NearRow& row : found) {
    sum += row.cosine;
    equal += row.cosine > 1 - 1e-9 ? 1 : 0;
  }
  state.SetLabel("mean of maxima " + std::to_string(sum / static_cast<double>(found.size())) + ", " +
                 std::to_string(equal) + " equal");
}

BENCHMARK_CAPTURE(Vectorise, posts, posts)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK_CAPTURE(Nearest, posts, posts)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK_CAPTURE(Vectorise, long, long_texts)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK_CAPTURE(Nearest, long, long_texts)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
}  // namespace standfast
