// The controls that isolate the topic. Leave-one-topic-out and its kin change three things against ordinary
// cross-validation: the topic of the test side, the number of train documents, and the mix of classes on both
// sides. A matched control keeps the last two and undoes the first: documents trade places at random within
// each class of the target, so every side of every fold has exactly as many documents of each class as
// before, and chance decides only which documents (so which topics) these are. The drop from ordinary
// cross-validation to the control is then data, and the drop from the control to the split is topic and
// what travels with it: leaving a topic out also leaves out the threads that the topic consists of, while
// single documents that trade places tear them.
//
// A control with a block keeps those whole: documents of one class and one block (a thread, a case) stand on
// the same side of every fold and trade places only together. Which of them go where is drawn by
// group_trades.h: a place is what the split cannot tell apart (side_patterns.h), its room the number of its
// documents of the class, and groups are dealt anew among the places of their class. Each place keeps its
// number of documents, so each side of each fold its size and its classes, exactly, wherever whole groups can
// fill it; where they cannot (the split itself tears a block) places come as near as pairs of them allow, and
// a note says how many documents are in excess. What is lost from a control of single documents to a control
// of blocks is block, and what is lost from there to the split is topic. Documents of several classes in
// one block may still be parted: class counts could not be kept otherwise.
//
// A control with `whole` keeps blocks with the documents of all their classes whole, so no block is on both sides of a
// fold unless the split has a document of it aside. Sizes and classes come as near as whole blocks allow
// (group_trades.h), and the note says how many documents are in excess. What is lost from the control of blocks to
// this one is due to documents of other classes that stay in training: they are in the tested block and name another
// class. Only what is lost from here to the split has nothing to do with blocks. Where every block has one class (the
// note says what share has), both controls are draws of the same kind.
//
// A control with `match` keeps more of each side than its classes. Documents trade places at random within strata: the
// documents of one class that agree in the columns named there, and in the fifth of their length (strata.h).
// - The estimand. Let S be a split, and C(match) a split drawn uniformly among those whose sides, fold by fold, hold as
//   many documents of every stratum as those of S. score(C) is the expected score of a model under such a draw; the
//   mean over trades estimates it. score(C) - score(S) is what S costs beyond the mix of classes and of `match`, on
//   the training side and on the test side alike. Its zero is 0: a split that picks its sides at random within strata
//   is itself such a draw.
// - Both sides are matched, and not the test side alone. A split that tests short texts trains on long ones. A control
//   that trains on all lengths would leave that half of what length costs in the rest.
// - Counts are exact, so no score is re-weighted. Strata cannot run out, because S fills them itself. But a stratum
//   that S puts on one side whole has nothing to trade with: its documents stay, and what they cost is not in the
//   difference. A note says how many these are, and what part of a test side stays on average.
// - Controls with match = {}, {a}, {a, b} are a chain from the random split to S. The score lost between neighbours is
//   what each column costs where those before it are matched already, so the order matters (result/findings/drops.h).
// With a block as well, documents of one stratum and one block trade places together.
//
// One draw serves all folds of a trade. So a document is tested exactly as often as another of its class was:
// in leave-one-topic-out once, and scores of the same document under both can be compared in pairs.
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
  Role target = Role::author;  // whose values are the classes
  // Roles or attributes, outermost first: ["forum", "thread"] is a thread of a forum. None: single documents.
  // A document without a value in one of them stands alone.
  std::vector<std::string> block = {};
  bool whole = false;  // blocks trade places with the documents of all their classes; needs a block
  // Roles, categories, columns of numbers (by fifths) or "length" (fifths of the length in words): what documents
  // that trade places have in common besides their class. No block is among them, nor the target.
  std::vector<std::string> match = {};
  // So many controls one after the other, each a draw of its own: the folds of the first, then those of the
  // second. 1 to kMostTrades.
  uint32_t trades = 1;
  uint64_t seed = 0;
};

// Documents move among the rows that `split` uses in any fold; left_out stays. Rows without a value of the
// target form a class of their own. Depends on (seed, document ids) and on which values are equal alone, not
// on the order of the corpus or on names. The first trade of a seed is the same for any number of trades.
// The result has method kMatchedControl and records what it was made of: options "of" (the method),
// "of-<name>" for each of its options, "target", "control-seed", "trades" where they are several, "match-1",
// "block-1" and so on; its seed is that of `split`. A data error where the corpus has no such column, where a block is
// the target or is the same as the topic, or where nothing can trade places.
Result<Split> matched_control(const Corpus& corpus, const Split& split, const ControlOptions& options);
// A single trade of single documents.
Result<Split> matched_control(const Corpus& corpus, const Split& split, Role target, uint64_t seed);

// The columns of the blocks that a control records, outermost first; none of a control of single documents.
std::vector<std::string> control_blocks(const Options& recorded);
// Whether it keeps blocks whole with all their classes.
bool control_keeps_whole(const Options& recorded);
// What it matches besides the class, in the order given.
std::vector<std::string> control_match(const Options& recorded);

// Blocks of a control, and those whose documents are all of one class.
struct BlockPurity {
  uint64_t blocks = 0, pure = 0;
};
// Of the rows that `split` uses. A document without a value stands alone.
BlockPurity block_purity(const Corpus& corpus, const Split& split, const Column& classes,
                         const std::vector<const Column*>& columns);

}  // namespace standfast
