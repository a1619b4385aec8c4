// The lead of a classifier over guessing: its score minus the expected score of its own answers when they are
// dealt out at random among the items of the same fold.
//
// Fix the margins of a fold's table of truth and answers. Then the expected number of right answers of class
// c is (items of c) x (answers c) / items. Accuracy, balanced accuracy, Cohen's kappa and Matthews'
// correlation are linear in the right answers, so the expected score is exactly the score of the expected
// table. For accuracy this is the agreement by chance of kappa (Cohen 1960). See docs/what-survives.md.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "standfast/metric/stat/influence.h"

namespace standfast {

struct Lead {
  std::optional<double> guessing;  // the expected score
  // score - guessing, and its influences. No value if the items of every fold are of one class: then shuffled
  // answers always score the same as the actual ones.
  Influenced lead;
};

// Computes the lead. metric: its traits must say Zero::shuffled (asserted). predicted[i]: the answer to item
// i. fold: any numbers. classes_vary: the classes are a sample as well (sampled_classes.h).
Lead lead_over_guessing(std::string_view metric, size_t classes, std::span<const uint32_t> truth,
                        std::span<const uint32_t> predicted, std::span<const uint32_t> fold,
                        bool classes_vary = false);

}  // namespace standfast
