#include "standfast/study/unit/kinds.h"

namespace standfast {

// Catalog of kinds. A new kind needs its file, a line here and its test.
const std::vector<const UnitKind*>& unit_kinds() {
  static const std::vector<const UnitKind*> kinds = {
      &vectors_kind(),  &fit_kind(),  &space_kind(),    &corpus_kind(), &slices_kind(),
      &splits_kind(),   &near_kind(), &analysis_kind(), &map_kind(),    &start_kind(),
      &features_kind(), &cell_kind(), &nested_kind(),   &explain_kind()};
  return kinds;
}

}  // namespace standfast
