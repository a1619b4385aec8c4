// Pairs of documents with the truth whether one author wrote both: the items of verification.
#pragma once

#include <cstdint>
#include <span>
#include <string>
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

}  // namespace standfast
