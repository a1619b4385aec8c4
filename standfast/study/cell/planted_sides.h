// A fold of a condition with a shortcut, as its cells read it: texts planted by plant_fold
// (shortcut/planted_fold.h), and the three sides on which every fit is examined. plant_fold returns the same
// texts, byte for byte, for the same fold and seed (`standfast shortcut --out`).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/shortcut/planted_fold.h"
#include "standfast/study/record/planted_record.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Name of the category of PlantedSides::corpus with the value of the cue in documents of train and
// validation. A model that trains against a known shortcut gets it as the group of a training document.
inline constexpr const char* kCueColumn = "value of the planted cue";

struct PlantedSides {
  // The documents of the study's corpus in their order, with planted texts on train, validation and test;
  // then the test documents in their original form; then the documents of the anti-test. The columns are the
  // same; the ids of the last two groups have a suffix.
  Corpus corpus;
  Fold fold;  // rows of `corpus`; without documents that could not be planted
  // The original and anti-test sides, and the sides of the study's corpus, which are not planted. Rows of
  // `corpus`.
  std::vector<KeptApart> sides;
  std::vector<uint32_t> row;  // by row of `corpus`: row of the same document in the study's corpus
  std::vector<uint8_t> cue;   // by row of `corpus`: value of the cue, kNoCue where none was planted
  std::vector<std::vector<PlantedSpan>> spans;  // by row of `corpus`: planted spans; rewrites have none
  PlantedRecord record;
};

// Returns the shortcut with paths that are ready to be opened. owner: used in messages.
Result<std::unique_ptr<Shortcut>> shortcut_of(const ConditionSpec& condition, const StudyCatalogs& catalogs,
                                              const std::string& study_folder);

// Returns the request to plant_fold. seed: of the draw; the same for all folds of a draw, all models and all
// fits.
PlantRequest plant_request(const ShortcutSpec& shortcut, uint64_t seed, int threads, Sink& sink);

// Plants the shortcut of a condition in a fold. condition: with a shortcut. Every document of the fold has a
// class. A data error names the condition.
Result<PlantedSides> plant_sides(const Corpus& corpus, const Fold& fold, const Column& classes,
                                 const ConditionSpec& condition, const StudyCatalogs& catalogs,
                                 const std::string& study_folder, uint64_t seed, int threads, Sink& sink);

// Returns the joint planting record of all folds of one draw. A document that several folds train on counts
// in each of them. A data error names the condition.
Result<PlantedRecord> planted_draw(const Corpus& corpus, const Split& split, const Column& classes,
                                   const ConditionSpec& condition, const StudyCatalogs& catalogs,
                                   const std::string& study_folder, uint64_t seed, int threads, Sink& sink);

// Returns the counts of a planted fold, as its cells record them.
PlantedRecord record_of(const PlantedFold& planted, const Column& classes, const ShortcutSpec& shortcut);

}  // namespace standfast
