#include "standfast/split/statistics.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace standfast {
namespace {

// Which codes of a column occur on the two sides of a fold.
struct Sides {
  std::vector<bool> train, test;

  Sides(const Column* column, const Fold& fold) {
    if (column == nullptr) return;
    train.resize(column->names.size(), false);
    test.resize(column->names.size(), false);
    for (const uint32_t row : fold.train) mark(*column, row, train);
    for (const uint32_t row : fold.validation) mark(*column, row, train);
    for (const uint32_t row : fold.test) mark(*column, row, test);
  }
  void count(uint64_t& trained, uint64_t& tested, uint64_t& shared) const {
    for (size_t code = 0; code < train.size(); ++code) {
      trained += train[code];
      tested += test[code];
      shared += train[code] && test[code];
    }
  }

  size_t trained() const { return static_cast<size_t>(std::count(train.begin(), train.end(), true)); }
  size_t tested() const { return static_cast<size_t>(std::count(test.begin(), test.end(), true)); }

 private:
  static void mark(const Column& column, uint32_t row, std::vector<bool>& seen) {
    if (column.codes[row] != kMissing) seen[column.codes[row]] = true;
  }
};

// The n largest pairs, each once; equals by code, so by name.
class Closest {
 public:
  explicit Closest(size_t n) : n_(n) {}
  void offer(uint32_t x, uint32_t y, double similarity) {
    const TopicPairSimilarity pair{std::min(x, y), std::max(x, y), similarity};
    if (n_ == 0 || (best_.size() == n_ && !before(pair, best_.back()))) return;
    for (const auto& known : best_)
      if (known.a == pair.a && known.b == pair.b) return;
    best_.insert(std::upper_bound(best_.begin(), best_.end(), pair, before), pair);
    if (best_.size() > n_) best_.pop_back();
  }
  std::vector<TopicPairSimilarity> take() && { return std::move(best_); }

 private:
  static bool before(const TopicPairSimilarity& x, const TopicPairSimilarity& y) {
    if (x.similarity != y.similarity) return x.similarity > y.similarity;
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  }
  size_t n_;
  std::vector<TopicPairSimilarity> best_;
};

}  // namespace

SplitStatistics split_statistics(const Corpus& corpus, const Sample& sample, const Split& split,
                                 const TopicSimilarity* similarity, const std::string& vectors,
                                 size_t closest) {
  const Column* topic = corpus.column(Role::topic);
  const Column* author = corpus.column(Role::author);
  const std::optional<Column> groups = grouped_topics(corpus, sample.group_of_topic);
  SplitStatistics statistics;
  std::vector<Sides> topics;
  for (const auto& fold : split.folds) {
    auto& s = statistics.folds.emplace_back();
    s.train = fold.train.size();
    s.validation = fold.validation.size();
    s.test = fold.test.size();
    Sides(groups ? &*groups : nullptr, fold).count(s.train_topics, s.test_topics, s.shared_topics);
    topics.emplace_back(topic, fold);
    Sides(author, fold).count(s.train_authors, s.test_authors, s.shared_authors);
  }
  if (similarity == nullptr || topic == nullptr) return statistics;

  statistics.vectors = vectors;
  std::vector<double> sum(split.folds.size(), 0.0), highest(split.folds.size(), -1.0);
  Closest pairs(closest);
  std::vector<double> row(similarity->topics());
  // Each topic against all once, whatever the number of folds that test it.
  for (uint32_t tested = 0; tested < topic->names.size(); ++tested) {
    bool asked = false;
    for (size_t f = 0; f < topics.size(); ++f) {
      if (!topics[f].test[tested]) continue;
      if (!asked) similarity->against_all(tested, row);
      asked = true;
      for (uint32_t trained = 0; trained < row.size(); ++trained) {
        if (!topics[f].train[trained]) continue;
        const double value = trained == tested ? 1.0 : row[trained];
        sum[f] += value;
        highest[f] = std::max(highest[f], value);
        if (trained != tested) pairs.offer(trained, tested, value);
      }
    }
  }
  double mean = 0, max = 0;
  size_t counted = 0;
  for (size_t f = 0; f < topics.size(); ++f) {
    auto& s = statistics.folds[f];
    const auto number = static_cast<double>(topics[f].trained() * topics[f].tested());
    if (number == 0) continue;
    s.similarity_mean = sum[f] / number;
    s.similarity_max = highest[f];
    mean += s.similarity_mean;
    max += s.similarity_max;
    ++counted;
  }
  if (counted > 0) {
    statistics.similarity_mean = mean / static_cast<double>(counted);
    statistics.similarity_max = max / static_cast<double>(counted);
  }
  statistics.closest = std::move(pairs).take();
  return statistics;
}

}  // namespace standfast
