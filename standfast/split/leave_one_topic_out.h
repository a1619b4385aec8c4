// One fold per topic: test = the topic, train = all others (novel topic cross-validation).
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry leave_one_topic_out_splitter();

}  // namespace standfast
