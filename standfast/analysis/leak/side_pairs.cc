#include "standfast/analysis/leak/side_pairs.h"

namespace standfast {

std::vector<Fold> folds_of_pair(std::span<const Fold> folds, const SidePair& pair) {
  std::vector<Fold> compared;
  bool any = false;
  for (const Fold& fold : folds) {
    Fold& one = compared.emplace_back();
    one.train = fold.*pair.rows_in;
    one.test = fold.*pair.rows_of;
    any = any || (!one.train.empty() && !one.test.empty());
  }
  return any ? compared : std::vector<Fold>();
}

}  // namespace standfast
