#include "standfast/corpus/fold.h"

#include <numeric>

#include "standfast/corpus/corpus.h"

namespace standfast {

Sample whole_corpus(const Corpus& corpus) {
  Sample sample;
  sample.method = "all";
  sample.rows.resize(corpus.size());
  std::iota(sample.rows.begin(), sample.rows.end(), 0U);
  if (const Column* topic = corpus.column(Role::topic)) {
    sample.topics.resize(topic->names.size());
    std::iota(sample.topics.begin(), sample.topics.end(), 0U);
  }
  return sample;
}

}  // namespace standfast
