// A fold of a condition with a shortcut, as its cells read it: texts planted by plant_fold (shortcut/planted_fold.h),
// and the three sides on which every fit is examined. Whoever asks plant_fold for the same fold and seed gets the same
// texts, byte for byte (`standfast shortcut --out`).
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

// The category of PlantedSides::corpus with the value of the cue in documents of train and validation. A model that
// trains against a known shortcut gets it as the group of a training document.
inline constexpr const char* kCueColumn = "value of the planted cue";

struct PlantedSides {
  // First the documents of the study's corpus in their order, with planted texts on train, validation and test. Then
  // the test documents as they are, and then those of the anti-test: the same columns, ids with an ending.
  Corpus corpus;
  Fold fold;  // rows of `corpus`; without documents that could not be planted
  // original, anti-test, and the sides of the study's corpus, which are not planted. Rows of `corpus`.
  std::vector<KeptApart> sides;
  std::vector<uint32_t> row;  // by row of `corpus`: that of the same document in the study's corpus
  std::vector<uint8_t> cue;   // by row of `corpus`: the value of the cue, kNoCue where none was planted
  std::vector<std::vector<PlantedSpan>> spans;  // by row of `corpus`: what was planted; rewrites have none
  PlantedRecord record;
};

// The shortcut with paths that are ready to be opened. owner: for messages.
Result<std::unique_ptr<Shortcut>> shortcut_of(const ConditionSpec& condition, const StudyCatalogs& catalogs,
                                              const std::string& study_folder);

// What plant_fold is asked for. seed: of the draw. The same for all folds of a draw, all models and all fits.
PlantRequest plant_request(const ShortcutSpec& shortcut, uint64_t seed, int threads, Sink& sink);

// condition: with a shortcut. Every document of the fold has a class. A data error names the condition.
Result<PlantedSides> plant_sides(const Corpus& corpus, const Fold& fold, const Column& classes,
                                 const ConditionSpec& condition, const StudyCatalogs& catalogs,
                                 const std::string& study_folder, uint64_t seed, int threads, Sink& sink);

// What the folds of one draw have planted, together. A document that several folds train on counts in each of them. A data error names the condition.
Result<PlantedRecord> planted_draw(const Corpus& corpus, const Split& split, const Column& classes,
                                   const ConditionSpec& condition, const StudyCatalogs& catalogs,
                                   const std::string& study_folder, uint64_t seed, int threads, Sink& sink);

// Counts of a planted fold, as its cells record them.
PlantedRecord record_of(const PlantedFold& planted, const Column& classes, const ShortcutSpec& shortcut);

}  // namespace standfast
