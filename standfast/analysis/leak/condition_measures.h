// What the checks of a design (design_checks.h) count in one drawn condition: sizes of its sides, how many of
// its pairs share a topic, how many topics and authors it tests.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/corpus/pairs.h"

namespace standfast {

// Pairs with both documents in one group of a column (below).
struct SharedBlock {
  std::string column;
  uint64_t same = 0, different = 0;
  std::optional<double> auc_error = {};  // as SideMeasures::topic_auc_error
  bool within_topics = true;             // the column is a block
};

// Sums over the folds of a condition.
struct SideMeasures {
  uint64_t documents = 0;
  uint64_t same = 0, different = 0;                      // pairs, by whether one author wrote both
  uint64_t same_one_topic = 0, different_one_topic = 0;  // of these, with both documents on one topic
  // A rule that knows only whether the documents of a pair share their topic has the AUC
  // 1/2 + (share of same-author pairs that do - share of the others) / 2. Its standard error over authors: all pairs
  // that were drawn for an author's documents, in whatever fold, move together. Nothing: fewer than two authors, or
  // pairs of one kind.
  std::optional<double> topic_auc_error = {};
  std::vector<SharedBlock> blocks = {};
  uint64_t pairs() const { return same + different; }
};

// Groups that a split keeps whole, by a column that is neither the author nor the topic. Intervals cluster by these two
// alone.
struct WholeGroups {
  std::string column;
  uint64_t tested = 0;  // documents that some fold tests
  uint64_t loose = 0;   // of these, in a group of which two tested documents share neither author nor topic
};

// Documents without a value in a column that some condition of the study needs.
struct WithoutValue {
  std::string column;
  bool needed = false;      // by this condition
  uint64_t left_out = 0;    // in no fold
  uint64_t tested = 0;      // in some test side
  uint64_t tested_all = 0;  // documents in some test side, with and without a value
  // By fold: the places of test items (documents in the order of their answers, or pairs) without a value; a
  // pair is without if one of its documents is. Ascending.
  std::vector<std::vector<uint32_t>> items = {};
  // Returns whether the condition can test no document without a value.
  bool leaves_out() const { return needed && left_out > 0 && tested == 0; }
};

// The overlap of a side outside the folds with training: documents whose group a fit has learned from,
// although the split keeps these groups apart.
struct SeenOnSide {
  std::string side, column;
  uint64_t documents = 0;
  double seen = 0;  // mean over folds
};

struct ConditionMeasures {
  uint64_t seed = 0;
  uint32_t folds = 0;
  uint32_t empty_folds = 0;  // of verification: some side lacks the pairs that it needs
  SideMeasures train, test;
  uint32_t test_topics = 0;  // with a test document
  // With a test document; of verification, with a same-author test pair.
  uint32_t test_authors = 0;
  // Test documents with a class (the author, or the target of classification); of these, on a topic of
  // practically one class; and, of classification, of a class that the fold's train side lacks.
  uint64_t classed = 0, one_class_topic = 0, unseen_class = 0;
  std::vector<WholeGroups> whole;
  // Test documents with an exact copy, up to case and white space, in train or validation of the fold;
  // nullopt: not counted, as in runs of earlier versions.
  std::optional<uint64_t> copied = {};
  std::vector<WithoutValue> without = {};
  std::vector<SeenOnSide> seen = {};
  // Topics are disjoint between the sides of every fold. False without topics or tested documents.
  bool topics_apart = false;
  // The median length of the tested documents in bytes; nullopt: not known.
  std::optional<double> test_length = {};
};

// From this share of one class on, a topic is practically of one class (as in topic_table.h).
inline constexpr double kOneClassShare = 0.98;

// A column that groups documents: finer than topics and coarser than documents (a block: a thread, a case, a source), or,
// for pairs alone, any way at all.
struct BlockColumn {
  std::string name;        // of the column, or of the role it plays
  uint32_t groups = 0;     // of two documents or more
  uint64_t documents = 0;  // in them
  uint32_t shared = 0;     // of the groups: those of several classes; 0 where classes were not asked for
};
// A column that groups documents, with its values. within_topics: it is a block; otherwise it is only known
// that pairs may share it.
struct BlockValues {
  BlockColumn block;
  Column values;
  bool within_topics = true;
};

struct FoldPairSpans {
  std::span<const Pair> train, validation, test;
};

// pairs: one entry a fold, or none where documents are classified. group_of_topic: of the sample, where it
// merged topics. target: the classes; the author in verification. blocks: how often pairs share a group of these
// is counted. A fold of a large study names nearly all
// rows, so what training sides hold is counted through the rows they lack.
ConditionMeasures measure_condition(const Corpus& corpus, std::span<const Fold> folds,
                                    std::span<const FoldPairSpans> pairs,
                                    std::span<const uint32_t> group_of_topic, Role target,
                                    std::span<const BlockValues> blocks = {});

// Counts the test documents, over all folds, whose group train or validation contains. group: by row,
// kMissing for a document without one; empty: no document has one.
uint64_t count_copied(std::span<const Fold> folds, std::span<const uint32_t> group);

// Counts the documents of a side that share their value with training. kept: the rows of the side.
SeenOnSide seen_on_side(const Column& column, std::span<const Fold> folds, std::span<const uint32_t> kept);

// column: one of the corpus, else nothing is counted.
WholeGroups whole_groups(const Corpus& corpus, std::span<const Fold> folds, const std::string& column);

// Whether a column is a block: there are more groups than topics, a fifth of the documents at least stand in groups
// of two or more, and nine tenths of these lie on the commonest topic of their group. nothing: it is none. Without
// topics (null) only the second is asked.
std::optional<BlockColumn> block_column(const std::string& name, const Column& column, const Column* topics,
                                        const Column* classes = nullptr);
// Returns the share of documents whose value in `to` is the commonest one for their value in `from`: 1 if
// `from` determines `to`. Over the documents with both values; 0 if there are none.
double goes_with(const Column& from, const Column& to);
// Returns whether the two columns determine each other, so that they name one thing. least: the share of
// documents for which this must hold; below 1, some spellings may differ.
bool say_the_same(const Column& a, const Column& b, double least = 1);
// Returns the groups of a column if it has two, one of them with two documents. within_topics is false.
std::optional<BlockValues> groups_of(const std::string& name, Column column);

}  // namespace standfast
