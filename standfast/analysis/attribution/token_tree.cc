#include "standfast/analysis/attribution/token_tree.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace standfast {
namespace {

constexpr uint32_t kNobody = 0xffffffffU;

class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, std::span<const TokenSpan> tokens) {
    for (const TokenSpan& token : tokens) words_.push_back(text.substr(token.begin, token.end - token.begin));
    open_.resize(words_.size());
    for (size_t i = 0; i < words_.size(); ++i) open_[i] = words_[i] == "(" || words_[i] == ")";
  }

  TokenTree build() {
    const auto n = static_cast<uint32_t>(words_.size());
    TokenTree tree;
    if (n == 0) return tree;
    tree.nodes.reserve(2 * size_t{n} - 1);
    for (uint32_t i = 0; i < n; ++i) {
      tree.nodes.push_back({i, i + 1, 0, 0});
      behind_.push_back(i + 1 < n ? i + 1 : kNobody);
      before_.push_back(i > 0 ? i - 1 : kNobody);
    }
    gone_.assign(n, false);
    for (uint32_t i = 0; i + 1 < n; ++i) offer(tree, i);
    while (tree.nodes.size() < 2 * size_t{n} - 1) {
      const Pair best = offers_.top();
      offers_.pop();
      if (gone_[best.left] || gone_[best.right]) continue;
      join(tree, best.left, best.right);
    }
    return tree;
  }

 private:
  struct Pair {
    double score;
    uint32_t first;  // token of the left group
    uint32_t left, right;
    // The queue gives the largest: the best score, of equals the first in the text.
    bool operator<(const Pair& other) const {
      return score != other.score ? score < other.score : first > other.first;
    }
  };

  void offer(const TokenTree& tree, uint32_t left) {
    const uint32_t right = behind_[left];
    offers_.push({score(tree.nodes[left], tree.nodes[right]), tree.nodes[left].begin, left, right});
  }

  void join(TokenTree& tree, uint32_t left, uint32_t right) {
    const auto made = static_cast<uint32_t>(tree.nodes.size());
    const TokenTree::Node node{tree.nodes[left].begin, tree.nodes[right].end, left, right};
    if (words_[node.begin] == "(" && words_[node.end - 1] == ")")
      open_[node.begin] = open_[node.end - 1] = false;
    tree.nodes.push_back(node);
    gone_[left] = gone_[right] = true;
    gone_.push_back(false);
    before_.push_back(before_[left]);
    behind_.push_back(behind_[right]);
    if (before_[made] != kNobody) {
      behind_[before_[made]] = made;
      offer(tree, before_[made]);
    }
    if (behind_[made] != kNobody) {
      before_[behind_[made]] = made;
      offer(tree, made);
    }
  }

  static bool is_mark(std::string_view word) { return word.starts_with('[') && word.ends_with(']'); }
  static bool ends_sentence(std::string_view word) { return word == "." || word == "?" || word == "!"; }
  static bool connects(std::string_view word) { return word == "but" || word == "and" || word == "or"; }
  static bool t_or_s(std::string_view word) { return word == "t" || word == "s"; }

  double score(const TokenTree::Node& a, const TokenTree::Node& b) const {
    const std::string_view a_first = words_[a.begin], a_last = words_[a.end - 1], b_first = words_[b.begin],
                           b_last = words_[b.end - 1];
    double score = 0;
    if (b_first.starts_with("##")) score += 20;
    if (b_first == "'" && (b.size() == 1 || (b.size() == 2 && t_or_s(b_last)))) score += 15;
    if (a_last == "'" && t_or_s(b_first)) score += 15;
    if (is_mark(a_first) != is_mark(b_last)) score -= 1000;
    if (b_first == "(" && open_[b.begin]) score -= 100;
    if (a_last == ")" && open_[a.end - 1]) score -= 100;
    if (a_first == "(") score -= 2;
    if (connects(a_last) || connects(b_first)) score -= 2;
    if (a_last == ",") score -= 10;
    if (b_first == ",") score -= b.size() > 1 ? 10 : 1;
    if (ends_sentence(a_last)) score -= 20;
    if (ends_sentence(b_first)) score -= b.size() > 1 ? 20 : 1;
    return score - a.size() - b.size();
  }

  std::vector<std::string_view> words_;
  std::vector<bool> open_;                 // by token: a bracket without its partner
  std::vector<uint32_t> before_, behind_;  // by group: its neighbours
  std::vector<bool> gone_;                 // by group: it was joined
  std::priority_queue<Pair> offers_;       // some of groups that are gone
};

}  // namespace

double TokenTree::evaluations() const {
  if (nodes.empty()) return 0;
  std::vector<uint32_t> depth(nodes.size(), 0);
  double sum = 0;
  for (size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i].size() == 1) continue;
    sum += std::ldexp(2, static_cast<int>(depth[i]));
    depth[nodes[i].left] = depth[nodes[i].right] = depth[i] + 1;
  }
  return sum;
}

TokenTree make_token_tree(std::string_view text, std::span<const TokenSpan> tokens) {
  return TreeBuilder(text, tokens).build();
}

}  // namespace standfast
