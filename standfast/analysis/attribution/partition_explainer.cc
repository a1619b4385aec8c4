// The explainer `partition`: Owen values over a binary tree of the tokens (token_tree.h, partition_search.h).
#include <algorithm>

#include <fmt/format.h>

#include "standfast/analysis/attribution/explainers.h"
#include "standfast/analysis/attribution/game_explainer.h"
#include "standfast/analysis/attribution/partition_search.h"

namespace standfast {
namespace {

constexpr size_t kDocumentsAtOnce = 1024;  // whose sets are asked together; without a budget fewer
constexpr double kMostEvaluations = 1
                                    << 20;  // of a document, where every token is to have a share of its own
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
              "partition: document \"{}\" has {} tokens, and a share of its own for each would take {:.2g} answers of "
              "the classifier; give a budget (max-evals = 500)",
              documents.corpus->id(documents.rows[i]), game.players(i), trees.back().evaluations()));
      }
      std::vector<PartitionSearch> searches;
      for (uint32_t i = begin; i < end; ++i)
        searches.emplace_back(trees[i - begin], out[i].base, out[i].prediction,
                              budget_ == 0 ? PartitionSearch::kNoBudget : budget_ - 2,
                              budget_ == 0 ? kBatchOfAll : batch_);
      // All documents go on together, so that a classifier gets many texts at a time.
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
        context.sink->progress("partition: answers asked for", round + 1, 0);
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
      .add(
          "max-evals", &O::max_evals,
          "answers of the classifier for a document at most, never more; then groups of tokens that are still whole share "
          "equally; 0: as many as it takes to give every token a share of its own")
      .between(2, 100'000'000)
      .or_zero();
  table
      .add(
          "batch", &O::batch,
          "groups that are split at a time, for which two answers each are asked together; more is faster for programs "
          "and spends a budget less well")
      .between(1, 1'000'000);
  table.include(&O::game, game_table());
  table.preset("shap", "as SHAP's partition explainer of texts without a mask token",
               {{"mask", std::string("...")}});
  table.preset("exact", "every token has a share of its own", {{"max-evals", int64_t{0}}});
  return {
      .name = "partition",
      .summary = "Owen values over a tree of neighbouring tokens, for any classifier",
      .citation =
          "Lundberg, Lee 2017, A unified approach to interpreting model predictions (the program shap, partition "
          "explainer); Owen 1977, Values of games with a priori unions",
      .traits = {.symmetric = false},
      .options = table,
      .make = made_as<Explainer, Partition>(table)};
}

}  // namespace standfast
