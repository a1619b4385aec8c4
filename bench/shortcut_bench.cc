// Times the planting of shortcuts: documents of 200 B (comments) and 2 kB (reviews), 20 MB in all, one
// thread; the two corpora of a fold with everything that belongs to it. bench/peers/shortcut.py does the
// single term in Python. STANDFAST_BENCH_DUMP=file writes the comments, one JSON string a line.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

#include "bench/english.h"
#include "standfast/base/json.h"
#include "standfast/shortcut/planted_fold.h"

namespace standfast {
namespace {

constexpr const char* kLabels[] = {"0", "1", "2", "3", "4"};

struct Input {
  Corpus corpus;
  std::vector<uint32_t> rows;
  int64_t bytes = 0;

  explicit Input(size_t length) {
    CorpusBuilder builder("bench");
    const auto texts = bench::English(1).documents(20'000'000, length);
    std::ofstream dump;
    if (const char* path = std::getenv("STANDFAST_BENCH_DUMP"); path != nullptr && length == 200)
      dump.open(path);
    for (size_t i = 0; i < texts.size(); ++i) {
      std::array<std::optional<std::string_view>, kRoles.size()> values;
      values[static_cast<size_t>(Role::label)] = kLabels[i % 5];
      if (!builder.add("document-" + std::to_string(i), texts[i], values)) std::abort();
      rows.push_back(static_cast<uint32_t>(i));
      bytes += static_cast<int64_t>(texts[i].size());
      if (dump.is_open()) dump << nlohmann::json(texts[i]).dump() << '\n';
    }
    corpus = std::move(builder).finish();
  }
  const Column& labels() const { return *corpus.column(Role::label); }
};

const Input& input(int64_t length) {
  static const Input comments(200), reviews(2000);
  return length == 200 ? comments : reviews;
}

std::unique_ptr<Shortcut> made(const std::string& kind, const std::map<std::string, OptionValue>& options) {
  auto shortcut = shortcuts().make(kind, options);
  if (!shortcut) std::abort();
  return std::move(*shortcut);
}

Planted planted(const Input& from, const Shortcut& shortcut) {
  auto all = shortcut.plant(
      {&from.corpus, from.rows},
      {.lambda = 0.8, .seed = 1, .classes = from.labels().codes, .names = from.labels().names});
  if (!all) std::abort();
  return std::move(*all);
}

// Removes planted text, together with the text inserted beside it. Spans ascend, so the last is removed
// first.
void without(const std::vector<PlantedSpan>& spans, std::string& text) {
  for (auto span = spans.rbegin(); span != spans.rend(); ++span)
    text.erase(span->begin - span->before, span->before + (span->end - span->begin) + span->after);
}

// Returns true if every text is the old one with the planted text, and the cue has its share in each class
// (0.1, 0.3, 0.5, 0.7, 0.9).
bool answers_right(const Input& from, const Planted& all, const std::string& phrase) {
  std::vector<double> with(5, 0);
  for (size_t i = 0; i < from.rows.size(); ++i) {
    const auto& document = all.documents[i];
    std::string text = document.text;
    if (!phrase.empty() && (document.value == 1) != (text.find(phrase) != std::string::npos)) return false;
    without(document.spans, text);
    if (text != from.corpus.text(static_cast<uint32_t>(i))) return false;
    with[i % 5] += document.value == 1;
  }
  const double of_class = static_cast<double>(from.rows.size()) / 5;
  for (size_t c = 0; c < 5; ++c)
    if (std::abs(with[c] / of_class - (0.1 + 0.2 * static_cast<double>(c))) > 5 * 0.5 / std::sqrt(of_class))
      return false;
  return true;
}

void plant(benchmark::State& state, const std::string& kind,
           const std::map<std::string, OptionValue>& options, const std::string& phrase) {
  const Input& from = input(state.range(0));
  const auto shortcut = made(kind, options);
  if (!answers_right(from, planted(from, *shortcut), phrase)) {
    state.SkipWithError("wrong answer");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(planted(from, *shortcut).documents.data());
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * from.bytes);
}

BENCHMARK_CAPTURE(plant, single_term, "single-term", {}, "honestly, ")
    ->Arg(200)
    ->Arg(2000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plant, single_term_sentences, "single-term", {{"segments", std::string("sentences")}},
                  "honestly, ")
    ->Arg(200)
    ->Arg(2000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plant, synonym, "synonym", {}, "")->Arg(200)->Arg(2000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plant, category, "category", {}, "")->Arg(200)->Arg(2000)->Unit(benchmark::kMillisecond);

// Returns true if planted texts are the texts of the documents with the planted text, in both corpora, and
// columns and ids are kept.
bool fold_right(const Input& from, const Fold& sides, const PlantedFold& all) {
  const auto right = [&](const Corpus& made, const std::vector<std::vector<PlantedSpan>>& spans) {
    for (uint32_t row = 0; row < from.corpus.size(); ++row) {
      std::string text(made.text(row));
      without(spans[row], text);
      if (text != from.corpus.text(row) || made.id(row) != from.corpus.id(row) ||
          made.value(Role::label, row) != from.corpus.value(Role::label, row))
        return false;
    }
    return made.size() == from.corpus.size();
  };
  return all.fold.train == sides.train && all.fold.test == sides.test && right(all.planted, all.spans) &&
         right(all.anti_test, all.anti_spans);
}

// Times a fold of 80 % train, 20 % test.
void fold(benchmark::State& state, const std::string& kind,
          const std::map<std::string, OptionValue>& options) {
  const Input& from = input(state.range(0));
  const auto shortcut = made(kind, options);
  Fold sides;
  for (const uint32_t row : from.rows) (row % 5 == 3 ? sides.test : sides.train).push_back(row);
  const auto plant_it = [&] {
    return plant_fold(from.corpus, sides, from.labels(), *shortcut, {.lambda = 0.8, .seed = 1});
  };
  if (const auto all = plant_it(); !all || !fold_right(from, sides, *all)) {
    state.SkipWithError("wrong answer");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(plant_it()->planted.size());
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * from.bytes);
}
BENCHMARK_CAPTURE(fold, single_term, "single-term", {})->Arg(200)->Arg(2000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fold, single_term_sentences, "single-term", {{"segments", std::string("sentences")}})
    ->Arg(200)
    ->Arg(2000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fold, synonym, "synonym", {})->Arg(200)->Arg(2000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fold, category, "category", {})->Arg(200)->Arg(2000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace standfast
