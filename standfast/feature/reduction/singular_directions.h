// The common part of the reductions to the directions of the largest singular values.
#pragma once

#include <string_view>

#include "standfast/base/option_table.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/num/factor/svd.h"

namespace standfast {

// Reduces the vectors. method: for the message of the data error where there are fewer directions than asked
// for.
Result<DenseMatrix> along_singular_directions(std::string_view method, const Encoded& encoded,
                                              const SvdOptions& options, const ReductionContext& context);

// Returns the options components and iterations.
OptionTable<SvdOptions> singular_options(bool centred);

}  // namespace standfast
