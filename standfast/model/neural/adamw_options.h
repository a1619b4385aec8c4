// The options of AdamW for the models that it trains.
#pragma once

#include "standfast/base/option_table.h"
#include "standfast/neural/train/adamw.h"

namespace standfast {

OptionTable<AdamWOptions> adamw_option_table();

}  // namespace standfast
