#include "standfast/analysis/scan/group_test.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace standfast {
namespace {

constexpr uint64_t kMostWork = 200'000;  // groups x documents of an exact distribution

// The chance that a sum of `sizes`, each taken with this chance, is at least `hits`, or at most.
double tail(const std::vector<uint32_t>& sizes, double chance, uint64_t hits, bool upper) {
  std::vector<double> at(1, 1.0);
  for (const uint32_t size : sizes) {
    at.resize(at.size() + size);
    for (size_t s = at.size(); s-- > 0;)
      at[s] = (1 - chance) * at[s] + (s >= size ? chance * at[s - size] : 0);
  }
  const auto cut = at.begin() + static_cast<std::ptrdiff_t>(upper ? hits : hits + 1);
  return upper ? std::accumulate(cut, at.end(), 0.0) : std::accumulate(at.begin(), cut, 0.0);
}

}  // namespace

struct GroupTest::CueCounts {
  std::span<const uint32_t> groups, cue, both;
  double documents = 0;
  bool most = false;  // most documents have it, so those without it are the few
};

GroupTest::GroupTest(std::span<const uint32_t> all, std::span<const uint32_t> by_label, size_t label)
    : all_(all), by_label_(by_label), labels_(all.empty() ? 0 : by_label.size() / all.size()), label_(label) {
  double labelled = 0, groups = 0;
  for (size_t g = 0; g < all_.size(); ++g) {
    if (all_[g] == 0) continue;
    documents_ += all_[g];
    labelled += of_label(g);
    share_of_groups_ += static_cast<double>(of_label(g)) / all_[g];
    ++groups;
  }
  if (groups == 0) return;
  share_of_groups_ /= groups;
  share_ = labelled / documents_;
  for (size_t g = 0; g < all_.size(); ++g) {
    const double n = all_[g], surplus = of_label(g) - share_ * n;
    if (n == 0) continue;
    squared_sizes_ += n * n;
    squared_surplus_ += surplus * surplus;
    label_variance_ += surplus * surplus / n / documents_;
  }
}

double GroupTest::p_of_many(const CueCounts& of) const {
  const double cue_share = of.documents / documents_;
  // Of groups without the cue, then of those with it.
  double squares = squared_surplus_, cue_squares = squared_sizes_;
  for (const uint32_t g : of.groups) {
    const double n = all_[g], surplus = of_label(g) - share_ * n;
    squares -= surplus * surplus;
    cue_squares -= n * n;
  }
  squares *= cue_share * cue_share;
  cue_squares *= cue_share * cue_share;
  double sum = 0;
  size_t full = 0;  // groups in which all documents have it
  for (size_t k = 0; k < of.groups.size(); ++k) {
    const double n = all_[of.groups[k]], cue = of.cue[k];
    const double u = of.both[k] - share_ * cue;
    const double centred = u - cue_share * (of_label(of.groups[k]) - share_ * n);
    sum += u;  // what is taken from all groups adds up to 0
    squares += centred * centred;
    cue_squares += (cue - cue_share * n) * (cue - cue_share * n);
    full += of.cue[k] == all_[of.groups[k]] ? 1 : 0;
  }
  const double variance = std::max(squares, cue_squares * label_variance_);
  if (!(variance > 0)) return 1;
  const double p = std::erfc(std::abs(sum) / std::sqrt(variance) / std::sqrt(2.0));
  const auto groups = static_cast<int>(of.most ? all_.size() - full : of.groups.size());
  return std::min(1.0, std::max(p, std::ldexp(2.0, -groups)));
}

double GroupTest::p_of_few(const CueCounts& of) const {
  std::vector<uint32_t> sizes;
  uint64_t documents = 0, hits = 0;
  const auto add = [&](uint32_t size, uint32_t of_label) {
    if (size == 0) return;
    sizes.push_back(size);
    documents += size;
    hits += of_label;
  };
  if (of.most) {
    size_t next = 0;
    for (uint32_t g = 0; g < all_.size(); ++g) {
      const bool has = next < of.groups.size() && of.groups[next] == g;
      add(all_[g] - (has ? of.cue[next] : 0), of_label(g) - (has ? of.both[next] : 0));
      if (has) ++next;
    }
  } else {
    for (size_t k = 0; k < of.groups.size(); ++k) add(of.cue[k], of.both[k]);
  }
  if (sizes.size() * documents > kMostWork) return 1;
  const auto [low, high] = std::minmax(share_, share_of_groups_);
  const double share = static_cast<double>(hits) / static_cast<double>(documents);
  if (share > high) return std::min(1.0, 2 * tail(sizes, high, hits, true));
  if (share < low) return std::min(1.0, 2 * tail(sizes, low, hits, false));
  return 1;
}

double GroupTest::p(std::span<const uint32_t> groups, std::span<const uint32_t> cue,
                    std::span<const uint32_t> both) const {
  CueCounts of{groups, cue, both};
  for (const uint32_t count : cue) of.documents += count;
  of.most = 2 * of.documents > documents_;
  if (share_ <= 0 || share_ >= 1 || of.documents == 0 || of.documents == documents_) return 1;
  const double many = p_of_many(of);
  return std::min(1.0, 2 * std::min(many, p_of_few(of)));
}

double GroupTest::least() const {
  std::vector<uint32_t> groups, cue;
  for (uint32_t g = 0; g < all_.size(); ++g)
    if (of_label(g) > 0) {
      groups.push_back(g);
      cue.push_back(of_label(g));
    }
  return p(groups, cue, cue);
}

}  // namespace standfast
