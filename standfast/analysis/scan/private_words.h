// Masks words that may identify a person in the names of cues: numbers (accounts, telephones), parts of
// addresses (mail, web, @names, paths), and rare words.
#pragma once

#include "standfast/analysis/scan/scan.h"

namespace standfast {

// Words in fewer documents are masked.
inline constexpr uint64_t kFewDocuments = 10;

// Replaces identifying words by "<number>", "<address>" or "<rare>" in the names of all cues that have words
// of texts:
//   number: a word with a digit in it
//   address: most of its occurrences are inside of runs without white space that have "@", "://", "www." or
//            "/" behind a dot
//   rare: it is in fewer than kFewDocuments of the documents that were scanned
// Call it last: cues with masked names cannot be removed from texts. Names of forms, lengths, columns stay.
void mask_private_words(const Corpus& corpus, Scan& scan);

}  // namespace standfast
