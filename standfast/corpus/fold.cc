#include "standfast/corpus/fold.h"

#include <cassert>
#include <numeric>

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

std::optional<Column> grouped_topics(const Corpus& corpus, std::span<const uint32_t> group_of_topic) {
  const Column* topic = corpus.column(Role::topic);
  if (topic == nullptr) return std::nullopt;
  Column grouped = *topic;
  if (group_of_topic.empty()) return grouped;
  assert(group_of_topic.size() == topic->names.size());
  for (uint32_t& code : grouped.codes)
    if (code != kMissing) code = group_of_topic[code];
  return grouped;
}

uint64_t runs_of(const Fold& fold) {
  return fold.train.runs().size() + fold.validation.runs().size() + fold.test.runs().size() +
         fold.aside.runs().size();
}

}  // namespace standfast
