// Times the analysis word-overlap: the nearest training document of each test document by counts of words,
// without function words. Short texts like posts (17,305 and 1,924) and long ones of 2 kB (18,900 and 2,100;
// 42 MB). STANDFAST_BENCH_TRAIN, STANDFAST_BENCH_TEST (one JSON string a line) and STANDFAST_BENCH_STOP_WORDS
// (a word a line) name files of real texts in place of the posts. Before timing, the mean is computed again
// by a plain loop. STANDFAST_BENCH_DUMP=path writes path.posts.train.jsonl and similar files for
// bench/peers/near_words.py.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "bench/english.h"
#include "standfast/analysis/split/split_analysis.h"
#include "standfast/base/json.h"
#include "standfast/text/unicode.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

using Texts = std::vector<std::string>;

struct Input {
  Texts train, test;
  std::set<std::string> stop_words;
  Corpus corpus;
  std::vector<Fold> folds;
  std::unique_ptr<SplitAnalysis> analysis;
  int64_t bytes = 0;
};

Texts lines_of(const char* path) {
  Texts texts;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) texts.push_back(nlohmann::json::parse(line));
  return texts;
}

Texts made(uint64_t seed, size_t documents, size_t least, size_t most) {
  bench::English english(seed);
  Rng rng(seed, "bench/near-words");
  Texts texts;
  while (texts.size() < documents) texts.push_back(english.document(least + rng.below(most - least + 1)));
  return texts;
}

// Returns a file with the function words, which is removed when the program ends.
std::string function_words() {
  struct File {
    std::string path = (std::filesystem::temp_directory_path() / "standfast-bench-XXXXXX").string();
    File() {
      if (const int fd = ::mkstemp(path.data()); fd >= 0) ::close(fd);
      std::ofstream file(path);
      for (const char* word : bench::kFunctionWords) file << word << '\n';
    }
    ~File() { std::filesystem::remove(path); }
  };
  static const File file;
  return file.path;
}

Input input_of(const std::string& name, Texts train, Texts test, std::string stop_words) {
  Input made;
  made.train = std::move(train);
  made.test = std::move(test);
  if (stop_words.empty()) stop_words = function_words();
  std::ifstream list(stop_words);
  for (std::string word; list >> word;) made.stop_words.insert(word);
  CorpusBuilder builder("bench");
  Fold fold;
  std::vector<uint32_t> rows[2];
  for (int side = 0; side < 2; ++side) {
    const Texts& texts = side == 0 ? made.train : made.test;
    for (const auto& text : texts) {
      rows[side].push_back(builder.size());
      if (!builder.add(std::to_string(builder.size()), text, {})) std::abort();
      made.bytes += static_cast<int64_t>(text.size());
    }
    if (const char* const dump = std::getenv("STANDFAST_BENCH_DUMP")) {
      std::ofstream file(dump + ("." + name) + (side == 0 ? ".train.jsonl" : ".test.jsonl"));
      for (const auto& text : texts) file << nlohmann::json(text).dump() << '\n';
    }
  }
  if (const char* const dump = std::getenv("STANDFAST_BENCH_DUMP"))
    std::filesystem::copy_file(stop_words, dump + ("." + name) + ".stop.txt",
                               std::filesystem::copy_options::overwrite_existing);
  made.corpus = std::move(builder).finish();
  fold.train = rows[0];
  fold.test = rows[1];
  made.folds.push_back(std::move(fold));
  auto analysis = split_analyses().make("word-overlap", {{"stop-words", stop_words}});
  if (!analysis) std::abort();
  made.analysis = std::move(*analysis);
  return made;
}

const Input& posts() {
  static const Input input = [] {
    const char* const train = std::getenv("STANDFAST_BENCH_TRAIN");
    const char* const test = std::getenv("STANDFAST_BENCH_TEST");
    const char* const stop_words = std::getenv("STANDFAST_BENCH_STOP_WORDS");
    return train != nullptr && test != nullptr && stop_words != nullptr
               ? input_of("posts", lines_of(train), lines_of(test), stop_words)
               : input_of("posts", made(1, 17'305, 20, 240), made(2, 1'924, 20, 240), "");
  }();
  return input;
}

const Input& long_texts() {
  static const Input input = input_of("long", made(3, 18'900, 2000, 2000), made(4, 2'100, 2000, 2000), "");
  return input;
}

std::vector<SplitMeasure> measured(const Input& input, int threads) {
  SplitAnalysisContext context;
  context.threads = threads;
  auto found = input.analysis->measure(input.corpus, input.folds, context);
  if (!found) std::abort();
  return std::move(found->front().measures);
}

double value(const std::vector<SplitMeasure>& measures, std::string_view name) {
  for (const auto& one : measures)
    if (one.name == name) return one.value.value();
  std::abort();
}

// The counts of words, by the number of the word, and the length of that vector.
struct Counts {
  std::map<uint32_t, double> of;
  double length = 0;
};

// Computes the mean by its definition.
double plain_mean(const Input& input) {
  std::map<std::string, uint32_t> numbers;
  const auto counts_of = [&](const Texts& texts) {
    std::vector<Counts> all;
    std::string lower;
    for (const auto& text : texts) {
      Counts& counts = all.emplace_back();
      to_lower(text, lower);
      for_each_word(lower, 2, [&](std::string_view found) {
        const std::string word(found);
        if (input.stop_words.contains(word)) return;
        ++counts.of[numbers.try_emplace(word, static_cast<uint32_t>(numbers.size())).first->second];
      });
      for (const auto& [word, count] : counts.of) counts.length += count * count;
      counts.length = std::sqrt(counts.length);
    }
    return all;
  };
  const auto train = counts_of(input.train), test = counts_of(input.test);
  std::vector<std::vector<std::pair<uint32_t, double>>> having(numbers.size());  // by word: row, count
  for (uint32_t row = 0; row < train.size(); ++row)
    for (const auto& [word, count] : train[row].of) having[word].emplace_back(row, count);
  double sum = 0;
  for (const Counts& mine : test) {
    std::vector<double> products(train.size());
    for (const auto& [word, count] : mine.of)
      for (const auto& [row, other] : having[word]) products[row] += count * other;
    double best = 0;
    for (size_t row = 0; row < train.size(); ++row)
      if (products[row] > 0) best = std::max(best, products[row] / (mine.length * train[row].length));
    sum += best;
  }
  return sum / static_cast<double>(test.size());
}

void WordOverlap(benchmark::State& state, const Input& (*input)()) {
  static std::map<const Input*, double> plain;
  if (!plain.contains(&input())) plain[&input()] = plain_mean(input());
  const auto measures = measured(input(), 2);
  if (std::abs(value(measures, "mean") - plain[&input()]) > 1e-12)
    return state.SkipWithError("the mean is not that of the definition");
  for (auto _ : state) benchmark::DoNotOptimize(measured(input(), static_cast<int>(state.range(0))).data());
  state.SetBytesProcessed(state.iterations() * input().bytes);
  state.SetLabel("mean of maxima " + std::to_string(value(measures, "mean")));
}

void one_and_two_threads(benchmark::internal::Benchmark* one) {
  one->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
}
BENCHMARK_CAPTURE(WordOverlap, posts, posts)->Apply(one_and_two_threads);
BENCHMARK_CAPTURE(WordOverlap, long, long_texts)->Apply(one_and_two_threads);

}  // namespace
}  // namespace standfast
