// The studies that a simulation runs on every corpus of a design, in the form that a user could write in
// TOML.
//
// Classification: ordinary folds, leave-one-topic-out and its matched controls. A control is a single trade
// (a study takes ten by default): thousands of corpora are answered, and only the mean over them is needed.
//
// Verification, as in a study of HITS: shuffled folds of random topics, folds of whole random topics, folds
// of whole topics that HITS chose. Each has as many topics, and pairs across topics alone. Thresholds are
// placed on the training pairs: a validation side of a small corpus lacks pairs.
#pragma once

#include <cstdint>

#include "standfast/base/result.h"
#include "standfast/simulate/synthetic_corpus.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Conditions by their place in `whole`. thread_control keeps threads whole; it is there where the design has
// threads; whole_control keeps them with all their authors, where these share threads.
enum class ClassCondition : uint8_t { iid, novel, control, thread_control, whole_control };
enum class PairCondition : uint8_t { shuffled, random_topics, hits };

// The studies. Models have the names of readers (kReaderNames) and read the texts of these readers. No model
// guesses: the shares of the survival table need none.
struct SyntheticStudies {
  StudySpec whole;   // the model that reads whole texts, under all conditions
  StudySpec halves;  // the models that read halves, to be compared: `novel`, or `random_topics` and `hits`
};

// Makes the studies of a corpus with this seed. Usage errors: no such model or option, fewer than four topics
// to keep, more than there are.
Result<SyntheticStudies> synthetic_studies(const SyntheticDesign& design, uint64_t seed);

// Returns whether a cell of `halves` is examined. Halves of the vocabulary are compared under one condition
// alone.
bool is_asked(const Unit& cell);

// Return, for verification, the number of topics that every condition takes from this design, and the number
// of folds that whole topics are dealt to (a third as many, 2 to 8).
uint32_t kept_topics(const SyntheticDesign& design);
uint32_t pair_fold_count(const SyntheticDesign& design);

}  // namespace standfast
