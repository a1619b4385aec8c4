// Rules by which a proposed study of verification draws its pairs, so that neither a block nor another column
// gives the answer away, as far as enough authors allow.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/corpus.h"

namespace standfast::proposal {

// The blocks of a corpus, and their names in texts and studies.
struct PairBlocks {
  std::vector<std::string> names;
  std::vector<const Column*> columns;
  std::string list() const { return fmt::format("{}", fmt::join(names, " or its ")); }
};

// A confounder of pairs (SF115) that is no block: a trait of authors, or a column coarser than topics. The
// shares are expected values for randomly drawn pairs.
struct Confounder {
  std::string name;
  const Column* column = nullptr;
  // Shares of same-author and of different-author pairs that have it in common.
  double same = 0, different = 0;
  bool of_authors = false;  // practically all pairs of one author share it
  bool of_topics = false;   // practically all documents of a topic do
  double auc() const { return 0.5 + std::abs(same - different) / 2; }
};
using Confounders = std::vector<Confounder>;

// From this AUC on, pairs are drawn so that they agree in the column.
constexpr double kLeastConfounding = 0.53;

// Computes the expected shares: each document draws one of the same author, and one of a random other author.
Confounder confounder_of(const std::string& name, const Column& column, const Column& authors,
                         const Column* topics);

struct PairRule {
  std::string relation;             // "cross-topic", "same-topic", ""
  std::vector<std::string> blocks;  // blocks across which pairs are drawn
  std::string why;
  std::vector<std::string> positives_same = {}, negatives_same = {};
  // Returns the line of the study; "" if pairs are drawn as they come.
  std::string lines() const;
};

// Returns the pair rules in order of preference: first the rules that make pairs agree in as many confounders
// as enough authors allow, then the rules without this constraint. min_docs: topics with fewer documents count
// for nothing. topics: the corpus has topics. cross_first: prefers pairs across topics to pairs within one.
std::vector<PairRule> pair_rules(const Corpus& corpus, uint64_t min_docs, const PairBlocks& blocks,
                                 Confounders confounders, bool topics, bool cross_first);

}  // namespace standfast::proposal
