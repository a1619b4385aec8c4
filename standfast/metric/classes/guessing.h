// The lead of a classifier over guessing: its score less what its own answers would score in expectation if
// they were dealt out at random among the items of the same fold. With the margins of a fold's table of truth
// and answers fixed, the expected number of right answers of class c is (items of c) x (answers c) / items;
// accuracy, balanced accuracy, Cohen's kappa and Matthews' correlation are linear in the right answers, so
// the expected score is that of the expected table, exactly. For accuracy it is the agreement by chance of
// kappa (Cohen 1960). docs/what-survives.md.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "standfast/metric/stat/influence.h"

namespace standfast {

struct Lead {
  std::optional<double> guessing;  // the expected score
  Influenced lead;                 // score - guessing, and its influences
};

// Of a metric whose traits say Zero::shuffled (asserted); predicted[i]: the answer to item i; fold: any
// numbers.
Lead lead_over_guessing(std::string_view metric, size_t classes, std::span<const uint32_t> truth,
                        std::span<const uint32_t> predicted, std::span<const uint32_t> fold);

}  // namespace standfast
