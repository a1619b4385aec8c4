// Synthetic corpora of one design (corpus/synth/synth.h), on which the statistics of a report are tried where
// the truth is known, and the studies that are run on them.
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
#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

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

// The studies that a simulation runs on every corpus of a design, in the form that a user could write in
// TOML.
//
// Classification: ordinary folds, leave-one-topic-out and its matched controls. A control is a single trade
// (a study takes ten by default): thousands of corpora are answered, and only the mean over them is needed.
//
// Verification, as in a study of HITS: shuffled folds of random topics, folds of whole random topics, folds
// of whole topics that HITS chose. Each has as many topics, and pairs across topics alone. Thresholds are
// placed on the training pairs: a validation side of a small corpus lacks pairs.

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
