#include "standfast/model/verify/imposter_rounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

// Returns the distance from three sums: over the target t alone, over the other text c alone, and over both.
// minmax, manhattan: sum w t, sum w c, sum w min(t, c); cosine: sum w t t, sum w c c, sum w t c.
double from_sums(ImposterDistance distance, double t, double c, double both) {
  switch (distance) {
    case ImposterDistance::minmax: {
      const double larger = t + c - both;
      return larger > 0 ? 1 - both / larger : 1;
    }
    case ImposterDistance::cosine: {
      const double norms =
          std::sqrt(t * c);  // root of the product: exactly t if c is t, so that ties stay ties
      return norms > 0 ? 1 - both / norms : 1;
    }
    case ImposterDistance::manhattan:
      return t + c - 2 * both;
  }
  return 0;
}

}  // namespace

double imposter_distance(ImposterDistance distance, const CsrMatrix& a, size_t i, const CsrMatrix& b,
                         size_t j, std::span<const double> weights) {
  const bool cosine = distance == ImposterDistance::cosine;
  std::vector<double> target(weights.size());
  double t = 0, c = 0, both = 0;
  for (size_t k = 0; k < a.row_columns(i).size(); ++k) {
    const uint32_t column = a.row_columns(i)[k];
    const double v = target[column] = a.row_values(i)[k];
    t += weights[column] * (cosine ? v * v : v);
  }
  for (size_t k = 0; k < b.row_columns(j).size(); ++k) {
    const uint32_t column = b.row_columns(j)[k];
    const double v = b.row_values(j)[k];
    c += weights[column] * (cosine ? v * v : v);
    both += weights[column] * (cosine ? v * target[column] : std::min(v, target[column]));
  }
  return from_sums(distance, t, c, both);
}

ImposterRounds::ImposterRounds(const RoundOptions& options, size_t features)
    : options_(options), features_(features) {}

double ImposterRounds::from_target(const CsrMatrix& m, size_t j) const {
  const auto columns = m.row_columns(j);
  const auto values = m.row_values(j);
  double c = 0, both = 0;
  if (options_.distance == ImposterDistance::cosine) {
    for (size_t k = 0; k < columns.size(); ++k) {
      const Weighted& f = features_[columns[k]];
      c += f.weight * values[k] * values[k];
      both += f.weight * values[k] * f.target;
    }
  } else {
    for (size_t k = 0; k < columns.size(); ++k) {
      const Weighted& f = features_[columns[k]];
      c += f.weight * values[k];
      both += f.weight * std::min(values[k], f.target);
    }
  }
  return from_sums(options_.distance, target_sum_, c, both);
}

double ImposterRounds::share_of_wins(const CsrMatrix& texts, size_t x, size_t y, const CsrMatrix& imposters,
                                     std::span<const uint32_t> candidates, uint64_t seed,
                                     std::string_view stream) {
  Rng rng(seed, "model/imposters", stream);
  const auto columns = texts.row_columns(x);
  const auto values = texts.row_values(x);
  for (Weighted& f : features_) f = {};
  for (size_t k = 0; k < columns.size(); ++k) features_[columns[k]].target = values[k];
  const auto drawn = static_cast<uint64_t>(options_.share * static_cast<double>(features_.size()));
  std::vector<uint32_t> pool(candidates.begin(), candidates.end());
  const size_t imposters_drawn = std::min<size_t>(options_.imposters, pool.size());
  uint32_t wins = 0;
  for (uint32_t round = 0; round < options_.rounds; ++round) {
    for (Weighted& f : features_) f.weight = 0;
    for (uint64_t i = 0; i < drawn; ++i) features_[rng.below(features_.size())].weight += 1;
    target_sum_ = 0;
    for (size_t k = 0; k < columns.size(); ++k)
      target_sum_ += features_[columns[k]].weight *
                     (options_.distance == ImposterDistance::cosine ? values[k] * values[k] : values[k]);
    const double partner = from_target(texts, y);
    bool nearest = true;
    // The first steps of a shuffle draw without replacement, whatever order earlier rounds have left. All
    // draws are made even if the round is already lost. So the draws of a round do not depend on distances.
    for (size_t i = 0; i < imposters_drawn; ++i) {
      std::swap(pool[i], pool[i + rng.below(pool.size() - i)]);
      nearest = nearest && partner < from_target(imposters, pool[i]);
    }
    wins += nearest ? 1 : 0;
  }
  return static_cast<double>(wins) / static_cast<double>(options_.rounds);
}

}  // namespace standfast
