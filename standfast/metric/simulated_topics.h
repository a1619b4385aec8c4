// Right answers of two methods on the documents of topics, drawn under the truth that test_simulation.h
// states.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/rng.h"
#include "standfast/metric/test_simulation.h"

namespace standfast {

struct SimulatedAnswers {
  std::vector<double> right_a, right_b;  // documents of each topic that the method answers rightly
  std::vector<double> cell_difference;   // of each cell: documents right by b minus those right by a
  double only_a = 0, only_b = 0;         // documents that only this method answers rightly
};

class SimulatedTopics {
 public:
  static Result<SimulatedTopics> make(const SimulationDesign& design);

  std::span<const uint64_t> sizes() const { return sizes_; }  // documents by topic, none 0
  // With documents; topics and authors numbered from 0, in the order of their numbers.
  std::span<const SimulatedCell> cells() const { return design_.cells; }
  uint32_t authors() const { return authors_; }
  uint64_t documents() const { return documents_; }
  SimulatedAnswers draw(Rng& rng) const;

 private:
  SimulationDesign design_;  // cells as cells() says
  std::vector<uint64_t> sizes_;
  uint32_t authors_ = 0;
  uint64_t documents_ = 0;
  double center_a_ = 0, center_b_ = 0;  // m_A, m_B
};

// The m with E[min(max(X, 0), 1)] = mean for X ~ N(m, sd); 0 < mean < 1.
double center_of_clipped_normal(double mean, double sd);

}  // namespace standfast
