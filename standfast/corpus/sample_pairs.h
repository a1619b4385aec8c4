// Sampling of verification pairs from the documents of one side of a fold.
//
// Rule (Sawatphol et al. 2024, their code; without its bug that put same-author text into different-author
// pairs): for each document T, by author and id: if its author has more documents, take one of them whose
// text differs, uniformly, as a same-author pair; if all have T's very text, skip T. Then take a uniform
// other author and a uniform document of theirs as a different-author pair. A document whose author has no
// second one gives only the latter. The draws of T come from (seed, id of T), so neither the order of
// documents nor their topics' names matter. Documents without an author take no part and are counted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/pairs.h"

namespace standfast {

// Convert the options to option specs and back, for the command line and study files.
std::vector<OptionSpec> pair_option_specs();
Result<PairOptions> pair_options(const Options& options);

// Counts of a sample, with the score of a majority answer, so that no reader takes the class prior for skill.
struct PairCounts {
  uint64_t pairs = 0, same = 0, different = 0;
  uint64_t documents = 0, authors = 0;      // documents and authors that take part
  uint64_t without_author = 0;              // documents left out for want of an author
  uint64_t skipped = 0;                     // documents skipped for want of a same-author partner that fits
  uint64_t without_negative = 0;            // documents for which no different-author partner fits
  uint64_t repeats_removed = 0;             // drawn before, in either order
  uint64_t same_text_different_author = 0;  // pairs that hold one text twice under two authors
  uint64_t dropped = 0;                     // dropped by `balanced` and `max_pairs`
  double prior() const { return pairs == 0 ? 0 : static_cast<double>(same) / static_cast<double>(pairs); }
  // Returns the c@1 (accuracy) of always giving the more frequent answer.
  double majority() const { return prior() > 0.5 ? prior() : 1 - prior(); }
};

struct PairSample {
  std::vector<Pair> pairs;
  PairCounts counts;
};

// Samples pairs. `side` names the documents in messages, e.g. "the test side of fold 2". Errors: no author
// column, a column of the options without any value, one author only, no pair at all. group_of_topic: from
// the sample that the rows come from; topics that it merged are one.
Result<PairSample> sample_pairs(const Corpus& corpus, std::span<const uint32_t> rows,
                                const PairOptions& options, uint64_t seed, std::string_view side,
                                std::span<const uint32_t> group_of_topic = {});

// Returns the line that is always shown: "4,480 pairs: 950 same-author (21.2 %), ...".
std::string describe(const PairCounts& counts);
// Returns "12 of 340 documents found no same-author partner that fits, 3 no other author's", or "" where all
// did.
std::string describe_shortage(const PairCounts& counts);

}  // namespace standfast
