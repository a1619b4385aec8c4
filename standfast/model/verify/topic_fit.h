// topic-fit: a verifier that can see topic only. The most frequent words of the training texts are masked in
// both texts of a pair and the rest is compared: what it scores above chance, topic alone can score (TopicFit
// in Sawatphol et al. 2024).
//
// Default: the 300 most frequent words, counted without case and one-letter words among them, are masked by
// one asterisk a letter; features are word unigrams. The paper does not say how many words; 300 is the size
// of the usual lists of function words (from 150 to 500), and covers most running words of English but few of
// its topics.
//
// variant = literal does what the published script does: 10,000 words counted with case from two letters on
// (looked up in lower case, so that words that occur only capitalised are never masked), one asterisk a word
// and one '#' a number, character 4-grams, and training texts alone are masked: scored texts are left as they
// are.
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry topic_fit_entry();

}  // namespace standfast
