// Classification of a synthetic corpus: ordinary folds, leave-one-topic-out and its matched controls, each
// answered by a classifier. A control is a single trade (a study takes ten): thousands of corpora are
// answered, and the mean over them is what is asked for.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/simulate/synthetic_corpus.h"

namespace standfast {

// Conditions, and who answers under which: all but `novel` are answered by the reader of whole texts alone.
// thread_control keeps threads whole; it is there where the design has threads.
enum class SyntheticCondition : uint8_t { iid, novel, control, thread_control };
inline constexpr std::array kSyntheticRuns = {
    std::pair{SyntheticCondition::iid, SyntheticReader::whole},
    std::pair{SyntheticCondition::novel, SyntheticReader::whole},
    std::pair{SyntheticCondition::control, SyntheticReader::whole},
    std::pair{SyntheticCondition::thread_control, SyntheticReader::whole},
    std::pair{SyntheticCondition::novel, SyntheticReader::words_a},
    std::pair{SyntheticCondition::novel, SyntheticReader::words_b},
    std::pair{SyntheticCondition::novel, SyntheticReader::vocabulary_a},
    std::pair{SyntheticCondition::novel, SyntheticReader::vocabulary_b}};

// One fold of one of these runs.
struct SyntheticFold {
  size_t run = 0;  // place in kSyntheticRuns
  uint32_t fold = 0;
  std::vector<uint32_t> test;  // rows of the corpus
  DenseMatrix probabilities;   // test rows x authors
};

// A design that cannot be split or learned is the error of whoever says so.
Result<std::vector<SyntheticFold>> class_folds(const SyntheticDesign& design, const SyntheticCorpus& corpus);

}  // namespace standfast
