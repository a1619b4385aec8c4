// A value without a gradient: the operations after it learn, the operations before it do not.
#pragma once

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Returns a copy of x that wants no gradient. It stays as it is where an operation writes over x.
ValuePtr stop_gradient(Tape& tape, const ValuePtr& x);

}  // namespace standfast
