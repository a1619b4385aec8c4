// Synthetic corpora of one design (corpus/synth.h), each answered by a classifier under ordinary folds, under
// leave-one-topic-out and under its matched control: what the statistics of a report are tried on where the
// truth is known. The control is a single trade of single documents (a study takes ten): thousands of corpora
// are answered, and the mean over them is what is asked for.
//
// Corpora come in sets: those of one set have their authors in common and new topics and documents each; sets
// have nothing in common. So an interval can be asked whether it holds what these authors would score on
// other topics, and whether it holds what other authors would.
//
// Readers. Besides the classifier that reads whole texts there are two pairs of it, equal by construction:
// each word of a text is dealt to one or the other by a coin (words), or each word of the vocabulary is, for
// all texts (vocabulary). On average over coins the two of a pair are equally good, whatever the corpus, so a
// difference between them is luck, and the truth is 0. Halves of the vocabulary are luck that an author has
// on every topic.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/corpus/topic_counts.h"
#include "standfast/num/dense.h"

namespace standfast {

struct SyntheticDesign {
  TopicCounts table;          // documents by topic and author; none of these has none
  double style = 1;           // of SynthOptions
  double topic_strength = 0;  // of SynthOptions; 0: no topic in any text, so leaving one out costs nothing
  int64_t length = 80;        // words of a document
  std::string model = "naive-bayes";           // of the catalog of classifiers ...
  std::map<std::string, OptionValue> options;  // ... with these options
  int64_t folds = 5;                           // of the ordinary ones, stratified by author
  uint64_t seed = 0;
};

// Conditions, and who answers under which: `iid` and `control` are answered by the reader of whole texts
// alone.
enum class SyntheticCondition : uint8_t { iid, novel, control };
enum class SyntheticReader : uint8_t { whole, words_a, words_b, vocabulary_a, vocabulary_b };
inline constexpr std::array kSyntheticRuns = {
    std::pair{SyntheticCondition::iid, SyntheticReader::whole},
    std::pair{SyntheticCondition::novel, SyntheticReader::whole},
    std::pair{SyntheticCondition::control, SyntheticReader::whole},
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

struct SyntheticAnswers {
  std::vector<uint32_t> author, topic;  // by row of the corpus; places in the design's table
  std::vector<SyntheticFold> folds;
};

// The corpora of one set, `blocks` of them. Depends on (design, set) and the block alone. A design that
// cannot be split or learned is the error of whoever says so.
Result<std::vector<SyntheticAnswers>> synthetic_set(const SyntheticDesign& design, uint64_t set,
                                                    uint32_t blocks);

}  // namespace standfast
