#include "standfast/num/autodiff/supervised_contrastive.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "standfast/base/at_level.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/num/kernel/exp_double.h"
#include "standfast/num/kernel/log_double.h"

namespace standfast {
namespace {

// Computes the loss of an anchor and returns it. of_pairs: the similarity of the anchor to each row /
// temperature; afterwards the gradient of the anchor's loss to it.
double anchor_loss(size_t anchor, std::span<const uint32_t> labels, std::span<double> of_pairs) {
  size_t positives = 0;
  double similar = 0, most = -std::numeric_limits<double>::infinity();
  for (size_t a = 0; a < labels.size(); ++a) {
    if (a == anchor) continue;
    most = std::max(most, of_pairs[a]);
    if (labels[a] != labels[anchor]) continue;
    ++positives;
    similar += of_pairs[a];
  }
  if (positives == 0) return 0;
  const auto count = static_cast<double>(positives);
  double sum = 0;
  for (size_t a = 0; a < labels.size(); ++a) {
    of_pairs[a] = a == anchor ? 0 : exp_double(of_pairs[a] - most);
    sum += of_pairs[a];
  }
  const double loss = most + log_double(sum) - similar / count;
  for (size_t a = 0; a < labels.size(); ++a)
    of_pairs[a] = of_pairs[a] / sum - (a != anchor && labels[a] == labels[anchor] ? 1 / count : 0);
  return loss;
}

}  // namespace

ContrastiveLoss supervised_contrastive(Tape& tape, const ValuePtr& x, std::span<const uint32_t> labels,
                                       double temperature) {
  const size_t rows = x->rows, columns = x->columns;
  assert(labels.size() == rows && rows > 0 && temperature > 0);
  std::vector<double> of_pairs(rows * rows);  // [anchor][other]
  for (size_t i = 0; i < rows; ++i)
    for (size_t a = 0; a <= i; ++a)
      of_pairs[i * rows + a] = of_pairs[a * rows + i] =
          dot(x->read().row(i), x->read().row(a), columns) / temperature;
  ContrastiveLoss out;
  for (size_t i = 0; i < rows; ++i) {
    const std::span anchor(of_pairs.data() + i * rows, rows);
    const double loss = anchor_loss(i, labels, anchor);
    out.of_anchors.push_back(std::max(loss, 0.0));
    if (loss > 0) {
      out.mean += loss;
      ++out.counted;
    } else {
      std::ranges::fill(anchor, 0.0);
    }
  }
  if (out.counted > 0) out.mean /= out.counted;
  if (!tape.records() || !x->wants_gradient) return out;
  [[maybe_unused]] const bool first = tape.open_gradient(*x);
  assert(first);
  const double scale = 1 / (temperature * std::max(out.counted, 1U));
  std::vector<double> sums(columns);
  for (size_t i = 0; i < rows; ++i) {
    std::ranges::fill(sums, 0.0);
    at_level<Simd::v4>([&](auto) {
      for (size_t a = 0; a < rows; ++a) {
        const double both = (of_pairs[i * rows + a] + of_pairs[a * rows + i]) * scale;
        const float* other = x->read().row(a);
        for (size_t j = 0; j < columns; ++j) sums[j] += both * other[j];
      }
    });
    float* const to = x->gradient.data() + i * columns;
    for (size_t j = 0; j < columns; ++j) to[j] = static_cast<float>(sums[j]);
  }
  return out;
}

}  // namespace standfast
