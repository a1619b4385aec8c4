// Keep-whole: whatever the splitter, no group of a column (a thread, an author, a case) is on two sides of a fold.
//
// The splitter sees one document of each group, and the others follow it to its side. So groups are drawn as if each
// were one document: shares, folds and quotas count groups, however large these are. (Options such as `group` of k-fold
// or hold-out keep groups whole too, and count documents; take these where sizes matter.) The document that stands for
// its group is of the class that most of the group have, where the splitter looks at classes, and of these the one with
// the smallest id. Its vector is the mean of those of the group. Texts and other columns are its own. A document without a
// value is a group by itself. Two splitters ask more of a group (SplitContext::groups): temporal looks at its first and
// last date, score-split at the mean of its scores.
//
// A splitter that keeps another column apart (topics, authors, its own groups) can do so only if each group has one value
// of that column: otherwise a data error names the first that has two. Topic confusion keeps authors and topics in this
// sense. Of a given split nothing moves: it is a data error if it parts a group, and validation that is drawn beside it
// keeps groups whole.
#pragma once

#include <string>

#include "standfast/split/splitter.h"

namespace standfast {

// The entry with the option keep-whole.
SplitterCatalog::Entry with_keep_whole(SplitterCatalog::Entry entry);

// The column of keep-whole, or "". The options may come from a file.
std::string kept_whole_by(const Options& options);

}  // namespace standfast
