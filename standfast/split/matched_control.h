// Matched controls, which isolate the effect of the topic. Leave-one-topic-out and its relatives change three
// things compared with ordinary cross-validation: the topic of the test side, the number of train documents,
// and the mix of classes on both sides. A matched control keeps the last two and undoes the first: documents
// trade places at random within each class of the target, so every side of every fold has exactly as many
// documents of each class as before, and chance alone decides which documents (so which topics) these are.
// The drop from ordinary cross-validation to the control is then due to the data, and the drop from the
// control to the split is due to the topic and what travels with it: leaving a topic out also leaves out the
// threads that the topic consists of, while trades of single documents divide threads.
//
// A control with a block keeps blocks whole: documents of one class and one block (a thread, a case) stand on
// the same side of every fold and trade places only together. Their new places are drawn by group_trades.h: a
// place is a set of documents that the split cannot tell apart (side_patterns.h), its room is the number of
// its documents of the class, and groups are dealt anew among the places of their class. Each place keeps its
// number of documents, so each side of each fold keeps its size and its classes, exactly, wherever whole
// groups can fill it. Where they cannot (the split itself divides a block), places come as near as pairs of
// them allow, and a note reports the number of documents in excess. The loss from a control of single
// documents to a control of blocks is due to the block, and the loss from there to the split is due to the
// topic. Documents of several classes in one block may still be separated: class counts could not be kept
// otherwise.
//
// A control with `whole` keeps blocks together with the documents of all their classes, so no block is on
// both sides of a fold unless the split has a document of it aside. Sizes and classes come as near as whole
// blocks allow (group_trades.h), and the note reports the number of documents in excess. The loss from the
// control of blocks to this one is due to documents of other classes that stay in training: they are in the
// tested block and name another class. Only the loss from here to the split has nothing to do with blocks. If
// every block has one class (the note gives the share of such blocks), both controls are draws of the same
// kind.
//
// A control with `match` keeps more of each side than its classes. Documents trade places at random within
// strata: the documents of one class that agree in the named columns, and in the fifth of their length
// (strata.h).
// - The estimand. Let S be a split, and C(match) a split drawn uniformly among the splits whose sides, fold
//   by fold, hold as many documents of every stratum as the sides of S. score(C) is the expected score of a
//   model under such a draw; the mean over trades estimates it. score(C) - score(S) is the cost of S beyond
//   the mix of classes and of `match`, on the training side and on the test side alike. Its zero is 0: a
//   split that picks its sides at random within strata is itself such a draw.
// - Both sides are matched, and not the test side alone. A split that tests short texts trains on long ones.
//   A control that trains on all lengths would leave that half of the effect of length in the remainder.
// - Counts are exact, so no score is re-weighted. Strata cannot run out, because S fills them itself. But a
//   stratum that S puts on one side as a whole has nothing to trade with: its documents stay, and their
//   effect is not in the difference. A note reports their number, and the part of a test side that stays on
//   average.
// - Controls with match = {}, {a}, {a, b} are a chain from the random split to S. The score lost between
//   neighbours is the cost of each column after the columns before it are matched, so the order matters
//   (result/findings/drops.h).
// With a block as well, documents of one stratum and one block trade places together.
//
// One draw serves all folds of a trade. So a document is tested exactly as often as another document of its
// class was: in leave-one-topic-out once, and scores of the same document under both can be compared in
// pairs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

inline constexpr const char* kMatchedControl = "matched-control";  // the method of such a split
inline constexpr uint32_t kMostTrades = 1000;

struct ControlOptions {
  Role target = Role::author;  // the column whose values are the classes
  // Roles or attributes that define a block, outermost first: ["forum", "thread"] is a thread of a forum.
  // None: single documents. A document without a value in one of them stands alone.
  std::vector<std::string> block = {};
  bool whole = false;  // blocks trade places with the documents of all their classes; needs a block
  // Roles, categories, columns of numbers (by fifths) or "length" (fifths of the length in words): properties
  // that documents which trade places share besides their class. Neither a block nor the target may be among
  // them.
  std::vector<std::string> match = {};
  // The number of controls, each an independent draw: the folds of the first come first, then the folds of
  // the second. 1 to kMostTrades.
  uint32_t trades = 1;
  uint64_t seed = 0;
};

// Draws the matched control of a split. Documents move among the rows that `split` uses in any fold; left_out
// stays. Rows without a value of the target form a class of their own. The result depends only on (seed,
// document ids) and on the equality of values, not on the order of the corpus or on names. The first trade of
// a seed is the same for any number of trades. The result has method kMatchedControl and records its origin:
// options "of" (the method), "of-<name>" for each of its options, "target", "control-seed", "trades" if there
// are several, "match-1", "block-1" and so on; its seed is the seed of `split`. A data error if the corpus
// has no such column, if a block is the target or equals the topic, or if nothing can trade places.
Result<Split> matched_control(const Corpus& corpus, const Split& split, const ControlOptions& options);
// Draws a single trade of single documents.
Result<Split> matched_control(const Corpus& corpus, const Split& split, Role target, uint64_t seed);

// Returns the columns of the blocks that a control records, outermost first; none for a control of single
// documents.
std::vector<std::string> control_blocks(const Options& recorded);
// Returns true if the control keeps blocks whole with all their classes.
bool control_keeps_whole(const Options& recorded);
// Returns the columns that the control matches besides the class, in the given order.
std::vector<std::string> control_match(const Options& recorded);

// The number of blocks of a control, and of blocks whose documents are all of one class.
struct BlockPurity {
  uint64_t blocks = 0, pure = 0;
};
// Counts blocks among the rows that `split` uses. A document without a value stands alone.
BlockPurity block_purity(const Corpus& corpus, const Split& split, const Column& classes,
                         const std::vector<const Column*>& columns);

}  // namespace standfast
