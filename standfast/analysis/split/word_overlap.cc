// The similarity of the nearest training document, by words (Elangovan, He, Verspoor 2021, Memorization vs.
// Generalization: Quantifying Data Leakage in NLP Performance Evaluation, EACL, section 3).
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/word_rows.h"
#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/nearest_rows.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

struct WordOverlapOptions {
  uint32_t n = 1;
  std::string stop_words;
};

constexpr size_t kRowsAtOnce = 512;  // per thread

OptionTable<WordOverlapOptions> word_overlap_table() {
  OptionTable<WordOverlapOptions> table;
  table.add("n", &WordOverlapOptions::n, "words in an n-gram; more: only longer copies count").between(1, 3);
  table
      .add("stop-words", &WordOverlapOptions::stop_words,
           "file of words that are left out before n-grams are made; none: every word counts")
      .path()
      .holds(kWordListKind);
  return table;
}

// Replaces words by n-grams of words. An n-gram is numbered by its first n - 1 words and its last.
void make_grams(WordRows& words, uint32_t n, size_t& columns) {
  std::vector<std::unordered_map<uint64_t, uint32_t>> grams(n);  // [length - 2]
  std::vector<uint64_t> begins = {0};
  std::vector<uint32_t> codes;
  for (uint32_t row = 0; row + 1 < words.begins.size(); ++row) {
    const auto of = words.of(row);
    for (size_t i = 0; i + n <= of.size(); ++i) {
      uint32_t gram = of[i];
      for (uint32_t k = 1; k < n; ++k) {
        auto& known = grams[k - 1];
        gram = known.try_emplace(uint64_t{gram} << 32 | of[i + k], static_cast<uint32_t>(known.size()))
                   .first->second;
      }
      codes.push_back(gram);
    }
    begins.push_back(codes.size());
  }
  columns = grams[n - 2].size();
  words.begins = std::move(begins);
  words.codes = std::move(codes);
}

// Calls each(code, number of occurrences) for the codes of a sorted row.
template <class Each>
void for_each_run(std::span<const uint32_t> sorted, const Each& each) {
  for (size_t i = 0; i < sorted.size();) {
    size_t end = i;
    while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
    each(sorted[i], end - i);
    i = end;
  }
}

// Counts n-grams, one row per document.
CsrMatrix gram_counts(WordRows words, uint32_t n, int threads) {
  CsrMatrix counts;
  counts.columns_count = words.words.size();
  if (n > 1) make_grams(words, n, counts.columns_count);
  const size_t rows = words.begins.size() - 1;
  counts.begin.resize(rows + 1);
  parallel_ranges(rows, threads, kRowsAtOnce, [&](size_t begin, size_t end, int) {
    for (size_t row = begin; row < end; ++row) {
      std::sort(words.codes.begin() + static_cast<ptrdiff_t>(words.begins[row]),
                words.codes.begin() + static_cast<ptrdiff_t>(words.begins[row + 1]));
      for_each_run(words.of(static_cast<uint32_t>(row)), [&](uint32_t, size_t) { ++counts.begin[row + 1]; });
    }
  });
  for (size_t row = 0; row < rows; ++row) counts.begin[row + 1] += counts.begin[row];
  counts.columns.resize(counts.begin.back());
  counts.values.resize(counts.begin.back());
  parallel_ranges(rows, threads, kRowsAtOnce, [&](size_t begin, size_t end, int) {
    for (size_t row = begin; row < end; ++row) {
      uint64_t at = counts.begin[row];
      for_each_run(words.of(static_cast<uint32_t>(row)), [&](uint32_t code, size_t times) {
        counts.columns[at] = code;
        counts.values[at++] = static_cast<double>(times);
      });
    }
  });
  return counts;
}

// Returns, for each test document, the largest cosine with a training document.
std::vector<double> nearest_cosines(const CsrMatrix& test, const CsrMatrix& train, int threads) {
  std::vector<double> cosines;
  for (const NearRow& row : nearest_rows(test, train, threads)) cosines.push_back(std::min(1.0, row.cosine));
  return cosines;
}

class WordOverlap final : public SplitAnalysis {
 public:
  explicit WordOverlap(WordOverlapOptions options) : options_(std::move(options)) {}

  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    SF_ASSIGN(const auto stop_words, lower_case_words(options_.stop_words));
    const CsrMatrix grams =
        gram_counts(word_rows(corpus, stop_words, context.threads), options_.n, context.threads);
    std::vector<FoldMeasures> all;
    for (const Fold& fold : folds) {
      const auto test = some_rows(grams, fold.test.list());
      all.push_back(of_fold(fold.train.empty()
                                ? std::vector<double>{}
                                : nearest_cosines(test, some_rows(grams, fold.train.list()), context.threads),
                            test, fold.train.empty()));
    }
    return all;
  }

 private:
  static FoldMeasures of_fold(const std::vector<double>& nearest, const CsrMatrix& test, bool no_train) {
    FoldMeasures made;
    const SideMoments side = side_moments(nearest);
    const std::string why = no_train ? "no training documents" : "no test documents";
    const auto add = [&](const char* name, const std::optional<double>& value, bool property = false) {
      SplitMeasure one{"", name, value, nearest.size(), test.rows()};
      if (!value) one.note = side.n == 1 ? "needs two test documents" : why;
      one.property = property;
      made.measures.push_back(std::move(one));
    };
    add("mean", side.mean, true);
    add("sd", side.sd);
    add("median", side.median);
    add("min", side.low);
    add("max", side.high);
    // The first bucket is 0 alone; the others lie above the bound on the left, up to the bound on the right.
    static constexpr std::pair<const char*, double> kBuckets[] = {
        {"share-0", 0}, {"share-to-25", .25}, {"share-to-50", .5}, {"share-to-75", .75}, {"share-to-100", 1}};
    constexpr double kRounding = 1e-12;  // for a cosine at a bound
    double above = -1;
    for (const auto& [name, bound] : kBuckets) {
      const auto count = std::count_if(nearest.begin(), nearest.end(), [&](double value) {
        return value > above && value <= bound + kRounding;
      });
      add(name, nearest.empty()
                    ? std::nullopt
                    : std::optional(static_cast<double>(count) / static_cast<double>(nearest.size())));
      above = bound + kRounding;
    }
    return made;
  }

  WordOverlapOptions options_;
};

}  // namespace

SplitAnalysisCatalog::Entry word_overlap_analysis() {
  return {.name = "word-overlap",
          .summary =
              "Cosine of n-gram counts of each test document with its nearest training document: mean, "
              "spread, and shares of test documents by nearness.",
          .citation = "Elangovan, He, Verspoor 2021, Memorization vs. Generalization, EACL, section 3",
          .traits = {},
          .options = word_overlap_table(),
          .make = made_as<SplitAnalysis, WordOverlap>(word_overlap_table())};
}

}  // namespace standfast
