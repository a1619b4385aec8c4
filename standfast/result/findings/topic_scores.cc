#include "standfast/result/findings/topic_scores.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "standfast/metric/stat/unit_estimate.h"

namespace standfast::result {

UnitChoice unit_choice(const AnswerOutline& outline) {
  if (outline.any_topic) return {};
  if (outline.any_author) return {UnitChoice::Of::authors, "author", "authors"};
  return {UnitChoice::Of::documents, "document", "documents"};
}

TopicScores topic_scores(const PooledItems& items, const UnitChoice& unit) {
  TopicScores scores;
  const auto& units = unit.of(items);
  for (size_t i = 0; i < items.size(); ++i) {
    if (units[i] == kNoCode) continue;
    auto& score = scores[units[i]];
    ++score.n;
    const uint64_t right = items.predicted[i] == items.truth[i] ? 1 : 0;
    score.right += right;
    if (!unit.topics() || items.author[i] == kNoCode) continue;
    Share& cell = score.by_author[items.author[i]];
    ++cell.n;
    cell.right += right;
  }
  return scores;
}

std::vector<std::vector<TopicScores>> topic_scores_of_trades(const PooledItems& items,
                                                             const UnitChoice& unit) {
  std::vector<std::vector<TopicScores>> scores;
  const auto& units = unit.of(items);
  for (size_t i = 0; i < items.size(); ++i) {
    if (units[i] == kNoCode) continue;
    if (items.seed[i] >= scores.size()) scores.resize(items.seed[i] + size_t{1});
    auto& of_seed = scores[items.seed[i]];
    if (items.trade[i] >= of_seed.size()) of_seed.resize(items.trade[i] + size_t{1});
    auto& score = of_seed[items.trade[i]][units[i]];
    ++score.n;
    score.right += items.predicted[i] == items.truth[i] ? 1 : 0;
  }
  return scores;
}

std::vector<TopicScores> on_common_units(std::vector<TopicScores> scores) {
  const auto everywhere = [&scores](const auto& has) {
    return std::all_of(scores.begin(), scores.end(), has);
  };
  std::vector<uint32_t> gone;
  std::vector<std::pair<uint32_t, uint32_t>> gone_authors;
  for (const auto& one : scores)
    for (const auto& [unit, score] : one) {
      if (!everywhere([&](const TopicScores& other) { return other.contains(unit); })) {
        gone.push_back(unit);
        continue;
      }
      for (const auto& [author, share] : score.by_author)
        if (!everywhere([&](const TopicScores& other) { return other.at(unit).by_author.contains(author); }))
          gone_authors.emplace_back(unit, author);
    }
  for (auto& one : scores) {
    for (const uint32_t unit : gone) one.erase(unit);
    for (const auto& [unit, author] : gone_authors)
      if (const auto found = one.find(unit); found != one.end()) found->second.by_author.erase(author);
  }
  return scores;
}

namespace {

// Nothing where no unit has a weight.
std::optional<double> weighted_accuracy(const TopicScores& scores, const TopicScores& weights) {
  double sum = 0, weight = 0;
  for (const auto& [unit, by] : weights) {
    const auto found = scores.find(unit);
    if (found == scores.end()) continue;
    sum += static_cast<double>(by.n) * found->second.accuracy();
    weight += static_cast<double>(by.n);
  }
  return weight > 0 ? std::optional(sum / weight) : std::nullopt;
}

}  // namespace

std::optional<double> sd_over_trades(const std::vector<std::vector<TopicScores>>& trades,
                                     const TopicScores* weights) {
  double squares = 0;
  size_t seeds = 0;
  for (const auto& of_seed : trades) {
    std::vector<double> means;
    for (const auto& scores : of_seed) {
      if (const auto score = weighted_accuracy(scores, weights != nullptr ? *weights : scores))
        means.push_back(*score);
    }
    if (means.size() < 2) continue;
    double mean = 0, square = 0;
    for (const double x : means) mean += x / static_cast<double>(means.size());
    for (const double x : means) square += (x - mean) * (x - mean);
    squares += square / static_cast<double>(means.size() - 1);
    ++seeds;
  }
  return seeds > 0 ? std::optional(std::sqrt(squares / static_cast<double>(seeds))) : std::nullopt;
}

namespace {

// The answers with unknown author.
Share without_author(const TopicScore& score) {
  Share rest = score;
  for (const auto& [author, share] : score.by_author) {
    rest.right -= share.right;
    rest.n -= share.n;
  }
  return rest;
}

void add_cell(uint32_t unit, uint32_t author, const Share& a, const Share& b, const Share& weigher,
              std::vector<MatchedTopics::Cell>& cells) {
  if (a.n > 0 && b.n > 0 && weigher.n > 0)
    cells.push_back({unit, author, a.accuracy() - b.accuracy(), static_cast<double>(weigher.n)});
}

}  // namespace

MatchedTopics match_topics(const TopicScores& a, const TopicScores& b) {
  return match_topics(a, b, b);
}

MatchedTopics match_topics(const TopicScores& a, const TopicScores& b, const TopicScores& weights) {
  MatchedTopics matched;
  for (const auto& [unit, score_b] : b) {
    const auto found = a.find(unit);
    if (found == a.end()) {
      ++matched.unmatched;
      continue;
    }
    matched.a.push_back(found->second.accuracy());
    matched.b.push_back(score_b.accuracy());
    matched.difference.push_back(matched.a.back() - matched.b.back());
    const uint64_t n = weights.at(unit).n;
    matched.weight.push_back(static_cast<double>(n));
    matched.n += n;
    const TopicScore &score_a = found->second, &weigher = weights.at(unit);
    for (const auto& [author, cell_b] : score_b.by_author) {
      const auto cell_a = score_a.by_author.find(author), of_weigher = weigher.by_author.find(author);
      if (cell_a != score_a.by_author.end() && of_weigher != weigher.by_author.end())
        add_cell(unit, author, cell_a->second, cell_b, of_weigher->second, matched.cells);
    }
    add_cell(unit, kNoCode, without_author(score_a), without_author(score_b), without_author(weigher),
             matched.cells);
  }
  matched.unmatched += a.size() - matched.a.size();
  if (matched.n == 0) return matched;
  matched.moments_a = weighted_moments(matched.a, matched.weight);
  matched.moments_b = weighted_moments(matched.b, matched.weight);
  matched.moments_of_difference = weighted_moments(matched.difference, matched.weight);
  return matched;
}

namespace {

// The topic and author of answers, or their unit.
ItemUnits units_of_cell(uint32_t code, uint32_t author, const UnitChoice& unit) {
  return unit.topics() ? ItemUnits{{author, kNoUnit}, {code, kNoUnit}}
                       : ItemUnits{{code, kNoUnit}, {kNoUnit, kNoUnit}};
}

// The accuracy of all answers, as a sum over the cells of topics and authors.
struct WholeAccuracy {
  UnitItems items;
  Influenced accuracy;
};

WholeAccuracy whole_accuracy(const TopicScores& scores, const UnitChoice& unit, UnitSpace& space) {
  std::vector<ItemUnits> units;
  std::vector<Share> cells;
  Share all;
  const auto add = [&](uint32_t code, uint32_t author, const Share& cell) {
    if (cell.n == 0) return;
    units.push_back(units_of_cell(code, author, unit));
    cells.push_back(cell);
    all.right += cell.right;
    all.n += cell.n;
  };
  for (const auto& [code, score] : scores) {
    for (const auto& [author, cell] : score.by_author) add(code, author, cell);
    add(code, kNoCode, without_author(score));
  }
  WholeAccuracy whole;
  if (all.n == 0) return whole;
  whole.accuracy.value = all.accuracy();
  std::vector<double> shares;
  for (const Share& cell : cells) {
    shares.push_back(static_cast<double>(cell.n) / static_cast<double>(all.n));
    whole.accuracy.influence.push_back(shares.back() * (cell.accuracy() - all.accuracy()));
  }
  whole.items = space.items(units, shares);
  return whole;
}

}  // namespace

LostAccuracy lost_accuracy(const TopicScores& a, const TopicScores& b, const UnitChoice& unit, double level) {
  LostAccuracy lost;
  lost.units = a.size();
  for (const auto& [code, score] : b) {
    lost.units += a.contains(code) ? 0 : 1;
    lost.n += score.n;
  }
  UnitSpace space;
  const WholeAccuracy of_a = whole_accuracy(a, unit, space), of_b = whole_accuracy(b, unit, space);
  lost.difference =
      unit_difference(space, {&of_a.items, &of_a.accuracy}, {&of_b.items, &of_b.accuracy}, level);
  return lost;
}

Difference MatchedTopics::lost(double level, const UnitChoice& unit) const {
  std::vector<ItemUnits> units;
  std::vector<double> shares;
  Influenced mean;
  double total = 0, sum = 0;
  for (const Cell& cell : cells) {
    total += cell.weight;
    sum += cell.weight * cell.difference;
  }
  if (total > 0) mean.value = sum / total;
  for (const Cell& cell : cells) {
    units.push_back(units_of_cell(cell.unit, cell.author, unit));
    shares.push_back(cell.weight / total);
    mean.influence.push_back(cell.weight / total * (cell.difference - *mean.value));
  }
  UnitSpace space;
  const UnitItems items = space.items(units, shares);
  const UnitTerm terms[] = {{{&items, &mean}, 1}};
  return unit_sum(space, terms, level);
}

}  // namespace standfast::result
