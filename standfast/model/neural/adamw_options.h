// The options of AdamW, as models that are trained by it list them.
#pragma once

#include "standfast/base/option_table.h"
#include "standfast/neural/train/adamw.h"

namespace standfast {

OptionTable<AdamWOptions> adamw_option_table();

}  // namespace standfast
