#include "standfast/num/autodiff/stop_gradient.h"

#include <algorithm>

namespace standfast {

ValuePtr stop_gradient(Tape& tape, const ValuePtr& x) {
  const auto out = tape.make(x->rows, x->columns, false);
  std::ranges::copy(x->numbers, out->numbers.begin());
  return out;
}

}  // namespace standfast
