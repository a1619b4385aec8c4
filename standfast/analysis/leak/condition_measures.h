// Counts of one drawn condition, the input of the design checks (design_checks.h): sizes of its sides, pairs
// that share a topic, tested topics and authors.
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
  uint64_t same = 0, different = 0;                      // pairs, by same or different author
  uint64_t same_one_topic = 0, different_one_topic = 0;  // subsets of these, with both documents on one topic
  // The standard error, over authors, of the AUC of a rule that knows only if the documents of a pair share
  // their topic. That AUC is 1/2 + (share of same-author pairs that do - share of the others) / 2. All pairs
  // drawn for an author's documents, in whatever fold, move together. Nothing if there are fewer than two
  // authors, or pairs of one kind.
  std::optional<double> topic_auc_error = {};
  std::vector<SharedBlock> blocks = {};
  uint64_t pairs() const { return same + different; }
};

// Groups that a split keeps whole, by a column that is neither the author nor the topic. Intervals cluster by
// author and topic alone.
struct WholeGroups {
  std::string column;
  uint64_t tested = 0;  // documents that some fold tests
  // Subset of these, in groups in which two tested documents share neither author nor topic.
  uint64_t loose = 0;
};

// Documents without a value in a column that some condition of the study needs.
struct WithoutValue {
  std::string column;
  bool needed = false;      // by this condition
  uint64_t left_out = 0;    // in no fold
  uint64_t tested = 0;      // in some test side
  uint64_t tested_all = 0;  // documents in some test side, with and without a value
  // By fold: the indices of test items (documents in the order of their answers, or pairs) without a value,
  // ascending; a pair is without if one of its documents is.
  std::vector<std::vector<uint32_t>> items = {};
  // Returns true if the condition can test no document without a value.
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
  uint32_t empty_folds = 0;  // for verification: some side lacks the pairs that it needs
  SideMeasures train, test;
  uint32_t test_topics = 0;  // with a test document
  // With a test document; for verification, with a same-author test pair.
  uint32_t test_authors = 0;
  // Test documents with a class (the author, or the target of classification); the subset on a topic of
  // practically one class; and, for classification, the subset of a class that the fold's train side lacks.
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

// A column that groups documents. A block is finer than topics and coarser than documents (a thread, a case,
// a source); for pairs alone, any grouping counts.
struct BlockColumn {
  std::string name;        // the column, or the role it plays
  uint32_t groups = 0;     // of two documents or more
  uint64_t documents = 0;  // in them
  uint32_t shared = 0;     // groups of several classes; 0 if classes were not requested
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

// Measures a condition. pairs: one entry per fold, or none if documents are classified. group_of_topic: from
// the sample, if it merged topics. target: the classes; the author in verification. blocks: columns for which
// pairs within one group are counted. A fold of a large study names nearly all rows, so training sides are
// counted through the rows they lack.
ConditionMeasures measure_condition(const Corpus& corpus, std::span<const Fold> folds,
                                    std::span<const FoldPairSpans> pairs,
                                    std::span<const uint32_t> group_of_topic, Role target,
                                    std::span<const BlockValues> blocks = {});

// Counts the test documents, over all folds, whose group train or validation contains. group: by row,
// kMissing for a document without one; empty: no document has one.
uint64_t count_copied(std::span<const Fold> folds, std::span<const uint32_t> group);

// Counts the documents of a side that share their value with training. kept: the rows of the side.
SeenOnSide seen_on_side(const Column& column, std::span<const Fold> folds, std::span<const uint32_t> kept);

// Measures the groups of a column that the corpus has; without it nothing is counted.
WholeGroups whole_groups(const Corpus& corpus, std::span<const Fold> folds, const std::string& column);

// Checks that a column is a block: there are more groups than topics, at least a fifth of the documents are
// in groups of two or more, and nine tenths of these are on the commonest topic of their group. Nothing if it
// is none. Without topics (null) only the second condition applies.
std::optional<BlockColumn> block_column(const std::string& name, const Column& column, const Column* topics,
                                        const Column* classes = nullptr);
// Returns the share of documents whose value in `to` is the commonest one for their value in `from`: 1 if
// `from` determines `to`. Over the documents with both values; 0 if there are none.
double goes_with(const Column& from, const Column& to);
// Returns true if the two columns determine each other, so that they name one thing. least: the share of
// documents for which this must hold; below 1, some spellings may differ.
bool say_the_same(const Column& a, const Column& b, double least = 1);
// Returns the groups of a column if it has two, one of them with two documents. within_topics is false.
std::optional<BlockValues> groups_of(const std::string& name, Column column);

// Columns in which an item of either of two conditions needs a value for the two to be compared. A split
// leaves out documents that lack a required value (no customer, no topic); the other condition may test them.
// docs/what-survives.md explains the output.

// The draws of one condition of one corpus.
using Draws = std::vector<const ConditionMeasures*>;

// Returns the entry of a draw for a column; null if there is none.
const WithoutValue* without_value(const ConditionMeasures& draw, const std::string& column);

// Returns the columns for lack of which `leaving` leaves out documents that `testing` tests, ascending.
std::vector<std::string> left_out_columns(const Draws& leaving, const Draws& testing);

// Returns the columns for lack of which one of the two leaves out documents that the other tests, ascending.
std::vector<std::string> shared_columns(const Draws& a, const Draws& b);

// Counts the test items of a draw, over its folds, that lack a value in at least one of the columns.
uint64_t items_without(const ConditionMeasures& draw, const std::vector<std::string>& columns);

}  // namespace standfast
