// Verification of a synthetic corpus, as a study of HITS has it: shuffled folds of random topics, folds of
// whole random topics, folds of whole topics that HITS chose; as many topics in each, pairs across topics
// alone, each answered by a verifier. Thresholds are placed on the training pairs: a validation side of a
// small corpus lacks pairs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/pairs.h"
#include "standfast/simulate/synthetic_corpus.h"

namespace standfast {

// Conditions, and who answers under which: halves are read under HITS, those of words under random topics
// too.
enum class PairCondition : uint8_t { shuffled, random_topics, hits };
inline constexpr std::array kPairRuns = {std::pair{PairCondition::shuffled, SyntheticReader::whole},
                                         std::pair{PairCondition::random_topics, SyntheticReader::whole},
                                         std::pair{PairCondition::hits, SyntheticReader::whole},
                                         std::pair{PairCondition::random_topics, SyntheticReader::words_a},
                                         std::pair{PairCondition::random_topics, SyntheticReader::words_b},
                                         std::pair{PairCondition::hits, SyntheticReader::words_a},
                                         std::pair{PairCondition::hits, SyntheticReader::words_b},
                                         std::pair{PairCondition::hits, SyntheticReader::vocabulary_a},
                                         std::pair{PairCondition::hits, SyntheticReader::vocabulary_b}};

// One fold of one of these runs.
struct PairFold {
  size_t run = 0;     // place in kPairRuns
  uint64_t draw = 0;  // which seed of the study, from 0
  uint32_t fold = 0;
  std::vector<Pair> pairs;     // rows of the corpus
  std::vector<double> values;  // an answer each
  std::string failure;         // why there are none, as of a side without pairs; the fold then does not count
};

// Topics that every condition takes of this design, and folds that whole topics are dealt to (a third as
// many, 2 to 8).
uint32_t kept_topics(const SyntheticDesign& design);
uint32_t pair_fold_count(const SyntheticDesign& design);

// Usage errors: fewer than four topics to take, more than there are. A design that cannot be drawn is the
// error of whoever says so; one of which no fold of a run answers, the failure of the first.
Result<std::vector<PairFold>> pair_folds(const SyntheticDesign& design, const SyntheticCorpus& corpus);

}  // namespace standfast
