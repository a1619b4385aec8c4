#include "standfast/shortcut/dose.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/read/attribute_rule.h"
#include "standfast/metric/stat/discrete_distributions.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/multiple_tests.h"

namespace standfast {
namespace {

// Returns the class at each place. If all names are numbers, classes are ordered by size.
std::vector<uint32_t> natural_order(std::span<const std::string> names) {
  std::vector<uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<double> numbers;
  for (const auto& name : names)
    if (const auto number = number_of(name)) numbers.push_back(*number);
  if (numbers.size() == names.size())
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return numbers[a] < numbers[b]; });
  return order;
}

}  // namespace

Result<std::vector<uint32_t>> places_in_order(const ClassOrderOptions& options,
                                              std::span<const std::string> names) {
  if (names.size() < 2)
    return data_error(
        fmt::format("a shortcut goes with the class, but there is {} (is the label mapped? --label NAME)",
                    names.empty() ? "none" : "only \"" + names[0] + "\""));
  if (names.size() > kMostClasses)
    return data_error(fmt::format("{} classes; a shortcut takes {} at most (is the label a free text?)",
                                  names.size(), kMostClasses));
  std::vector<uint32_t> places(names.size(), kMissing);
  if (options.order.empty()) {
    const auto order = natural_order(names);
    for (uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
    return places;
  }
  const std::vector<std::string> known(names.begin(), names.end());
  for (uint32_t place = 0; place < options.order.size(); ++place) {
    const std::string& name = options.order[place];
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      const std::string hint = nearest_name(name, known);
      return data_error(fmt::format("order names \"{}\", and no document has this label{}", name,
                                    hint.empty() ? fmt::format(" (there are: {})", fmt::join(known, ", "))
                                                 : fmt::format("; did you mean \"{}\"?", hint)));
    }
    uint32_t& at = places[static_cast<size_t>(found - known.begin())];
    if (at != kMissing) return data_error(fmt::format("order names \"{}\" twice", name));
    at = place;
  }
  for (size_t c = 0; c < known.size(); ++c)
    if (places[c] == kMissing)
      return data_error(
          fmt::format("the label \"{}\" is not in order = {} (leave such documents out with --only, or "
                      "name all labels)",
                      known[c], fmt::join(options.order, ",")));
  return places;
}

Result<Dose> Dose::make(const DoseOptions& options, const PlantContext& context, OtherValue other) {
  SF_ASSIGN(const auto places, places_in_order(options, context.names));
  const size_t classes = places.size();
  if (!options.base.empty() && options.base.size() != classes)
    return data_error(fmt::format("base has {} probabilities, but there are {} classes: {}",
                                  options.base.size(), classes, fmt::join(context.names, ", ")));
  Dose dose;
  dose.lambda_ = context.lambda;
  dose.product_ = context.law == DoseLaw::product;
  dose.other_ = other;
  for (const uint32_t forward : places) {
    const size_t place = context.side == PlantSide::anti_test ? classes - 1 - forward : forward;
    const double base = options.base.empty() ? static_cast<double>(place) / static_cast<double>(classes - 1)
                                             : options.base[place];
    dose.cue_.push_back(dose.product_ ? context.lambda * base
                                      : context.lambda * base + (1 - context.lambda) / 2);
  }
  return dose;
}

std::vector<double> Dose::target() const {
  std::vector<double> target;
  for (const double cue : cue_) {
    if (values() == 2)
      target.insert(target.end(), {1 - cue, cue});
    else
      target.insert(target.end(), {lambda_ - cue, cue, 1 - lambda_});
  }
  return target;
}

std::string drawing(std::string_view kind, PlantSide side, std::string_view what) {
  constexpr std::string_view kSides[] = {"train", "test", "anti-test"};
  return fmt::format("shortcut/{}/{}{}{}", kind, kSides[static_cast<size_t>(side)], what.empty() ? "" : "/",
                     what);
}

std::vector<AchievedShare> achieved_shares(std::span<const AchievedSide> sides, size_t classes, size_t values,
                                           const AchievedOptions& options) {
  std::vector<AchievedShare> shares;
  for (const auto& side : sides) {
    assert(side.target.size() == classes * values && side.classes.size() == side.values.size());
    std::vector<uint64_t> counts(classes * values, 0), sizes(classes, 0);
    for (size_t i = 0; i < side.classes.size(); ++i) {
      ++counts[side.classes[i] * values + side.values[i]];
      ++sizes[side.classes[i]];
    }
    for (uint32_t c = 0; c < classes; ++c)
      for (uint32_t v = 0; v < values; ++v) {
        const uint64_t count = counts[c * values + v];
        shares.push_back(
            {.side = side.name,
             .class_code = c,
             .value = v,
             .count = count,
             .documents = sizes[c],
             .target = side.target[c * values + v],
             .interval = sizes[c] == 0 ? Interval{0, 1} : exact_interval(count, sizes[c], options.level),
             .p = binomial_two_sided(count, sizes[c], side.target[c * values + v])});
      }
  }
  // One test for each share that is not the complement of another, in classes that have documents.
  std::vector<size_t> tested;
  for (size_t i = 0; i < shares.size(); ++i)
    if (shares[i].documents > 0 && (values != 2 || shares[i].value == 1)) tested.push_back(i);
  std::vector<double> p;
  for (const size_t i : tested) p.push_back(shares[i].p);
  const auto corrected = holm(p);
  for (size_t t = 0; t < tested.size(); ++t) {
    shares[tested[t]].tested = true;
    const auto mark = [&](AchievedShare& share) {
      share.p_holm = corrected[t];
      share.missed = corrected[t] < options.alpha;
    };
    mark(shares[tested[t]]);
    if (values == 2) mark(shares[tested[t] - 1]);
  }
  return shares;
}

}  // namespace standfast
