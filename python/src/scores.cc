// Bindings for scores of answers to pairs and of predicted classes, as `standfast score` prints them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "call.h"
#include "errors.h"
#include "pair_scores.h"
#include "register.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/stat/estimate.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Array<T>& array) {
  return {array.data(), array.shape(0)};
}

ResampleOptions resampling(uint32_t resamples, uint64_t seed, int threads) {
  if (resamples == 1) refuse(ErrorKind::usage, "one resample gives no interval; take 1000, or 0 for none");
  ResampleOptions options;
  options.resamples = resamples;
  options.seed = seed;
  options.threads = threads_for(threads);
  return options;
}

struct Scored {
  std::vector<std::string> names;
  std::vector<std::optional<double>> values;
  std::vector<std::optional<Interval>> intervals;
  uint64_t n = 0, answered = 0;
};

nb::dict to_python(const Scored& scored) {
  nb::dict metrics, intervals;
  for (size_t m = 0; m < scored.names.size(); ++m) {
    metrics[scored.names[m].c_str()] = scored.values[m] ? nb::cast(*scored.values[m]) : nb::none();
    if (!scored.intervals.empty())
      intervals[scored.names[m].c_str()] =
          scored.intervals[m]
              ? nb::object(nb::make_tuple(scored.intervals[m]->low, scored.intervals[m]->high))
              : nb::none();
  }
  nb::dict all;
  all["metrics"] = metrics;
  all["intervals"] = intervals;
  all["n"] = scored.n;
  all["n_answered"] = scored.answered;
  return all;
}

// Scores answers to pairs. left, right: codes of authors below `units`, or empty if items are resampled.
nb::dict score_pairs(const std::string& profile_name, const Array<double>& scores, const Array<uint8_t>& same,
                     const Array<uint32_t>& left, const Array<uint32_t>& right, uint32_t units,
                     uint32_t resamples, double confidence, uint64_t seed, int threads) {
  const ResampleOptions options = resampling(resamples, seed, threads);
  refuse_other_length("truth", same.shape(0), scores.shape(0));
  refuse_authors(left, right, units, scores.shape(0));
  return to_python(released([&](Sink&) -> Result<Scored> {
    SF_ASSIGN(const MetricProfile* profile, find_profile(profile_name));
    std::vector<double> values(scores.data(), scores.data() + scores.shape(0));
    SF_TRY(as_profile_has_them(*profile, "", values));
    const VerificationScores found = evaluate(*profile, values, span_of(same));
    Scored scored{metric_names(*profile), found.values, {}, found.n, found.n_answered};
    if (options.resamples == 0) return scored;
    std::vector<Replicated> replicated;
    if (units == 0) {
      replicated = bootstrap_items(*profile, RankedItems(values, span_of(same)), options);
    } else {
      ScoredItems items;
      items.score = values;
      items.same.assign(same.data(), same.data() + same.shape(0));
      items.author_a.assign(left.data(), left.data() + left.shape(0));
      items.author_b.assign(right.data(), right.data() + right.shape(0));
      replicated = UnitBootstrap(units, options).scores(*profile, items);
    }
    for (const auto& quantity : replicated)
      scored.intervals.push_back(estimate(quantity, confidence).interval);
    return scored;
  }));
}

// Scores predicted classes. labels: answers below `classes`, or kNoAnswer; probabilities: rows x classes, or
// empty; unit: the resampling unit of each document.
nb::dict score_classes(const std::string& profile_name, size_t classes, const Array<uint32_t>& truth,
                       const Array<uint32_t>& labels, const Array<double>& probabilities, bool estimates,
                       const Array<uint32_t>& unit, uint32_t units, uint32_t resamples, double confidence,
                       uint64_t seed, int threads) {
  const ResampleOptions options = resampling(resamples, seed, threads);
  const size_t documents = truth.shape(0);
  refuse_codes("truth", truth, classes);
  refuse_codes("labels", labels, classes, kNoAnswer);
  if (labels.shape(0) > 0 || probabilities.shape(0) == 0)
    refuse_other_length("labels", labels.shape(0), documents);
  else
    refuse_other_length("probabilities", probabilities.shape(0), documents * classes);
  for (size_t i = 0; i < probabilities.shape(0); ++i)
    if (!(probabilities.data()[i] >= 0 && probabilities.data()[i] <= 1))
      refuse(ErrorKind::data, fmt::format("probabilities of item {} have {}: they are from 0 to 1",
                                          i / classes, probabilities.data()[i]));
  refuse_other_length("unit", unit.shape(0), documents);
  refuse_codes("unit", unit, units);
  return to_python(released([&](Sink&) -> Result<Scored> {
    SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(profile_name));
    if (profile->ranks && probabilities.shape(0) == 0)
      return usage_error(fmt::format(
          "--profile {} ranks classes: it needs probabilities; \"classification-labels\" takes answers alone",
          profile_name));
    const ClassItems items{.classes = classes,
                           .truth = span_of(truth),
                           .probabilities = span_of(probabilities),
                           .probabilistic = estimates,
                           .labels = span_of(labels)};
    const ClassificationScores found = evaluate(*profile, items);
    Scored scored{profile->metrics, found.values, {}, found.n, found.n - tally(items).unanswered()};
    if (options.resamples == 0) return scored;
    std::optional<ClassRanking> ranking;
    if (profile->ranks) ranking.emplace(items);
    const auto codes = span_of(unit);
    const auto replicates =
        UnitBootstrap(units, options)
            .replicates(codes, codes, profile->metrics.size(),
                        [&](std::span<const uint32_t> weights, std::span<double> out) {
                          ClassWins wins;
                          if (ranking) wins = ranking->wins(weights);
                          const auto values =
                              evaluate(*profile, tally(items, weights), profile->ranks ? &wins : nullptr);
                          for (size_t m = 0; m < values.size(); ++m)
                            out[m] = values[m].value_or(std::numeric_limits<double>::quiet_NaN());
                        });
    for (const auto& values : replicates) scored.intervals.push_back(percentile_interval(values, confidence));
    return scored;
  }));
}

nb::dict profiles() {
  nb::dict all;
  for (const auto& profile : metric_profiles()) all[profile.name.c_str()] = "pairs";
  for (const auto& profile : classification_profiles()) all[profile.name.c_str()] = "classes";
  return all;
}

}  // namespace

void register_scores(nb::module_& module) {
  module.def("score_pairs", &score_pairs, nb::arg("profile"), nb::arg("scores"), nb::arg("same"),
             nb::arg("left"), nb::arg("right"), nb::arg("units"), nb::arg("resamples"), nb::arg("confidence"),
             nb::arg("seed"), nb::arg("threads"));
  module.def("score_classes", &score_classes, nb::arg("profile"), nb::arg("classes"), nb::arg("truth"),
             nb::arg("labels"), nb::arg("probabilities"), nb::arg("estimates"), nb::arg("unit"),
             nb::arg("units"), nb::arg("resamples"), nb::arg("confidence"), nb::arg("seed"),
             nb::arg("threads"));
  module.def("profiles", &profiles);
}

}  // namespace standfast::python
