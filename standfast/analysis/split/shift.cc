// Two-sample tests of the vectors of test and training documents (shift_tests.h).
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/shift_tests.h"
#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

struct ShiftOptions {
  std::string groups{kNoColumn};
  uint32_t documents = 800;
  ShiftTestOptions tests;
};

OptionTable<ShiftOptions> shift_table() {
  OptionTable<ShiftTestOptions> tests;
  tests
      .add("permutations", &ShiftTestOptions::permutations,
           "number of random exchanges of sides; more: finer p; 0: no p")
      .at_most(1e6);
  tests.add("folds", &ShiftTestOptions::folds, "folds of the cross-validation of the classifier")
      .between(2, 100);
  tests.add("penalty", &ShiftTestOptions::penalty, "penalty of the classifier; higher: smoother").above(0);
  OptionTable<ShiftOptions> table;
  table
      .add("groups", &ShiftOptions::groups,
           "column whose groups change sides as wholes, where documents of a group are alike; none: "
           "single documents change sides")
      .column();
  table
      .add("documents", &ShiftOptions::documents,
           "largest number of documents compared, drawn at random, half from each side; more: smaller shifts "
           "are found, and time grows with the third power")
      .between(20, 20000);
  table.include(&ShiftOptions::tests, tests);
  return table;
}

// Inner products of some rows with each other.
struct InnerProducts {
  const std::vector<uint32_t>& rows;
  int threads;

  DenseMatrix operator()(const CsrMatrix& vectors) const {
    DenseMatrix gram(rows.size(), rows.size());
    parallel_ranges(rows.size(), threads, 16, [&](size_t begin, size_t end, int) {
      std::vector<double> dense(vectors.columns_count, 0);
      for (size_t i = begin; i < end; ++i) {
        const auto columns = vectors.row_columns(rows[i]);
        const auto values = vectors.row_values(rows[i]);
        for (size_t k = 0; k < columns.size(); ++k) dense[columns[k]] = values[k];
        for (size_t j = 0; j < rows.size(); ++j) {
          const auto others = vectors.row_columns(rows[j]);
          const auto numbers = vectors.row_values(rows[j]);
          double sum = 0;
          for (size_t k = 0; k < others.size(); ++k) sum += dense[others[k]] * numbers[k];
          gram.row(i)[j] = sum;
        }
        for (const uint32_t column : columns) dense[column] = 0;
      }
    });
    return gram;
  }
  template <class T>
  DenseMatrix operator()(const Dense<T>& vectors) const {
    DenseMatrix gram(rows.size(), rows.size());
    parallel_for(
        rows.size(), threads,
        [&](size_t i) {
          const auto x = vectors.row(rows[i]);
          for (size_t j = 0; j < rows.size(); ++j) {
            const auto y = vectors.row(rows[j]);
            double sum = 0;
            for (size_t k = 0; k < x.size(); ++k)
              sum += static_cast<double>(x[k]) * static_cast<double>(y[k]);
            gram.row(i)[j] = sum;
          }
        },
        16);
    return gram;
  }
};

// Units of one side, each a list of rows.
using Units = std::vector<std::vector<uint32_t>>;

struct Sides {
  Units test, train;
  size_t split_groups = 0;  // groups with documents on both sides
};

// Orders units by the ids of their documents: then draws do not depend on the order of the corpus file.
void order_by_id(const Corpus& corpus, Units& units) {
  const auto before = [&](uint32_t a, uint32_t b) { return corpus.id(a) < corpus.id(b); };
  for (auto& unit : units) std::sort(unit.begin(), unit.end(), before);
  std::sort(units.begin(), units.end(),
            [&](const auto& a, const auto& b) { return before(a.front(), b.front()); });
}

Sides units_of(const Corpus& corpus, const Fold& fold, const Column* groups) {
  Sides sides;
  std::map<uint32_t, std::pair<std::vector<uint32_t>, std::vector<uint32_t>>> of_group;
  for (const bool test : {true, false})
    for (const uint32_t row : test ? fold.test : fold.train) {
      const uint32_t code = groups == nullptr ? kMissing : groups->codes[row];
      if (code == kMissing)
        (test ? sides.test : sides.train).push_back({row});
      else
        (test ? of_group[code].first : of_group[code].second).push_back(row);
    }
  for (auto& [code, rows] : of_group) {
    sides.split_groups += !rows.first.empty() && !rows.second.empty();
    if (!rows.first.empty()) sides.test.push_back(std::move(rows.first));
    if (!rows.second.empty()) sides.train.push_back(std::move(rows.second));
  }
  for (Units* units : {&sides.test, &sides.train}) order_by_id(corpus, *units);
  return sides;
}

class Shift final : public SplitAnalysis {
 public:
  explicit Shift(ShiftOptions options) : options_(std::move(options)) {}

  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    const Column* groups = nullptr;
    if (options_.groups != kNoColumn) {
      SF_ASSIGN(groups, corpus.require_named(options_.groups));
    }
    std::vector<FoldMeasures> all;
    for (size_t f = 0; f < folds.size(); ++f) {
      all.push_back(of_fold(units_of(corpus, folds[f], groups), folds[f], f, groups, context));
      context.sink->progress("shift", f + 1, folds.size());
    }
    return all;
  }

 private:
  FoldMeasures of_fold(const Sides& sides, const Fold& fold, size_t number, const Column* groups,
                       const SplitAnalysisContext& context) const {
    const uint64_t total = fold.test.size() + fold.train.size();
    // The number of drawn units depends on both sides together, never on the sizes of one side, so units stay
    // exchangeable.
    const double size = static_cast<double>(total) /
                        static_cast<double>(std::max<size_t>(1, sides.test.size() + sides.train.size()));
    const auto most = static_cast<uint32_t>(std::max(2.0, std::round(options_.documents / 2.0 / size)));
    std::vector<uint32_t> rows, unit;
    std::vector<uint8_t> test;
    for (const auto* side : {&sides.test, &sides.train}) {
      const auto there = static_cast<uint32_t>(side->size());
      Rng rng(context.seed, "analysis/shift/draw", fmt::format("{}/{}", number, side == &sides.test));
      for (const uint32_t chosen : rng.choose(there, std::min(there, most))) {
        for (const uint32_t row : (*side)[chosen]) {
          rows.push_back(row);
          unit.push_back(static_cast<uint32_t>(test.size()));
        }
        test.push_back(side == &sides.test);
      }
    }
    std::string why;
    if (sides.test.size() < 2 || sides.train.size() < 2)
      why = fmt::format("needs two {} a side", groups == nullptr ? "documents" : "groups");
    else if (rows.size() > size_t{4} * options_.documents)
      why = "groups are so large that too many documents would be compared";
    ShiftTests found;
    if (why.empty()) {
      ShiftTestOptions tests = options_.tests;
      tests.seed = context.seed;
      tests.threads = context.threads;
      if (sides.split_groups > 0) tests.permutations = 0;
      found = shift_tests(std::visit(InnerProducts{rows, context.threads}, context.vectors->vectors), unit,
                          test, tests);
    }
    const std::string no_p =
        sides.split_groups > 0
            ? fmt::format("{} groups are on both sides, so whole groups cannot change sides",
                          sides.split_groups)
            : "no permutations were asked for";
    FoldMeasures made;
    const uint64_t used = why.empty() ? rows.size() : 0;
    const auto add = [&](const std::string& name, const ShiftStatistic& from, bool property) {
      SplitMeasure value{"", name, from.value, used, total};
      if (!value.value) value.note = why.empty() ? "not defined on these documents" : why;
      value.property = property;
      SplitMeasure p{"", name + "-p", from.p, used, total};
      p.averaged = false;
      SplitMeasure random{"", name + "-random", std::nullopt, used, total};
      if (from.p)
        random.value = from.random_mean;
      else
        random.note = p.note = value.value ? no_p : value.note;
      made.measures.push_back(std::move(value));
      made.measures.push_back(std::move(random));
      made.measures.push_back(std::move(p));
    };
    add("auc", found.auc, true);
    add("mmd2", found.mmd2, true);
    add("energy", found.energy, true);
    for (size_t q = 0; q < kNearestQuantiles.size(); ++q)
      add(fmt::format("nearest-{:.0f}", kNearestQuantiles[q] * 100), found.nearest[q],
          kNearestQuantiles[q] == .5);
    return made;
  }

  ShiftOptions options_;
};

}  // namespace

SplitAnalysisCatalog::Entry shift_analysis() {
  return {.name = "shift",
          .summary =
              "Difference between the distributions of test and training vectors: AUC of a classifier "
              "that tells them apart, MMD, energy distance and nearest distances, with permutation tests.",
          .citation =
              "Lopez-Paz, Oquab 2017, Revisiting Classifier Two-Sample Tests, ICLR; Gretton et al. 2012, A "
              "Kernel Two-Sample Test, JMLR 13; Székely, Rizzo 2013, Energy statistics",
          .traits = {.reads_vectors = true},
          .options = shift_table(),
          .make = made_as<SplitAnalysis, Shift>(shift_table())};
}

}  // namespace standfast
