#include "standfast/analysis/attribution/partition_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace standfast {
namespace {

void admit_all(PlayerSet& set, const TokenTree::Node& node) {
  for (uint32_t i = node.begin; i < node.end; ++i) admit(set, i);
}

}  // namespace

PartitionSearch::PartitionSearch(const TokenTree& tree, std::span<const double> base,
                                 std::span<const double> full, uint64_t budget, uint32_t batch)
    : tree_(tree), classes_(base.size()), budget_(budget), batch_(batch) {
  if (tree.nodes.empty()) return;
  const size_t players = (tree.nodes.size() + 1) / 2;
  shares_ = DenseMatrix(players, classes_);
  open(tree.root(), 1, PlayerSet(words_of_players(players), 0), {base.begin(), base.end()},
       {full.begin(), full.end()});
}

void PartitionSearch::open(uint32_t node, double weight, PlayerSet context, std::vector<double> without,
                           std::vector<double> with) {
  const TokenTree::Node& at = tree_.nodes[node];
  if (at.size() == 1) {
    for (size_t c = 0; c < classes_; ++c) shares_.row(at.begin)[c] += (with[c] - without[c]) * weight;
    return;
  }
  double most = 0;
  for (size_t c = 0; c < classes_; ++c) most = std::max(most, std::abs(with[c] - without[c]));
  open_.push_back({static_cast<float>(most * weight), born_++, node, weight, std::move(context),
                   std::move(without), std::move(with)});
  std::push_heap(open_.begin(), open_.end(), later);
}

void PartitionSearch::ask(uint32_t document, Coalitions& coalitions) {
  split_.clear();
  while (!open_.empty() && split_.size() < batch_ && budget_ - evaluations_ >= 2) {
    std::pop_heap(open_.begin(), open_.end(), later);
    split_.push_back(std::move(open_.back()));
    open_.pop_back();
    evaluations_ += 2;
    const Open& one = split_.back();
    const TokenTree::Node& node = tree_.nodes[one.node];
    for (const uint32_t child : {node.left, node.right}) {
      PlayerSet players = one.context;
      admit_all(players, tree_.nodes[child]);
      coalitions.add(document, players);
    }
  }
}

void PartitionSearch::answer(const DenseMatrix& values, size_t first) {
  for (size_t k = 0; k < split_.size(); ++k) {
    Open& one = split_[k];
    const TokenTree::Node& node = tree_.nodes[one.node];
    const auto row_of = [&](size_t row) {
      const auto numbers = values.row(row);
      return std::vector<double>(numbers.begin(), numbers.end());
    };
    const std::vector<double> left = row_of(first + 2 * k), right = row_of(first + 2 * k + 1);
    PlayerSet with_left = one.context, with_right = one.context;
    admit_all(with_left, tree_.nodes[node.left]);
    admit_all(with_right, tree_.nodes[node.right]);
    const double weight = one.weight / 2;
    open(node.left, weight, one.context, one.without, left);
    open(node.right, weight, std::move(one.context), std::move(one.without), right);
    open(node.left, weight, std::move(with_right), right, one.with);
    open(node.right, weight, std::move(with_left), left, std::move(one.with));
  }
  split_.clear();
}

bool PartitionSearch::finish(DenseMatrix& shares) {
  const bool whole = open_.empty();
  std::sort(open_.begin(), open_.end(), later);
  for (const Open& one : open_) {
    const TokenTree::Node& node = tree_.nodes[one.node];
    for (size_t c = 0; c < classes_; ++c) {
      const double each = (one.with[c] - one.without[c]) * one.weight / node.size();
      for (uint32_t i = node.begin; i < node.end; ++i) shares_.row(i)[c] += each;
    }
  }
  if (shares_.rows > 0) shares = std::move(shares_);
  return whole;
}

}  // namespace standfast
