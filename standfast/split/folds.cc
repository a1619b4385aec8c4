#include "standfast/split/folds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "standfast/corpus/groups.h"
#include "standfast/corpus/read/odd_values.h"

namespace standfast {
namespace {

constexpr size_t kSwapSearchLimit = 2000;

// Moves one group, or swaps two, as long as that lowers the sum of squared fold sizes. The sum is a
// decreasing integer, so the loop ends.
void even_out(std::span<const uint64_t> sizes, std::vector<uint64_t>& load, std::vector<uint32_t>& groups_in,
              std::vector<uint32_t>& fold_of) {
  const auto gains = [&](uint64_t out, uint64_t in, uint32_t from, uint32_t to) {
    // Fold `from` gives `out` and gets `in`. The sum of squares decreases if and only if the gap between the
    // folds is larger than the difference of the two.
    return out > in && load[from] > load[to] && load[from] - load[to] > out - in;
  };
  const auto shift = [&](uint64_t amount, uint32_t from, uint32_t to) {
    load[from] -= amount;
    load[to] += amount;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t g = 0; g < sizes.size(); ++g) {
      for (uint32_t to = 0; to < load.size(); ++to) {
        const uint32_t from = fold_of[g];
        if (to == from || groups_in[from] < 2 || !gains(sizes[g], 0, from, to)) continue;
        shift(sizes[g], from, to);
        --groups_in[from];
        ++groups_in[to];
        fold_of[g] = to;
        changed = true;
      }
      for (size_t h = 0; h < sizes.size(); ++h) {
        const uint32_t from = fold_of[g], to = fold_of[h];
        if (to == from || !gains(sizes[g], sizes[h], from, to)) continue;
        shift(sizes[g] - sizes[h], from, to);
        std::swap(fold_of[g], fold_of[h]);
        changed = true;
      }
    }
  }
}

}  // namespace

OptionTable<FoldCounts> fold_count_table() {
  OptionTable<FoldCounts> table;
  table.add("folds", &FoldCounts::folds, "number of folds; each document is tested once")
      .between(2, 1'000'000);
  table
      .add("repeats", &FoldCounts::repeats,
           "number of passes with fresh shuffles; folds of the second pass follow the first")
      .between(1, 10'000);
  return table;
}

namespace {

void add_author_disjoint(OptionTable<TrainSide>& table) {
  table.add("author-disjoint", &TrainSide::author_disjoint,
            "leave out of train all documents by authors of the test side");
}
void add_validation(OptionTable<TrainSide>& table) {
  table
      .add("validation", &TrainSide::validation, "share of the train documents taken for validation; 0: none")
      .at_least(0)
      .below(1);
  table.words_in_order(
      "validation-unit", &TrainSide::unit, std::vector<std::string>{"author", "topic", "document"},
      "unit that stays whole when validation is taken from train: authors, topics or single documents");
}

}  // namespace

OptionTable<TrainSide> author_disjoint_table() {
  OptionTable<TrainSide> table;
  add_author_disjoint(table);
  return table;
}
OptionTable<TrainSide> validation_table() {
  OptionTable<TrainSide> table;
  add_validation(table);
  return table;
}
OptionTable<TrainSide> train_side_table() {
  OptionTable<TrainSide> table;
  add_author_disjoint(table);
  add_validation(table);
  return table;
}

std::vector<uint32_t> assign_groups(std::span<const uint64_t> sizes, uint32_t folds, bool by_documents,
                                    Rng& rng) {
  std::vector<uint32_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0U);
  rng.shuffle(order);
  std::vector<uint32_t> fold_of(sizes.size());
  if (!by_documents) {
    // Cuts the shuffled order into blocks. The first size % folds blocks are longer by one.
    const size_t shortest = sizes.size() / folds, longer = sizes.size() % folds;
    size_t place = 0;
    for (uint32_t fold = 0; fold < folds; ++fold)
      for (size_t i = 0; i < shortest + (fold < longer); ++i) fold_of[order[place++]] = fold;
    return fold_of;
  }
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return sizes[a] > sizes[b]; });
  std::vector<uint64_t> load(folds, 0);
  std::vector<uint32_t> groups_in(folds, 0);
  for (const uint32_t group : order) {
    uint32_t lightest = 0;
    for (uint32_t fold = 1; fold < folds; ++fold)
      if (load[fold] < load[lightest] ||
          (load[fold] == load[lightest] && groups_in[fold] < groups_in[lightest]))
        lightest = fold;
    fold_of[group] = lightest;
    load[lightest] += sizes[group];
    ++groups_in[lightest];
  }
  if (sizes.size() <= kSwapSearchLimit) even_out(sizes, load, groups_in, fold_of);
  return fold_of;
}

namespace {

SplitGroups groups_of(const Corpus& corpus, const Sample& sample, const Column* column) {
  std::optional<Column> grouped;
  if (column == corpus.column(Role::topic)) {
    grouped = grouped_topics(corpus, sample.group_of_topic);
    column = &*grouped;
  }
  std::vector<std::vector<uint32_t>> rows_of(column->names.size());
  SplitGroups groups;
  for (const uint32_t row : sample.rows) {
    const uint32_t code = column->codes[row];
    if (code == kMissing)
      groups.without.push_back(row);
    else
      rows_of[code].push_back(row);
  }
  for (size_t code = 0; code < rows_of.size(); ++code) {
    if (rows_of[code].empty()) continue;
    groups.rows.push_back(std::move(rows_of[code]));
    groups.names.push_back(column->names[code]);
  }
  return groups;
}

}  // namespace

Result<SplitGroups> split_groups(const Corpus& corpus, const Sample& sample, Role role) {
  SF_ASSIGN(const Column* column, corpus.require(role));
  return groups_of(corpus, sample, column);
}

Result<SplitGroups> split_groups(const Corpus& corpus, const Sample& sample, std::string_view column) {
  if (const auto role = role_from_name(column)) return split_groups(corpus, sample, *role);
  SF_ASSIGN(const Column* attribute, corpus.require_named(column));
  return groups_of(corpus, sample, attribute);
}

void order_by_id(const Corpus& corpus, SplitGroups& groups) {
  std::vector<std::string_view> smallest;
  for (const auto& rows : groups.rows) {
    smallest.push_back(corpus.id(rows[0]));
    for (const uint32_t row : rows) smallest.back() = std::min(smallest.back(), corpus.id(row));
  }
  std::vector<size_t> order(groups.rows.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return smallest[a] < smallest[b]; });
  SplitGroups sorted;
  for (const size_t g : order) {
    sorted.rows.push_back(std::move(groups.rows[g]));
    sorted.names.push_back(std::move(groups.names[g]));
  }
  sorted.without = std::move(groups.without);
  groups = std::move(sorted);
}

std::vector<uint64_t> group_sizes(const Corpus& corpus, const std::vector<std::vector<uint32_t>>& groups,
                                  SizeUnit unit) {
  std::vector<uint64_t> sizes;
  for (const auto& rows : groups) {
    uint64_t size = unit == SizeUnit::groups ? 1 : rows.size();
    if (unit == SizeUnit::bytes) {
      size = 0;
      for (const uint32_t row : rows) size += corpus.text(row).size();
    }
    sizes.push_back(size);
  }
  return sizes;
}

std::vector<uint32_t> rows_in_no_fold(const Corpus& corpus, std::span<const Fold> folds) {
  std::vector<bool> used(corpus.size(), false);
  for (const auto& fold : folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test, &fold.aside})
      for (const auto& run : side->runs())
        std::fill(used.begin() + run.first, used.begin() + run.last + 1, true);
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (!used[row]) rows.push_back(row);
  return rows;
}

uint64_t parts_per_million(double share) {
  return static_cast<uint64_t>(std::llround(share * 1e6));
}

uint64_t rounded_share(uint64_t n, uint64_t parts_per_million) {
  return (n * parts_per_million + 500'000) / 1'000'000;
}

SplitBuilder::SplitBuilder(std::string method, const Options& options, const TrainSide& train_side,
                           const Corpus& corpus, const Sample& sample, const SplitContext& context,
                           uint64_t most_runs)
    : train_side_(train_side), corpus_(corpus), sample_(sample), most_runs_(most_runs) {
  split_.method = std::move(method);
  split_.options = options;
  split_.seed = context.seed;
}

void SplitBuilder::keep(Fold fold) {
  if (too_large()) return;
  runs_ += runs_of(fold);
  split_.folds.push_back(std::move(fold));
}

void SplitBuilder::add_partition(const std::vector<std::vector<uint32_t>>& parts) {
  std::vector<uint32_t> rows;
  for (const auto& part : parts) rows.insert(rows.end(), part.begin(), part.end());
  const RowSet all = sorted_rows(std::move(rows));
  for (size_t f = 0; f < parts.size() && !too_large(); ++f) {
    Fold fold;
    fold.test = sorted_rows(parts[f]);
    fold.train = all.without(fold.test);
    fold.repeat = partitions_;
    keep(std::move(fold));
  }
  ++partitions_;
}

void SplitBuilder::add_fold(std::vector<uint32_t> train, std::vector<uint32_t> validation,
                            std::vector<uint32_t> test, std::vector<uint32_t> aside) {
  keep({sorted_rows(std::move(train)), sorted_rows(std::move(validation)), sorted_rows(std::move(test)),
        sorted_rows(std::move(aside))});
}

Failure SplitBuilder::is_too_large() const {
  return data_error(fmt::format(
      "{}: the folds of {} would take more than {} GB: so many folds scatter the rows of a fold "
      "too much; use fewer folds (topic-k-fold has folds=), fewer topics (--sample random-topics), "
      "validation=0 or documents sorted by topic",
      corpus_.name(), split_.method, (most_runs_ * sizeof(RowSet::Run)) >> 30));
}

void SplitBuilder::note(std::string line) {
  split_.notes.push_back(std::move(line));
}

Status SplitBuilder::drop_test_authors() {
  SF_ASSIGN(const Column* author, corpus_.require(Role::author));
  uint64_t dropped = 0;
  for (auto& fold : split_.folds) {
    std::vector<bool> tested(author->names.size(), false);
    for (const uint32_t row : fold.test)
      if (author->codes[row] != kMissing) tested[author->codes[row]] = true;
    // A document without an author could be by any author, so it must leave too.
    const auto unfit = [&](uint32_t row) {
      return author->codes[row] == kMissing || tested[author->codes[row]];
    };
    runs_ -= runs_of(fold);
    dropped += fold.train.erase_if(unfit) + fold.validation.erase_if(unfit);
    runs_ += runs_of(fold);
    if (too_large()) return is_too_large();
  }
  note(fmt::format(
      "author-disjoint: {} documents a fold leave train on average, because an author of the test side "
      "wrote them or their author is unknown",
      (dropped + split_.folds.size() / 2) / split_.folds.size()));
  return {};
}

Status SplitBuilder::carve_validation() {
  const uint64_t parts = parts_per_million(train_side_.validation);
  if (parts == 0) return {};
  for (size_t f = 0; f < split_.folds.size(); ++f) {
    if (!split_.folds[f].validation.empty()) continue;  // validation was given
    runs_ -= runs_of(split_.folds[f]);
    SF_TRY(carve_validation(f, parts));
    runs_ += runs_of(split_.folds[f]);
    if (too_large()) return is_too_large();
  }
  return {};
}

Status SplitBuilder::carve_validation(size_t f, uint64_t parts) {
  const ValidationUnit unit = train_side_.unit;
  const auto target_of = [&](size_t documents) { return rounded_share(documents, parts); };
  Fold& fold = split_.folds[f];
  const std::string component = fmt::format("split/validation/{}", f);
  std::vector<uint32_t> validation;
  if (unit == ValidationUnit::document) {
    validation = shuffled_rows(corpus_, fold.train.list(), split_.seed, component);
    validation.resize(std::min(std::max<size_t>(target_of(validation.size()), 1), validation.size()));
  } else {
    const Role role = unit == ValidationUnit::author ? Role::author : Role::topic;
    const Column* const column = corpus_.column(role);
    if (column == nullptr)
      return data_error(
          fmt::format("{0}: no {1} column, and validation takes whole {1}s (map one with --{1} NAME, or "
                      "validation-unit=document takes single documents)",
                      corpus_.name(), role_name(role)));
    std::optional<Column> grouped;
    if (role == Role::topic) grouped = grouped_topics(corpus_, sample_.group_of_topic);
    const RowGroups groups = group_rows(grouped ? *grouped : *column, fold.train.list());
    // Different-author pairs need two authors on each side.
    const size_t least = role == Role::author ? 2 : 1;
    if (groups.size() < 2 * least)
      return data_error(
          fmt::format("{}: {} {}s in the train side of fold {} are too few to take some for validation ({} "
                      "needed); use validation-unit=document or validation=0",
                      corpus_.name(), groups.size(), role_name(role), f, 2 * least));
    std::vector<uint32_t> order(groups.size());
    std::iota(order.begin(), order.end(), 0U);
    Rng(split_.seed, component).shuffle(order);
    const uint64_t target = target_of(fold.train.size() - groups.without.size());
    uint64_t total = 0;
    size_t taken = 0;
    for (const uint32_t g : order) {
      if (groups.size() - taken == least || (taken >= least && total >= target)) break;
      const uint64_t size = groups.rows[g].size();
      // A group is skipped if it would exceed the target by more than the side lacks now.
      if (taken >= least && total + size > target && total + size - target > target - total) continue;
      validation.insert(validation.end(), groups.rows[g].begin(), groups.rows[g].end());
      total += size;
      ++taken;
    }
  }
  fold.validation = sorted_rows(std::move(validation));
  fold.train = fold.train.without(fold.validation);
  return {};
}

size_t different_drawings(Split& split) {
  // The folds of a drawing; their order has no effect.
  std::vector<std::vector<const Fold*>> drawings;
  for (const Fold& fold : split.folds) {
    if (drawings.empty() || fold.repeat != drawings.back().front()->repeat) drawings.emplace_back();
    drawings.back().push_back(&fold);
  }
  if (drawings.size() < 2) return drawings.size();
  const auto sides = [](const Fold* fold) { return std::tie(fold->test, fold->validation, fold->train); };
  for (auto& drawing : drawings) std::ranges::sort(drawing, {}, sides);
  const auto before = [&](const auto& a, const auto& b) {
    return std::ranges::lexicographical_compare(a, b, {}, sides, sides);
  };
  std::ranges::sort(drawings, before);
  size_t different = 1;
  for (size_t d = 1; d < drawings.size(); ++d) different += before(drawings[d - 1], drawings[d]) ? 1 : 0;
  if (different < drawings.size())
    split.notes.push_back(fmt::format("{} of {} repeats have the folds of an earlier one",
                                      drawings.size() - different, drawings.size()));
  return different;
}

// Authors and topics are distinguished by name. Two spellings of one name may therefore be on two sides of a
// split that keeps groups whole, and the split must not claim otherwise.
void SplitBuilder::note_alike_values() {
  for (const Role role : {Role::author, Role::topic}) {
    const Column* const column = corpus_.column(role);
    if (column == nullptr) continue;
    const auto groups = alike_values(*column);
    if (groups.empty()) continue;
    constexpr uint8_t kTrain = 1, kTest = 2;
    std::vector<bool> parted(groups.size(), false);
    bool whole = true;  // true: no value itself is on both sides
    for (const Fold& fold : split_.folds) {
      std::vector<uint8_t> sides(column->names.size(), 0);
      const auto mark = [&](const RowSet& rows, uint8_t side) {
        for (const uint32_t row : rows)
          if (column->codes[row] != kMissing) sides[column->codes[row]] |= side;
      };
      mark(fold.train, kTrain);
      mark(fold.validation, kTrain);
      mark(fold.test, kTest);
      for (const uint8_t side : sides) whole &= side != (kTrain | kTest);
      for (size_t g = 0; g < groups.size(); ++g) {
        uint8_t together = 0;
        for (const uint32_t code : groups[g]) together |= sides[code];
        if (together == (kTrain | kTest)) parted[g] = true;
      }
    }
    const auto count = std::ranges::count(parted, true);
    if (!whole || count == 0) continue;
    const std::string_view name = role_name(role);
    split_.reason += fmt::format(" That is by spelling: {} {}{} in two or more spellings {} on both sides.",
                                 count, name, count == 1 ? "" : "s", count == 1 ? "is" : "are");
    note(fmt::format(
        "{} {}{} are on both sides in spellings that differ only in case, white space, Unicode form or the "
        "form of a number; standfast check lists them (SF314), and --join-values {} (in a study "
        "join-values = [\"{}\"]) makes them one",
        count, name, count == 1 ? "" : "s", name, name));
  }
}

Result<Split> SplitBuilder::finish(std::string reason) && {
  if (too_large()) return is_too_large();
  split_.reason = std::move(reason);
  if (train_side_.author_disjoint) SF_TRY(drop_test_authors());
  SF_TRY(carve_validation());
  for (size_t f = 0; f < split_.folds.size(); ++f) {
    const auto& fold = split_.folds[f];
    if (!fold.train.empty() && !fold.test.empty()) continue;
    return data_error(fmt::format("{}: fold {} of {} has no {} documents; use fewer folds or a larger corpus",
                                  corpus_.name(), f, split_.method, fold.train.empty() ? "train" : "test"));
  }
  split_.left_out = rows_in_no_fold(corpus_, split_.folds);
  note_alike_values();
  different_drawings(split_);
  return std::move(split_);
}

}  // namespace standfast
