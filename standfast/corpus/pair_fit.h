// A predicate on two documents: may they be a pair under a rule of pairs?
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/pairs.h"

namespace standfast {

class PairFit {
 public:
  // Prepares the predicate. group_of_topic: as in sample_pairs. A data error names a column of the options in
  // which no document has a value. The corpus must outlive it.
  static Result<PairFit> make(const Corpus& corpus, const PairOptions& options,
                              std::span<const uint32_t> group_of_topic);

  // Returns whether two documents of one author may be a pair, which requires different texts.
  bool as_same_author(uint32_t a, uint32_t b) const;
  // Returns whether two documents of different authors may be a pair.
  bool as_different(uint32_t a, uint32_t b) const;

  // Returns the topics as the sample merged them; nothing where the corpus has none.
  const std::optional<Column>& topics() const { return topics_; }
  // Returns the columns whose value both documents of a different-author pair share; with the topic where the
  // rule asks for one.
  std::vector<const Column*> shared_of_different() const;

 private:
  PairFit(const Corpus& corpus, TopicRelation positives, TopicRelation negatives,
          std::optional<Column> topics)
      : corpus_(&corpus), positives_(positives), negatives_(negatives), topics_(std::move(topics)) {}
  uint32_t topic(uint32_t row) const { return topics_ ? topics_->codes[row] : kMissing; }
  bool related(TopicRelation wanted, uint32_t a, uint32_t b) const;
  bool across_blocks(uint32_t a, uint32_t b) const;

  const Corpus* corpus_;
  TopicRelation positives_, negatives_;
  std::optional<Column> topics_;
  std::vector<const Column*> blocks_, positives_same_, negatives_same_;
};

}  // namespace standfast
