#include "standfast/analysis/lexical/two_way_anova.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/metric/stat/distributions.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {
namespace {

// The largest number of unknowns: their equations take up to 128 MB.
constexpr size_t kMostLevels = 4000;

// The values of a cell. The sum is over values minus the grand mean, so that squares do not cancel.
struct Cell {
  uint32_t a = 0, b = 0;
  double n = 0, sum = 0;
};

struct Design {
  std::vector<Cell> cells;  // by (a, b), only filled cells
  size_t levels_a = 0, levels_b = 0;
  double n = 0, total = 0;  // number of values; sum of their squares around the mean
  double within = 0;        // sum of squares around the means of the cells
};

std::vector<uint32_t> numbered(std::span<const uint32_t> levels, size_t& count) {
  std::map<uint32_t, uint32_t> place;
  for (const uint32_t level : levels) place.emplace(level, 0);
  count = 0;
  for (auto& [level, number] : place) number = static_cast<uint32_t>(count++);
  std::vector<uint32_t> out;
  out.reserve(levels.size());
  for (const uint32_t level : levels) out.push_back(place[level]);
  return out;
}

Design design_of(std::span<const double> values, std::span<const uint32_t> a, std::span<const uint32_t> b) {
  Design design;
  const auto of_a = numbered(a, design.levels_a), of_b = numbered(b, design.levels_b);
  design.n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / design.n;
  std::map<std::pair<uint32_t, uint32_t>, Cell> cells;
  for (size_t i = 0; i < values.size(); ++i) {
    Cell& cell = cells[{of_a[i], of_b[i]}];
    cell.a = of_a[i];
    cell.b = of_b[i];
    cell.n += 1;
    cell.sum += values[i] - mean;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const Cell& cell = cells[{of_a[i], of_b[i]}];
    const double x = values[i] - mean, around = x - cell.sum / cell.n;
    design.total += x * x;
    design.within += around * around;
  }
  for (const auto& [key, cell] : cells) design.cells.push_back(cell);
  return design;
}

// Returns the piece (connected component) of the design for each level of b. Levels are connected if they
// share a filled cell.
std::vector<uint32_t> pieces_of_b(const Design& design, size_t& count) {
  std::vector<uint32_t> parent(design.levels_a + design.levels_b);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&parent](uint32_t x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
  };
  for (const Cell& cell : design.cells)
    parent[root(cell.a)] = root(static_cast<uint32_t>(design.levels_a + cell.b));
  std::vector<uint32_t> piece(design.levels_b);
  std::map<uint32_t, uint32_t> numbers;
  for (uint32_t b = 0; b < design.levels_b; ++b)
    piece[b] =
        numbers.emplace(root(static_cast<uint32_t>(design.levels_a + b)), numbers.size()).first->second;
  count = numbers.size();
  return piece;
}

// Solves m x = rhs by Cholesky. m is symmetric and positive definite; its lower triangle is used and
// overwritten.
void solve_in_place(DenseMatrix& m, std::vector<double>& rhs) {
  const size_t n = rhs.size();
  for (size_t j = 0; j < n; ++j) {
    for (size_t k = 0; k < j; ++k) m.row(j)[j] -= m.row(j)[k] * m.row(j)[k];
    const double pivot = std::sqrt(m.row(j)[j]);
    m.row(j)[j] = pivot;
    for (size_t i = j + 1; i < n; ++i) {
      double sum = m.row(i)[j];
      for (size_t k = 0; k < j; ++k) sum -= m.row(i)[k] * m.row(j)[k];
      m.row(i)[j] = sum / pivot;
    }
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) rhs[i] -= m.row(i)[k] * rhs[k];
    rhs[i] /= m.row(i)[i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) rhs[i] -= m.row(k)[i] * rhs[k];
    rhs[i] /= m.row(i)[i];
  }
}

struct Additive {
  double explained = 0;       // sum of squares of a + b, around the mean
  double of_a = 0, of_b = 0;  // for each factor alone
  size_t pieces = 0;
};

// Fits a + b by least squares. Factor a is eliminated, which leaves equations for b. One level of each piece
// is held at 0.
Additive fit_additive(const Design& design) {
  Additive fit;
  std::vector<double> n_a(design.levels_a), sum_a(design.levels_a), n_b(design.levels_b),
      sum_b(design.levels_b);
  for (const Cell& cell : design.cells) {
    n_a[cell.a] += cell.n;
    sum_a[cell.a] += cell.sum;
    n_b[cell.b] += cell.n;
    sum_b[cell.b] += cell.sum;
  }
  for (size_t a = 0; a < n_a.size(); ++a) fit.of_a += sum_a[a] * sum_a[a] / n_a[a];
  for (size_t b = 0; b < n_b.size(); ++b) fit.of_b += sum_b[b] * sum_b[b] / n_b[b];
  const auto piece = pieces_of_b(design, fit.pieces);
  constexpr size_t kHeld = SIZE_MAX;
  std::vector<size_t> unknown(design.levels_b, kHeld);
  std::vector<bool> held(fit.pieces, false);
  size_t unknowns = 0;
  for (size_t b = 0; b < design.levels_b; ++b) {
    if (!held[piece[b]])
      held[piece[b]] = true;
    else
      unknown[b] = unknowns++;
  }
  DenseMatrix equations(unknowns, unknowns);
  std::vector<double> rhs(unknowns, 0.0);
  for (size_t b = 0; b < design.levels_b; ++b)
    if (unknown[b] != kHeld) {
      equations.row(unknown[b])[unknown[b]] += n_b[b];
      rhs[unknown[b]] += sum_b[b];
    }
  for (size_t begin = 0, end = 0; begin < design.cells.size(); begin = end) {
    const uint32_t a = design.cells[begin].a;
    while (end < design.cells.size() && design.cells[end].a == a) ++end;
    for (size_t i = begin; i < end; ++i) {
      const size_t row = unknown[design.cells[i].b];
      if (row == kHeld) continue;
      rhs[row] -= design.cells[i].n * sum_a[a] / n_a[a];
      for (size_t j = begin; j < end; ++j)
        if (const size_t column = unknown[design.cells[j].b]; column != kHeld)
          equations.row(row)[column] -= design.cells[i].n * design.cells[j].n / n_a[a];
    }
  }
  const std::vector<double> reduced = rhs;
  solve_in_place(equations, rhs);
  fit.explained = fit.of_a;
  for (size_t i = 0; i < unknowns; ++i) fit.explained += reduced[i] * rhs[i];
  return fit;
}

Design swapped(const Design& design) {
  Design turned = design;
  std::swap(turned.levels_a, turned.levels_b);
  for (Cell& cell : turned.cells) std::swap(cell.a, cell.b);
  std::sort(turned.cells.begin(), turned.cells.end(),
            [](const Cell& x, const Cell& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  return turned;
}

Additive swapped(Additive fit) {
  std::swap(fit.of_a, fit.of_b);
  return fit;
}

// Computes Yates's weighted squares of means: type III for the factor that `level` names. Every cell must be
// filled.
double squares_of_means(const Design& design, size_t levels, size_t others, uint32_t Cell::*level) {
  std::vector<double> mean(levels, 0.0), inverse(levels, 0.0);
  for (const Cell& cell : design.cells) {
    mean[cell.*level] += cell.sum / cell.n / static_cast<double>(others);
    inverse[cell.*level] += 1 / cell.n;
  }
  double weights = 0, weighted = 0;
  std::vector<double> weight(levels);
  for (size_t i = 0; i < levels; ++i) {
    weight[i] = static_cast<double>(others) * static_cast<double>(others) / inverse[i];
    weights += weight[i];
    weighted += weight[i] * mean[i];
  }
  double squares = 0;
  for (size_t i = 0; i < levels; ++i)
    squares += weight[i] * (mean[i] - weighted / weights) * (mean[i] - weighted / weights);
  return squares;
}

AnovaEffect effect(double squares, double df, const TwoWayAnova& of) {
  AnovaEffect effect;
  effect.sum_of_squares = std::max(squares, 0.0);
  effect.df = df;
  if (of.total_sum_of_squares > 0) effect.eta_squared = effect.sum_of_squares / of.total_sum_of_squares;
  const double both = effect.sum_of_squares + of.residual_sum_of_squares;
  if (both > 0) effect.partial_eta_squared = effect.sum_of_squares / both;
  // If all values are equal, the residual is rounding and not variance.
  const bool residual = of.residual_df > 0 && of.residual_sum_of_squares > 1e-14 * of.total_sum_of_squares;
  if (df > 0 && residual) {
    effect.f = (effect.sum_of_squares / df) / (of.residual_sum_of_squares / of.residual_df);
    effect.p = f_upper(*effect.f, df, of.residual_df);
  }
  return effect;
}

}  // namespace

Result<TwoWayAnova> two_way_anova(std::span<const double> values, std::span<const uint32_t> a,
                                  std::span<const uint32_t> b, SumsOfSquares type) {
  assert(values.size() == a.size() && values.size() == b.size());
  if (values.empty()) return data_error("an analysis of variance needs values");
  const Design design = design_of(values, a, b);
  if (std::min(design.levels_a, design.levels_b) > kMostLevels)
    return data_error(fmt::format(
        "{} by {} levels are too many for an analysis of variance, whose equations have one "
        "unknown for each level of the smaller factor ({} at most); choose fewer, e.g. by --min-docs",
        design.levels_a, design.levels_b, kMostLevels));
  const size_t full = design.levels_a * design.levels_b;
  if (type == SumsOfSquares::type3 && design.cells.size() < full)
    return data_error(
        fmt::format("{} of {} cells are empty: sums of squares of type III are about unweighted means "
                    "of all cells, which are not there; use type II",
                    full - design.cells.size(), full));
  // The levels of b are the unknowns. If there are too many, the factors are swapped: a then has fewer
  // levels, and the fit is the same.
  const Additive fit =
      design.levels_b <= kMostLevels ? fit_additive(design) : swapped(fit_additive(swapped(design)));
  const auto levels_a = static_cast<double>(design.levels_a), levels_b = static_cast<double>(design.levels_b),
             pieces = static_cast<double>(fit.pieces), cells = static_cast<double>(design.cells.size());
  TwoWayAnova result;
  result.n = values.size();
  result.levels_a = static_cast<uint32_t>(design.levels_a);
  result.levels_b = static_cast<uint32_t>(design.levels_b);
  result.cells = design.cells.size();
  result.total_sum_of_squares = design.total;
  result.residual_sum_of_squares = design.within;
  result.residual_df = design.n - cells;
  const bool second = type == SumsOfSquares::type2;
  result.a = effect(second ? fit.explained - fit.of_b
                           : squares_of_means(design, design.levels_a, design.levels_b, &Cell::a),
                    levels_a - pieces, result);
  result.b = effect(second ? fit.explained - fit.of_a
                           : squares_of_means(design, design.levels_b, design.levels_a, &Cell::b),
                    levels_b - pieces, result);
  result.interaction =
      effect(design.total - design.within - fit.explained, cells - levels_a - levels_b + pieces, result);
  return result;
}

}  // namespace standfast
