// A value without the way back: what comes after it learns, what lies before it does not.
#pragma once

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// A copy of x that wants no gradient. It stays as it is where an operation writes over x.
ValuePtr stop_gradient(Tape& tape, const ValuePtr& x);

}  // namespace standfast
