// Which value of a column does a document have: who wrote it, what it is about? Items are documents; the
// cells of a model may begin from its fit on all of them.
#pragma once

#include "standfast/study/task/task.h"

namespace standfast {

const Task& classification_task();

}  // namespace standfast
