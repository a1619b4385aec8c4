// Bindings for comparisons of systems and vectors of documents, as in `standfast compare` and `standfast
// encode`.
#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "call.h"
#include "corpus_in.h"
#include "errors.h"
#include "options_in.h"
#include "pair_scores.h"
#include "register.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/metric/resample/compare_systems.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

template <class T>
using Flat = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> values_in(const Flat<T>& array) {
  return {array.data(), array.data() + array.shape(0)};
}

nb::object number(const std::optional<double>& value) {
  return value ? nb::cast(*value) : nb::none();
}
nb::object ends(const std::optional<Interval>& interval) {
  return interval ? nb::object(nb::make_tuple(interval->low, interval->high)) : nb::none();
}

// Compares systems. left, right: codes of authors below `units`, or empty if items are resampled.
nb::dict compare(const std::string& profile_name, const std::string& metric_name,
                 const std::vector<std::string>& names, const std::vector<Flat<double>>& scores,
                 const Flat<uint8_t>& same, const Flat<uint32_t>& left, const Flat<uint32_t>& right,
                 uint32_t units, uint32_t resamples, uint32_t permutations, double confidence, uint64_t seed,
                 int threads) {
  if (names.size() != scores.size())
    refuse(ErrorKind::usage, fmt::format("{} names for {} systems", names.size(), scores.size()));
  for (const auto& one : scores) refuse_other_length("a system", one.shape(0), same.shape(0));
  refuse_authors(left, right, units, same.shape(0));
  std::vector<std::vector<double>> given;
  for (const auto& one : scores) given.push_back(values_in(one));
  const auto truth = values_in(same);
  const auto author_a = values_in(left), author_b = values_in(right);
  const Comparison found = released([&](Sink&) -> Result<Comparison> {
    SF_ASSIGN(const MetricProfile* profile, find_profile(profile_name));
    for (size_t s = 0; s < given.size(); ++s) SF_TRY(as_profile_has_them(*profile, names[s], given[s]));
    const auto metrics = metric_names(*profile);
    const auto metric =
        static_cast<size_t>(std::find(metrics.begin(), metrics.end(), metric_name) - metrics.begin());
    if (metric == metrics.size())
      return usage_error(fmt::format("{} has no metric \"{}\" (it has {})", profile->name, metric_name,
                                     fmt::join(metrics, ", ")));
    CompareOptions options;
    options.metric = metric;
    options.confidence = confidence;
    options.resampling.resamples = resamples;
    options.resampling.seed = seed;
    options.resampling.threads = threads_for(threads);
    options.permutations = permutations;
    return compare_systems(*profile, {truth, author_a, author_b, units}, given, options);
  });
  nb::list systems, pairs;
  for (const auto& system : found.systems)
    systems.append(
        nb::make_tuple(names[system.place], number(system.estimate.value), ends(system.estimate.interval)));
  for (const auto& pair : found.pairs) {
    const auto tied = pair.tied(confidence);
    pairs.append(nb::make_tuple(names[found.systems[pair.a].place], names[found.systems[pair.b].place],
                                number(pair.difference.estimate.value),
                                ends(pair.difference.estimate.interval), number(pair.p), number(pair.p_holm),
                                number(pair.difference.p), tied ? nb::cast(*tied) : nb::none()));
  }
  nb::dict all;
  all["systems"] = systems;
  all["pairs"] = pairs;
  all["units"] = found.units;
  all["groups"] = found.groups;
  all["permutation"] = found.permutation;
  return all;
}

nb::object fact_value(const EncoderFact& fact) {
  return std::visit([](const auto& value) { return nb::object(nb::cast(value)); }, fact.value);
}

// Returns (vectors, facts of the fit).
nb::tuple encode(const HeldCorpus& held, const std::string& name, const std::string& preset,
                 const nb::dict& options, uint64_t seed, int threads) {
  const auto given = options_from(options);
  struct Made {
    FloatMatrix vectors;
    std::vector<EncoderFact> facts;
  };
  Made made = released([&](Sink& sink) -> Result<Made> {
    SF_ASSIGN(const auto* entry, encoders().find(name));
    SF_ASSIGN(const Options resolved, encoders().resolve(name, given, preset));
    SF_ASSIGN(const auto encoder, entry->make(resolved));
    SF_ASSIGN(const Encoded encoded,
              encoder->encode(held.corpus, whole_corpus(held.corpus).rows,
                              {.seed = seed, .threads = threads_for(threads), .sink = &sink}));
    SF_ASSIGN(FloatMatrix vectors, float_vectors(encoded));
    return Made{std::move(vectors), encoded.facts};
  });
  nb::dict facts;
  for (const auto& fact : made.facts) facts[fact.name.c_str()] = fact_value(fact);
  const size_t shape[2] = {made.vectors.rows, made.vectors.columns};
  auto kept = std::make_unique<FloatMatrix>(std::move(made.vectors));
  float* const data = kept->data.data();
  const nb::capsule owner(kept.release(), [](void* p) noexcept { delete static_cast<FloatMatrix*>(p); });
  return nb::make_tuple(nb::ndarray<nb::numpy, float>(data, 2, shape, owner), facts);
}

}  // namespace

void register_comparisons(nb::module_& module) {
  module.def("compare_pairs", &compare, nb::arg("profile"), nb::arg("metric"), nb::arg("names"),
             nb::arg("scores"), nb::arg("same"), nb::arg("left"), nb::arg("right"), nb::arg("units"),
             nb::arg("resamples"), nb::arg("permutations"), nb::arg("confidence"), nb::arg("seed"),
             nb::arg("threads"));
  module.def("encode", &encode, nb::arg("corpus"), nb::arg("encoder"), nb::arg("preset"), nb::arg("options"),
             nb::arg("seed"), nb::arg("threads"));
}

}  // namespace standfast::python
