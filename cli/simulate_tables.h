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

// How a share stands to what it should be, two Monte-Carlo errors apart: `above`, `below`, or "" where it
// does not differ or rests on fewer than 30 corpora. Errors are those of the share, or of nominal shares
// where that is more.
std::string against_nominal(const simulate::MonteCarlo& share, double nominal, const char* above,
                            const char* below);

// How often each test and interval errs; and what was asked, with its mean and truth.
std::vector<report::Table> simulate_tables(const simulate::DesignErrors& found,
                                           const SimulatedCorpora& given);

}  // namespace standfast::cli
