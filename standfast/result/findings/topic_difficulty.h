// Accuracy by topic under one condition, and the number and balance of the classes in each topic (table 7 of
// the novel-topic paper).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "standfast/result/findings/class_items.h"
#include "standfast/result/findings/topic_scores.h"

namespace standfast::result {

struct TopicDifficulty {
  size_t condition = 0;        // place in RunRecords
  std::vector<size_t> models;  // models that answered; places in RunRecords
  struct Topic {
    uint32_t topic = 0;            // place in CorpusInfo::tested_topics
    uint64_t documents = 0;        // different ones that some model answered
    uint64_t classes = 0;          // classes that they have
    size_t largest_class = 0;      // place in CorpusInfo::classes, the first of equals
    double largest_share = 0;      // of the documents; 0 if there are none
    double effective_classes = 0;  // as many classes of equal size would be as hard to guess; 0 as above
    std::vector<Share> answers;    // by `models`, all seeds pooled; n = 0: the model answered none
    double mean = 0;               // accuracy, mean over the models that answered
  };
  std::vector<Topic> topics;  // easiest first: falling mean, then by name
};

// Builder of the topic difficulties of a condition. It takes the answers of one model after another.
class TopicDifficultyCount {
 public:
  explicit TopicDifficultyCount(size_t condition) : condition_(condition) {}
  void add(size_t model, const PooledItems& items);
  // Returns the difficulties; nothing if no answer has a topic. names: CorpusInfo::tested_topics. The result
  // does not depend on the order of answers, which gave topics their places.
  std::optional<TopicDifficulty> found(const std::vector<std::string>& names) const;

 private:
  struct Row {
    std::vector<uint64_t> classes;  // different documents of each class
    std::vector<Share> answers;
  };
  size_t condition_;
  std::vector<size_t> models_;
  std::map<uint32_t, Row> rows_;
  std::set<uint32_t> seen_;  // documents; each has one topic. A model whose folds failed answered only some
};

}  // namespace standfast::result
