#include "standfast/analysis/attribution/planted_measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>

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

// Returns the expected number of planted tokens among the first k, with ties in random order.
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

// Returns the sum of the ranks of planted tokens, from 1; ties have their mean rank.
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

// Sums and counts by cluster.
class ClusterSums {
 public:
  void add(uint32_t cluster, double sum, double count) {
    const auto [place, is_new] = places_.try_emplace(cluster, sums_.size());
    if (is_new) {
      sums_.push_back(0);
      counts_.push_back(0);
    }
    sums_[place->second] += sum;
    counts_[place->second] += count;
  }
  ClusteredMean mean(double level) const { return clustered_mean(sums_, counts_, level); }

 private:
  std::unordered_map<uint32_t, size_t> places_;
  std::vector<double> sums_, counts_;
};

uint32_t cluster_of(std::span<const uint32_t> clusters, size_t document) {
  return clusters.empty() ? static_cast<uint32_t>(document) : clusters[document];
}

// Returns the figures of a document with planted and other tokens, in the order of measures().
std::vector<MeasuredDocument::Figure> ranking_of(const Attribution& one, const std::vector<bool>& planted,
                                                 size_t hits, std::optional<size_t> output, uint32_t top) {
  const size_t n = planted.size();
  std::vector<double> strength(n, 0);
  for (size_t i = 0; i < n; ++i)
    for (size_t c = 0; c < one.shares.columns; ++c)
      if (!output || *output == c) strength[i] = std::max(strength[i], std::abs(one.shares.row(i)[c]));
  std::vector<uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return strength[a] > strength[b]; });
  // Shares that the method makes equal differ by rounding, depending on the order of summation.
  const double rounding = n == 0 ? 0 : 1e-9 * strength[order.front()];
  for (size_t i = 1; i < n; ++i)
    if (strength[order[i - 1]] - strength[order[i]] <= rounding) strength[order[i]] = strength[order[i - 1]];
  const auto all = static_cast<double>(n), in = static_cast<double>(hits);
  std::vector<MeasuredDocument::Figure> figures;
  for (const size_t k : {size_t{1}, std::min<size_t>(top, n), hits}) {
    const auto first = static_cast<double>(k);
    figures.push_back(
        {planted_among_first(order, strength, planted, k) / first, in / all, std::min(in, first) / first});
  }
  const double rank = rank_sum(order, strength, planted) / in, best = (in + 1) / 2;
  figures.push_back({rank, (all + 1) / 2, best});
  figures.push_back({(rank - best) / (all - in), 0.5, 0});
  return figures;
}

struct MeasureWords {
  std::string name, meaning;
  double lowest = 0, highest = 1;  // the range of the figure for a document
};
std::vector<MeasureWords> measures(uint32_t top) {
  return {
      {"precision-at-1", "share of documents whose first token is planted"},
      {fmt::format("precision-at-{}", top), fmt::format("share of planted tokens among the first {}", top)},
      {"precision-at-planted", "share of planted tokens among the first ones, as many as were planted"},
      {"mean-rank", "mean rank of planted tokens, from 1", 1, std::numeric_limits<double>::infinity()},
      {"relative-rank", "the same between 0 (all on top) and 1 (all at the end)"}};
}

}  // namespace

ClusteredMean clustered_mean(std::span<const double> sums, std::span<const double> counts, double level) {
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
  if (found.documents < kFewestUnits) return found;
  double squares = 0, rounding = 0, without_each = 0, sizes = 0;
  for (size_t d = 0; d < sums.size(); ++d) {
    if (!(counts[d] > 0)) continue;
    const double there = sums[d] - *found.mean * counts[d], from = 1e-12 * std::abs(sums[d]);
    const double moved = there / (count - counts[d]);  // change of the mean without this document
    squares += there * there;
    rounding += from * from;
    without_each += moved * moved;
    sizes += counts[d] * counts[d];
  }
  if (squares <= rounding) return found;
  const auto n = static_cast<double>(found.documents);
  // Effective number of documents; n if all have equally many items.
  const double alike = count * count / sizes;
  const double reach =
      student_critical(1 - level, std::max(alike - 1, 1.0)) * std::sqrt(without_each * (n - 1) / n);
  found.interval = Interval{*found.mean - reach, *found.mean + reach};
  return found;
}

MeasuredDocument measured_document(const Attribution& attribution, std::span<const TokenSpan> spans,
                                   std::string value, std::optional<size_t> output, uint32_t top) {
  const auto planted = planted_tokens(attribution.tokens, spans);
  const auto hits = static_cast<size_t>(std::count(planted.begin(), planted.end(), true));
  MeasuredDocument one{std::move(value), planted.size(), hits, spans.size(), {}, {}, {}};
  if (hits == 0) return one;
  for (size_t c = 0; c < attribution.shares.columns; ++c) {
    double in = 0, out = 0;
    for (size_t i = 0; i < planted.size(); ++i) (planted[i] ? in : out) += attribution.shares.row(i)[c];
    one.in_planted.push_back(in);
    one.in_others.push_back(out);
  }
  if (hits < planted.size()) one.ranking = ranking_of(attribution, planted, hits, output, top);
  return one;
}

std::vector<PlantedShares> planted_shares(std::span<const MeasuredDocument> documents, size_t classes,
                                          std::span<const uint32_t> clusters, double level) {
  struct Sums {
    ClusterSums planted, per_span, others;
  };
  std::map<std::string, std::vector<Sums>> by_value;
  for (size_t d = 0; d < documents.size(); ++d) {
    const MeasuredDocument& one = documents[d];
    if (one.planted == 0) continue;
    const uint32_t cluster = cluster_of(clusters, d);
    auto& of_classes = by_value[one.value];
    of_classes.resize(classes);
    for (size_t c = 0; c < classes; ++c) {
      of_classes[c].planted.add(cluster, one.in_planted[c], static_cast<double>(one.planted));
      of_classes[c].per_span.add(cluster, one.in_planted[c], static_cast<double>(one.spans));
      of_classes[c].others.add(cluster, one.in_others[c], static_cast<double>(one.tokens - one.planted));
    }
  }
  std::vector<PlantedShares> found;
  for (const auto& [value, of_classes] : by_value)
    for (size_t c = 0; c < classes; ++c) {
      const Sums& sums = of_classes[c];
      found.push_back(
          {value, c, sums.planted.mean(level), sums.per_span.mean(level), sums.others.mean(level)});
    }
  return found;
}

std::vector<RankingMeasure> planted_ranking(std::span<const MeasuredDocument> documents, uint32_t top,
                                            std::span<const uint32_t> clusters, double level) {
  std::vector<RankingMeasure> found;
  for (const auto& [name, meaning, lowest, highest] : measures(top)) {
    const size_t k = found.size();
    ClusterSums sums;
    double random = 0, best = 0, n = 0;
    for (size_t d = 0; d < documents.size(); ++d) {
      if (documents[d].ranking.empty()) continue;
      const MeasuredDocument::Figure& figure = documents[d].ranking[k];
      sums.add(cluster_of(clusters, d), figure.found, 1);
      random += figure.random;
      best += figure.best;
      ++n;
    }
    ClusteredMean mean = sums.mean(level);
    if (mean.interval)
      mean.interval = Interval{std::max(mean.interval->low, lowest), std::min(mean.interval->high, highest)};
    found.push_back({name, meaning, mean, n > 0 ? random / n : 0, n > 0 ? best / n : 0});
  }
  return found;
}

}  // namespace standfast
