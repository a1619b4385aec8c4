// Nested cells: cells without a block of whole units (authors, topics; documents where there are neither),
// which are neither trained on nor tested. The changes of the scores measure the part of their error that is
// due to training (metric/stat/influence.h).
//
// A nested cell whose fold has no training items or no test items beside the block answers nothing.
//
// The units of a corpus are dealt into kNestedBlocks blocks of equal numbers, anew for each repeat. The
// blocks depend only on the names of the units and on the repeat, so all conditions and models of a corpus
// leave out the same blocks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

inline constexpr uint32_t kNestedBlocks = 5;

// Returns the kinds of units that are left out of a corpus, ascending: "author", "topic"; "document" where it
// has neither. Authors stay where the class is the author, because leaving them out would change the
// question; likewise topics. A usage error if nothing can be left out.
Result<std::vector<std::string>> units_to_leave_out(const StudySpec& study, const CorpusFacts& corpus);

// Returns, by row of the corpus, whether its unit is in the block. A document without such a unit is never in
// it.
Result<std::vector<bool>> rows_left_out(const Corpus& corpus, const LeftOut& left);

Fold fold_without(const Fold& fold, const std::vector<bool>& out);

// Returns the pairs without documents of the block, with same-author and different-author pairs in the old
// proportion. A pair of two authors is more likely to lose one of them, so surplus pairs of one author (or
// the reverse) are dropped too, chosen by their ids.
FoldPairs pairs_without(const Corpus& corpus, const FoldPairs& pairs, const std::vector<bool>& out);

// Names of counts in the record of a nested cell: the places for units in the test items of the whole fold,
// and the number of these places that units of the block take.
inline constexpr const char *kUnitPlaces = "unit_places", *kPlacesLeftOut = "places_left_out";

}  // namespace standfast
