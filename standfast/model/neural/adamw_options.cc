#include "standfast/model/neural/adamw_options.h"

namespace standfast {

OptionTable<AdamWOptions> adamw_option_table() {
  using O = AdamWOptions;
  OptionTable<O> table;
  table.add("weight-decay", &O::weight_decay, "by AdamW, of weights but not of biases and norms")
      .between(0, 1);
  table.add("decay-everything", &O::decay_everything, "biases and norms decay too");
  table.add("clip", &O::clip, "largest norm of the gradient; 0: any").at_least(0);
  return table;
}

}  // namespace standfast
