// The rule by which documents may be a pair. sample_pairs.h draws by it, pair_fit.h tests two documents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace standfast {

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

}  // namespace standfast
