#include "standfast/metric/stat/sign_test.h"

#include <boost/math/special_functions/beta.hpp>

namespace standfast {

double sign_test_upper(uint64_t more, uint64_t fewer) {
  if (more == 0) return 1;
  return boost::math::ibeta(static_cast<double>(more), static_cast<double>(fewer) + 1, 0.5);
}

}  // namespace standfast
