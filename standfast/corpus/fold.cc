#include "standfast/corpus/fold.h"

#include <cassert>

namespace standfast {

Sample whole_corpus(const Corpus& corpus) {
  Sample sample;
  sample.method = "all";
  sample.rows.reserve(corpus.size());
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (!corpus.is_kept_apart(row)) sample.rows.push_back(row);
  if (const Column* topic = corpus.column(Role::topic)) {
    std::vector<bool> seen(topic->names.size(), false);
    for (const uint32_t row : sample.rows)
      if (topic->codes[row] != kMissing) seen[topic->codes[row]] = true;
    for (uint32_t code = 0; code < seen.size(); ++code)
      if (seen[code]) sample.topics.push_back(code);
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
