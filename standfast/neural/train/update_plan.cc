#include "standfast/neural/train/update_plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace standfast {

UpdatePlan::UpdatePlan(uint64_t items, uint32_t of_batch, double epochs, double rate, double warm_up)
    : batches((items + of_batch - 1) / of_batch),
      updates(
          std::max<uint64_t>(1, static_cast<uint64_t>(std::llround(epochs * static_cast<double>(batches))))),
      schedule{.rate = rate,
               .updates = updates,
               .warm_up = static_cast<uint64_t>(warm_up * static_cast<double>(updates))} {}

Status check_finite(double loss, double norm, uint64_t update, uint64_t planned, double rate) {
  if (std::isfinite(loss) && std::isfinite(norm)) return {};
  if (update == 1)
    return data_error(
        "the loss is no number at the first texts, before anything was learned: the model computes numbers that are not "
        "finite; is it damaged, or did its training diverge?");
  return data_error(fmt::format(
      "the loss is no number any more after {} of {} updates (learning rate {:.2g}): learn with a lower rate",
      update, planned, rate));
}

std::string in_words(const AdamWOptions& o) {
  return fmt::format("{} {} {} {} {} {} {}", o.beta1, o.beta2, o.epsilon, o.weight_decay, o.clip, o.clip_each,
                     o.decay_everything);
}

}  // namespace standfast
