// The verifier `topic-fit`, which can see only topic. The most frequent words of the training texts are
// masked in both texts of a pair and the rest is compared: a score above chance can come from topic alone
// (TopicFit in Sawatphol et al. 2024).
//
// Default: the 300 most frequent words, counted without case and including one-letter words, are masked by
// one asterisk a letter; features are word unigrams. The paper does not give the number of words; 300 is the
// size of the usual lists of function words (from 150 to 500), and covers most running words of English but
// few of its topics.
//
// variant = literal follows the published script: 10,000 words counted with case from two letters on (looked
// up in lower case, so that words that occur only capitalised are never masked), one asterisk a word and one
// '#' a number, character 4-grams, and only training texts are masked: scored texts are not.
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry topic_fit_entry();

}  // namespace standfast
