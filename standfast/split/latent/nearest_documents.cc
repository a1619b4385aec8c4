#include "standfast/split/latent/nearest_documents.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "standfast/base/parallel.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/split/latent/cosines.h"

namespace standfast {
namespace {

std::vector<double> nearness_to_centres(const LatentDocuments& documents, const std::vector<uint32_t>& free,
                                        const FloatMatrix& centres, int threads) {
  std::vector<double> nearness(free.size(), -2);
  for (size_t j = 0; j < centres.rows; ++j) {
    const auto cosines = cosines_with(documents.vectors, free, as_doubles(centres.row(j)), threads);
    for (size_t i = 0; i < free.size(); ++i) nearness[i] = std::max(nearness[i], cosines[i]);
  }
  return nearness;
}

// The mean moves with each document that is added. Its length is the same for all, so the product with it,
// divided by a document's own length, says who is nearest; and a product with a sum is a sum of products.
std::vector<uint32_t> one_by_one(const LatentDocuments& documents, const std::vector<uint32_t>& test,
                                 const std::vector<uint32_t>& free, std::vector<uint32_t> gaps, int threads) {
  std::vector<double> products(free.size()), lengths(free.size());
  const auto add = [&](const std::vector<double>& added, bool first) {
    parallel_for(
        free.size(), threads,
        [&](size_t i) {
          const auto x = as_doubles(documents.vectors.row(free[i]));
          products[i] += dot(x.data(), added.data(), x.size());
          if (first) lengths[i] = std::sqrt(dot(x.data(), x.data(), x.size()));
        },
        256);
  };
  add(sum_of_rows(documents.vectors, test), true);
  std::vector<bool> taken(free.size(), false);
  std::vector<uint32_t> added;
  for (uint64_t left = std::accumulate(gaps.begin(), gaps.end(), uint64_t{0}); left > 0; --left) {
    size_t nearest = free.size();
    double most = 0;
    for (size_t i = 0; i < free.size(); ++i) {
      if (taken[i] || gaps[documents.class_of[free[i]]] == 0) continue;
      const double nearness = lengths[i] > 0 ? products[i] / lengths[i] : 0;
      if (nearest != free.size() && nearness <= most) continue;
      nearest = i;
      most = nearness;
    }
    taken[nearest] = true;
    --gaps[documents.class_of[free[nearest]]];
    added.push_back(free[nearest]);
    if (left > 1) add(as_doubles(documents.vectors.row(free[nearest])), false);
  }
  return added;
}

}  // namespace

std::vector<uint32_t> nearest_documents(const LatentDocuments& documents, const std::vector<uint32_t>& test,
                                        std::span<const uint32_t> gaps, const FloatMatrix& centres,
                                        Completion completion, int threads) {
  std::vector<uint32_t> free;
  for (uint32_t place = 0, next = 0; place < documents.rows.size(); ++place) {
    if (next < test.size() && test[next] == place) {
      ++next;
      continue;
    }
    if (gaps[documents.class_of[place]] > 0) free.push_back(place);
  }
  std::vector<uint32_t> wanted(gaps.begin(), gaps.end());
  if (completion == Completion::updated_mean)
    return one_by_one(documents, test, free, std::move(wanted), threads);
  const auto nearness =
      completion == Completion::test_mean
          ? cosines_with(documents.vectors, free, sum_of_rows(documents.vectors, test), threads)
          : nearness_to_centres(documents, free, centres, threads);
  std::vector<uint32_t> order(free.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](uint32_t i) { return nearness[i]; });
  std::vector<uint32_t> added;
  for (const uint32_t i : order) {
    uint32_t& left = wanted[documents.class_of[free[i]]];
    if (left == 0) continue;
    --left;
    added.push_back(free[i]);
  }
  return added;
}

}  // namespace standfast
