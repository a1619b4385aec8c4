// Coverage of the two kinds of intervals over new corpora, where training has luck that all groups share: a binary label with
// a random effect of its group, numbers that show the group, logistic regression. The studies are whole ones in memory.
// docs/what-survives.md has what this prints for 400 corpora.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/callback/callback_models.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_in_memory.h"

namespace standfast::nested_intervals {
namespace {

constexpr size_t kNumbers = 6;
using Numbers = std::array<double, kNumbers>;

struct Design {
  const char* name;
  uint32_t groups, documents;  // documents of each group
  double effect;               // SD of the group's effect on the logit
};

struct MadeUp {
  Corpus corpus;
  std::vector<Numbers> numbers;  // by row
};

MadeUp made_up(const Design& design, uint64_t seed) {
  Rng rng(seed, "test/nested-intervals");
  CorpusBuilder builder("made-up");
  std::vector<Numbers> numbers;
  for (uint32_t g = 0; g < design.groups; ++g) {
    const double effect = design.effect * rng.normal();
    Numbers center;
    for (double& x : center) x = 1.2 * rng.normal();
    for (uint32_t d = 0; d < design.documents; ++d) {
      Numbers x;
      for (size_t k = 0; k < kNumbers; ++k) x[k] = center[k] + rng.normal();
      const std::string label = rng.uniform() < 1 / (1 + std::exp(-0.5 * x[0] - effect)) ? "yes" : "no";
      const std::string id = fmt::format("d{:05}", numbers.size()), topic = fmt::format("g{:03}", g);
      std::array<std::optional<std::string_view>, kRoles.size()> values;
      values[static_cast<size_t>(Role::topic)] = topic;
      values[static_cast<size_t>(Role::label)] = label;
      EXPECT_TRUE(builder.add(id, id, values));
      numbers.push_back(x);
    }
  }
  return {std::move(builder).finish(), std::move(numbers)};
}

// Solves a x = b by elimination; a is positive definite.
template <size_t n>
std::array<double, n> solved(std::array<std::array<double, n>, n> a, std::array<double, n> b) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i + 1; j < n; ++j) {
      const double f = a[j][i] / a[i][i];
      for (size_t k = i; k < n; ++k) a[j][k] -= f * a[i][k];
      b[j] -= f * b[i];
    }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

// Logistic regression with a ridge of 1 and a free intercept, by Newton's method.
class Logistic {
 public:
  static constexpr size_t kSize = kNumbers + 1;
  void fit(const std::vector<Numbers>& numbers, std::span<const uint32_t> rows,
           std::span<const uint32_t> classes) {
    weights_ = {};
    for (int step = 0; step < 8; ++step) {
      std::array<double, kSize> gradient{};
      std::array<std::array<double, kSize>, kSize> hessian{};
      for (size_t i = 0; i < rows.size(); ++i) {
        const auto x = with_one(numbers[rows[i]]);
        const double p = probability(x), weight = p * (1 - p) + 1e-9;
        for (size_t k = 0; k < kSize; ++k) {
          gradient[k] += (p - classes[i]) * x[k];
          for (size_t l = 0; l < kSize; ++l) hessian[k][l] += weight * x[k] * x[l];
        }
      }
      for (size_t k = 0; k < kSize; ++k) {
        const double ridge = k < kNumbers ? 1 : 1e-9;
        gradient[k] += ridge * weights_[k];
        hessian[k][k] += ridge;
      }
      const auto change = solved(hessian, gradient);
      for (size_t k = 0; k < kSize; ++k) weights_[k] -= change[k];
    }
  }
  double probability(const Numbers& numbers) const { return probability(with_one(numbers)); }

 private:
  static std::array<double, kSize> with_one(const Numbers& numbers) {
    std::array<double, kSize> x;
    std::ranges::copy(numbers, x.begin());
    x[kNumbers] = 1;
    return x;
  }
  double probability(const std::array<double, kSize>& x) const {
    return 1 / (1 + std::exp(-std::inner_product(x.begin(), x.end(), weights_.begin(), 0.0)));
  }
  std::array<double, kSize> weights_{};
};

struct Found {
  double value = 0;
  std::optional<Interval> interval;
};
using OfCorpus = std::array<Found, 4>;  // score by documents, by groups, points lost, share that survives

OfCorpus found(const MadeUp& data, const std::string& interval) {
  const auto learn = [&](const DocumentsAsked& asked, DenseMatrix& out, bool&) -> Status {
    Logistic model;
    model.fit(data.numbers, asked.train.rows, asked.classes);
    for (size_t i = 0; i < asked.test.rows.size(); ++i) {
      const double p = model.probability(data.numbers[asked.test.rows[i]]);
      out.row(i)[0] = 1 - p;
      out.row(i)[1] = p;
    }
    return {};
  };
  auto entries = classifiers().entries();
  entries.push_back(callback_classifier_entry("mine", learn));
  const ClassifierCatalog catalog("classifier", std::move(entries));
  StudyCatalogs catalogs = study_catalogs();
  catalogs.classifiers = &catalog;
  const auto study = parse_study("task = \"classification\"\ntarget = \"label\"\n" + interval + R"(
[[corpus]]
path = "made-up"
[[condition]]
name = "documents"
reference = true
split = { method = "k-fold", folds = 5 }
[[condition]]
name = "groups"
split = { method = "topic-k-fold", folds = 5 }
[[model]]
type = "mine"
)",
                                 "study.toml", catalogs);
  EXPECT_TRUE(study) << study.error().message;
  const auto run =
      result::ExperimentInMemory({{"made-up", &data.corpus}}, {.catalogs = &catalogs}).run(*study);
  EXPECT_TRUE(run) << run.error().message;
  const auto summary = result::summarise(*run, {.metric = "accuracy"}, null_sink());
  EXPECT_TRUE(summary) << summary.error().message;
  const auto of = [&](size_t condition) -> const result::MetricSummary& {
    return summary->cell(*run, 0, condition, 0).metrics[summary->default_metric];
  };
  const auto one = [](const Estimate& estimate) {
    return Found{estimate.value.value_or(NAN), estimate.interval};
  };
  return {one(of(0).score), one(of(1).score), one(of(1).lost.estimate), one(of(1).survival)};
}

struct Coverage {
  double mean = 0, sd = 0, holds = 0, width = 0, shown = 0;  // width: over that which would be right
};

Coverage coverage(const std::vector<OfCorpus>& all, size_t number) {
  Coverage c;
  std::vector<double> values;
  for (const auto& one : all)
    if (!std::isnan(one[number].value)) values.push_back(one[number].value);
  const auto n = static_cast<double>(values.size());
  c.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  for (const double value : values) c.sd += (value - c.mean) * (value - c.mean) / (n - 1);
  c.sd = std::sqrt(c.sd);
  for (const auto& one : all)
    if (const auto& interval = one[number].interval) {
      ++c.shown;
      c.holds += interval->low <= c.mean && c.mean <= interval->high;
      c.width += (interval->high - interval->low) / (2 * 1.96 * c.sd);
    }
  c.holds /= c.shown;
  c.width /= c.shown;
  c.shown /= static_cast<double>(all.size());
  return c;
}

TEST(NestedIntervalsTheory, TrainingsLuckIsTakenIn) {
  const char* asked = std::getenv("STANDFAST_SIMULATIONS");
  const uint64_t corpora = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 10;
  const char* const names[] = {"score by documents", "score by groups", "points lost", "survives"};
  for (const Design& design : {Design{"24 groups x 12 documents, effect 2", 24, 12, 2},
                               Design{"12 groups x 12 documents, effect 2", 12, 12, 2},
                               Design{"24 groups x 12 documents, no effect", 24, 12, 0}}) {
    std::vector<OfCorpus> fitted, nested;
    for (uint64_t seed = 1; seed <= corpora; ++seed) {
      const MadeUp data = made_up(design, seed);
      fitted.push_back(found(data, ""));
      nested.push_back(found(data, "interval = \"nested\"\n"));
    }
    std::printf("%s, %llu corpora\n", design.name, static_cast<unsigned long long>(corpora));
    for (size_t k = 0; k < std::size(names); ++k) {
      const Coverage a = coverage(fitted, k), b = coverage(nested, k);
      std::printf(
          "  %-20s mean %6.3f SD %.4f | fitted holds %5.1f width %.2f shown %3.0f | nested holds %5.1f "
          "width %.2f shown %3.0f\n",
          names[k], a.mean, a.sd, 100 * a.holds, a.width, 100 * a.shown, 100 * b.holds, b.width,
          100 * b.shown);
      for (size_t i = 0; i < corpora; ++i) {
        if (k < 3) {
          ASSERT_DOUBLE_EQ(fitted[i][k].value, nested[i][k].value) << "the option changes no score";
        }
        const auto &narrow = fitted[i][k].interval, &wide = nested[i][k].interval;
        if (!narrow || !wide) continue;
        EXPECT_LE(wide->low, narrow->low + 1e-12) << names[k];
        EXPECT_GE(wide->high, narrow->high - 1e-12) << names[k];
      }
      if (k == 3) {
        EXPECT_EQ(b.shown, 0) << "has not been shown to hold";
        continue;
      }
      EXPECT_GE(b.holds, 0.95 - 3 * std::sqrt(0.95 * 0.05 / static_cast<double>(corpora))) << names[k];
      EXPECT_LE(b.width, 1.6) << names[k];
    }
    // The fault that the option mends.
    if (design.effect > 0) {
      EXPECT_LT(coverage(fitted, 1).width, 0.95);
    }
  }
}

}  // namespace
}  // namespace standfast::nested_intervals
