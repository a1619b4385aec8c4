// The explainer `permutation`: Shapley values by random orders of the tokens, each with its reverse.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "standfast/analysis/attribution/explainers.h"
#include "standfast/analysis/attribution/text_game.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

struct PermutationOptions {
  uint32_t pairs = 10;
  GameOptions game = {};
};

// The mean over the pairs of orders of a document.
class PairMeans {
 public:
  PairMeans(size_t players, size_t classes) : sum_(players, classes), squares_(players, classes) {}

  // Adds an order. values: of the growing prefixes of the order, (players + 1) x classes.
  void add_order(std::span<const uint32_t> order, const DenseMatrix& values, DenseMatrix& pair) const {
    for (size_t i = 0; i < order.size(); ++i)
      for (size_t c = 0; c < values.columns; ++c)
        pair.row(order[i])[c] += (values.row(i + 1)[c] - values.row(i)[c]) / 2;
  }
  void add_pair(DenseMatrix& pair) {
    for (size_t k = 0; k < pair.data.size(); ++k) {
      sum_.data[k] += pair.data[k];
      squares_.data[k] += pair.data[k] * pair.data[k];
      pair.data[k] = 0;
    }
  }
  // Writes the mean of `pairs` pairs and its standard error; a single pair has no standard error.
  void finish(uint32_t pairs, Attribution& out) const {
    const double m = pairs;
    out.estimated = sum_.rows > 1;  // a single token has only one order
    out.errors = DenseMatrix(sum_.rows, sum_.columns);
    for (size_t k = 0; k < sum_.data.size(); ++k) {
      const double mean = sum_.data[k] / m;
      out.shares.data[k] = mean;
      out.errors.data[k] = pairs < 2 ? std::numeric_limits<double>::quiet_NaN()
                                     : std::sqrt(std::max(0.0, squares_.data[k] / m - mean * mean) / (m - 1));
    }
  }

 private:
  DenseMatrix sum_, squares_;
};

class Permutation final : public GameExplainer {
 public:
  explicit Permutation(const PermutationOptions& options)
      : GameExplainer(options.game), pairs_(options.pairs) {}

 private:
  static void next_order(Rng& rng, std::vector<uint32_t>& order) {
    std::iota(order.begin(), order.end(), 0U);
    rng.shuffle(order);
  }
  static Rng rng_of(const DocumentView& documents, uint32_t i, uint64_t seed) {
    return Rng(seed, "explain/permutation", documents.corpus->id(documents.rows[i]));
  }

  Status share(const TextGame& game, const DocumentView& documents, const ExplainContext& context,
               std::span<Attribution> out) const override {
    if (game.walks()) {
      parallel_for(out.size(), context.threads, [&](size_t i) {
        const size_t n = out[i].shares.rows, classes = game.classes();
        Rng rng = rng_of(documents, static_cast<uint32_t>(i), context.seed);
        PairMeans means(n, classes);
        DenseMatrix pair(n, classes), values;
        std::vector<uint32_t> order(n);
        for (uint32_t k = 0; k < pairs_; ++k) {
          next_order(rng, order);
          for (int way = 0; way < 2; ++way) {
            game.walk(static_cast<uint32_t>(i), order, values);
            means.add_order(order, values, pair);
            std::reverse(order.begin(), order.end());
          }
          means.add_pair(pair);
        }
        means.finish(pairs_, out[i]);
        out[i].evaluations += evaluations(n);
      });
      return {};
    }
    const auto cost = [&](uint32_t i) { return evaluations(game.players(i)); };
    return in_lots(out.size(), kMostSetsAtOnce, cost, [&](uint32_t begin, uint32_t end) -> Status {
      std::vector<std::vector<uint32_t>> orders;
      Coalitions asked;
      for (uint32_t i = begin; i < end; ++i) {
        const size_t n = game.players(i);
        Rng rng = rng_of(documents, i, context.seed);
        std::vector<uint32_t> order(n);
        for (uint32_t k = 0; k < pairs_; ++k) {
          next_order(rng, order);
          for (int way = 0; way < 2; ++way) {
            PlayerSet players(words_of_players(n), 0);
            for (size_t p = 0; p + 1 < n; ++p) {
              admit(players, order[p]);
              asked.add(i, players);
            }
            orders.push_back(order);
            std::reverse(order.begin(), order.end());
          }
        }
      }
      DenseMatrix values;
      SF_TRY(game.play(asked, values));
      size_t row = 0, at = 0;
      for (uint32_t i = begin; i < end; ++i) {
        const size_t n = game.players(i), classes = game.classes();
        PairMeans means(n, classes);
        DenseMatrix pair(n, classes), along(n + 1, classes);
        std::copy(out[i].base.begin(), out[i].base.end(), along.row(0).begin());
        for (uint32_t k = 0; k < pairs_; ++k) {
          for (int way = 0; way < 2; ++way) {
            for (size_t p = 0; p + 1 < n; ++p, ++row)
              std::copy(values.row(row).begin(), values.row(row).end(), along.row(p + 1).begin());
            std::copy(out[i].prediction.begin(), out[i].prediction.end(), along.row(n).begin());
            if (n > 0) means.add_order(orders[at], along, pair);
            ++at;
          }
          means.add_pair(pair);
        }
        means.finish(pairs_, out[i]);
        out[i].evaluations += evaluations(n);
      }
      return {};
    });
  }

  // Returns the number of answers besides the answers for no and for all tokens.
  size_t evaluations(size_t players) const { return players < 2 ? 0 : 2 * size_t{pairs_} * (players - 1); }

  uint32_t pairs_;
};

}  // namespace

ExplainerCatalog::Entry permutation_explainer() {
  OptionTable<PermutationOptions> table;
  table
      .add("pairs", &PermutationOptions::pairs,
           "random orders of the tokens, each taken forwards and backwards; the standard error is over pairs")
      .between(1, 1'000'000);
  table.include(&PermutationOptions::game, game_table());
  return {
      .name = "permutation",
      .summary = "Shapley values by random orders of the tokens, each with its reverse, with standard errors",
      .citation =
          "Castro, Gomez, Tejada 2009, Polynomial calculation of the Shapley value based on sampling; "
          "Mitchell, Cooper, Frank, Holmes 2022, Sampling permutations for Shapley value estimation (JMLR "
          "23), section 3.1 (antithetic)",
      .traits = {.estimates = true},
      .options = table,
      .make = made_as<Explainer, Permutation>(table)};
}

}  // namespace standfast
