// Owen values over a binary tree of players, the recursion of SHAP's partition explainer: a node stands in a context,
// the set of players outside it that are there. Splitting it asks for its left child in the context and for its right
// child in the context. Each child then stands in the context without and with the other, with half the weight; a single
// player gets (value with it - value without) * weight. If every node is split, a player's share is its mean marginal
// over all orders in which the players of every node are neighbours: its Owen value.
//
// The node with the largest weight * difference (over classes) is split first, the one that was made first of equals
// (to the digits of a float).
// When the budget is spent, what a node has is shared equally by its players.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/analysis/attribution/text_game.h"
#include "standfast/analysis/attribution/token_tree.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

class PartitionSearch {
 public:
  static constexpr uint64_t kNoBudget = ~uint64_t{0};
  // base, full: what no players and all of them win, by class. budget: sets to ask about at most, beside these two.
  // batch: nodes that are split at a time.
  PartitionSearch(const TokenTree& tree, std::span<const double> base, std::span<const double> full,
                  uint64_t budget, uint32_t batch);

  // Adds the sets that it wants to know; none: it is done.
  void ask(uint32_t document, Coalitions& coalitions);
  // values: the rows of those sets, from `first` on.
  void answer(const DenseMatrix& values, size_t first);
  size_t asked() const { return 2 * split_.size(); }  // sets whose answer is waited for

  // Once it is done. shares: players x classes, 0 before. Whether every player got a share of its own.
  bool finish(DenseMatrix& shares);
  uint64_t evaluations() const { return evaluations_; }

 private:
  struct Open {
    float priority = 0;  // so that what differs by rounding alone is equal
    uint64_t born = 0;
    uint32_t node = 0;
    double weight = 1;
    PlayerSet context;
    std::vector<double> without, with;  // by class: without and with all players of the node
  };
  static bool later(const Open& a, const Open& b) {
    return a.priority != b.priority ? a.priority < b.priority : a.born > b.born;
  }

  void open(uint32_t node, double weight, PlayerSet context, std::vector<double> without,
            std::vector<double> with);

  const TokenTree& tree_;
  size_t classes_;
  uint64_t budget_;
  uint32_t batch_;
  uint64_t evaluations_ = 0, born_ = 0;
  DenseMatrix shares_;
  std::vector<Open> open_;  // a heap by later()
  std::vector<Open> split_;
};

}  // namespace standfast
