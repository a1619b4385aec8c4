// Owen values over a binary tree of players, by the recursion of SHAP's partition explainer. A node has a
// context, the set of present players outside it. Splitting a node evaluates its left child in the context
// and its right child in the context. Each child is then examined in the context without and with the other,
// with half the weight; a single player gets (value with it - value without) * weight. If every node is
// split, the share of a player is its mean marginal contribution over all orders in which the players of
// every node are neighbours: its Owen value.
//
// The node with the largest weight * difference (over classes) is split first, in a tie (to the digits of a
// float) the one created first. When the budget is spent, the value of a node is shared equally by its
// players.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/text_game.h"
#include "standfast/analysis/attribution/text_tokens.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// The binary tree over the tokens of a text that the partition explainer descends: neighbours that belong
// together are joined first. Rules and scores follow SHAP's text masker (Lundberg and Lee 2017, the program
// shap): the adjacent pair of groups with the best score is joined, the first in a tie, until one group is
// left. Scores:
//
//   + 20   the right group begins with a piece of a word ("##ing")
//   + 15   around an apostrophe: the right group is ' or ' with t or s, or the left ends in ' and the right
//          begins with t or s
//   - 1000 one of the two ends in a [..] mark (left group's first token, right group's last) and the other
//          does not
//   - 100  the right group begins with a "(" that is not closed, or the left group ends in a ")" that is not
//          opened
//   - 2    the left group begins with "("
//   - 2    the left group ends in, or the right begins with, but, and, or
//   - 10   the left group ends in a comma; the right begins with one (- 1 if the comma is alone)
//   - 20   the left group ends in . ? or !; the right begins with one (- 1 if it is alone)
//   - the number of tokens of both
//
// A bracket counts as closed once a group begins with "(" and ends in ")". If tokens hold marks together with
// words (`whitespace`), most rules do not apply.
struct TokenTree {
  struct Node {
    uint32_t begin = 0, end = 0;   // tokens [begin, end)
    uint32_t left = 0, right = 0;  // for nodes of more than one token: its children
    uint32_t size() const { return end - begin; }
  };
  // Nodes 0 .. n-1 are the tokens, then groups in the order in which they were joined; the last is the root.
  std::vector<Node> nodes;

  uint32_t root() const { return static_cast<uint32_t>(nodes.size() - 1); }  // there is a token
  // Returns the number of answers needed for shares of single tokens, besides the answers for no and for all
  // tokens: two for each group in each of its 2^depth contexts. Infinite beyond the range of a double.
  double evaluations() const;
};

// Builds the tree; without tokens it has no nodes.
TokenTree make_token_tree(std::string_view text, std::span<const TokenSpan> tokens);

class PartitionSearch {
 public:
  static constexpr uint64_t kNoBudget = ~uint64_t{0};
  // base, full: the values of no players and of all of them, by class. budget: the largest number of sets to
  // evaluate, besides these two. batch: nodes that are split at a time.
  PartitionSearch(const TokenTree& tree, std::span<const double> base, std::span<const double> full,
                  uint64_t budget, uint32_t batch);

  // Adds the sets whose values it needs; it is done if it adds none.
  void ask(uint32_t document, Coalitions& coalitions);
  // Takes the answers. values: the rows of those sets, from `first` on.
  void answer(const DenseMatrix& values, size_t first);
  size_t asked() const { return 2 * split_.size(); }  // sets that wait for their answer

  // Completes the shares at the end of the search. shares: players x classes, initially 0. Returns true if
  // every player got a share of its own.
  bool finish(DenseMatrix& shares);
  uint64_t evaluations() const { return evaluations_; }

 private:
  struct Open {
    float priority = 0;  // a float, so that differences from rounding alone compare equal
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
