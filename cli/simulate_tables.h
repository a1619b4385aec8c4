// The tables of `standfast simulate`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/simulate/design_errors.h"

namespace standfast::cli {

struct SimulatedCorpora {
  SyntheticDesign design;
  int64_t per_set = 1;
  double confidence = 0.95;
};

// Compares a share with its nominal value: `above`, `below`, or "". It is "" if the two differ by at most two
// Monte-Carlo errors, or if the share rests on fewer than 30 corpora. The error is that of the share, or of
// the nominal share if that is larger.
std::string against_nominal(const simulate::MonteCarlo& share, double nominal, const char* above,
                            const char* below);

// How often each test and interval errs; and the questions, with their mean and truth.
std::vector<report::Table> simulate_tables(const simulate::DesignErrors& found,
                                           const SimulatedCorpora& given);

}  // namespace standfast::cli
