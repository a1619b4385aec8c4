// Conditions that a dry run leaves undrawn, because texts would go through a network first.
#pragma once

#include <string>

#include "standfast/corpus/corpus.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Why the condition of this splits unit is not drawn before a run; "" where it is. A run keeps the vectors that it makes,
// a dry run keeps nothing, so it makes them of small corpora only.
Result<std::string> why_undrawn(const Corpus& corpus, const ConditionSpec& condition, const Unit& splits,
                                const StudyCatalogs& catalogs);

}  // namespace standfast
