// The explainer `partition`: Owen values over a binary tree of the tokens (partition_explainer.h).
#include "standfast/analysis/attribution/partition_explainer.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

#include <fmt/format.h>

#include "standfast/analysis/attribution/explainers.h"
#include "standfast/analysis/attribution/text_game.h"

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
    uint32_t first;  // first token of the left group
    uint32_t left, right;
    // Orders the queue, which returns the largest: the best score, in a tie the first in the text.
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
  std::vector<bool> open_;                 // by token: an unmatched bracket
  std::vector<uint32_t> before_, behind_;  // by group: its neighbours
  std::vector<bool> gone_;                 // by group: already joined
  std::priority_queue<Pair> offers_;       // some entries refer to joined groups
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

namespace {

// Documents whose sets are evaluated together; fewer without a budget.
constexpr size_t kDocumentsAtOnce = 1024;
// The limit for a document in which every token gets a share of its own.
constexpr double kMostEvaluations = 1 << 20;
constexpr uint32_t kBatchOfAll = 4096;

struct PartitionOptions {
  uint64_t max_evals = 500;
  uint32_t batch = 5;
  GameOptions game = {};
};

class Partition final : public GameExplainer {
 public:
  explicit Partition(const PartitionOptions& options)
      : GameExplainer(options.game), budget_(options.max_evals), batch_(options.batch) {}

 private:
  Status share(const TextGame& game, const DocumentView& documents, const ExplainContext& context,
               std::span<Attribution> out) const override {
    const auto cost = [this](uint32_t) { return size_t{budget_ == 0 ? 16U : 1U}; };
    return in_lots(out.size(), kDocumentsAtOnce, cost, [&](uint32_t begin, uint32_t end) -> Status {
      std::vector<TokenTree> trees;
      for (uint32_t i = begin; i < end; ++i) {
        trees.push_back(make_token_tree(documents.text(i), game.tokens(i)));
        if (budget_ == 0 && trees.back().evaluations() > kMostEvaluations)
          return data_error(fmt::format(
              "partition: document \"{}\" has {} tokens, and a share of its own for each would take {:.2g} "
              "answers of the classifier; give a budget (max-evals = 500)",
              documents.corpus->id(documents.rows[i]), game.players(i), trees.back().evaluations()));
      }
      std::vector<PartitionSearch> searches;
      for (uint32_t i = begin; i < end; ++i)
        searches.emplace_back(trees[i - begin], out[i].base, out[i].prediction,
                              budget_ == 0 ? PartitionSearch::kNoBudget : budget_ - 2,
                              budget_ == 0 ? kBatchOfAll : batch_);
      // All documents advance together, so that a classifier gets many texts at a time.
      for (uint64_t round = 0;; ++round) {
        Coalitions asked;
        std::vector<size_t> first;
        for (uint32_t i = begin; i < end; ++i) {
          first.push_back(asked.size());
          searches[i - begin].ask(i, asked);
        }
        if (asked.size() == 0) break;
        DenseMatrix values;
        SF_TRY(game.play(asked, values));
        for (uint32_t i = begin; i < end; ++i) searches[i - begin].answer(values, first[i - begin]);
        context.sink->progress("partition: requested answers", round + 1, 0);
      }
      for (uint32_t i = begin; i < end; ++i) {
        out[i].cut = !searches[i - begin].finish(out[i].shares);
        out[i].evaluations += searches[i - begin].evaluations();
      }
      return {};
    });
  }

  uint64_t budget_;
  uint32_t batch_;
};

}  // namespace

ExplainerCatalog::Entry partition_explainer() {
  using O = PartitionOptions;
  OptionTable<O> table;
  table
      .add("max-evals", &O::max_evals,
           "largest number of answers of the classifier for a document; once it is reached, the tokens of "
           "a group that is still whole share equally; 0: as many as it takes to give every token a share "
           "of its own")
      .between(2, 100'000'000)
      .or_zero();
  table
      .add("batch", &O::batch,
           "number of groups split at a time, with two answers requested for each; more: faster for "
           "programs, but a budget is spent less well")
      .between(1, 1'000'000);
  table.include(&O::game, game_table());
  table.preset("shap", "as SHAP's partition explainer of texts without a mask token",
               {{"mask", std::string("...")}});
  table.preset("exact", "every token has a share of its own", {{"max-evals", int64_t{0}}});
  return {.name = "partition",
          .summary = "Owen values over a tree of neighbouring tokens, for any classifier",
          .citation =
              "Lundberg, Lee 2017, A unified approach to interpreting model predictions (the program shap, "
              "partition explainer); Owen 1977, Values of games with a priori unions",
          .traits = {.symmetric = false},
          .options = table,
          .make = made_as<Explainer, Partition>(table)};
}

}  // namespace standfast
