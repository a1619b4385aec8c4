// The dose of a cue, the strength of its association with the label: base probabilities, the two laws of
// lambda, and the achieved strength.
//
// The classes are ordered, i = 0 .. K-1. On train and test the cue is shown with a base probability b_i that
// grows with i: b_i = i / (K-1), or as given. On the anti-test the order is reversed: b_i becomes b_(K-1-i).
// With lambda the probability of the cue becomes
//
//   mixture   lambda b_i + (1 - lambda) / 2: the label decides with probability lambda, else a coin. The
//             released data of Zhou et al. 2024 are made so. A document without the cue gets the other value
//             ("city").
//   product   lambda b_i: a document is planted with probability lambda, then by b_i. Others get nothing.
//             Dose 0 is the identity; above it, edits that a kind makes to every document (it removes its
//             phrase, it joins a text in between) are made to others too. (Zhou et al. 2024, section 3, for
//             kinds whose other value is "nothing".)
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/base/rng.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/shortcut/shortcut.h"

namespace standfast {

// The options that every kind of shortcut has.
struct ClassOrderOptions {
  std::vector<std::string> order;  // classes, as the cue grows; empty: numbers by size, else by name
  bool mend_encoding = false;      // repair UTF-8 read as Latin-1 (text/mojibake.h) in texts of planted sides
};
struct DoseOptions : ClassOrderOptions {
  std::vector<double> base;  // b_i by place in the order; empty: i / (K-1)
};

template <std::derived_from<ClassOrderOptions> Struct>
void add_order_options(OptionTable<Struct>& table) {
  table.add(
      "order", &ClassOrderOptions::order,
      "the classes in the order in which the cue grows; empty: numbers by size, other names by code point");
  table.add("mend-encoding", &ClassOrderOptions::mend_encoding,
            "mend UTF-8 that was read as Latin-1 (\"donâ€™t\") in every text of a planted side");
}
template <std::derived_from<DoseOptions> Struct>
void add_dose_options(OptionTable<Struct>& table) {
  add_order_options(table);
  table.add(
      "base", &DoseOptions::base,
      "probability of the cue in each class, in their order, at lambda 1; empty: from 0 to 1 in equal steps");
  table.require([](const DoseOptions& options) -> std::string {
    for (const double b : options.base)
      if (!(b >= 0 && b <= 1)) return fmt::format("base: {} is not a probability (0 to 1)", b);
    return options.base.size() == 1
               ? "base: it needs a probability for each class, and there are at least two classes"
               : "";
  });
}

// Returns the place in the order of each class. Data errors: a single class, too many classes for a cue, an
// order that names a class which does not exist, that omits one, or that names one twice.
Result<std::vector<uint32_t>> places_in_order(const ClassOrderOptions& options,
                                              std::span<const std::string> names);

inline constexpr size_t kMostClasses = 200;

// The value of a document without the cue.
enum class OtherValue : uint8_t {
  nothing,  // values: 0 nothing, 1 the cue
  planted,  // values: 0 the other value, 1 the cue; with the law `product` also 2, nothing
};

// A cue of two values.
class Dose {
 public:
  // Data errors are the ones of places_in_order, and base probabilities for another number of classes.
  static Result<Dose> make(const DoseOptions& options, const PlantContext& context, OtherValue other);

  uint8_t draw(Rng& rng, uint32_t class_code) const {
    // One number decides, whatever lambda is. So as few documents as possible change their value between two
    // doses, and all draws after it stay the same.
    const double u = rng.uniform();
    if (u < cue_[class_code]) return 1;
    return product_ && other_ == OtherValue::planted && u >= lambda_ ? 2 : 0;
  }
  size_t values() const { return product_ && other_ == OtherValue::planted ? 3 : 2; }
  std::vector<double> target() const;  // classes x values

 private:
  std::vector<double> cue_;  // by class: probability of value 1
  double lambda_ = 1;
  bool product_ = false;
  OtherValue other_ = OtherValue::nothing;
};

// Returns the name of a random stream, such as "shortcut/single-term/anti-test".
std::string drawing(std::string_view kind, PlantSide side, std::string_view what = {});

// The achieved strength of a planted cue: P(value of the cue | class) on each side, beside its target.

// The share of one value of the cue in one class of one side.
struct AchievedShare {
  std::string side;                   // "train", "dev", "test", "anti"
  uint32_t class_code = 0;            // a place in the names of the classes
  uint32_t value = 0;                 // a place in the values of the cue
  uint64_t count = 0, documents = 0;  // documents with this value; all documents of the class on this side
  double target = 0;
  Interval interval;    // exact, at the given level (Clopper, Pearson 1934); 0 to 1 without documents
  double p = 1;         // exact binomial test, two-sided, that the values were drawn with the target
  double p_holm = 1;    // the same, corrected for all shares that are tested
  bool missed = false;  // beyond chance: p_holm < alpha
  bool tested = false;  // false: no documents, or 1 minus a share that is tested
};

// The documents of one side.
struct AchievedSide {
  std::string name;
  std::span<const uint32_t> classes;  // by document
  std::span<const uint8_t> values;    // by document
  std::span<const double> target;     // classes x values
};

struct AchievedOptions {
  double level = 0.95;   // of the intervals
  double alpha = 0.001;  // of the test of all shares together
};

// Returns the shares side by side, class by class, value by value. If a cue has two values, the share of the
// first is 1 minus the share of the second: only the second is tested, and both are missed or neither.
std::vector<AchievedShare> achieved_shares(std::span<const AchievedSide> sides, size_t classes, size_t values,
                                           const AchievedOptions& options);

}  // namespace standfast
