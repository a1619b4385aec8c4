#include "standfast/split/matched_control.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/groups.h"
#include "standfast/split/control/trades.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/strata.h"

namespace standfast {
namespace {

// The map from a row before a trade to the rows that stand in its place afterwards: of_row(row). In a trade
// of single documents it is one row for each. In a trade of blocks, the rows that came to a place are shared
// out among the rows that left it.
class Places {
 public:
  // pairs: (former row at the place, the row that stands there now). Each row that moves is the second of one
  // pair.
  Places(uint32_t rows, const std::vector<std::pair<uint32_t, uint32_t>>& pairs)
      : begin_(size_t{rows} + 1, 0), rows_(pairs.size()) {
    for (const auto& [slot, row] : pairs) ++begin_[slot + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<size_t> next(begin_.begin(), begin_.end() - 1);
    for (const auto& [slot, row] : pairs) rows_[next[slot]++] = row;
  }
  std::span<const uint32_t> of_row(uint32_t row) const {
    return std::span(rows_).subspan(begin_[row], begin_[row + 1] - begin_[row]);
  }

 private:
  std::vector<size_t> begin_;
  std::vector<uint32_t> rows_;
};

// Returns the rows on a side after the trade. Documents change places within `all`. So a side of more than
// half of `all` is computed from the rest: it is the complement of the moved rest.
RowSet moved(const RowSet& side, const RowSet& all, const Places& places) {
  if (2 * side.size() > all.size()) return all.without(moved(all.without(side), all, places));
  std::vector<uint32_t> result;
  result.reserve(side.size());
  for (const uint32_t row : side) {
    const auto now = places.of_row(row);
    result.insert(result.end(), now.begin(), now.end());
  }
  return sorted_rows(std::move(result));
}

// Returns true if the blocks and the topic divide the rows in the same way.
bool same_parts(const std::vector<const Column*>& blocks, const Column& topic,
                std::span<const uint32_t> rows) {
  std::map<std::vector<uint32_t>, uint32_t> topic_of;
  std::map<uint32_t, std::vector<uint32_t>> block_of;
  for (const uint32_t row : rows) {
    std::vector<uint32_t> block;
    for (const Column* column : blocks) block.push_back(column->codes[row]);
    if (std::find(block.begin(), block.end(), kMissing) != block.end() || topic.codes[row] == kMissing)
      return false;
    if (topic_of.try_emplace(block, topic.codes[row]).first->second != topic.codes[row]) return false;
    if (block_of.try_emplace(topic.codes[row], block).first->second != block) return false;
  }
  return true;
}

// Returns the columns of the blocks; refuses columns that cannot be blocks.
Result<std::vector<const Column*>> block_columns(const Corpus& corpus, const ControlOptions& options,
                                                 std::span<const uint32_t> rows) {
  std::vector<const Column*> columns;
  for (const auto& name : options.block) {
    if (name == role_name(options.target))
      return data_error(
          fmt::format("{}: block \"{}\" is the target: a whole {} has no partner to trade places with",
                      corpus.name(), name, name));
    SF_ASSIGN(const Column* column, corpus.require_named(name));
    columns.push_back(column);
  }
  const Column* topic = corpus.column(Role::topic);
  if (!columns.empty() && topic != nullptr && same_parts(columns, *topic, rows))
    return data_error(fmt::format(
        "{}: block \"{}\" is the same as the topic, which the control must mix; name something smaller than "
        "a topic",
        corpus.name(), options.block.back()));
  return columns;
}

Options recorded_options(const Split& split, const ControlOptions& options, const BlockPurity& purity,
                         uint64_t torn) {
  std::map<std::string, OptionValue> values;
  for (const auto& [name, value] : split.options.values()) values["of-" + name] = value;
  values["of"] = split.method;
  values["target"] = std::string(role_name(options.target));
  // Options hold signed numbers, so a seed above their range is written as text.
  values["control-seed"] = options.seed <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())
                               ? OptionValue(static_cast<int64_t>(options.seed))
                               : OptionValue(std::to_string(options.seed));
  if (options.trades > 1) values["trades"] = int64_t{options.trades};
  if (options.whole) values["whole-blocks"] = true;
  if (!options.block.empty()) {
    values["blocks"] = static_cast<int64_t>(purity.blocks);
    values["pure-blocks"] = static_cast<int64_t>(purity.pure);
    values["torn-groups"] = static_cast<int64_t>(torn);
  }
  for (size_t i = 0; i < options.match.size(); ++i) values[fmt::format("match-{}", i + 1)] = options.match[i];
  for (size_t i = 0; i < options.block.size(); ++i) values[fmt::format("block-{}", i + 1)] = options.block[i];
  return Options::recorded(values);
}

// Returns the values of name-1, name-2 and so on.
std::vector<std::string> numbered(const Options& recorded, const char* name) {
  std::vector<std::string> words;
  for (;;) {
    const auto found = recorded.values().find(fmt::format("{}-{}", name, words.size() + 1));
    if (found == recorded.values().end() || !std::holds_alternative<std::string>(found->second)) return words;
    words.push_back(std::get<std::string>(found->second));
  }
}

// Refuses columns that cannot be matched.
Status check_match(const Corpus& corpus, const ControlOptions& options) {
  for (const auto& name : options.match) {
    const auto fail = [&](const std::string& why) {
      return data_error(fmt::format("{}: match \"{}\" {}", corpus.name(), name, why));
    };
    if (name == role_name(options.target))
      return fail("is the target, which a control always matches; leave it out");
    if (std::ranges::count(options.match, name) > 1) return fail("is named twice");
    if (std::ranges::count(options.block, name) > 0)
      return fail("is a block too: documents that agree in it trade places, so it cannot stay whole");
  }
  return {};
}

// The limits of a control with `match`: tested documents whose stratum stands on one side as a whole.
struct Stuck {
  uint64_t documents = 0, tested = 0;
  bool all = true;  // no stratum stands on two sides
};

Stuck stuck_documents(const Corpus& corpus, const Split& split,
                      const std::vector<std::vector<uint32_t>>& strata) {
  const auto pattern = side_patterns(corpus.size(), split.folds);
  std::vector<bool> tested(corpus.size(), false);
  for (const auto& fold : split.folds)
    for (const uint32_t row : fold.test) tested[row] = true;
  Stuck stuck;
  for (const auto& stratum : strata) {
    const bool whole =
        std::ranges::all_of(stratum, [&](uint32_t row) { return pattern[row] == pattern[stratum.front()]; });
    stuck.all = stuck.all && whole;
    for (const uint32_t row : stratum)
      if (tested[row]) {
        ++stuck.tested;
        stuck.documents += whole;
      }
  }
  return stuck;
}

// A counter of test documents that stay in the test side of the same fold in a trade.
class StayingTests {
 public:
  void add(const RowSet& before, const RowSet& now) {
    stay_ += before.size() - before.without(now).size();
    all_ += before.size();
  }
  double percent() const {
    return all_ > 0 ? 100 * static_cast<double>(stay_) / static_cast<double>(all_) : 0;
  }

 private:
  uint64_t stay_ = 0, all_ = 0;
};

constexpr double kMostBeyond =
    0.05;  // the largest share of all documents that may be in excess with whole blocks

// Checks that no side is empty: whole groups may not fill a small side, and then nothing can be learned or
// tested there.
Status keeps_sides(const Corpus& corpus, const Fold& before, const Fold& now, const std::string& method,
                   const std::string& block) {
  for (const auto& [name, was, is] : {std::tuple{"train", &before.train, &now.train},
                                      {"validation", &before.validation, &now.validation},
                                      {"test", &before.test, &now.test}})
    if (was->size() > 0 && is->size() == 0)
      return data_error(fmt::format(
          "{}: no group of one {} is small enough for a {} side of {} with {}; leave out values with so "
          "few documents (--at-least topic=20, at-least in a study), or name a smaller block",
          corpus.name(), block, name, method,
          was->size() == 1 ? "1 document" : fmt::format("{} documents", was->size())));
  return {};
}

}  // namespace

std::vector<std::string> control_blocks(const Options& recorded) {
  return numbered(recorded, "block");
}

bool control_keeps_whole(const Options& recorded) {
  return recorded.values().contains("whole-blocks");
}

BlockPurity block_purity(const Corpus& corpus, const Split& split, const Column& classes,
                         const std::vector<const Column*>& columns) {
  BlockPurity purity;
  const auto blocks = block_groups(corpus, used_rows(corpus.size(), split.folds).list(), columns);
  purity.blocks = blocks.size();
  for (const auto& block : blocks)
    purity.pure += std::ranges::all_of(
        block, [&](uint32_t row) { return classes.codes[row] == classes.codes[block.front()]; });
  return purity;
}

std::vector<std::string> control_match(const Options& recorded) {
  return numbered(recorded, "match");
}

Result<Split> matched_control(const Corpus& corpus, const Split& split, Role target, uint64_t seed) {
  return matched_control(corpus, split, {.target = target, .seed = seed});
}

Result<Split> matched_control(const Corpus& corpus, const Split& split, const ControlOptions& options) {
  if (options.trades < 1 || options.trades > kMostTrades)
    return usage_error(fmt::format("trades = {}: from 1 to {}", options.trades, kMostTrades));
  if (options.whole && options.block.empty())
    return usage_error("whole blocks need a block: name the column");
  const std::string_view target = role_name(options.target);
  SF_ASSIGN(const Column* column, corpus.require(options.target));
  SF_TRY(check_match(corpus, options));
  const RowSet all = used_rows(corpus.size(), split.folds);
  const std::vector<uint32_t> rows = all.list();
  SF_ASSIGN(const auto columns, block_columns(corpus, options, rows));
  RowGroups classes = group_rows(*column, rows);
  const size_t without = classes.without.size();
  classes.rows.push_back(std::move(classes.without));
  SF_ASSIGN(const auto strata, strata_of(corpus, std::move(classes.rows), options.match));
  const bool matches = !options.match.empty();
  const Stuck stuck = matches ? stuck_documents(corpus, split, strata) : Stuck{};
  const std::string within = words_of_strata(target, options.match);

  const std::string block = fmt::format("{}", fmt::join(options.block, " and "));
  const bool single = columns.empty(), whole = options.whole;
  const auto trades = single  ? document_trades(corpus, strata)
                      : whole ? whole_block_trades(corpus, split, strata, columns)
                              : block_trades(corpus, split, strata, columns);
  if (matches && stuck.all)
    return data_error(
        fmt::format("{}: all documents of one {} are on one side of {}, so nothing can trade places; match "
                    "fewer columns",
                    corpus.name(), within, split.method));
  if (!trades->possible(options.seed)) {
    const std::string why =
        single
            ? fmt::format(
                  "no {} has two documents in the folds of {}, so nothing can trade places; match on another "
                  "column",
                  target, split.method)
        : whole
            ? fmt::format("no {} of {} can trade places as a whole; name a smaller block",
                          options.block.back(), split.method)
            : fmt::format(
                  "no {} has a partner: a block of the same {} with as many documents that {} has on another "
                  "side; name another block",
                  options.block.back(), within, split.method);
    return data_error(fmt::format("{}: {}", corpus.name(), why));
  }

  const BlockPurity purity = single ? BlockPurity{} : block_purity(corpus, split, *column, columns);
  Split control;
  control.method = kMatchedControl;
  control.options = recorded_options(split, options, purity, trades->torn());
  control.seed = split.seed;
  const std::string traded = single  ? "documents"
                             : whole ? fmt::format("whole groups of one {} with all their {}s", block, target)
                                     : fmt::format("whole groups of one {} and {}", target, block);
  control.reason =
      whole
          ? fmt::format(
                "Control for {}: {} trade places at random, so that every side comes as near to its size and "
                "its mix of {} as whole groups allow, and topics are mixed.",
                split.method, traded, within)
      : matches
          ? fmt::format(
                "Control for {}: {} trade places at random among documents of the same {}, so every side "
                "keeps its size and its mix of them.",
                split.method, traded, within)
          : fmt::format(
                "Control for {}: {} trade places at random within each {}, so every side keeps its size and "
                "its {}s, and topics are mixed.",
                split.method, traded, target, target);
  control.left_out = split.left_out;
  uint64_t runs = 0, most_beyond = 0;
  double moves = 0;
  StayingTests staying;
  for (uint32_t t = 0; t < options.trades; ++t) {
    const ControlTrade trade = trades->draw(options.seed, t);
    moves += static_cast<double>(trade.moved) / options.trades;
    most_beyond = std::max(most_beyond, trade.beyond);
    const Places places(corpus.size(), trade.pairs);
    for (const auto& fold : split.folds) {
      control.folds.push_back({moved(fold.train, all, places), moved(fold.validation, all, places),
                               moved(fold.test, all, places), moved(fold.aside, all, places)});
      if (matches) staying.add(fold.test, control.folds.back().test);
      SF_TRY(keeps_sides(corpus, fold, control.folds.back(), split.method, block));
      runs += runs_of(control.folds.back());
      if (runs > kMostRuns)
        return data_error(fmt::format("{}: a control of {} folds would take more than {} GB; use fewer {}",
                                      corpus.name(), split.folds.size() * options.trades,
                                      (kMostRuns * sizeof(RowSet::Run)) >> 30,
                                      options.trades > 1 ? "trades or folds" : "folds"));
    }
  }
  // A split may divide the blocks itself, as topic confusion does. The result with whole blocks is then no
  // split of its kind.
  if (whole && static_cast<double>(most_beyond) > kMostBeyond * static_cast<double>(rows.size()))
    return data_error(fmt::format(
        "{}: whole blocks ({}) cannot be dealt so that sides keep their sizes and {}s: {} of {} documents "
        "are in excess, and {} tears {} of {} blocks itself; make the control without whole = true "
        "(--whole)",
        corpus.name(), block, target, most_beyond, rows.size(), split.method, trades->torn(),
        trades->groups()));
  control.notes.push_back(
      fmt::format("{}{:.0f} of {} documents trade places{}{}",
                  options.trades > 1 ? fmt::format("{} trades; in each, on average, ", options.trades) : "",
                  moves, rows.size(), whole ? "" : fmt::format(" within {} {}s", classes.size(), target),
                  single  ? ""
                  : whole ? fmt::format(", {} groups of one {}", trades->groups(), block)
                          : fmt::format(", {} groups of one {} and {}", trades->groups(), target, block)));
  if (!single)
    control.notes.push_back(fmt::format(
        "{} of {} blocks ({}) have one {} ({:.0f} %){}", purity.pure, purity.blocks, block, target,
        100.0 * static_cast<double>(purity.pure) / static_cast<double>(std::max<uint64_t>(purity.blocks, 1)),
        whole || purity.pure == purity.blocks
            ? ""
            : fmt::format("; documents of other {}s in a tested block stay in "
                          "training",
                          target)));
  if (matches)
    control.notes.push_back(fmt::format(
        "matched on {}, in {} strata: {:.0f} % of the documents of a test side stay in it; {} of {} tested "
        "documents cannot leave, because all documents of their stratum are on that side",
        within, strata.size(), staying.percent(), stuck.documents, stuck.tested));
  if (trades->torn() > 0)
    control.notes.push_back(
        fmt::format("{} of one {}{} that {} tears {} kept whole",
                    trades->torn() == 1 ? "1 group" : fmt::format("{} groups", trades->torn()),
                    whole ? "" : fmt::format("{} and ", target), block, split.method,
                    trades->torn() == 1 ? "is" : "are"));
  if (most_beyond > 0)
    control.notes.push_back(
        fmt::format("sizes are not exact: at most {} documents are in excess of the places of their {}, "
                    "because whole groups do not fill the sides",
                    most_beyond, target));
  if (without > 0)
    control.notes.push_back(
        fmt::format("{} documents have no {}: they trade places among themselves", without, target));
  return control;
}

}  // namespace standfast
