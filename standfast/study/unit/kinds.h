// Kinds of units. Each is defined in the file named beside it.
#pragma once

#include "standfast/study/plan/unit.h"

namespace standfast {

const UnitKind& vectors_kind();   // space_units.cc
const UnitKind& fit_kind();       // space_units.cc
const UnitKind& space_kind();     // space_units.cc
const UnitKind& corpus_kind();    // corpus_unit.cc
const UnitKind& slices_kind();    // corpus_unit.cc
const UnitKind& splits_kind();    // splits_unit.cc
const UnitKind& near_kind();      // analysis_unit.cc
const UnitKind& analysis_kind();  // analysis_unit.cc
const UnitKind& map_kind();       // map_unit.cc
const UnitKind& start_kind();     // shared_units.cc: the task chooses which of the two its cells share
const UnitKind& features_kind();  // shared_units.cc
const UnitKind& cell_kind();      // cell_unit.cc
const UnitKind& nested_kind();    // cell_unit.cc
const UnitKind& explain_kind();   // explain_unit.cc

}  // namespace standfast
