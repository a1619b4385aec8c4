// A shortcut that inserts a phrase into the texts that show the cue: one phrase (single-term) or any of
// several (synonym).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/shortcut/dose.h"
#include "standfast/shortcut/edit/insertion.h"
#include "standfast/shortcut/edit/removal.h"

namespace standfast {

struct InsertedPhrase {
  std::string kind;   // in the names of random streams
  std::string value;  // of the cue
  DoseOptions dose;
  InsertionOptions insertion;
  RemovalRule removal = RemovalRule::none;
};

// Plants phrases; there must be at least one. All of them are removed from every text of a planted side,
// whether it gets the cue or not; with the law `product` and dose 0 nothing is removed.
Result<Planted> plant_phrases(const InsertedPhrase& shortcut, const std::vector<std::string>& phrases,
                              const DocumentView& documents, const PlantContext& context);

}  // namespace standfast
