// Nested cells: a cell without a block of whole units (authors, topics; documents where there are neither), which are neither
// trained on nor tested. What the scores of the cells that are left change by says how much of a score's error is training's
// (metric/stat/training_luck.h).
//
// The units of a corpus are dealt into kNestedBlocks blocks of equal numbers, anew for each repeat. The blocks depend on the
// names of the units and on the repeat alone, so all conditions and models of a corpus leave out the same.
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

// The kinds of units that are left out of a corpus, ascending: "author", "topic"; "document" where it has neither. Where the
// class is the author, leaving authors out would change the question, so they stay; likewise topics. A usage error if nothing
// is left to leave out.
Result<std::vector<std::string>> units_to_leave_out(const StudySpec& study, const CorpusFacts& corpus);

// By row of the corpus: is its unit in the block? Documents without such a unit never are.
Result<std::vector<bool>> rows_left_out(const Corpus& corpus, const LeftOut& left);

Fold fold_without(const Fold& fold, const std::vector<bool>& out);

// Pairs without documents of the block. A pair of two authors is twice as likely to lose one as a pair of one author, so of
// the kind of pairs that is then too frequent some are left out as well, chosen by the ids of their documents.
FoldPairs pairs_without(const Corpus& corpus, const FoldPairs& pairs, const std::vector<bool>& out);

// How much of a fold's test items the block is: places for units in all items, and those that the block has. Names of counts
// in the record of a nested cell.
inline constexpr const char *kUnitPlaces = "unit_places", *kPlacesLeftOut = "places_left_out";

}  // namespace standfast
