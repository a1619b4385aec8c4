#include "standfast/shortcut/dose.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/read/attribute_rule.h"

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
        fmt::format("a shortcut goes with the class, and there is {} (is the label mapped? --label NAME)",
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
    return data_error(fmt::format("base has {} probabilities, and there are {} classes: {}",
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

}  // namespace standfast
