#include "standfast/analysis/leak/condition_measures.h"

#include <algorithm>
#include <unordered_map>

namespace standfast {
namespace {

// Whether both documents of the pair have the same value in the column.
bool alike(const Column* column, const Pair& pair) {
  return column != nullptr && column->codes[pair.a] != kMissing &&
         column->codes[pair.a] == column->codes[pair.b];
}

void count_pairs(std::span<const Pair> pairs, const Column* topics, SideMeasures& side) {
  for (const Pair& pair : pairs) {
    const bool one_topic = alike(topics, pair);
    ++(pair.same ? side.same : side.different);
    if (one_topic) ++(pair.same ? side.same_one_topic : side.different_one_topic);
  }
}

bool has_both(std::span<const Pair> pairs) {
  return std::any_of(pairs.begin(), pairs.end(), [](const Pair& p) { return p.same; }) &&
         std::any_of(pairs.begin(), pairs.end(), [](const Pair& p) { return !p.same; });
}

uint32_t count(const std::vector<bool>& seen) {
  return static_cast<uint32_t>(std::count(seen.begin(), seen.end(), true));
}

// Each once, ascending.
std::vector<uint32_t> tested_rows(std::span<const Fold> folds) {
  std::vector<uint32_t> rows;
  for (const Fold& fold : folds) rows.insert(rows.end(), fold.test.begin(), fold.test.end());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// Whether all these rows have one value in the column.
bool of_one_value(const Column* column, std::span<const uint32_t> rows) {
  return column != nullptr && column->codes[rows[0]] != kMissing &&
         std::all_of(rows.begin(), rows.end(),
                     [&](uint32_t row) { return column->codes[row] == column->codes[rows[0]]; });
}

// For each topic, whether practically all of its documents in the folds are of one class.
std::vector<bool> topics_of_one_class(const Column& topics, const Column& classes, const RowSet& rows) {
  std::unordered_map<uint64_t, uint64_t> cells;
  for (const uint32_t row : rows)
    if (topics.codes[row] != kMissing && classes.codes[row] != kMissing)
      ++cells[uint64_t{topics.codes[row]} << 32 | classes.codes[row]];
  std::vector<uint64_t> all(topics.names.size()), largest(topics.names.size());
  for (const auto& [cell, n] : cells) {
    all[cell >> 32] += n;
    largest[cell >> 32] = std::max(largest[cell >> 32], n);
  }
  std::vector<bool> one(topics.names.size());
  for (size_t t = 0; t < one.size(); ++t)
    one[t] = all[t] > 0 && static_cast<double>(largest[t]) >= kOneClassShare * static_cast<double>(all[t]);
  return one;
}

// Counts the documents of each class in a train side. The sides of neighbouring folds differ by few rows, so
// each side is counted from the one before.
class TrainClasses {
 public:
  explicit TrainClasses(const Column& classes) : classes_(classes), counts_(classes.names.size()) {}
  void move_to(const RowSet& train) {
    const auto add = [&](const RowSet::Run& run, int64_t by) {
      for (uint64_t row = run.first; row <= run.last; ++row)
        if (const uint32_t code = classes_.codes[row]; code != kMissing) counts_[code] += by;
    };
    for_each_difference(
        before_, train, [&](const RowSet::Run& run) { add(run, -1); },
        [&](const RowSet::Run& run) { add(run, 1); });
    before_ = train;
  }
  bool has(uint32_t code) const { return counts_[code] > 0; }

 private:
  const Column& classes_;
  std::vector<int64_t> counts_;
  RowSet before_;
};

}  // namespace

ConditionMeasures measure_condition(const Corpus& corpus, std::span<const Fold> folds,
                                    std::span<const FoldPairSpans> pairs,
                                    std::span<const uint32_t> group_of_topic, Role target) {
  ConditionMeasures measures;
  measures.folds = static_cast<uint32_t>(folds.size());
  const auto grouped = grouped_topics(corpus, group_of_topic);
  const Column* topics = grouped ? &*grouped : nullptr;
  const Column* authors = corpus.column(Role::author);
  const Column* classes = corpus.column(target);
  std::vector<bool> topic_seen(topics != nullptr ? topics->names.size() : 0);
  std::vector<bool> author_seen(authors != nullptr ? authors->names.size() : 0);

  std::vector<bool> one_class;
  if (topics != nullptr && classes != nullptr)
    one_class = topics_of_one_class(*topics, *classes, RowSet(tested_rows(folds)));
  std::optional<TrainClasses> train_classes;
  if (classes != nullptr && pairs.empty()) train_classes.emplace(*classes);

  for (size_t i = 0; i < folds.size(); ++i) {
    const Fold& fold = folds[i];
    measures.train.documents += fold.train.size();
    measures.test.documents += fold.test.size();
    if (train_classes) train_classes->move_to(fold.train);
    for (const uint32_t row : fold.test) {
      const uint32_t topic = topics != nullptr ? topics->codes[row] : kMissing;
      const uint32_t of_class = classes != nullptr ? classes->codes[row] : kMissing;
      if (topic != kMissing) topic_seen[topic] = true;
      if (pairs.empty() && authors != nullptr && authors->codes[row] != kMissing)
        author_seen[authors->codes[row]] = true;
      if (of_class == kMissing) continue;
      ++measures.classed;
      measures.one_class_topic += topic != kMissing && one_class[topic];
      if (train_classes) measures.unseen_class += !train_classes->has(of_class);
    }
    if (pairs.empty()) continue;
    count_pairs(pairs[i].train, topics, measures.train);
    count_pairs(pairs[i].test, topics, measures.test);
    // Models learn from both kinds of pairs. They also place thresholds on both, if documents are set aside
    // for that.
    measures.empty_folds += !has_both(pairs[i].train) || pairs[i].test.empty() ||
                            (!fold.validation.empty() && !has_both(pairs[i].validation));
    if (authors != nullptr)
      for (const Pair& pair : pairs[i].test)
        if (pair.same && authors->codes[pair.a] != kMissing) author_seen[authors->codes[pair.a]] = true;
  }
  measures.test_topics = count(topic_seen);
  measures.test_authors = count(author_seen);
  return measures;
}

WholeGroups whole_groups(const Corpus& corpus, std::span<const Fold> folds, const std::string& column) {
  WholeGroups whole{column};
  const Column* const groups = corpus.named_column(column);
  if (groups == nullptr) return whole;
  std::vector<std::vector<uint32_t>> rows_of(groups->names.size());
  for (const uint32_t row : tested_rows(folds)) {
    ++whole.tested;
    if (groups->codes[row] != kMissing) rows_of[groups->codes[row]].push_back(row);
  }
  for (const auto& rows : rows_of)
    if (rows.size() > 1 && !of_one_value(corpus.column(Role::author), rows) &&
        !of_one_value(corpus.column(Role::topic), rows))
      whole.loose += rows.size();
  return whole;
}

std::optional<BlockColumn> block_column(const std::string& name, const Column& column, const Column& topics) {
  BlockColumn block{name, 0, 0};
  const auto distinct = static_cast<uint64_t>(column.names.size());
  if (distinct <= topics.names.size()) return std::nullopt;
  std::unordered_map<uint64_t, uint64_t> cells;
  std::vector<uint64_t> size(distinct), largest(distinct);
  for (size_t row = 0; row < column.codes.size(); ++row)
    if (column.codes[row] != kMissing && topics.codes[row] != kMissing) {
      ++size[column.codes[row]];
      ++cells[uint64_t{column.codes[row]} << 32 | topics.codes[row]];
    }
  for (const auto& [cell, n] : cells) largest[cell >> 32] = std::max(largest[cell >> 32], n);
  uint64_t on_commonest = 0;
  for (size_t group = 0; group < distinct; ++group) {
    if (size[group] < 2) continue;
    ++block.groups;
    block.documents += size[group];
    on_commonest += largest[group];
  }
  if (block.groups <= topics.names.size()) return std::nullopt;
  if (5 * block.documents < column.codes.size() || 10 * on_commonest < 9 * block.documents)
    return std::nullopt;
  return block;
}

}  // namespace standfast
