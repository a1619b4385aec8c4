#include "standfast/analysis/attribution/planted_measures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "standfast/metric/stat/distributions.h"

namespace standfast {
namespace {

std::vector<bool> planted_tokens(std::span<const TokenSpan> tokens, std::span<const TokenSpan> spans) {
  std::vector<bool> planted;
  size_t at = 0;
  for (const TokenSpan& token : tokens) {
    while (at < spans.size() && spans[at].end <= token.begin) ++at;
    planted.push_back(at < spans.size() && spans[at].begin < token.end);
  }
  return planted;
}

// The expected number of planted tokens among the first k, where equals stand in random order.
double planted_among_first(std::span<const uint32_t> order, std::span<const double> strength,
                           const std::vector<bool>& planted, size_t k) {
  double sum = 0;
  for (size_t begin = 0; begin < order.size() && begin < k;) {
    size_t end = begin, hits = 0;
    for (; end < order.size() && strength[order[end]] == strength[order[begin]]; ++end)
      hits += planted[order[end]];
    const double taken = static_cast<double>(std::min(end, k) - begin);
    sum += static_cast<double>(hits) * taken / static_cast<double>(end - begin);
    begin = end;
  }
  return sum;
}

// The sum of the ranks of planted tokens, from 1; equals have their mean rank.
double rank_sum(std::span<const uint32_t> order, std::span<const double> strength,
                const std::vector<bool>& planted) {
  double sum = 0;
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin, hits = 0;
    for (; end < order.size() && strength[order[end]] == strength[order[begin]]; ++end)
      hits += planted[order[end]];
    sum += static_cast<double>(hits) * static_cast<double>(begin + 1 + end) / 2;
    begin = end;
  }
  return sum;
}

}  // namespace

ClusteredMean clustered_mean(std::span<const double> sums, std::span<const double> counts) {
  ClusteredMean found;
  double sum = 0, count = 0;
  for (size_t d = 0; d < sums.size(); ++d) {
    if (!(counts[d] > 0)) continue;
    sum += sums[d];
    count += counts[d];
    ++found.documents;
  }
  found.items = static_cast<uint64_t>(std::lround(count));
  if (found.documents == 0) return found;
  found.mean = sum / count;
  if (found.documents < 2) return found;
  double squares = 0;
  for (size_t d = 0; d < sums.size(); ++d)
    if (counts[d] > 0) squares += (sums[d] - *found.mean * counts[d]) * (sums[d] - *found.mean * counts[d]);
  const auto n = static_cast<double>(found.documents);
  const double reach = student_critical(0.05, n - 1) * std::sqrt(squares * n / (n - 1)) / count;
  found.interval = Interval{*found.mean - reach, *found.mean + reach};
  return found;
}

std::vector<PlantedShares> planted_shares(std::span<const Attribution> attributions,
                                          std::span<const std::vector<TokenSpan>> spans,
                                          std::span<const std::string> values, size_t classes) {
  struct Sums {
    std::vector<double> planted, planted_count, span_count, others, others_count;
  };
  std::map<std::string, std::vector<Sums>> by_value;
  for (size_t d = 0; d < attributions.size(); ++d) {
    const Attribution& one = attributions[d];
    const auto planted = planted_tokens(one.tokens, spans[d]);
    const auto n = static_cast<double>(std::count(planted.begin(), planted.end(), true));
    if (n == 0) continue;
    auto& of_classes = by_value[values[d]];
    of_classes.resize(classes);
    for (size_t c = 0; c < classes; ++c) {
      double in = 0, out = 0;
      for (size_t i = 0; i < planted.size(); ++i) (planted[i] ? in : out) += one.shares.row(i)[c];
      Sums& sums = of_classes[c];
      sums.planted.push_back(in);
      sums.planted_count.push_back(n);
      sums.span_count.push_back(static_cast<double>(spans[d].size()));
      sums.others.push_back(out);
      sums.others_count.push_back(static_cast<double>(planted.size()) - n);
    }
  }
  std::vector<PlantedShares> found;
  for (const auto& [value, of_classes] : by_value)
    for (size_t c = 0; c < classes; ++c) {
      const Sums& sums = of_classes[c];
      found.push_back({value, c, clustered_mean(sums.planted, sums.planted_count),
                       clustered_mean(sums.planted, sums.span_count),
                       clustered_mean(sums.others, sums.others_count)});
    }
  return found;
}

std::vector<RankingMeasure> planted_ranking(std::span<const Attribution> attributions,
                                            std::span<const std::vector<TokenSpan>> spans,
                                            std::span<const size_t> output, uint32_t top) {
  struct RankMeasure {
    std::string name, meaning;
    std::vector<double> found = {};
    double random = 0, best = 0;
  };
  RankMeasure columns[] = {
      {"precision-at-1", "how often the first token is planted"},
      {fmt::format("precision-at-{}", top), fmt::format("share of planted tokens among the first {}", top)},
      {"precision-at-planted", "share of planted tokens among as many first ones as were planted"},
      {"mean-rank", "mean rank of planted tokens, from 1"},
      {"relative-rank", "the same between 0 (all on top) and 1 (all at the end)"}};
  double documents = 0;
  for (size_t d = 0; d < attributions.size(); ++d) {
    const Attribution& one = attributions[d];
    const auto planted = planted_tokens(one.tokens, spans[d]);
    const size_t n = planted.size();
    const auto hits = static_cast<size_t>(std::count(planted.begin(), planted.end(), true));
    if (hits == 0 || hits == n) continue;
    ++documents;
    std::vector<double> strength(n, 0);
    for (size_t i = 0; i < n; ++i)
      for (size_t c = 0; c < one.shares.columns; ++c)
        if (output.empty() || output[d] == c)
          strength[i] = std::max(strength[i], std::abs(one.shares.row(i)[c]));
    std::vector<uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return strength[a] > strength[b]; });
    const auto all = static_cast<double>(n), in = static_cast<double>(hits);
    const auto add = [&](RankMeasure& column, double found, double random, double best) {
      column.found.push_back(found);
      column.random += random;
      column.best += best;
    };
    const size_t tops[] = {1, std::min<size_t>(top, n), hits};
    for (size_t k = 0; k < 3; ++k) {
      const auto first = static_cast<double>(tops[k]);
      add(columns[k], planted_among_first(order, strength, planted, tops[k]) / first, in / all,
          std::min(in, first) / first);
    }
    const double rank = rank_sum(order, strength, planted) / in, best = (in + 1) / 2;
    add(columns[3], rank, (all + 1) / 2, best);
    add(columns[4], (rank - best) / (all - in), 0.5, 0);
  }
  std::vector<RankingMeasure> measures;
  for (RankMeasure& column : columns) {
    const std::vector<double> ones(column.found.size(), 1);
    measures.push_back({column.name, column.meaning, clustered_mean(column.found, ones),
                        documents > 0 ? column.random / documents : 0,
                        documents > 0 ? column.best / documents : 0});
  }
  return measures;
}

}  // namespace standfast
