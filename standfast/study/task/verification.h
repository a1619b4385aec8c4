// Verification: did one author write both texts of a pair? Items are pairs, which are drawn from each side of
// a fold.
#pragma once

#include "standfast/study/task/task.h"

namespace standfast {

const Task& verification_task();

}  // namespace standfast
