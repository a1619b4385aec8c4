// Pairs of documents with the truth whether one author wrote both: the items of verification.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

struct Pair {
  uint32_t a = 0;  // rows of one corpus; the order is kept because some models look at it
  uint32_t b = 0;
  bool same = false;  // truth; for unlabelled pairs false and not to be used
  friend bool operator==(const Pair&, const Pair&) = default;
};

struct PairSet {
  std::vector<Pair> pairs;
  std::vector<std::string> ids;  // as given by a file; empty: pair_id() is the id
};

// The input of a verifier: a corpus and some of its pairs.
struct PairView {
  const Corpus* corpus = nullptr;
  std::span<const Pair> pairs;
};

// Returns the name of a sampled pair, "idA|idB", stable under every edit that keeps document ids.
std::string pair_id(const Corpus& corpus, const Pair& pair);

// Returns a data error that names two pairs of one id, if there are such: "a|b" with "c", and "a" with "b|c".
Status check_pair_ids(const Corpus& corpus, std::span<const Pair> pairs);
// Returns whether two pairs of these documents can have one id: an id holds "|".
bool ids_can_clash(const Corpus& corpus);

// The rule by which documents may be a pair. sample_pairs.h draws by it, PairFit tests two documents.

// The relation between the topics of a pair. A document without a topic fits `any` alone.
enum class TopicRelation : uint8_t { any, cross, same };

struct PairOptions {
  // Keeps a pair that was drawn twice, also the other way round, as the paper's code does. Off: once, in the
  // order in which it was first drawn.
  bool literal = false;
  // Drops pairs of the larger class, by the seed, until both have as many: then every side of every fold has
  // one share of same-author pairs, so that c@1, F0.5u and F1 of a guesser do not move with the side. A side
  // that lacks pairs of one kind cannot have it and stays as it was drawn.
  bool balanced = true;
  // cross: same-author pairs on two topics, so that sharing a topic does not give the answer away. A document
  // for which there is no such partner is skipped, as under the plain rule.
  TopicRelation positives = TopicRelation::any;
  // same: different-author pairs on one topic, the hard ones. Other authors and documents are drawn among
  // those that fit; a document for which there is none gives no different-author pair.
  TopicRelation negatives = TopicRelation::any;
  // Columns (threads, cases ...) in which no pair of either kind shares its value. A document without a value
  // shares none. Partners are drawn, uniformly as above, among those that fit; where there is none, the
  // document is counted as under the rules of topics.
  std::vector<std::string> cross_block = {};
  // Columns (source, genre ...) in which the two documents of a same-author pair, or of a different-author
  // pair, have the same value. So a trait of authors (their site, their office), which no pair can leave,
  // gives no answer away. Partners are drawn, uniformly as above, among those that fit; a document without a
  // value has none.
  std::vector<std::string> positives_same = {}, negatives_same = {};
  // Keeps this many pairs, by the seed; with `balanced` half of each class. 0 keeps all.
  uint64_t max_pairs = 0;
};

// The rule by which a study draws its pairs, for a model that draws more of them from its training documents.
struct PairRule {
  PairOptions options;
  std::vector<uint32_t> group_of_topic =
      {};  // from the sample (corpus/fold.h); empty where no topics were merged
};

// A predicate on two documents: may they be a pair under a rule of pairs?

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
