// Keep-whole: a wrapper for any splitter that keeps each group of a column (a thread, an author, a case) on
// one side of a fold.
//
// The splitter sees one document of each group, and the others follow it to its side. So groups are drawn as
// if each were one document: shares, folds and quotas count groups, however large these are. (Options such as
// `group` of k-fold or hold-out keep groups whole too, and count documents; prefer them if sizes matter.) The
// document that represents its group belongs to the majority class of the group, if the splitter looks at
// classes, and has the smallest id among these. Its vector is the mean vector of the group. Its text and
// other columns are its own. A document without a value is a group by itself. Two splitters use more of a
// group (SplitContext::groups): temporal uses its first and last date, score-split the mean of its scores.
//
// A splitter that keeps another column apart (topics, authors, its own groups) can do so only if each group
// has one value of that column: otherwise a data error names the first group that has two. Topic confusion
// keeps authors and topics in this sense. A given split is not changed: it is a data error if it divides a
// group, and validation that is drawn in addition keeps groups whole.
#pragma once

#include <string>

#include "standfast/split/splitter.h"

namespace standfast {

// Returns the entry, extended by the option keep-whole.
SplitterCatalog::Entry with_keep_whole(SplitterCatalog::Entry entry);

// Returns the column of keep-whole, or "". The options may come from a file.
std::string kept_whole_by(const Options& options);

}  // namespace standfast
