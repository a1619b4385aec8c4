#include "standfast/analysis/split/moments.h"

#include <algorithm>

#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/t_tests.h"

namespace standfast {

SideMoments side_moments(std::vector<double> values) {
  SideMoments side;
  side.n = values.size();
  if (values.empty()) return side;
  const SampleMoments both = moments(values);
  side.mean = both.mean;
  if (values.size() > 1) side.sd = both.sd;
  std::sort(values.begin(), values.end());
  side.median = quantile(values, 0.5);
  side.low = values.front();
  side.high = values.back();
  return side;
}

SplitMeasure share_measure(std::string group, std::string name, uint64_t part, uint64_t whole,
                           std::string why) {
  SplitMeasure measure{std::move(group), std::move(name), std::nullopt, whole, whole};
  if (whole > 0)
    measure.value = static_cast<double>(part) / static_cast<double>(whole);
  else
    measure.note = std::move(why);
  return measure;
}

}  // namespace standfast
