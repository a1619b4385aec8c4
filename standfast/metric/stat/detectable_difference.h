// The smallest difference that each test would find often enough, for a given author x topic table: what a
// corpus can answer at all. Tests that reject true nulls too often find small differences because they find
// differences that are not there: only the recommended ones mean what they say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/metric/topics/test_simulation.h"

namespace standfast {

struct DetectableDifference {
  std::string test;  // name, of the tests of a difference in test_simulation.h, in their order
  bool recommended = false;
  // Nothing if even the largest possible difference (up to an accuracy of 0.999) is found too seldom.
  std::optional<double> difference;
};

// power: chance of finding it, inside (0, 1); 0.8 is usual. design.difference is ignored: differences are
// those by which method B is better than A, sought to 1/256 of the room above A by halving, every step with
// the same seed. About fifty times the time of simulate_tests() for
// all tests: 300 simulations are enough for a first look.
Result<std::vector<DetectableDifference>> detectable_differences(const SimulationDesign& design,
                                                                 const SimulationOptions& options,
                                                                 double power, Sink& sink = null_sink());

}  // namespace standfast
