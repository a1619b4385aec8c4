#include "standfast/cluster/umap/spectral_start.h"

#include <algorithm>
#include <cmath>

#include "standfast/base/rng.h"
#include "standfast/num/factor/leading_eigenvectors.h"

namespace standfast {
namespace {

constexpr double kLargest = 10;
constexpr uint32_t kNoPart = 0xffffffffU;

double largest_of(const DenseMatrix& positions) {
  double largest = 0;
  for (const double x : positions.data) largest = std::max(largest, std::abs(x));
  return largest;
}

void scale_to(DenseMatrix& positions, double largest) {
  const double now = largest_of(positions);
  if (now == 0) return;
  for (double& x : positions.data) x *= largest / now;
}

// Returns D^-1/2 W D^-1/2, whose largest eigenvalues belong to the smallest ones of the Laplacian.
CsrMatrix normalised(CsrMatrix graph) {
  std::vector<double> scale(graph.rows(), 0.0);
  for (size_t i = 0; i < graph.rows(); ++i) {
    for (const double w : graph.row_values(i)) scale[i] += w;
    scale[i] = scale[i] > 0 ? 1 / std::sqrt(scale[i]) : 0;
  }
  for (size_t i = 0; i < graph.rows(); ++i)
    for (size_t e = graph.begin[i]; e < graph.begin[i + 1]; ++e)
      graph.values[e] *= scale[i] * scale[graph.columns[e]];
  return graph;
}

// Returns the spectral start of a connected graph with more than numbers + 1 vertices.
std::optional<DenseMatrix> of_connected(const CsrMatrix& graph, uint32_t numbers, uint64_t seed,
                                        int threads) {
  const auto found = leading_eigenvectors(normalised(graph), {.wanted = numbers + 1}, seed, threads);
  if (!found.converged) return std::nullopt;
  DenseMatrix positions(graph.rows(), numbers);
  for (size_t i = 0; i < positions.rows; ++i)
    std::ranges::copy(found.vectors.row(i).subspan(1), positions.row(i).begin());
  return positions;
}

struct Part {
  std::vector<uint32_t> vertices;  // ascending
  std::vector<double> mean;        // mean of its points
};

std::vector<Part> parts_with_means(const std::vector<uint32_t>& part_of,
                                   const MatrixView<const float>& points) {
  std::vector<Part> parts(1 + *std::ranges::max_element(part_of));
  for (uint32_t i = 0; i < part_of.size(); ++i) {
    Part& part = parts[part_of[i]];
    part.vertices.push_back(i);
    part.mean.resize(points.columns, 0.0);
    for (size_t c = 0; c < points.columns; ++c) part.mean[c] += static_cast<double>(points.row(i)[c]);
  }
  for (Part& part : parts)
    for (double& x : part.mean) x /= static_cast<double>(part.vertices.size());
  return parts;
}

template <class A>
double square_between(const A& a, const A& b) {
  double square = 0;
  for (size_t c = 0; c < a.size(); ++c) square += (a[c] - b[c]) * (a[c] - b[c]);
  return square;
}

// Returns the nearness of the components' means, as a complete graph of components.
CsrMatrix nearness(const std::vector<Part>& parts) {
  CsrMatrix graph;
  graph.columns_count = parts.size();
  for (const Part& a : parts) {
    for (uint32_t b = 0; b < parts.size(); ++b) {
      graph.columns.push_back(b);
      graph.values.push_back(std::exp(-square_between(a.mean, parts[b].mean)));
    }
    graph.begin.push_back(graph.columns.size());
  }
  return graph;
}

std::optional<DenseMatrix> centres_of(const std::vector<Part>& parts, uint32_t numbers, uint64_t seed,
                                      int threads) {
  if (parts.size() > 2 * size_t{numbers}) {
    auto centres = of_connected(nearness(parts), numbers, seed, threads);
    if (centres) scale_to(*centres, 1);
    return centres;
  }
  const size_t axes = (parts.size() + 1) / 2;
  DenseMatrix centres(parts.size(), numbers);
  for (size_t p = 0; p < parts.size(); ++p) centres.row(p)[p % axes] = p < axes ? 1 : -1;
  return centres;
}

double half_way_to_nearest(const DenseMatrix& centres, size_t p) {
  double nearest = HUGE_VAL;
  for (size_t q = 0; q < centres.rows; ++q)
    if (q != p) nearest = std::min(nearest, square_between(centres.row(p), centres.row(q)));
  return std::sqrt(nearest) / 2;
}

// Returns the graph of a component, with renumbered vertices.
CsrMatrix graph_of(const CsrMatrix& graph, const Part& part, std::vector<uint32_t>& number_of) {
  for (uint32_t i = 0; i < part.vertices.size(); ++i) number_of[part.vertices[i]] = i;
  CsrMatrix own;
  own.columns_count = part.vertices.size();
  for (const uint32_t vertex : part.vertices) {
    for (size_t e = graph.begin[vertex]; e < graph.begin[vertex + 1]; ++e) {
      own.columns.push_back(number_of[graph.columns[e]]);
      own.values.push_back(graph.values[e]);
    }
    own.begin.push_back(own.columns.size());
  }
  return own;
}

std::optional<DenseMatrix> of_parts(const CsrMatrix& graph, const std::vector<Part>& parts, uint32_t numbers,
                                    uint64_t seed, int threads) {
  const auto centres = centres_of(parts, numbers, seed, threads);
  if (!centres) return std::nullopt;
  Rng rng(seed, "cluster/umap/small-parts");
  std::vector<uint32_t> number_of(graph.rows());
  DenseMatrix positions(graph.rows(), numbers);
  for (size_t p = 0; p < parts.size(); ++p) {
    const Part& part = parts[p];
    const double room = half_way_to_nearest(*centres, p);
    DenseMatrix own(part.vertices.size(), numbers);
    if (own.rows < 2 * size_t{numbers} || own.rows <= size_t{numbers} + 1) {
      for (double& x : own.data) x = room * (2 * rng.uniform() - 1);
    } else {
      auto found = of_connected(graph_of(graph, part, number_of), numbers, seed, threads);
      if (!found) return std::nullopt;
      own = std::move(*found);
      scale_to(own, room);
    }
    for (size_t i = 0; i < own.rows; ++i)
      for (size_t c = 0; c < numbers; ++c)
        positions.row(part.vertices[i])[c] = centres->row(p)[c] + own.row(i)[c];
  }
  return positions;
}

}  // namespace

std::vector<uint32_t> parts_of(const CsrMatrix& graph) {
  std::vector<uint32_t> part_of(graph.rows(), kNoPart), open;
  uint32_t parts = 0;
  for (uint32_t first = 0; first < graph.rows(); ++first) {
    if (part_of[first] != kNoPart) continue;
    part_of[first] = parts;
    open.push_back(first);
    while (!open.empty()) {
      const uint32_t vertex = open.back();
      open.pop_back();
      for (const uint32_t next : graph.row_columns(vertex))
        if (part_of[next] == kNoPart) {
          part_of[next] = parts;
          open.push_back(next);
        }
    }
    ++parts;
  }
  return part_of;
}

std::optional<DenseMatrix> spectral_start(const CsrMatrix& graph, const MatrixView<const float>& points,
                                          uint32_t numbers, uint64_t seed, int threads) {
  if (graph.rows() <= size_t{numbers} + 1) return std::nullopt;
  const auto part_of = parts_of(graph);
  const bool connected = std::ranges::all_of(part_of, [](uint32_t part) { return part == 0; });
  auto positions = connected ? of_connected(graph, numbers, seed, threads)
                             : of_parts(graph, parts_with_means(part_of, points), numbers, seed, threads);
  if (positions) scale_to(*positions, kLargest);
  return positions;
}

}  // namespace standfast
