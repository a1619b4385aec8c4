// Synthetic corpora of one design (corpus/synth/synth.h), on which the statistics of a report are tried where
// the truth is known. synthetic_study.h defines the studies that are run on them.
//
// Corpora come in sets: the corpora of one set have their authors in common and new topics and documents
// each; sets have nothing in common. So an interval can be tested for whether it holds the score of these
// authors on other topics, and whether it holds the score of other authors.
//
// Readers. Besides whole texts there are two pairs of halves, equal by construction: each word of a text is
// dealt to one or the other by a coin (words), or each word of the vocabulary is, for all texts (vocabulary).
// On average over coins the two of a pair are equally good, whatever the corpus, so a difference between them
// is luck, and the truth is 0. Halves of the vocabulary are luck that an author has on every topic.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/topic_counts.h"

namespace standfast {

struct SyntheticDesign {
  TopicCounts table;                  // documents by topic and author; none of these has none
  double style = 1;                   // from SynthOptions, as the next four
  double topic_strength = 0;          // 0: no topic in any text, so leaving one out costs nothing
  int64_t threads = 0;                // threads of an author within a topic, planted in the texts
  bool shared_threads = false;        // threads are of a topic, and all its authors write in them
  double thread_strength = 0;         // 0: threads that say nothing
  int64_t families = 0;               // twin topics; divides the number of topics. 0: no topic has a twin
  int64_t length = 80;                // words of a document
  bool verifies = false;              // pairs of texts; otherwise authors are told apart as classes
  std::string model = "naive-bayes";  // from the catalog of classifiers, or of verifiers ...
  std::map<std::string, OptionValue> options;  // ... with these options
  int64_t folds = 5;                           // for classification: the ordinary folds, stratified by author
  int64_t kept = 0;  // for verification: topics that a condition takes; 0: half of them, 6 to 40
  std::string interval = "fitted";  // or "nested": StudySpec::nested_repeats of the studies of whole texts
  int64_t draws = 1;                // for verification: seeds of the study
  uint64_t seed = 0;
};

enum class SyntheticReader : uint8_t { whole, words_a, words_b, vocabulary_a, vocabulary_b };
inline constexpr const char* kReaderNames[] = {"whole", "words-a", "words-b", "vocabulary-a", "vocabulary-b"};

inline constexpr const char* kThreadColumn = "thread";
inline constexpr const char* kCorpusName = "synthetic";  // in studies

// A corpus of a set, as each reader has it; a row is the same document for all.
struct SyntheticCorpus {
  std::vector<uint32_t> author, topic;  // by row; places in the design's table
  std::vector<Corpus> read_by;  // by SyntheticReader; with a column kThreadColumn where there are threads
  uint64_t seed = 0;            // seed of folds, pairs and models
};

// Makes the `blocks` corpora of one set. They depend on (design, set) and the block alone. A usage error
// where the design cannot be written.
Result<std::vector<SyntheticCorpus>> synthetic_corpora(const SyntheticDesign& design, uint64_t set,
                                                       uint32_t blocks);

}  // namespace standfast
