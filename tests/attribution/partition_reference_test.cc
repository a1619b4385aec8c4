// The tree of tokens and the search over it, against tests/reference/partition_reference.py.
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/analysis/attribution/partition_explainer.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

// The game of the script.
std::vector<double> value_of(size_t n, std::span<const uint64_t> players) {
  std::vector<double> values;
  for (int c = 0; c < 2; ++c) {
    double v = 0;
    for (size_t i = 0; i < n; ++i) {
      if (!plays(players, i)) continue;
      const auto a = static_cast<double>(i);
      v += std::sin(1.3 * a + c);
      for (size_t j = i + 1; j < n; ++j) {
        if (!plays(players, j)) continue;
        const auto b = static_cast<double>(j);
        v += std::sin(2.1 * a + 0.7 * b + c) / 2;
        for (size_t k = j + 1; k < n; ++k)
          if (plays(players, k)) v += std::cos(a + 2 * b + 3 * static_cast<double>(k) + c) / 4;
      }
    }
    values.push_back(v);
  }
  return values;
}

TEST(PartitionReference, TreesAndSharesAreThoseOfThePlainScript) {
  const auto& cases = testing::reference("partition_reference").at("cases");
  ASSERT_GE(cases.size(), 8U);
  for (const auto& one : cases) {
    const auto text = one.at("text").get<std::string>();
    SCOPED_TRACE(text);
    std::vector<TokenSpan> tokens;
    for (const auto& token : one.at("tokens"))
      tokens.push_back({token[0].get<uint32_t>(), token[1].get<uint32_t>()});
    const size_t n = tokens.size();
    const TokenTree tree = make_token_tree(text, tokens);
    ASSERT_EQ(tree.nodes.size(), 2 * n - 1);
    for (size_t k = 0; k + 1 < n; ++k) {
      EXPECT_EQ(tree.nodes[n + k].left, one.at("joins")[k][0].get<uint32_t>()) << "join " << k;
      EXPECT_EQ(tree.nodes[n + k].right, one.at("joins")[k][1].get<uint32_t>()) << "join " << k;
    }
    for (const auto& run : one.at("runs")) {
      const auto budget = run.at("max_evals").get<uint64_t>();
      SCOPED_TRACE(budget);
      PartitionSearch search(
          tree, value_of(n, PlayerSet(words_of_players(n), 0)), value_of(n, all_players(n)),
          budget == 0 ? PartitionSearch::kNoBudget : budget - 2, run.at("batch").get<uint32_t>());
      for (;;) {
        Coalitions asked;
        search.ask(0, asked);
        if (asked.size() == 0) break;
        DenseMatrix values(asked.size(), 2);
        for (size_t i = 0; i < asked.size(); ++i) {
          const auto v = value_of(n, asked.players(i));
          std::copy(v.begin(), v.end(), values.row(i).begin());
        }
        search.answer(values, 0);
      }
      EXPECT_EQ(search.evaluations(), run.at("evaluations").get<uint64_t>());
      DenseMatrix shares(n, 2);
      EXPECT_EQ(search.finish(shares), run.at("exact").get<bool>());
      for (size_t i = 0; i < n; ++i)
        for (size_t c = 0; c < 2; ++c)
          EXPECT_NEAR(shares.row(i)[c], run.at("shares")[i][c].get<double>(), 1e-12) << i << " " << c;
    }
  }
}

}  // namespace
}  // namespace standfast
