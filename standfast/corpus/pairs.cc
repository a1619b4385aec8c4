#include "standfast/corpus/pairs.h"

namespace standfast {

std::string pair_id(const Corpus& corpus, const Pair& pair) {
  std::string id(corpus.id(pair.a));
  id += '|';
  id += corpus.id(pair.b);
  return id;
}

}  // namespace standfast
