// Coverage of the two kinds of intervals over new corpora, where training has luck that all groups share.
// Classification has a binary label with a random effect of its group, and numbers that show the group.
// Verification has authors whose documents lie more or less close together. The model is logistic regression,
// in complete studies in memory. docs/what-survives.md has the output for 400 corpora.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/pairs.h"
#include "standfast/model/program/callback_models.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_in_memory.h"

namespace standfast::nested_intervals {
namespace {

constexpr size_t kNumbers = 6;
using Numbers = std::array<double, kNumbers>;

struct Design {
  const char* name;
  bool verifies;               // true: groups are authors; false: topics
  uint32_t groups, documents;  // documents of each group
  uint32_t folds;
  double
      effect;  // SD of the group's effect: on the logit of the label, or on the logarithm of the author's spread
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
    const double effect = design.effect * rng.normal(), spread = design.verifies ? std::exp(effect) : 1;
    Numbers center;
    for (double& x : center) x = (design.verifies ? 1 : 1.2) * rng.normal();
    for (uint32_t d = 0; d < design.documents; ++d) {
      Numbers x;
      for (size_t k = 0; k < kNumbers; ++k) x[k] = center[k] + spread * rng.normal();
      const std::string label = rng.uniform() < 1 / (1 + std::exp(-0.5 * x[0] - effect)) ? "yes" : "no";
      const std::string id = fmt::format("d{:05}", numbers.size()), group = fmt::format("g{:03}", g);
      std::array<std::optional<std::string_view>, kRoles.size()> values;
      values[static_cast<size_t>(design.verifies ? Role::author : Role::topic)] = group;
      if (!design.verifies) values[static_cast<size_t>(Role::label)] = label;
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
  void fit(const std::vector<Numbers>& numbers, const std::vector<uint32_t>& classes) {
    weights_ = {};
    for (int step = 0; step < 8; ++step) {
      std::array<double, kSize> gradient{};
      std::array<std::array<double, kSize>, kSize> hessian{};
      for (size_t i = 0; i < numbers.size(); ++i) {
        const auto x = with_one(numbers[i]);
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

Numbers distances(const MadeUp& data, const Pair& pair) {
  Numbers x;
  for (size_t k = 0; k < kNumbers; ++k) x[k] = std::abs(data.numbers[pair.a][k] - data.numbers[pair.b][k]);
  return x;
}

// The studies of a corpus, with logistic regression as the model "mine".
class Studies {
 public:
  explicit Studies(const MadeUp& data)
      : data_(data),
        classifiers_("classifier", with(standfast::classifiers().entries(), [this] { return classifier(); })),
        verifiers_("verifier", with(standfast::verifiers().entries(), [this] { return verifier(); })) {
    catalogs_.classifiers = &classifiers_;
    catalogs_.verifiers = &verifiers_;
  }

  OfCorpus found(const Design& design, const std::string& interval) const {
    const std::string text = fmt::format(
        R"({}
{}
[[corpus]]
path = "made-up"
[[condition]]
name = "documents"
reference = true
split = {{ method = "k-fold", folds = {}{} }}
[[condition]]
name = "groups"
split = {{ method = "{}-k-fold", folds = {}{} }}
[[model]]
type = "mine"
)",
        design.verifies ? "task = \"verification\"" : "task = \"classification\"\ntarget = \"label\"",
        interval, design.folds, design.verifies ? ", validation = 0" : "",
        design.verifies ? "author" : "topic", design.folds, design.verifies ? ", validation = 0" : "");
    const auto study = parse_study(text, "study.toml", catalogs_);
    EXPECT_TRUE(study) << study.error().message;
    const auto run =
        result::ExperimentInMemory({{"made-up", &data_.corpus}}, {.catalogs = &catalogs_}).run(*study);
    EXPECT_TRUE(run) << run.error().message;
    const auto summary =
        result::summarise(*run, {.metric = design.verifies ? "auc" : "accuracy"}, null_sink());
    EXPECT_TRUE(summary) << summary.error().message;
    const auto of = [&](size_t condition) -> const result::MetricSummary& {
      return summary->cell(*run, 0, condition, 0).metrics[summary->default_metric];
    };
    const auto one = [](const Estimate& estimate) {
      return Found{estimate.value.value_or(NAN), estimate.interval};
    };
    return {one(of(0).score), one(of(1).score), one(of(1).lost.estimate), one(of(1).survival)};
  }

 private:
  template <class Entries>
  static Entries with(Entries entries, const auto& one) {
    entries.push_back(one());
    return entries;
  }
  ClassifierCatalog::Entry classifier() const {
    return callback_classifier_entry(
        "mine", [this](const DocumentsAsked& asked, DenseMatrix& out, bool&) -> Status {
          Logistic model;
          std::vector<Numbers> train;
          for (const uint32_t row : asked.train.rows) train.push_back(data_.numbers[row]);
          model.fit(train, {asked.classes.begin(), asked.classes.end()});
          for (size_t i = 0; i < asked.test.rows.size(); ++i) {
            const double p = model.probability(data_.numbers[asked.test.rows[i]]);
            out.row(i)[0] = 1 - p;
            out.row(i)[1] = p;
          }
          return {};
        });
  }
  VerifierCatalog::Entry verifier() const {
    return callback_verifier_entry("mine", [this](const PairsAsked& asked, std::span<double> out) -> Status {
      Logistic model;
      std::vector<Numbers> train;
      std::vector<uint32_t> same;
      for (const Pair& pair : asked.train.pairs) {
        train.push_back(distances(data_, pair));
        same.push_back(pair.same);
      }
      model.fit(train, same);
      for (size_t i = 0; i < out.size(); ++i)
        out[i] = model.probability(distances(data_, asked.test.pairs[i]));
      return {};
    });
  }

  const MadeUp& data_;
  ClassifierCatalog classifiers_;
  VerifierCatalog verifiers_;
  StudyCatalogs catalogs_ = study_catalogs();
};

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

constexpr Design kDesigns[] = {{"24 groups x 12 documents, effect 2", false, 24, 12, 5, 2},
                               {"pairs of 24 authors x 8 documents", true, 24, 8, 4, 0.6},
                               {"12 groups x 12 documents, effect 2", false, 12, 12, 5, 2},
                               {"24 groups x 12 documents, no effect", false, 24, 12, 5, 0}};

// Least number of corpora for widths: over fewer, the SD is useless, and a tenth of its true value is no
// rarity.
constexpr uint64_t kFewestForWidths = 20;

void expect_coverage(uint64_t corpora, std::span<const Design> designs) {
  // The SD over corpora, by which widths are divided, has a sampling error.
  const double most_of_sd = 1 + 3 / std::sqrt(2 * (static_cast<double>(corpora) - 1));
  const char* const names[] = {"score by documents", "score by groups", "points lost", "survives"};
  for (const Design& design : designs) {
    std::vector<OfCorpus> fitted, nested;
    for (uint64_t seed = 1; seed <= corpora; ++seed) {
      const MadeUp data = made_up(design, seed);
      const Studies studies(data);
      fitted.push_back(studies.found(design, ""));
      nested.push_back(studies.found(design, "interval = \"nested\""));
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
      if (corpora >= kFewestForWidths) {
        EXPECT_LE(b.width, 1.6 * most_of_sd) << names[k];
      }
    }
    // Fitted intervals are too narrow here, which the option "nested" corrects.
    if (design.effect > 0 && !design.verifies && corpora >= kFewestForWidths) {
      const double width = coverage(fitted, 1).width;
      EXPECT_LT(width, 0.95 * most_of_sd);
      EXPECT_GT(coverage(nested, 1).width, 1.1 * width);
    }
  }
}

TEST(NestedIntervalsTheory, TrainingsLuckIsTakenIn) {
  expect_coverage(3, std::span(kDesigns).first(2));
}

TEST(NestedIntervalsTheory, TrainingsLuckIsTakenInAtLength) {
  const char* asked = std::getenv("STANDFAST_SIMULATIONS");
  expect_coverage(asked != nullptr ? std::strtoull(asked, nullptr, 10) : 20, kDesigns);
}

}  // namespace
}  // namespace standfast::nested_intervals
