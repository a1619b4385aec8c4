#include "standfast/analysis/leak/condition_measures.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace standfast {
namespace {

// Returns true if both documents of the pair have the same value in the column.
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

// The numbers of pairs of each kind that share their value of a column, for each author whose documents drew
// pairs.
class SharingByAuthor {
 public:
  SharingByAuthor(const Column& column, const Column& authors)
      : column_(column), authors_(authors), tallies_(authors.names.size()) {}
  void add(std::span<const Pair> pairs) {
    for (const Pair& pair : pairs) {
      const uint32_t author = authors_.codes[pair.a];
      if (author == kMissing) continue;
      Tally& tally = tallies_[author];
      const bool shares = alike(&column_, pair);
      (pair.same ? tally.same : tally.different) += 1;
      if (shares) (pair.same ? tally.same_sharing : tally.different_sharing) += 1;
    }
  }
  // Returns the numbers of same-author pairs and of other pairs that share.
  std::pair<uint64_t, uint64_t> sharing() const {
    const Tally all = sum();
    return {static_cast<uint64_t>(all.same_sharing), static_cast<uint64_t>(all.different_sharing)};
  }
  // Returns the standard error of the AUC of sharing: the sandwich estimator over authors, from the influence
  // of each on the two shares.
  std::optional<double> auc_error() const {
    const Tally all = sum();
    if (all.same == 0 || all.different == 0) return std::nullopt;
    const double of_same = all.same_sharing / all.same, of_different = all.different_sharing / all.different;
    double squares = 0;
    uint64_t authors = 0;
    for (const auto& one : tallies_) {
      if (one.same + one.different == 0) continue;
      const double influence = (one.same_sharing - of_same * one.same) / all.same -
                               (one.different_sharing - of_different * one.different) / all.different;
      squares += influence * influence;
      ++authors;
    }
    if (authors < 2) return std::nullopt;
    const auto n = static_cast<double>(authors);
    return std::sqrt(squares * n / (n - 1)) / 2;
  }

 private:
  struct Tally {
    double same = 0, different = 0, same_sharing = 0, different_sharing = 0;
  };
  Tally sum() const {
    Tally sum;
    for (const auto& one : tallies_) {
      sum.same += one.same, sum.different += one.different;
      sum.same_sharing += one.same_sharing, sum.different_sharing += one.different_sharing;
    }
    return sum;
  }

  const Column& column_;
  const Column& authors_;
  std::vector<Tally> tallies_;
};

// The numbers of pairs of one side that share topics and blocks.
class Sharing {
 public:
  Sharing(const Column* topics, std::span<const BlockValues> blocks, const Column* authors)
      : blocks_(blocks) {
    if (authors == nullptr) return;
    if (topics != nullptr) of_topics_.emplace(*topics, *authors);
    for (const auto& block : blocks) of_blocks_.emplace_back(block.values, *authors);
  }
  void add(std::span<const Pair> pairs) {
    if (of_topics_) of_topics_->add(pairs);
    for (auto& one : of_blocks_) one.add(pairs);
  }
  void put(SideMeasures& side) const {
    if (of_topics_) side.topic_auc_error = of_topics_->auc_error();
    for (size_t i = 0; i < of_blocks_.size(); ++i) {
      const auto [same, different] = of_blocks_[i].sharing();
      side.blocks.push_back(
          {blocks_[i].block.name, same, different, of_blocks_[i].auc_error(), blocks_[i].within_topics});
    }
  }

 private:
  std::span<const BlockValues> blocks_;
  std::optional<SharingByAuthor> of_topics_;
  std::vector<SharingByAuthor> of_blocks_;
};

bool has_both(std::span<const Pair> pairs) {
  return std::any_of(pairs.begin(), pairs.end(), [](const Pair& p) { return p.same; }) &&
         std::any_of(pairs.begin(), pairs.end(), [](const Pair& p) { return !p.same; });
}

uint32_t count(const std::vector<bool>& seen) {
  return static_cast<uint32_t>(std::count(seen.begin(), seen.end(), true));
}

// Returns the tested rows, each once, ascending.
std::vector<uint32_t> tested_rows(std::span<const Fold> folds) {
  std::vector<uint32_t> rows;
  for (const Fold& fold : folds) rows.insert(rows.end(), fold.test.begin(), fold.test.end());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// Returns true if all these rows have one value in the column.
bool of_one_value(const Column* column, std::span<const uint32_t> rows) {
  return column != nullptr && column->codes[rows[0]] != kMissing &&
         std::all_of(rows.begin(), rows.end(),
                     [&](uint32_t row) { return column->codes[row] == column->codes[rows[0]]; });
}

// Returns, for each topic, if practically all of its documents in the folds are of one class.
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

// Returns the median length of the documents in bytes.
std::optional<double> median_length(const Corpus& corpus, const std::vector<uint32_t>& rows) {
  if (rows.empty()) return std::nullopt;
  std::vector<size_t> lengths;
  for (const uint32_t row : rows) lengths.push_back(corpus.text(row).size());
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return static_cast<double>(*middle);
}

// Returns true if no fold tests a topic that is in its train or validation side.
bool keeps_topics_apart(const Column& topics, std::span<const Fold> folds) {
  TrainClasses train(topics), validation(topics);
  for (const Fold& fold : folds) {
    train.move_to(fold.train);
    validation.move_to(fold.validation);
    for (const uint32_t row : fold.test)
      if (const uint32_t topic = topics.codes[row];
          topic != kMissing && (train.has(topic) || validation.has(topic)))
        return false;
  }
  return true;
}

}  // namespace

ConditionMeasures measure_condition(const Corpus& corpus, std::span<const Fold> folds,
                                    std::span<const FoldPairSpans> pairs,
                                    std::span<const uint32_t> group_of_topic, Role target,
                                    std::span<const BlockValues> blocks) {
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

  Sharing in_train(topics, blocks, authors), in_test(topics, blocks, authors);
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
    in_train.add(pairs[i].train);
    in_test.add(pairs[i].test);
    // Models learn from both kinds of pairs. They also place thresholds on both, if documents are set aside
    // for that.
    measures.empty_folds += !has_both(pairs[i].train) || pairs[i].test.empty() ||
                            (!fold.validation.empty() && !has_both(pairs[i].validation));
    if (authors != nullptr)
      for (const Pair& pair : pairs[i].test)
        if (pair.same && authors->codes[pair.a] != kMissing) author_seen[authors->codes[pair.a]] = true;
  }
  if (!pairs.empty()) {
    in_train.put(measures.train);
    in_test.put(measures.test);
  }
  measures.test_topics = count(topic_seen);
  measures.topics_apart = measures.test_topics > 0 && keeps_topics_apart(*topics, folds);
  measures.test_length = median_length(corpus, tested_rows(folds));
  measures.test_authors = count(author_seen);
  return measures;
}

uint64_t count_copied(std::span<const Fold> folds, std::span<const uint32_t> group) {
  std::vector<uint32_t> rows;  // rows with a group: few, while a fold may name nearly all rows
  uint32_t groups = 0;
  for (uint32_t row = 0; row < group.size(); ++row)
    if (group[row] != kMissing) {
      rows.push_back(row);
      groups = std::max(groups, group[row] + 1);
    }
  uint64_t copied = 0;
  if (rows.empty()) return copied;
  for (const Fold& fold : folds) {
    std::vector<bool> learned(groups, false);
    for (const RowSet* side : {&fold.train, &fold.validation}) {
      const auto runs = side->runs();
      size_t next = 0;
      for (const uint32_t row : rows) {
        while (next < runs.size() && runs[next].last < row) ++next;
        if (next == runs.size()) break;
        if (runs[next].first <= row) learned[group[row]] = true;
      }
    }
    for (const uint32_t row : fold.test) copied += group[row] != kMissing && learned[group[row]] ? 1 : 0;
  }
  return copied;
}

SeenOnSide seen_on_side(const Column& column, std::span<const Fold> folds, std::span<const uint32_t> kept) {
  constexpr size_t kEnoughFolds = 20;  // the first folds are enough if there are many
  SeenOnSide found;
  found.documents = kept.size();
  folds = folds.first(std::min(folds.size(), kEnoughFolds));
  for (const Fold& fold : folds) {
    std::vector<bool> learned(column.names.size(), false);
    for (const RowSet* side : {&fold.train, &fold.validation})
      for (const uint32_t row : *side)
        if (column.codes[row] != kMissing) learned[column.codes[row]] = true;
    const auto seen = std::count_if(kept.begin(), kept.end(), [&](uint32_t row) {
      return column.codes[row] != kMissing && learned[column.codes[row]];
    });
    found.seen += static_cast<double>(seen) / static_cast<double>(folds.size());
  }
  return found;
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

std::optional<BlockColumn> block_column(const std::string& name, const Column& column, const Column* topics,
                                        const Column* classes) {
  BlockColumn block{name, 0, 0};
  const auto distinct = static_cast<uint64_t>(column.names.size());
  const size_t n_topics = topics != nullptr ? topics->names.size() : 0;
  if (distinct <= n_topics || distinct < 2) return std::nullopt;
  std::unordered_map<uint64_t, uint64_t> cells;
  std::vector<uint64_t> size(distinct), largest(distinct);
  for (size_t row = 0; row < column.codes.size(); ++row) {
    const uint32_t topic = topics != nullptr ? topics->codes[row] : 0;
    if (column.codes[row] == kMissing || topic == kMissing) continue;
    ++size[column.codes[row]];
    ++cells[uint64_t{column.codes[row]} << 32 | topic];
  }
  for (const auto& [cell, n] : cells) largest[cell >> 32] = std::max(largest[cell >> 32], n);
  uint64_t on_commonest = 0;
  for (size_t group = 0; group < distinct; ++group) {
    if (size[group] < 2) continue;
    ++block.groups;
    block.documents += size[group];
    on_commonest += largest[group];
  }
  if (block.groups <= n_topics) return std::nullopt;
  if (5 * block.documents < column.codes.size() || 10 * on_commonest < 9 * block.documents)
    return std::nullopt;
  if (classes == nullptr) return block;
  std::vector<uint32_t> first(distinct, kMissing);
  std::vector<bool> shared(distinct, false);
  for (size_t row = 0; row < column.codes.size(); ++row) {
    const uint32_t group = column.codes[row], of = classes->codes[row];
    if (group == kMissing || of == kMissing) continue;
    if (first[group] == kMissing) first[group] = of;
    if (first[group] != of && !shared[group]) {
      shared[group] = true;
      ++block.shared;
    }
  }
  return block;
}

double goes_with(const Column& from, const Column& to) {
  std::unordered_map<uint64_t, uint64_t> cells;
  std::vector<uint64_t> largest(from.names.size());
  uint64_t both = 0;
  for (size_t row = 0; row < from.codes.size(); ++row) {
    if (from.codes[row] == kMissing || to.codes[row] == kMissing) continue;
    const uint64_t n = ++cells[uint64_t{from.codes[row]} << 32 | to.codes[row]];
    largest[from.codes[row]] = std::max(largest[from.codes[row]], n);
    ++both;
  }
  if (both == 0) return 0;
  return static_cast<double>(std::accumulate(largest.begin(), largest.end(), uint64_t{0})) /
         static_cast<double>(both);
}

bool say_the_same(const Column& a, const Column& b, double least) {
  return goes_with(a, b) >= least && goes_with(b, a) >= least;
}

std::optional<BlockValues> groups_of(const std::string& name, Column column) {
  BlockValues found{{name}, std::move(column), false};
  std::vector<uint64_t> size(found.values.names.size());
  for (const uint32_t code : found.values.codes)
    if (code != kMissing) ++size[code];
  uint64_t values = 0;
  for (const uint64_t n : size) {
    values += n > 0 ? 1 : 0;
    if (n < 2) continue;
    ++found.block.groups;
    found.block.documents += n;
  }
  if (values < 2 || found.block.groups == 0) return std::nullopt;
  return found;
}

const WithoutValue* without_value(const ConditionMeasures& draw, const std::string& column) {
  const auto found = std::ranges::find(draw.without, column, &WithoutValue::column);
  return found == draw.without.end() ? nullptr : &*found;
}

std::vector<std::string> left_out_columns(const Draws& leaving, const Draws& testing) {
  std::vector<std::string> columns;
  for (const ConditionMeasures* draw : leaving)
    for (const auto& one : draw->without)
      if (one.leaves_out() && std::ranges::any_of(testing, [&](const ConditionMeasures* other) {
            const WithoutValue* there = without_value(*other, one.column);
            return there != nullptr && there->tested > 0;
          }))
        columns.push_back(one.column);
  std::ranges::sort(columns);
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

std::vector<std::string> shared_columns(const Draws& a, const Draws& b) {
  const auto left_by_a = left_out_columns(a, b), left_by_b = left_out_columns(b, a);
  std::vector<std::string> columns;
  std::ranges::set_union(left_by_a, left_by_b, std::back_inserter(columns));
  return columns;
}

uint64_t items_without(const ConditionMeasures& draw, const std::vector<std::string>& columns) {
  std::vector<std::pair<size_t, uint32_t>> items;  // fold, index
  for (const auto& column : columns)
    if (const WithoutValue* without = without_value(draw, column))
      for (size_t fold = 0; fold < without->items.size(); ++fold)
        for (const uint32_t place : without->items[fold]) items.emplace_back(fold, place);
  std::ranges::sort(items);
  return static_cast<uint64_t>(std::unique(items.begin(), items.end()) - items.begin());
}

}  // namespace standfast
