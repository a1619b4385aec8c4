// Times the factorizations behind the encoders nmf (12,000 documents of 2 kB, 5,000 words, 50 components, 50
// iterations) and lda (every third of these documents, 5 iterations). The text is synthetic, similar to
// English; STANDFAST_BENCH_TEXTS=file (one JSON string a line) replaces it. STANDFAST_BENCH_DUMP=file writes
// the documents for bench/peers/encoders.py.
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <benchmark/benchmark.h>

#include "bench/english.h"
#include "standfast/base/json.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/factor/lda.h"
#include "standfast/num/factor/nmf.h"

namespace standfast {
namespace {

const std::vector<std::string>& texts() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made;
    if (const char* path = std::getenv("STANDFAST_BENCH_TEXTS")) {
      std::ifstream file(path);
      for (std::string line; std::getline(file, line);) made.push_back(nlohmann::json::parse(line));
    } else {
      made = bench::English(1).documents(24'000'000, 2000);
    }
    if (const char* path = std::getenv("STANDFAST_BENCH_DUMP")) {
      std::ofstream file(path);
      for (const auto& text : made) file << nlohmann::json(text).dump() << '\n';
    }
    return made;
  }();
  return all;
}

CsrMatrix words(size_t every, bool binary_counts) {
  std::vector<std::string_view> views;
  for (size_t i = 0; i < texts().size(); i += every) views.push_back(texts()[i]);
  TfidfOptions options;
  options.analyzer = Analyzer::words;
  options.min_n = options.max_n = 1;
  options.max_features = 5000;
  options.min_df = DocumentBound::count(2);
  options.max_df = DocumentBound::share(0.5);
  if (binary_counts) {
    options.binary = true;
    options.idf = options.normalize = false;
  }
  Tfidf tfidf(options);
  if (!tfidf.fit(views)) return {};
  return tfidf.transform(views);
}

// Returns true if the reported error equals the error computed number by number.
bool says_its_error(const CsrMatrix& x, const Nmf& factors) {
  double square = 0;
  for (size_t i = 0; i < x.rows(); ++i) {
    std::vector<double> row(x.columns_count, 0.0);
    for (size_t e = x.begin[i]; e < x.begin[i + 1]; ++e) row[x.columns[e]] = x.values[e];
    for (size_t c = 0; c < x.columns_count; ++c) {
      double product = 0;
      for (size_t k = 0; k < factors.documents.columns; ++k)
        product +=
            static_cast<double>(factors.documents.row(i)[k]) * static_cast<double>(factors.terms.row(c)[k]);
      square += (row[c] - product) * (row[c] - product);
    }
  }
  return std::abs(std::sqrt(square) / factors.error - 1) < 1e-4;
}

void nmf_50(benchmark::State& state) {
  static const CsrMatrix small = words(30, false), x = words(1, false);
  if (!says_its_error(small, nmf(small, {.components = 50, .iterations = 20}, 0, 1, null_sink())))
    return state.SkipWithError("wrong answer");
  double error = 0;
  for (auto _ : state) {
    const Nmf factors = nmf(x, {.components = 50, .iterations = 50, .tol = 0}, 0,
                            static_cast<int>(state.range(0)), null_sink());
    error = factors.error / factors.norm;
  }
  state.counters["relative_error"] = error;
}
BENCHMARK(nmf_50)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

void lda_5(benchmark::State& state) {
  static const CsrMatrix x = words(3, true);
  double perplexity = 0;
  for (auto _ : state) {
    const Lda model =
        lda(x, {.components = 50, .iterations = 5}, 0, static_cast<int>(state.range(0)), null_sink());
    perplexity = model.perplexity;
    for (size_t i = 0; i < model.documents.rows; ++i) {
      double sum = 0;
      for (const float part : model.documents.row(i)) sum += static_cast<double>(part);
      if (!(std::abs(sum - 1) < 1e-5)) return state.SkipWithError("wrong answer");
    }
  }
  state.counters["perplexity"] = perplexity;
}
BENCHMARK(lda_5)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

}  // namespace
}  // namespace standfast
