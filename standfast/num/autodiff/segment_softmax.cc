#include "standfast/num/autodiff/segment_softmax.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "standfast/num/kernel/exp_double.h"

namespace standfast {

ValuePtr segment_softmax(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> segments) {
  assert(scores->columns == 1 && segments.back() == scores->rows);
  const auto out = tape.make(scores->rows, 1, scores->wants_gradient);
  std::vector<double> terms;
  for (size_t s = 0; s + 1 < segments.size(); ++s) {
    const size_t first = segments[s], rows = segments[s + 1] - first;
    if (rows == 0) continue;
    const double most = *std::ranges::max_element(std::span(scores->numbers).subspan(first, rows));
    terms.resize(rows);
    double sum = 0;
    for (size_t i = 0; i < rows; ++i) sum += terms[i] = exp_double(scores->numbers[first + i] - most);
    for (size_t i = 0; i < rows; ++i) out->numbers[first + i] = static_cast<float>(terms[i] / sum);
  }
  tape.on_way_back(
      out, [&tape, scores, out, begins = std::vector<uint32_t>(segments.begin(), segments.end())] {
        if (tape.open_gradient(*scores)) std::ranges::fill(scores->gradient, 0.0F);
        for (size_t s = 0; s + 1 < begins.size(); ++s) {
          double mean = 0;
          for (size_t i = begins[s]; i < begins[s + 1]; ++i)
            mean += double{out->numbers[i]} * out->gradient[i];
          for (size_t i = begins[s]; i < begins[s + 1]; ++i)
            scores->gradient[i] += static_cast<float>(out->numbers[i] * (out->gradient[i] - mean));
        }
        if (!out->needed) tape.release(out->numbers);
      });
  return out;
}

}  // namespace standfast
