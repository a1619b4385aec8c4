// The plan of a run: units of work in stages; a unit needs only units of earlier stages.
//
//   0  vectors   the documents of one corpus by one encoder, where a condition names one
//   1  corpus    summary and topic similarity of a corpus
//      splits    sample, folds and pairs of one corpus under one condition with one seed
//   2  features  pair features of a model over every pair the study asks about in one corpus
//      start     a classifier fitted on all documents of a corpus, from which its cells begin
//   3  cell      fit one model on one fold, predict, score
//
// The plan of stages 2 and 3 depends on how many folds each split has, so it is made when stage 1 is done. A
// unit is named by its key: 16 hex digits of a SHA-256 over operation, version, options and inputs. A key
// holds nothing of other conditions and models, so adding one to a study leaves every other cell as it was;
// the one exception is the table of pair features, which is keyed by all splits of its corpus and made anew
// (its numbers do not change).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// The documents whose vectors a condition's sampler asks for: those of topics with this many documents (0:
// any).
int64_t pool_min_docs(const ConditionSpec& condition);

// Units of stages 0 and 1: the vectors of each corpus, encoder and pool of documents that some condition
// names; every corpus; every corpus x condition x seed.
std::vector<Unit> plan_splits(const StudySpec& study, const std::vector<CorpusFacts>& corpora);

// How often a model is fitted on a fold: as often as the study asks, once where its traits say that the seed
// has no effect.
uint32_t fits_of(const StudySpec& study, const ModelSpec& model, const StudyCatalogs& catalogs);

// Units of stages 2 and 3. A splits unit that failed stands in the plan with fold 0 of each model, so that
// the cells it costs are seen to be missing. Only verifiers that offer pair features get features units,
// shared by identity; only classifiers whose traits say so get start units.
Result<std::vector<Unit>> plan_cells(const StudySpec& study, const StudyCatalogs& catalogs,
                                     const std::vector<CorpusFacts>& corpora, const std::vector<Unit>& splits,
                                     const std::map<std::string, SplitFacts>& facts);

}  // namespace standfast
