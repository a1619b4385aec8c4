#include "standfast/metric/pairs/verification_metrics.h"

namespace standfast {
namespace {

double real(uint64_t count) {
  return static_cast<double>(count);
}

// Returns (1 + b) TP / ((1 + b) TP + b misses + FP) with b = beta^2.
std::optional<double> f_measure(double b, uint64_t hits, uint64_t misses, uint64_t false_alarms) {
  if (hits + misses + false_alarms == 0) return std::nullopt;
  return (1 + b) * real(hits) / ((1 + b) * real(hits) + b * real(misses) + real(false_alarms));
}

}  // namespace

std::optional<double> auc(const VerificationTally& t) {
  if (t.same() == 0 || t.different() == 0) return std::nullopt;
  return real(t.doubled_wins) / (2 * real(t.same()) * real(t.different()));
}

std::optional<double> c_at_1(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  const double n = real(t.items()), right = real(t.right());
  return (right + real(t.open()) * right / n) / n;
}

std::optional<double> c_at_1_open_different_right(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  const double n = real(t.items()), right = real(t.right() + t.different_open);
  return (right + real(t.open()) * right / n) / n;
}

std::optional<double> f1(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  return f_measure(1, t.same_accepted, t.same_rejected, t.different_accepted).value_or(0);
}

std::optional<double> f1_open_rejected(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  return f1_open_rejected_or_none(t).value_or(0);
}

std::optional<double> f1_open_rejected_or_none(const VerificationTally& t) {
  return f_measure(1, t.same_accepted, t.same_rejected + t.same_open, t.different_accepted);
}

std::optional<double> f05u(const VerificationTally& t) {
  return f_measure(0.25, t.same_accepted, t.same_rejected + t.open(), t.different_accepted);
}

std::optional<double> f05u_open_accepted(const VerificationTally& t) {
  return f_measure(0.25, t.same_accepted + t.same_open, t.same_rejected,
                   t.different_accepted + t.different_open);
}

std::optional<double> brier_complement(const VerificationTally& t) {
  if (t.items() == 0) return std::nullopt;
  return 1 - t.squared_error() / real(t.items());
}

}  // namespace standfast
