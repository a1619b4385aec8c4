// A clustering problem from a reference file: two classes, with the similarity between clusters to be
// minimized.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/split/latent/least_cut.h"

namespace standfast::testing {

template <class Json>
CutProblem cut_problem(const Json& one) {
  CutProblem problem;
  problem.counts = one.at("counts").template get<std::vector<std::vector<uint64_t>>>();
  const size_t k = problem.counts.size();
  problem.weight = DenseMatrix(k, k);
  for (size_t i = 0; i < k; ++i)
    for (size_t j = 0; j < k; ++j) problem.weight.row(i)[j] = one.at("weight")[i][j].template get<double>();
  const auto range = [](const auto& from) {
    return SizeRange{from[0].template get<uint64_t>(), from[1].template get<uint64_t>()};
  };
  problem.all = range(one.at("all"));
  problem.of_class = {range(one.at("of_class")[0]), range(one.at("of_class")[1])};
  return problem;
}

}  // namespace standfast::testing
