#include "standfast/num/autodiff/log_gates.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "standfast/num/kernel/log_double.h"

namespace standfast {

ValuePtr log_gates(Tape& tape, const ValuePtr& gates, std::vector<uint32_t> places, bool hard) {
  assert(gates->columns == 1);
  const auto out = tape.make(places.size(), 1, gates->wants_gradient);
  const auto shut = static_cast<float>(log_double(kShutGate));
  for (size_t i = 0; i < places.size(); ++i) {
    float& to = out->numbers[i];
    if (places[i] == kOpenRow || places[i] == kShutRow) {
      to = places[i] == kOpenRow ? 0 : shut;
      continue;
    }
    const float gate = gates->numbers[places[i]];
    if (hard)
      to = gate > 0.5F ? 0 : shut;
    else
      to = static_cast<float>(log_double(gate + kShutGate));
  }
  tape.on_way_back(out, [&tape, gates, out, places = std::move(places)] {
    if (tape.open_gradient(*gates)) std::ranges::fill(gates->gradient, 0.0F);
    for (size_t i = 0; i < places.size(); ++i) {
      if (places[i] == kOpenRow || places[i] == kShutRow) continue;
      gates->gradient[places[i]] +=
          static_cast<float>(out->gradient[i] / (gates->numbers[places[i]] + kShutGate));
    }
  });
  return out;
}

}  // namespace standfast
