// Classification: which value of a column does a document have, for example its author or its topic? Items
// are documents. The cells of a model may begin from its fit on all documents.
#pragma once

#include "standfast/study/task/task.h"

namespace standfast {

const Task& classification_task();

}  // namespace standfast
