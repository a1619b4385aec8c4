#include "standfast/metric/stat/detectable_difference.h"

#include <cstdint>
#include <map>

#include <fmt/format.h>

namespace standfast {
namespace {

constexpr uint32_t kSteps = 256;

// Rejections by step of the difference. Each step is simulated once for all tests.
class Powers {
 public:
  Powers(const SimulationDesign& design, const SimulationOptions& options, Sink& sink)
      : design_(design), options_(options), sink_(sink), room_(0.999 - design.accuracy) {}

  double difference(uint32_t step) const { return room_ * step / kSteps; }

  Result<const SimulationResult*> at(uint32_t step) {
    const auto known = results_.find(step);
    if (known != results_.end()) return &known->second;
    design_.difference = difference(step);
    SF_ASSIGN(SimulationResult result, simulate_tests(design_, options_));
    sink_.progress("simulating differences", results_.size() + 1, 0);
    return &results_.emplace(step, std::move(result)).first->second;
  }

 private:
  SimulationDesign design_;
  SimulationOptions options_;
  Sink& sink_;
  double room_;
  std::map<uint32_t, SimulationResult> results_;
};

}  // namespace

Result<std::vector<DetectableDifference>> detectable_differences(const SimulationDesign& design,
                                                                 const SimulationOptions& options,
                                                                 double power, Sink& sink) {
  if (!(power > 0 && power < 1))
    return usage_error(fmt::format("a power lies between 0 and 1, not {:g}", power));
  if (!(design.accuracy > 0 && design.accuracy < 0.999))
    return usage_error(fmt::format("an accuracy that leaves room above it lies between 0 and 0.999, not {:g}",
                                   design.accuracy));
  Powers powers(design, options, sink);
  SF_ASSIGN(const SimulationResult* most, powers.at(kSteps));
  std::vector<DetectableDifference> found;
  for (size_t k = 0; k < most->tests.size(); ++k) {
    const SimulatedTest& test = most->tests[k];
    if (!test.of_difference) continue;
    found.push_back({test.name, test.recommended, std::nullopt});
    if (test.rejection.value_or(0) < power) continue;
    uint32_t low = 0, high = kSteps;  // power is sufficient at high, not at low
    while (high - low > 1) {
      const uint32_t middle = low + (high - low) / 2;
      SF_ASSIGN(const SimulationResult* result, powers.at(middle));
      (result->tests[k].rejection.value_or(0) >= power ? high : low) = middle;
    }
    found.back().difference = powers.difference(high);
  }
  return found;
}

}  // namespace standfast
