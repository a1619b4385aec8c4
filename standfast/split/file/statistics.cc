#include "standfast/split/file/statistics.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "standfast/base/option_codec.h"
#include "standfast/base/rng.h"
#include "standfast/split/document_labels.h"
#include "standfast/split/file/side_patterns.h"

namespace standfast {
namespace {

// A counter of the values on the two sides of a fold, updated from fold to fold. Training and validation are
// one side.
class Counter {
 public:
  explicit Counter(const Column& column)
      : column_(column), train_(column), validation_(column), tested_in_(column.names.size(), 0) {}

  void move_to(const Fold& fold) {
    ++folds_;
    train_.replace(before_.train, fold.train);
    validation_.replace(before_.validation, fold.validation);
    before_.train = fold.train;
    before_.validation = fold.validation;
    tested_.clear();
    for (const uint32_t row : fold.test) {
      const uint32_t code = column_.codes[row];
      if (code == kMissing || tested_in_[code] == folds_) continue;
      tested_in_[code] = folds_;
      tested_.push_back(code);
    }
  }
  bool trained(uint32_t code) const { return train_.has(code) || validation_.has(code); }
  const std::vector<uint32_t>& tested() const { return tested_; }  // each once, in no particular order

  void count(uint64_t& trained_codes, uint64_t& tested_codes, uint64_t& shared) const {
    // A value in both training and validation counts once. Without validation there is nothing to add.
    trained_codes = train_.distinct();
    if (validation_.distinct() > 0)
      for (uint32_t code = 0; code < tested_in_.size(); ++code)
        trained_codes += validation_.has(code) && !train_.has(code);
    tested_codes = tested_.size();
    shared = static_cast<uint64_t>(
        std::count_if(tested_.begin(), tested_.end(), [this](uint32_t code) { return trained(code); }));
  }

 private:
  const Column& column_;
  SideCodes train_, validation_;
  Fold before_;
  std::vector<uint64_t> tested_in_;  // by value: the number of the last fold that tested it
  std::vector<uint32_t> tested_;
  uint64_t folds_ = 0;
};

// The n most similar pairs, each once; ties are ordered by code, which means by name.
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

// The limit on comparisons of two topics. Beyond it only some of the tested topics are compared with all
// others: as many as stay within the limit, but at least a hundred.
constexpr uint64_t kMostComparisons = 25'000'000;
constexpr uint64_t kFewestCompared = 100;

// Selects the topics to compare by their names alone. So neither the order of the corpus nor its other topics
// change the selection.
std::vector<bool> compared_topics(const Column& topic, const std::vector<bool>& tested) {
  const auto number = static_cast<uint64_t>(std::count(tested.begin(), tested.end(), true));
  const uint64_t most =
      std::max(kMostComparisons / std::max<uint64_t>(topic.names.size(), 1), kFewestCompared);
  if (number <= most) return tested;
  std::vector<std::pair<uint64_t, uint32_t>> order;
  for (uint32_t code = 0; code < tested.size(); ++code)
    if (tested[code]) order.emplace_back(Rng(0, "split/statistics", topic.names[code]).next(), code);
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end());
  std::vector<bool> compared(tested.size(), false);
  for (uint64_t i = 0; i < most; ++i) compared[order[i].second] = true;
  return compared;
}

// The topics on the two sides of a fold that tests at least one compared topic.
struct TopicSides {
  size_t fold = 0;
  std::vector<bool> train, test;
  uint64_t trained = 0, tested = 0;
};

void compare_topics(const Column& topic, const Split& split, const TopicSimilarity& similarity,
                    size_t closest, SplitStatistics& statistics) {
  std::vector<bool> tested(topic.names.size(), false);
  for (const auto& fold : split.folds)
    for (const uint32_t row : fold.test)
      if (topic.codes[row] != kMissing) tested[topic.codes[row]] = true;
  const std::vector<bool> compared = compared_topics(topic, tested);
  statistics.tested_topics = static_cast<uint64_t>(std::count(tested.begin(), tested.end(), true));
  statistics.compared_topics = static_cast<uint64_t>(std::count(compared.begin(), compared.end(), true));

  std::vector<TopicSides> sides;
  Counter counter(topic);
  for (size_t f = 0; f < split.folds.size(); ++f) {
    counter.move_to(split.folds[f]);
    TopicSides here;
    here.fold = f;
    for (const uint32_t code : counter.tested()) here.tested += compared[code];
    if (here.tested == 0) continue;
    here.train.resize(tested.size());
    here.test.resize(tested.size());
    for (uint32_t code = 0; code < tested.size(); ++code) {
      here.train[code] = counter.trained(code);
      here.trained += here.train[code];
    }
    for (const uint32_t code : counter.tested()) here.test[code] = compared[code];
    sides.push_back(std::move(here));
  }

  std::vector<double> sum(sides.size(), 0.0), highest(sides.size(), -1.0);
  Closest pairs(closest);
  std::vector<double> row(similarity.topics());
  // Each topic is compared with all others once, even if several folds test it.
  for (uint32_t code = 0; code < tested.size(); ++code) {
    if (!compared[code]) continue;
    similarity.against_all(code, row);
    for (size_t s = 0; s < sides.size(); ++s) {
      if (!sides[s].test[code]) continue;
      for (uint32_t trained = 0; trained < row.size(); ++trained) {
        if (!sides[s].train[trained]) continue;
        const double value = trained == code ? 1.0 : row[trained];
        sum[s] += value;
        highest[s] = std::max(highest[s], value);
        if (trained != code) pairs.offer(trained, code, value);
      }
    }
  }
  double mean = 0, max = 0;
  size_t counted = 0;
  for (size_t s = 0; s < sides.size(); ++s) {
    auto& fold = statistics.folds[sides[s].fold];
    const auto number = static_cast<double>(sides[s].trained * sides[s].tested);
    if (number == 0) continue;
    fold.similarity_mean = sum[s] / number;
    fold.similarity_max = highest[s];
    mean += fold.similarity_mean;
    max += fold.similarity_max;
    ++counted;
  }
  if (counted > 0) {
    statistics.similarity_mean = mean / static_cast<double>(counted);
    statistics.similarity_max = max / static_cast<double>(counted);
  }
  statistics.closest = std::move(pairs).take();
}

}  // namespace

SplitStatistics split_statistics(const Corpus& corpus, const Sample& sample, const Split& split,
                                 const TopicSimilarity* similarity, const std::string& vectors,
                                 size_t closest) {
  const Column* topic = corpus.column(Role::topic);
  const Column* author = corpus.column(Role::author);
  const std::optional<Column> groups = grouped_topics(corpus, sample.group_of_topic);
  std::optional<Counter> of_groups, of_authors;
  if (groups) of_groups.emplace(*groups);
  if (author != nullptr) of_authors.emplace(*author);
  SplitStatistics statistics;
  for (const auto& fold : split.folds) {
    auto& s = statistics.folds.emplace_back();
    s.train = fold.train.size();
    s.validation = fold.validation.size();
    s.aside = fold.aside.size();
    s.test = fold.test.size();
    s.purged = fold.purged;
    if (of_groups) {
      of_groups->move_to(fold);
      of_groups->count(s.train_topics, s.test_topics, s.shared_topics);
    }
    if (of_authors) {
      of_authors->move_to(fold);
      of_authors->count(s.train_authors, s.test_authors, s.shared_authors);
    }
  }
  statistics.balance = label_balance(corpus, sample, split);
  if (similarity == nullptr || topic == nullptr) return statistics;
  statistics.vectors = vectors;
  compare_topics(*topic, split, *similarity, closest, statistics);
  return statistics;
}

namespace {

std::string text_option(const Options& options, const char* name) {
  const auto found = options.values().find(name);
  const auto* text = found == options.values().end() ? nullptr : std::get_if<std::string>(&found->second);
  return text == nullptr ? "" : *text;
}

// Returns the rows on any side.
std::vector<uint32_t> rows_in_folds(const Corpus& corpus, const Split& split) {
  std::vector<bool> used(corpus.size(), false);
  for (const auto& fold : split.folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test, &fold.aside})
      for (const auto& run : side->runs())
        std::fill(used.begin() + run.first, used.begin() + run.last + 1, true);
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (used[row]) rows.push_back(row);
  return rows;
}

double part_of_whole(uint64_t part, uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

// Computes the mean over labels of the standard deviation over the folds [begin, end) of one repeat.
double mean_sd(const std::vector<LabelBalance::Label>& labels, size_t begin, size_t end) {
  const auto folds = static_cast<double>(end - begin);
  double sum = 0;
  for (const auto& label : labels) {
    uint64_t tested = 0;
    for (size_t f = begin; f < end; ++f) tested += label.tested[f];
    if (tested == 0 || end - begin < 2) return std::numeric_limits<double>::quiet_NaN();
    double squares = 0;
    for (size_t f = begin; f < end; ++f) {
      const double off = part_of_whole(label.tested[f], tested) - 1 / folds;
      squares += off * off;
    }
    sum += std::sqrt(squares / folds);
  }
  return sum / static_cast<double>(labels.size());
}

}  // namespace

LabelBalance label_balance(const Corpus& corpus, const Sample& sample, const Split& split) {
  LabelBalance balance;
  std::vector<std::string> columns = list_of(text_option(split.options, "by"));
  const std::string kind = text_option(split.options, "balance");
  if (columns.empty() || columns.front() == kNoColumn || (!kind.empty() && kind != "classes")) return balance;
  const auto rows = rows_in_folds(corpus, split);
  const auto labels = document_labels(corpus, sample, rows, columns);
  if (!labels || labels->labels() == 0) return balance;
  for (const auto& value : labels->values)
    balance.labels.push_back({value.column, value.value, 0, std::vector<uint64_t>(split.folds.size(), 0)});
  for (const uint32_t row : rows)
    for (const uint32_t label : labels->of[row]) ++balance.labels[label].documents;
  for (size_t f = 0; f < split.folds.size(); ++f)
    for (const uint32_t row : split.folds[f].test)
      for (const uint32_t label : labels->of[row]) ++balance.labels[label].tested[f];

  balance.largest_deviation = 0;
  for (size_t f = 0; f < split.folds.size(); ++f)
    for (const auto& label : balance.labels)
      if (!split.folds[f].test.empty())
        balance.largest_deviation = std::max(
            balance.largest_deviation, std::abs(part_of_whole(label.tested[f], split.folds[f].test.size()) -
                                                part_of_whole(label.documents, rows.size())));
  double sum = 0;
  size_t repeats = 0;
  for (size_t begin = 0; begin < split.folds.size(); ++repeats) {
    size_t end = begin;
    while (end < split.folds.size() && split.folds[end].repeat == split.folds[begin].repeat) ++end;
    sum += mean_sd(balance.labels, begin, end);
    begin = end;
  }
  balance.mean_sd = sum / static_cast<double>(repeats);
  return balance;
}

}  // namespace standfast
