// Minimum detectable effects: the smallest difference that each test finds with a given power in a given
// author x topic table. They show what a corpus can answer at all. Tests that reject true nulls too often
// find small differences because they also find differences that do not exist. So only the numbers of the
// recommended tests can be taken at face value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/metric/topics/test_simulation.h"

namespace standfast {

struct DetectableDifference {
  std::string test;  // name; the tests of a difference in test_simulation.h, in their order
  bool recommended = false;
  // Nothing if even the largest possible difference (up to an accuracy of 0.999) is found too seldom.
  std::optional<double> difference;
};

// Searches the differences. power: the chance of finding the difference, inside (0, 1); 0.8 is usual.
// design.difference is ignored. A difference is the accuracy of method B minus the accuracy of A. It is
// searched by bisection, in steps of 1/256 of the room above A, and every step uses the same seed. All tests
// together take about fifty times as long as simulate_tests(); 300 simulations are enough for a first look.
Result<std::vector<DetectableDifference>> detectable_differences(const SimulationDesign& design,
                                                                 const SimulationOptions& options,
                                                                 double power, Sink& sink = null_sink());

}  // namespace standfast
