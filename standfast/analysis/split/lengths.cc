// The lengths of the documents of both sides, in words (text/words.h) and in characters.
#include <cmath>

#include <fmt/format.h>

#include "standfast/analysis/split/analyses.h"
#include "standfast/base/parallel.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/t_tests.h"
#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

struct TextLength {
  double words = 0, characters = 0;
};

TextLength length_of_text(std::string_view text) {
  return {static_cast<double>(count_words(text)), static_cast<double>(count_code_points(text))};
}

// Adds test - train with the 95 % interval of Welch's t.
void add_difference(const std::string& group, const std::vector<double>& test,
                    const std::vector<double>& train, FoldMeasures& made) {
  const uint64_t n = test.size() + train.size();
  SplitMeasure difference{group, "difference", std::nullopt, n, n}, low = difference, high = difference;
  low.name = "difference-low", high.name = "difference-high";
  low.averaged = high.averaged = false;
  if (test.empty() || train.empty()) {
    difference.note = low.note = high.note = "a side has no documents";
  } else {
    const SampleMoments a = moments(test), b = moments(train);
    difference.value = a.mean - b.mean;
    const TTest welch = test.size() > 1 && train.size() > 1 ? welch_t(a, b) : TTest{};
    if (welch.t) {
      const double error =
          std::sqrt(a.sd * a.sd / static_cast<double>(a.n) + b.sd * b.sd / static_cast<double>(b.n));
      const double reach = student_critical(0.05, welch.df) * error;
      low.value = *difference.value - reach;
      high.value = *difference.value + reach;
    } else {
      low.note = high.note = "needs two documents a side, and lengths that differ";
    }
  }
  for (auto* one : {&difference, &low, &high}) made.measures.push_back(std::move(*one));
}

class Lengths final : public SplitAnalysis {
 public:
  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    std::vector<TextLength> lengths(corpus.size());
    parallel_for(
        corpus.size(), context.threads,
        [&](size_t row) { lengths[row] = length_of_text(corpus.text(static_cast<uint32_t>(row))); }, 256);
    std::vector<FoldMeasures> all;
    for (const Fold& fold : folds) {
      FoldMeasures made;
      for (const auto& [unit, member] :
           {std::pair("words", &TextLength::words), std::pair("characters", &TextLength::characters)}) {
        std::vector<double> of_side[2];
        for (const uint32_t row : fold.test) of_side[0].push_back(lengths[row].*member);
        for (const uint32_t row : fold.train) of_side[1].push_back(lengths[row].*member);
        for (int side = 0; side < 2; ++side) {
          const SideMoments found = side_moments(of_side[side]);
          const char* name = side == 0 ? "test" : "train";
          for (const auto& [what, value] : {std::pair("mean", found.mean), std::pair("sd", found.sd),
                                            std::pair("median", found.median)}) {
            SplitMeasure one{unit, fmt::format("{}-{}", name, what), value, found.n, found.n};
            if (!value) one.note = fmt::format("{} {} documents", found.n == 0 ? "no" : "needs two", name);
            one.property = side == 0 && what == std::string_view("mean") && unit == std::string_view("words");
            made.measures.push_back(std::move(one));
          }
        }
        add_difference(unit, of_side[0], of_side[1], made);
      }
      all.push_back(std::move(made));
    }
    return all;
  }
};

}  // namespace

SplitAnalysisCatalog::Entry lengths_analysis() {
  return {
      .name = "lengths",
      .summary =
          "Length of documents in words (between white space; dictionaries cut scripts without spaces) and "
          "characters: mean, spread and median of both sides, and their difference with its interval.",
      .citation = "Welch 1947, Biometrika 34 (the interval)",
      .traits = {},
      .options = {},
      .make = [](const Options&) { return std::make_unique<Lengths>(); }};
}

}  // namespace standfast
