#include "standfast/result/findings/answer_outline.h"

#include <algorithm>

#include "standfast/result/run/answer_store.h"

namespace standfast::result {

AnswerOutline answer_outline(const RunRecords& run, size_t corpus) {
  AnswerOutline outline;
  outline.of_class.resize(run.corpora[corpus].classes.size());
  const auto known = [](uint32_t code) { return code != kNoCode; };
  for (const auto& cell : run.cells) {
    if (!cell.ok || cell.corpus != run.corpora[corpus].name) continue;
    const auto pairs = pair_answers(cell);
    const auto documents = answered_documents(cell);
    for (const uint32_t c : documents->truth) ++outline.of_class[c];
    const auto any = [&](const std::vector<uint32_t>& codes) {
      return std::any_of(codes.begin(), codes.end(), known);
    };
    outline.any_topic = outline.any_topic || any(documents->topic);
    outline.any_author = outline.any_author || any(documents->author);
    auto& tested = outline.tested_topics[{cell.condition, cell.seed}];
    for (const auto* codes : {&pairs->topic_a, &pairs->topic_b, &documents->topic}) {
      uint32_t last = kNoCode;  // neighbours often share a topic
      for (const uint32_t topic : *codes) {
        if (topic != last && known(topic)) tested.insert(topic);
        last = topic;
      }
    }
  }
  return outline;
}

}  // namespace standfast::result
