#include "standfast/num/autodiff/cross_entropy.h"

#include <algorithm>
#include <cassert>

#include "standfast/num/kernel/exp_double.h"
#include "standfast/num/kernel/log_double.h"

namespace standfast {

void cross_entropy(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> classes,
                   std::span<const double> shares, std::span<double> losses) {
  assert(classes.size() == scores->rows && shares.size() == scores->rows && losses.size() == scores->rows);
  const bool gradient = tape.records() && scores->wants_gradient;
  if (gradient) [[maybe_unused]]
    const bool first = tape.open_gradient(*scores);
  std::vector<double> parts(scores->columns);
  for (size_t i = 0; i < scores->rows; ++i) {
    const std::span row(scores->read().row(i), scores->columns);
    const double most = *std::ranges::max_element(row);
    double sum = 0;
    for (size_t k = 0; k < row.size(); ++k) sum += parts[k] = exp_double(row[k] - most);
    losses[i] = log_double(sum) - (row[classes[i]] - most);
    if (!gradient) continue;
    float* to = scores->gradient.data() + i * scores->columns;
    for (size_t k = 0; k < row.size(); ++k)
      to[k] = static_cast<float>(shares[i] * (parts[k] / sum - (k == classes[i] ? 1.0 : 0.0)));
  }
}

}  // namespace standfast
