// Warnings about the pairs of a study of verification (design_parts.h).
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/design_parts.h"
#include "standfast/metric/stat/distributions.h"

namespace standfast {
namespace {

constexpr double kMostPointsApart = 0.20;  // SF102, SF103
constexpr double kMostToldApart = 0.52;    // SF115: AUC of sharing a value, lower end of its interval
constexpr double kMostSharesApart = 0.02;  // SF116: equals the c@1 that a guesser gains or loses

using Warnings = std::vector<StudyWarning>;

// A property that pairs may share: their topic, or their group of a block.
struct Shared {
  std::string words;   // "their topic", "their "thread""
  std::string column;  // "" for the topic
  bool within_topics = true;
  // Returns the pairs of one side that share it, by same or different author, and the standard error of the
  // AUC of a rule that knows nothing else (condition_measures.h).
  uint64_t of(const SideMeasures& side, bool same) const {
    if (column.empty()) return same ? side.same_one_topic : side.different_one_topic;
    const SharedBlock* block = find(side);
    return block == nullptr ? 0 : same ? block->same : block->different;
  }
  std::optional<double> auc_error(const SideMeasures& side) const {
    if (column.empty()) return side.topic_auc_error;
    const SharedBlock* block = find(side);
    return block == nullptr ? std::nullopt : block->auc_error;
  }

 private:
  const SharedBlock* find(const SideMeasures& side) const {
    for (const auto& block : side.blocks)
      if (block.column == column) return &block;
    return nullptr;
  }
};

std::vector<Shared> shared_of(const DesignCorpus& corpus) {
  std::vector<Shared> all;
  if (corpus.has_topics) all.push_back({"their topic", "", true});
  for (const auto& condition : corpus.conditions)
    for (const auto& draw : condition.draws)
      for (const auto& block : draw.test.blocks)
        if (std::none_of(all.begin(), all.end(),
                         [&](const Shared& one) { return one.column == block.column; }))
          all.push_back({"their " + quoted(block.column), block.column, block.within_topics});
  return all;
}

const SideMeasures& side_of(const ConditionMeasures& measures, bool test) {
  return test ? measures.test : measures.train;
}

// same: counts same-author pairs; otherwise different-author pairs.
void pairs_that_share(const DesignCorpus& corpus, bool same, Warnings& out) {
  for (const auto& shared : shared_of(corpus)) {
    if (!shared.within_topics) continue;  // conditions that keep topics apart differ in it by design
    std::vector<std::string> parts;
    std::string worst;
    double size = 0;
    for (const bool test : {true, false}) {
      const auto values = ratios(
          corpus, [&](const auto& m) { return shared.of(side_of(m, test), same); },
          [&](const auto& m) { return same ? side_of(m, test).same : side_of(m, test).different; });
      if (values.size() < 2) continue;
      const auto apart = extremes(values);
      const double points = apart[1].value - apart[0].value;
      if (points <= kMostPointsApart) continue;
      const char* side = test ? "test" : "training";
      parts.push_back(fmt::format("in {} {}", side, listed(values, percent)));
      if (points <= size) continue;
      size = points;
      worst = fmt::format("in {} {}", side, listed({apart[1], apart[0]}, percent));
    }
    if (parts.empty()) continue;
    const auto said = [&](const std::string& where) {
      return fmt::format("{} pairs share {} in one condition more often than in another: {}",
                         same ? "same-author" : "different-author", shared.words, where);
    };
    out.push_back({same ? "SF102" : "SF103", corpus.name, said(fmt::format("{}", fmt::join(parts, "; "))),
                   said(worst), size});
  }
}

// The score of a rule that knows only if a pair shares its value: it needs no fit.
struct Rule {
  double same, different;  // shares of pairs that share it
  double auc, low;         // at least 1/2, in either direction; the lower end of its 95 % interval
};
std::optional<Rule> rule_of(const DesignCondition& condition, const Shared& shared, bool test) {
  const auto share = [&](bool same) {
    return ratio(
        condition, [&](const auto& m) { return shared.of(side_of(m, test), same); },
        [&](const auto& m) { return same ? side_of(m, test).same : side_of(m, test).different; });
  };
  const auto same = share(true), different = share(false);
  if (!same || !different) return std::nullopt;
  // Draws are of the same authors, so their mean is no more certain than one of them.
  double errors = 0;
  uint32_t authors = UINT32_MAX;
  for (const auto& draw : condition.draws) {
    const auto error = shared.auc_error(side_of(draw, test));
    if (!error) return std::nullopt;
    errors += *error;
    authors = std::min(authors, draw.test_authors);
  }
  if (authors < 2) return std::nullopt;
  const double auc = 0.5 + std::abs(*same - *different) / 2;
  const double mean_error = errors / static_cast<double>(condition.draws.size());
  return Rule{*same, *different, auc, auc - student_critical(0.05, authors - 1.0) * mean_error};
}

void told_apart_by_sharing(const DesignCorpus& corpus, Warnings& out) {
  for (const auto& shared : shared_of(corpus)) {
    std::vector<std::string> parts;
    std::string worst;
    double size = 0;
    for (const auto& condition : corpus.conditions)
      for (const bool test : {true, false}) {
        const auto rule = rule_of(condition, shared, test);
        if (!rule || rule->low <= kMostToldApart) continue;
        parts.push_back(fmt::format("{} {:.3f} in {} ({} of same-author pairs share it, {} of others)",
                                    quoted(condition.name), rule->auc, test ? "test" : "training",
                                    percent(rule->same), percent(rule->different)));
        if (rule->auc <= size) continue;
        size = rule->auc;
        worst = parts.back();
      }
    if (parts.empty()) continue;
    out.push_back(
        {"SF115", corpus.name,
         fmt::format("a rule that knows only whether two documents share {} has an AUC above guessing, "
                     "without a look at the texts: {}",
                     shared.words, fmt::join(parts, "; ")),
         fmt::format("a rule that knows only whether a pair shares {} beats guessing: AUC under {}",
                     shared.words, worst),
         size});
  }
}

void shares_of_same_author(const DesignCorpus& corpus, Warnings& out) {
  std::vector<std::string> parts;
  double low = 1, high = 0;
  std::string lowest, highest;  // the sides of both
  for (const auto& condition : corpus.conditions) {
    std::vector<std::string> sides;
    for (const bool test : {false, true}) {
      const auto share = ratio(
          condition, [&](const auto& m) { return side_of(m, test).same; },
          [&](const auto& m) { return side_of(m, test).pairs(); });
      if (!share) continue;
      sides.push_back(fmt::format("{} {:.1f} %", test ? "test" : "training", 100 * *share));
      const std::string where = quoted(condition.name) + " " + sides.back();
      if (*share < low) low = *share, lowest = where;
      if (*share > high) high = *share, highest = where;
    }
    if (!sides.empty()) parts.push_back(fmt::format("{} {}", quoted(condition.name), fmt::join(sides, ", ")));
  }
  if (high - low <= kMostSharesApart + 1e-9) return;  // two points, up to rounding
  out.push_back(
      {"SF116", corpus.name,
       fmt::format("the share of same-author pairs differs, and with it the score of guessing by c@1, "
                   "F0.5u and F1: {}",
                   fmt::join(parts, "; ")),
       fmt::format("the share of same-author pairs differs, and with it the score of guessing by c@1 and "
                   "F1: {}; {}",
                   highest, lowest)});
}

void folds_without_pairs(const DesignCorpus& corpus, Warnings& out) {
  std::vector<std::string> parts;
  size_t worst = 0;
  double most = 0;
  for (const auto& condition : corpus.conditions) {
    uint64_t empty = 0, all = 0;
    for (const auto& draw : condition.draws) {
      empty += draw.empty_folds;
      all += draw.folds;
    }
    if (empty == 0) continue;
    if (const double share = static_cast<double>(empty) / static_cast<double>(all); share > most)
      most = share, worst = parts.size();
    parts.push_back(fmt::format("{} {} of {}", quoted(condition.name), empty, all));
  }
  if (parts.empty()) return;
  const auto said = [](const std::string& where) {
    return fmt::format(
        "folds lack pairs of one kind in training or validation, or test pairs, and cells "
        "that need these will fail: {}",
        where);
  };
  out.push_back({"SF111", corpus.name, said(fmt::format("{}", fmt::join(parts, ", "))),
                 said(and_more(parts[worst], parts.size()))});
}

}  // namespace

void check_pairs(const DesignCorpus& corpus, Warnings& out) {
  pairs_that_share(corpus, true, out);
  pairs_that_share(corpus, false, out);
  told_apart_by_sharing(corpus, out);
  shares_of_same_author(corpus, out);
  folds_without_pairs(corpus, out);
}

}  // namespace standfast
