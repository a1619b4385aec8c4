#include "standfast/cluster/umap/membership_curve.h"

#include <array>
#include <cmath>

namespace standfast {
namespace {

constexpr int kPlaces = 300, kMostSteps = 200, kMostHalvings = 40;
constexpr double kSettled = 1e-13;

struct Places {
  std::array<double, kPlaces> x, wanted;
};

Places places(double min_dist, double spread) {
  Places made{};
  for (size_t i = 0; i < kPlaces; ++i) {
    made.x[i] = 3 * spread * static_cast<double>(i) / (kPlaces - 1);
    made.wanted[i] = made.x[i] < min_dist ? 1 : std::exp(-(made.x[i] - min_dist) / spread);
  }
  return made;
}

double error_of(const Places& at, const MembershipCurve& curve) {
  double sum = 0;
  for (size_t i = 0; i < kPlaces; ++i) {
    const double apart = at.wanted[i] - 1 / (1 + curve.a * std::pow(at.x[i], 2 * curve.b));
    sum += apart * apart;
  }
  return sum;
}

// Returns a Gauss-Newton step.
MembershipCurve step_from(const Places& at, const MembershipCurve& curve) {
  double aa = 0, ab = 0, bb = 0, ra = 0, rb = 0;
  for (size_t i = 1; i < kPlaces; ++i) {  // at 0 the curve is 1, whatever a and b are
    const double power = std::pow(at.x[i], 2 * curve.b), value = 1 / (1 + curve.a * power);
    const double by_a = -power * value * value, by_b = 2 * curve.a * std::log(at.x[i]) * by_a;
    const double rest = at.wanted[i] - value;
    aa += by_a * by_a;
    ab += by_a * by_b;
    bb += by_b * by_b;
    ra += by_a * rest;
    rb += by_b * rest;
  }
  const double det = aa * bb - ab * ab;
  return {(bb * ra - ab * rb) / det, (aa * rb - ab * ra) / det};
}

}  // namespace

MembershipCurve membership_curve(double min_dist, double spread) {
  const Places at = places(min_dist, spread);
  MembershipCurve curve{1, 1};
  double error = error_of(at, curve);
  for (int step = 0; step < kMostSteps; ++step) {
    MembershipCurve by = step_from(at, curve);
    bool better = false;
    for (int halving = 0; halving < kMostHalvings && !better; ++halving, by.a /= 2, by.b /= 2) {
      const MembershipCurve next{curve.a + by.a, curve.b + by.b};
      if (!(next.a > 0 && next.b > 0)) continue;
      const double next_error = error_of(at, next);
      if (!(next_error < error)) continue;
      better = std::abs(by.a) > kSettled * next.a || std::abs(by.b) > kSettled * next.b;
      curve = next;
      error = next_error;
      if (!better) return curve;
    }
    if (!better) break;
  }
  return curve;
}

}  // namespace standfast
