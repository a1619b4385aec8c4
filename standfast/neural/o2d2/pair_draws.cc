#include "standfast/neural/o2d2/pair_draws.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace standfast {
namespace {

// Relations of topics that are tried one after the other.
enum class Tried : uint8_t { cross, same, any };
std::array<Tried, 2> tried(double chance_of_cross, Rng& rng) {
  return {rng.chance(chance_of_cross) ? Tried::cross : Tried::same, Tried::any};
}

void remove_at(std::vector<uint32_t>& list, size_t place) {
  list[place] = list.back();
  list.pop_back();
}

class PairDrawing {
 public:
  PairDrawing(std::span<const uint32_t> authors, std::span<const uint32_t> topics, const PairDraws& how,
              Rng rng)
      : authors_(authors), topics_(topics), how_(how), rng_(rng) {}

  std::vector<DrawnPair> run() {
    std::map<uint32_t, std::vector<uint32_t>> texts;
    for (uint32_t i = 0; i < authors_.size(); ++i) texts[authors_[i]].push_back(i);
    std::vector<std::vector<uint32_t>> left;
    for (auto& [author, list] : texts) left.push_back(std::move(list));
    while (!left.empty()) {
      rng_.shuffle(left);
      for (auto& list : left) take_from(list);
      std::erase_if(left, [](const auto& list) { return list.empty(); });
    }
    pair_pool();
    rng_.shuffle(out_);
    if (how_.most_of_a_kind > 0) cut_kinds();
    return std::move(out_);
  }

 private:
  void emit(uint32_t a, uint32_t b, bool same) {
    if (rng_.chance(0.5)) std::swap(a, b);
    out_.push_back({a, b, same});
  }

  bool fits(const MayBePair& rule, Tried wanted, uint32_t a, uint32_t b) const {
    if (wanted != Tried::any) {
      if (topics_[a] == kNoTopic || topics_[b] == kNoTopic) return false;
      if ((topics_[a] == topics_[b]) != (wanted == Tried::same)) return false;
    }
    return !rule || rule(a, b);
  }

  // Takes one pair of the author's texts, or moves one text to the pool.
  void take_from(std::vector<uint32_t>& list) {
    if (list.size() > 1 && rng_.chance(how_.same_author)) {
      const size_t first = rng_.below(list.size());
      const uint32_t a = list[first];
      for (const Tried wanted : tried(how_.same_author_cross, rng_)) {
        std::vector<size_t> able;
        for (size_t i = 0; i < list.size(); ++i)
          if (i != first && fits(how_.same_authors, wanted, a, list[i])) able.push_back(i);
        if (able.empty()) continue;
        const size_t second = able[rng_.below(able.size())];
        emit(a, list[second], true);
        remove_at(list, std::max(first, second));
        remove_at(list, std::min(first, second));
        return;
      }
    }
    const size_t one = rng_.below(list.size());
    pool_.push_back(list[one]);
    remove_at(list, one);
  }

  void pair_pool() {
    while (pool_.size() > 1) {
      const size_t first = rng_.below(pool_.size());
      const uint32_t a = pool_[first];
      remove_at(pool_, first);
      for (const Tried wanted : tried(1 - how_.others_same, rng_)) {
        std::vector<size_t> able;
        for (size_t i = 0; i < pool_.size(); ++i)
          if (authors_[pool_[i]] != authors_[a] && fits(how_.others, wanted, a, pool_[i])) able.push_back(i);
        if (able.empty()) continue;
        const size_t second = able[rng_.below(able.size())];
        emit(a, pool_[second], false);
        remove_at(pool_, second);
        break;
      }
    }
  }

  void cut_kinds() {
    const auto kind = [&](const DrawnPair& pair) {
      return std::pair(pair.same, topics_[pair.a] == topics_[pair.b]);
    };
    std::map<std::pair<bool, bool>, size_t> counts, kept;
    for (const DrawnPair& pair : out_) ++counts[kind(pair)];
    size_t least = SIZE_MAX;
    for (const auto& [of, count] : counts) least = std::min(least, count);
    const auto most = static_cast<size_t>(how_.most_of_a_kind * static_cast<double>(least));
    std::erase_if(out_, [&](const DrawnPair& pair) { return ++kept[kind(pair)] > most; });
  }

  std::span<const uint32_t> authors_, topics_;
  const PairDraws& how_;
  Rng rng_;
  std::vector<uint32_t> pool_;
  std::vector<DrawnPair> out_;
};

}  // namespace

std::vector<DrawnPair> draw_pairs(std::span<const uint32_t> authors, std::span<const uint32_t> topics,
                                  const PairDraws& how, Rng rng) {
  return PairDrawing(authors, topics, how, rng).run();
}

}  // namespace standfast
