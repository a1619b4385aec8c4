#include "standfast/model/neural/adamw_options.h"

namespace standfast {

OptionTable<AdamWOptions> adamw_option_table() {
  using O = AdamWOptions;
  OptionTable<O> table;
  table
      .add("weight-decay", &O::weight_decay,
           "rate of AdamW's weight decay, which applies to weights but not to biases and norms; 0: none")
      .between(0, 1);
  table.add("decay-everything", &O::decay_everything, "apply weight decay to biases and norms too");
  table
      .add("clip", &O::clip,
           "largest norm of the gradient; a longer gradient is scaled to it; 0: no clipping")
      .at_least(0);
  return table;
}

}  // namespace standfast
