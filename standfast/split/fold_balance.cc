#include "standfast/split/fold_balance.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

namespace standfast {
namespace {

__extension__ using Wide = __int128;

constexpr uint32_t kNobody = UINT32_MAX;
constexpr uint64_t kMostTrials = 5'000'000;  // changes whose cost is computed, in total
constexpr int kMostKicks = 600;              // random displacements of units

// A local search over the numbers of units of each kind in each fold.
class BalanceSearch {
 public:
  BalanceSearch(std::span<const LabelCounts> units, size_t labels, uint32_t folds, bool same_size, Rng& rng)
      : units_(units),
        labels_(labels),
        folds_(folds),
        same_size_(same_size),
        rng_(rng),
        total_(labels, 0),
        weight_(labels, 0) {
    std::map<LabelCounts, uint32_t> known;
    for (const auto& unit : units) {
      const auto [found, fresh] = known.try_emplace(unit, static_cast<uint32_t>(kinds_.size()));
      if (fresh) kinds_.push_back(&unit);
      kind_of_.push_back(found->second);
      for (const auto& [label, n] : unit) total_[label] += n;
    }
    for (size_t l = 0; l < labels; ++l) {
      if (total_[l] == 0) continue;
      const Wide square = static_cast<Wide>(total_[l]) * total_[l];
      weight_[l] = std::max<Wide>(1, (static_cast<Wide>(1) << 56) / square);
      const Wide each = total_[l] / folds, more = total_[l] % folds;
      least_ += weight_[l] * (more * (each + 1) * (each + 1) + (folds - more) * each * each);
    }
    state_.has.assign(size_t{folds} * kinds_.size(), 0);
    state_.documents.assign(size_t{folds} * labels, 0);
    state_.units.assign(folds, 0);
  }

  FoldBalance run() {
    same_size_ ? start_with_rare_labels() : start_with_large_units();
    // If one pass over all trades would take most of the work, it is left for the end.
    const uint64_t pass = kinds_.size() * kinds_.size() * (folds_ - 1) / 2;
    const bool all_trades = pass < kMostTrials / 50;
    const auto search = [&] {
      improve_by_best();
      if (all_trades) improve();
    };
    search();
    State best = state_;
    const uint64_t most = all_trades ? kMostTrials : kMostTrials / 2;
    for (int kick = 0; kick < kMostKicks && best.cost > least_ && trials_ < most; ++kick) {
      state_ = best;
      displace();
      search();
      if (state_.cost < best.cost) best = state_;
    }
    state_ = std::move(best);
    improve();
    return {deal(), state_.cost == least_};
  }

 private:
  struct State {
    std::vector<uint32_t> has;       // by fold, then kind: units
    std::vector<int64_t> documents;  // by fold, then label
    std::vector<uint32_t> units;     // by fold
    Wide cost = 0;                   // sum of weight x documents^2
  };

  uint32_t& has(uint32_t fold, uint32_t kind) { return state_.has[fold * kinds_.size() + kind]; }
  int64_t& documents(uint32_t fold, uint32_t label) { return state_.documents[fold * labels_ + label]; }

  // Adds a unit to a fold (times = 1) or removes it (-1).
  void put(uint32_t fold, uint32_t kind, int times) {
    for (const auto& [label, n] : *kinds_[kind]) {
      int64_t& there = documents(fold, label);
      const int64_t change = times * static_cast<int64_t>(n);
      state_.cost +=
          weight_[label] * (static_cast<Wide>(2) * there * change + static_cast<Wide>(change) * change);
      there += change;
    }
    if (has(fold, kind) == 0 && !listed_.empty()) listed_[fold].push_back(kind);
    has(fold, kind) += static_cast<uint32_t>(times);
    state_.units[fold] += static_cast<uint32_t>(times);
  }

  // Returns the growth of the cost if the unit is added to the fold.
  Wide growth(uint32_t fold, const LabelCounts& unit) {
    Wide sum = 0;
    for (const auto& [label, n] : unit)
      sum += weight_[label] * static_cast<Wide>(n) * (2 * documents(fold, label) + n);
    return sum;
  }

  void start_with_large_units() {
    std::vector<uint32_t> order(units_.size());
    std::iota(order.begin(), order.end(), 0U);
    rng_.shuffle(order);
    const auto size = [this](uint32_t u) {
      uint64_t n = 0;
      for (const auto& [label, documents] : units_[u]) n += documents;
      return n;
    };
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return size(a) > size(b); });
    uint32_t empty = folds_;
    for (size_t i = 0; i < order.size(); ++i) {
      // The last units go to folds that have none.
      const bool only_empty = order.size() - i <= empty;
      uint32_t best = kNobody;
      Wide least = 0;
      for (uint32_t fold = 0; fold < folds_; ++fold) {
        if (only_empty && state_.units[fold] > 0) continue;
        const Wide here = growth(fold, units_[order[i]]);
        if (best == kNobody || here < least || (here == least && state_.units[fold] < state_.units[best])) {
          best = fold;
          least = here;
        }
      }
      empty -= state_.units[best] == 0 ? 1 : 0;
      put(best, kind_of_[order[i]], 1);
    }
  }

  void start_with_rare_labels() {
    const auto n = static_cast<uint32_t>(units_.size());
    std::vector<std::vector<uint32_t>> units_with(labels_);
    for (uint32_t u = 0; u < n; ++u)
      for (const auto& [label, one] : units_[u]) units_with[label].push_back(u);
    std::vector<uint32_t> room(folds_);
    for (uint32_t fold = 0; fold < folds_; ++fold) room[fold] = n / folds_ + (fold < n % folds_ ? 1 : 0);
    rng_.shuffle(room);
    // The order of labels must not depend on their names: labels with the same units are interchangeable.
    std::vector<uint32_t> order(labels_);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return units_with[a] < units_with[b]; });
    std::vector<size_t> left(labels_);
    for (size_t l = 0; l < labels_; ++l) left[l] = units_with[l].size();
    std::vector<bool> dealt(n, false);
    const auto deal_to_best = [&](uint32_t u, uint32_t label) {
      std::vector<uint32_t> best;
      const auto wants = [&](uint32_t fold) {
        return std::pair(label == kNobody ? 0 : -documents(fold, label),
                         static_cast<int64_t>(room[fold]) - static_cast<int64_t>(state_.units[fold]));
      };
      for (uint32_t fold = 0; fold < folds_; ++fold) {
        if (state_.units[fold] == room[fold]) continue;
        if (!best.empty() && wants(fold) < wants(best[0])) continue;
        if (!best.empty() && wants(fold) > wants(best[0])) best.clear();
        best.push_back(fold);
      }
      dealt[u] = true;
      for (const auto& [its, one] : units_[u]) --left[its];
      put(best[rng_.below(best.size())], kind_of_[u], 1);
    };
    for (;;) {
      uint32_t rarest = kNobody;
      for (const uint32_t label : order)
        if (left[label] > 0 && (rarest == kNobody || left[label] < left[rarest])) rarest = label;
      if (rarest == kNobody) break;
      for (const uint32_t u : units_with[rarest])
        if (!dealt[u]) deal_to_best(u, rarest);
    }
    for (uint32_t u = 0; u < n; ++u)
      if (!dealt[u]) deal_to_best(u, kNobody);
  }

  // Returns the growth of the cost if a unit of kind s moves from fold a to b, and one of kind t (kNobody:
  // none) from b to a.
  Wide change(uint32_t s, uint32_t a, uint32_t t, uint32_t b) {
    ++trials_;
    static const LabelCounts kNone;
    const LabelCounts& out = *kinds_[s];
    const LabelCounts& in = t == kNobody ? kNone : *kinds_[t];
    Wide sum = 0;
    for (size_t i = 0, j = 0; i < out.size() || j < in.size();) {
      const uint32_t label =
          j == in.size() || (i < out.size() && out[i].first <= in[j].first) ? out[i].first : in[j].first;
      int64_t d = 0;  // the change in fold a
      if (j < in.size() && in[j].first == label) d += in[j++].second;
      if (i < out.size() && out[i].first == label) d -= out[i++].second;
      if (d != 0)
        sum += weight_[label] * (2 * static_cast<Wide>(d) * (documents(a, label) - documents(b, label) + d));
    }
    return sum;
  }

  // Repeats the best trade of two folds among the units that are the best candidates to leave them.
  void improve_by_best() {
    listed_.clear();
    for (bool changed = true; changed && state_.cost > least_ && trials_ < kMostTrials;) {
      changed = false;
      for (uint32_t a = 0; a < folds_; ++a)
        for (uint32_t b = a + 1; b < folds_; ++b)
          while (trade_best(a, b)) changed = true;
    }
  }

  // Returns the kinds of fold a whose move to b alone is best, with the growth of the cost.
  std::vector<std::pair<Wide, uint32_t>> best_to_leave(uint32_t a, uint32_t b) {
    constexpr size_t kTried = 24;
    std::vector<std::pair<Wide, uint32_t>> leaving;
    for (uint32_t kind = 0; kind < kinds_.size(); ++kind)
      if (has(a, kind) > 0) leaving.emplace_back(change(kind, a, kNobody, b), kind);
    const auto end = leaving.begin() + static_cast<std::ptrdiff_t>(std::min(kTried, leaving.size()));
    std::partial_sort(leaving.begin(), end, leaving.end());
    leaving.erase(end, leaving.end());
    return leaving;
  }

  bool trade_best(uint32_t a, uint32_t b) {
    const auto from_a = best_to_leave(a, b), from_b = best_to_leave(b, a);
    Wide least = 0;
    uint32_t best_s = kNobody, best_t = kNobody;
    const auto offer = [&](Wide growth, uint32_t s, uint32_t t) {
      if (growth >= least) return;
      least = growth;
      best_s = s;
      best_t = t;
    };
    if (!same_size_) {
      if (state_.units[a] > 1) offer(from_a[0].first, from_a[0].second, kNobody);
      if (state_.units[b] > 1) offer(from_b[0].first, kNobody, from_b[0].second);
    }
    for (const auto& [leaves_a, s] : from_a)
      for (const auto& [leaves_b, t] : from_b)
        if (s != t) offer(change(s, a, t, b), s, t);
    if (least == 0) return false;
    if (best_s != kNobody) {
      put(a, best_s, -1);
      put(b, best_s, 1);
    }
    if (best_t != kNobody) {
      put(b, best_t, -1);
      put(a, best_t, 1);
    }
    return true;
  }

  void improve() {
    for (bool changed = true; changed && state_.cost > least_;) {
      changed = false;
      list_kinds();
      for (uint32_t a = 0; a < folds_; ++a)
        for (size_t i = 0; i < listed_[a].size(); ++i)
          for (uint32_t b = 0; b < folds_; ++b) {
            if (a == b) continue;
            changed |= move_units(listed_[a][i], a, b);
            if (a < b) changed |= trade_units(listed_[a][i], a, b);
            if (trials_ >= kMostTrials) return;
          }
    }
  }

  bool move_units(uint32_t s, uint32_t a, uint32_t b) {
    bool moved = false;
    while (!same_size_ && has(a, s) > 0 && state_.units[a] > 1 && change(s, a, kNobody, b) < 0) {
      put(a, s, -1);
      put(b, s, 1);
      moved = true;
    }
    return moved;
  }

  bool trade_units(uint32_t s, uint32_t a, uint32_t b) {
    bool traded = false;
    for (size_t j = 0; j < listed_[b].size() && has(a, s) > 0; ++j) {
      const uint32_t t = listed_[b][j];
      while (t != s && has(a, s) > 0 && has(b, t) > 0 && change(s, a, t, b) < 0) {
        trade(s, a, t, b);
        traded = true;
      }
    }
    return traded;
  }

  // Lists the kinds in each fold; put() adds new kinds, and kinds that have left are skipped on reading.
  void list_kinds() {
    listed_.assign(folds_, {});
    for (uint32_t fold = 0; fold < folds_; ++fold)
      for (uint32_t kind = 0; kind < kinds_.size(); ++kind)
        if (has(fold, kind) > 0) listed_[fold].push_back(kind);
  }

  void trade(uint32_t s, uint32_t a, uint32_t t, uint32_t b) {
    put(a, s, -1);
    put(b, t, -1);
    put(b, s, 1);
    put(a, t, 1);
  }

  uint32_t any_kind(uint32_t fold) {
    uint64_t place = rng_.below(state_.units[fold]);
    for (uint32_t kind = 0;; ++kind) {
      if (place < has(fold, kind)) return kind;
      place -= has(fold, kind);
    }
  }

  void displace() {
    const uint64_t times = 2 + rng_.below(4);
    for (uint64_t i = 0; i < times; ++i) {
      const auto a = static_cast<uint32_t>(rng_.below(folds_));
      const auto b = static_cast<uint32_t>((a + 1 + rng_.below(folds_ - 1)) % folds_);
      const uint32_t s = any_kind(a);
      if (!same_size_ && state_.units[a] > 1 && rng_.below(2) == 0) {
        put(a, s, -1);
        put(b, s, 1);
      } else {
        trade(s, a, any_kind(b), b);
      }
    }
  }

  // Assigns units to folds; the units of a kind are chosen at random.
  std::vector<uint32_t> deal() {
    std::vector<std::vector<uint32_t>> of_kind(kinds_.size());
    for (uint32_t u = 0; u < units_.size(); ++u) of_kind[kind_of_[u]].push_back(u);
    std::vector<uint32_t> fold_of(units_.size());
    for (uint32_t kind = 0; kind < of_kind.size(); ++kind) {
      rng_.shuffle(of_kind[kind]);
      size_t place = 0;
      for (uint32_t fold = 0; fold < folds_; ++fold)
        for (uint32_t i = 0; i < has(fold, kind); ++i) fold_of[of_kind[kind][place++]] = fold;
    }
    return fold_of;
  }

  std::span<const LabelCounts> units_;
  size_t labels_;
  uint32_t folds_;
  bool same_size_;
  Rng& rng_;
  std::vector<int64_t> total_;  // by label
  std::vector<Wide> weight_;
  Wide least_ = 0;                         // a lower bound on the cost
  std::vector<const LabelCounts*> kinds_;  // in the order of their first units
  std::vector<uint32_t> kind_of_;          // by unit
  State state_;
  std::vector<std::vector<uint32_t>> listed_;  // by fold: its kinds, and kinds that it had before
  uint64_t trials_ = 0;
};

}  // namespace

FoldBalance balance_folds(std::span<const LabelCounts> units, size_t labels, uint32_t folds, bool same_size,
                          Rng& rng) {
  assert(folds >= 2 && folds <= units.size());
  return BalanceSearch(units, labels, folds, same_size, rng).run();
}

std::vector<uint32_t> assign_by_classes(std::span<const std::vector<uint64_t>> counts, uint32_t folds,
                                        Rng& rng) {
  const auto classes = static_cast<uint32_t>(counts.empty() ? 0 : counts[0].size());
  std::vector<LabelCounts> units;
  for (const auto& of_group : counts) {
    auto& unit = units.emplace_back();
    for (uint32_t c = 0; c < classes; ++c)
      if (of_group[c] > 0) unit.emplace_back(c, static_cast<uint32_t>(of_group[c]));
    const uint64_t all = std::accumulate(of_group.begin(), of_group.end(), uint64_t{0});
    unit.emplace_back(classes, static_cast<uint32_t>(all));
  }
  return balance_folds(units, classes + 1, folds, false, rng).fold_of;
}

}  // namespace standfast
