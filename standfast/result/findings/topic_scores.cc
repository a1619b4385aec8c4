#include "standfast/result/findings/topic_scores.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/answer_outline.h"

namespace standfast::result {

UnitChoice unit_choice(const AnswerOutline& outline) {
  if (outline.any_topic) return {};
  if (outline.any_author) return {UnitChoice::Of::authors, "author", "authors"};
  return {UnitChoice::Of::documents, "document", "documents"};
}

namespace {

// An answer, with the unit and the author that it counts for.
struct CountedAnswer {
  uint32_t unit = 0, author = kNoCode;
  bool right = false;
};

TopicScores counted(std::vector<CountedAnswer>& answers) {
  std::ranges::sort(answers, [](const CountedAnswer& a, const CountedAnswer& b) {
    return std::pair(a.unit, a.author) < std::pair(b.unit, b.author);
  });
  size_t units = 0;
  for (size_t i = 0; i < answers.size(); ++i)
    units += i == 0 || answers[i].unit != answers[i - 1].unit ? 1 : 0;
  TopicScores scores;
  scores.reserve(units);
  for (const CountedAnswer& answer : answers) {
    TopicScore& score = scores.add(answer.unit);
    ++score.n;
    score.right += answer.right ? 1 : 0;
    if (answer.author == kNoCode) continue;
    Share& cell = score.by_author.add(answer.author);
    ++cell.n;
    cell.right += answer.right ? 1 : 0;
  }
  return scores;
}

}  // namespace

TopicScores topic_scores(const PooledItems& items, const UnitChoice& unit) {
  const auto& units = unit.of(items);
  std::vector<CountedAnswer> answers;
  answers.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i)
    if (units[i] != kNoCode)
      answers.push_back(
          {units[i], unit.topics() ? items.author[i] : kNoCode, items.predicted[i] == items.truth[i]});
  return counted(answers);
}

std::vector<std::vector<TopicScores>> topic_scores_of_trades(const PooledItems& items,
                                                             const UnitChoice& unit) {
  std::vector<std::vector<std::vector<CountedAnswer>>> answers;
  const auto& units = unit.of(items);
  for (size_t i = 0; i < items.size(); ++i) {
    if (units[i] == kNoCode) continue;
    if (items.seed[i] >= answers.size()) answers.resize(items.seed[i] + size_t{1});
    auto& of_seed = answers[items.seed[i]];
    if (items.trade[i] >= of_seed.size()) of_seed.resize(items.trade[i] + size_t{1});
    of_seed[items.trade[i]].push_back({units[i], kNoCode, items.predicted[i] == items.truth[i]});
  }
  std::vector<std::vector<TopicScores>> scores;
  for (auto& of_seed : answers) {
    auto& of_trades = scores.emplace_back();
    for (auto& of_trade : of_seed) of_trades.push_back(counted(of_trade));
  }
  return scores;
}

std::optional<double> sd_over_trades(const std::vector<std::vector<TopicScores>>& trades) {
  double squares = 0;
  size_t seeds = 0;
  for (const auto& of_seed : trades) {
    std::vector<double> means;
    for (const auto& scores : of_seed) {
      Share all;
      for (const auto& [unit, score] : scores) {
        all.right += score.right;
        all.n += score.n;
      }
      if (all.n > 0) means.push_back(all.accuracy());
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

// Returns the share over answers with unknown author.
Share without_author(const TopicScore& score) {
  Share rest = score;
  for (const auto& [author, share] : score.by_author) {
    rest.right -= share.right;
    rest.n -= share.n;
  }
  return rest;
}

void add_cell(uint32_t unit, uint32_t author, const Share& a, const Share& b,
              std::vector<MatchedTopics::Cell>& cells) {
  if (a.n > 0 && b.n > 0)
    cells.push_back({unit, author, a.accuracy() - b.accuracy(), static_cast<double>(b.n)});
}

}  // namespace

MatchedTopics match_topics(const TopicScores& a, const TopicScores& b) {
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
    matched.weight.push_back(static_cast<double>(score_b.n));
    matched.n += score_b.n;
    const TopicScore& score_a = found->second;
    for (const auto& [author, cell_b] : score_b.by_author)
      if (const auto cell_a = score_a.by_author.find(author); cell_a != score_a.by_author.end())
        add_cell(unit, author, cell_a->second, cell_b, matched.cells);
    add_cell(unit, kNoCode, without_author(score_a), without_author(score_b), matched.cells);
  }
  matched.unmatched += a.size() - matched.a.size();
  if (matched.n == 0) return matched;
  matched.moments_a = weighted_moments(matched.a, matched.weight);
  matched.moments_b = weighted_moments(matched.b, matched.weight);
  matched.moments_of_difference = weighted_moments(matched.difference, matched.weight);
  return matched;
}

namespace {

// Returns the topic and author of answers, or their unit.
ItemUnits units_of_cell(uint32_t code, uint32_t author, const UnitChoice& unit) {
  return unit.topics() ? ItemUnits{{author, kNoUnit}, {code, kNoUnit}}
                       : ItemUnits{{code, kNoUnit}, {kNoUnit, kNoUnit}};
}

}  // namespace

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
  return unit_sum(space, terms, level, 1);
}

AllTopicScores::AllTopicScores(const RunRecords& run, size_t of_corpus, const UnitChoice& of_unit)
    : corpus(of_corpus),
      unit(of_unit),
      models_(run.models.size()),
      scores_(run.conditions.size() * models_),
      trades_(scores_.size()) {
  for (const auto& condition : run.conditions) is_control_.push_back(!condition.control_of.empty());
}

AllTopicScores::AllTopicScores(const RunRecords& run, size_t of_corpus)
    : AllTopicScores(run, of_corpus, unit_choice(answer_outline(run, of_corpus))) {
  const CellIndex index(run);
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < models_; ++m)
      add(c, m, pooled_items(run, of_corpus, index.folds(of_corpus, c, m)));
}

void AllTopicScores::add(size_t condition, size_t model, const PooledItems& items) {
  scores_[condition * models_ + model] = topic_scores(items, unit);
  if (is_control_[condition]) trades_[condition * models_ + model] = topic_scores_of_trades(items, unit);
}

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
