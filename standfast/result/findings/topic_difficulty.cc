#include "standfast/result/findings/topic_difficulty.h"

#include <algorithm>

namespace standfast::result {

void TopicDifficultyCount::add(size_t model, const PooledItems& items) {
  if (items.size() == 0) return;
  const size_t place = models_.size();
  models_.push_back(model);
  for (size_t i = 0; i < items.size(); ++i) {
    if (items.topic[i] == kNoCode) continue;
    Row& row = rows_[items.topic[i]];
    row.classes.resize(items.classes);
    row.answers.resize(place + 1);
    row.answers[place].right += items.predicted[i] == items.truth[i] ? 1 : 0;
    ++row.answers[place].n;
    if (seen_.insert(items.document[i]).second) ++row.classes[items.truth[i]];
  }
}

std::optional<TopicDifficulty> TopicDifficultyCount::found(const std::vector<std::string>& names) const {
  if (rows_.empty()) return std::nullopt;
  TopicDifficulty found{condition_, models_, {}};
  for (const auto& [code, row] : rows_) {
    TopicDifficulty::Topic topic;
    topic.topic = code;
    topic.answers = row.answers;
    topic.answers.resize(models_.size());
    double answered = 0;
    for (const Share& share : topic.answers) {
      if (share.n == 0) continue;
      topic.mean += share.accuracy();
      ++answered;
    }
    if (answered > 0) topic.mean /= answered;
    double squares = 0;
    for (const uint64_t n : row.classes) {
      topic.documents += n;
      topic.classes += n > 0 ? 1 : 0;
      squares += static_cast<double>(n) * static_cast<double>(n);
    }
    const auto most = std::max_element(row.classes.begin(), row.classes.end());
    topic.largest_class = static_cast<size_t>(most - row.classes.begin());
    if (topic.documents > 0) {
      const auto all = static_cast<double>(topic.documents);
      topic.largest_share = static_cast<double>(*most) / all;
      topic.effective_classes = all * all / squares;
    }
    found.topics.push_back(std::move(topic));
  }
  std::sort(found.topics.begin(), found.topics.end(), [&](const auto& a, const auto& b) {
    return a.mean != b.mean ? a.mean > b.mean : names[a.topic] < names[b.topic];
  });
  return found;
}

}  // namespace standfast::result
