// Entries of auxiliary_kinds(), each defined in a file of its own.
#pragma once

#include "standfast/study/auxiliary/auxiliary_kind.h"

namespace standfast {

AuxiliaryCatalog::Entry word_list_kind();
AuxiliaryCatalog::Entry phrases_kind();
AuxiliaryCatalog::Entry rewrites_kind();
AuxiliaryCatalog::Entry frequency_list_kind();
AuxiliaryCatalog::Entry pool_kind();

}  // namespace standfast
