#include "standfast/analysis/leak/near_leaks.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "standfast/corpus/duplicate/duplicates.h"

namespace standfast {
namespace {

enum class Part : uint8_t { none, train, test };

FoldLeaks leaks_of(const Fold& fold, const std::vector<SimilarPair>& pairs, std::vector<Part>& part) {
  std::fill(part.begin(), part.end(), Part::none);
  for (const auto* rows : {&fold.train, &fold.validation})
    for (const uint32_t row : *rows) part[row] = Part::train;
  for (const uint32_t row : fold.test) part[row] = Part::test;
  FoldLeaks found;
  found.test = fold.test.size();
  for (const auto& pair : pairs) {
    if (part[pair.a] == Part::test && part[pair.b] == Part::train)
      found.leaks.push_back({pair.a, pair.b, pair.similarity});
    if (part[pair.b] == Part::test && part[pair.a] == Part::train)
      found.leaks.push_back({pair.b, pair.a, pair.similarity});
  }
  std::sort(found.leaks.begin(), found.leaks.end(), [](const NearLeak& x, const NearLeak& y) {
    return x.test != y.test ? x.test < y.test : x.train < y.train;
  });
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (size_t i = 0; i < found.leaks.size(); ++i) {
    found.leaking += i == 0 || found.leaks[i].test != found.leaks[i - 1].test ? 1 : 0;
    edges.emplace_back(found.leaks[i].test, found.leaks[i].train);
  }
  std::tie(found.drop_test, found.drop_train) = least_cover(edges);
  return found;
}

}  // namespace

NearLeaks near_leaks(const Duplicates& duplicates, size_t rows, std::span<const Fold> folds) {
  const auto pairs = with_copies(duplicates);
  NearLeaks found;
  found.all = duplicates.all_near;
  found.too_short = duplicates.too_short;
  std::vector<Part> part(rows);
  for (const auto& fold : folds) found.folds.push_back(leaks_of(fold, pairs, part));
  return found;
}

NearLeaks near_leaks(std::span<const std::string_view> texts, const std::vector<Fold>& folds,
                     const NearLeakOptions& options) {
  DuplicateOptions asked;
  asked.threshold = options.threshold;
  asked.tokens = options.tokens;
  asked.threads = options.threads;
  return near_leaks(find_duplicates(texts, asked), texts.size(), folds);
}

std::vector<Fold> folds_of_pair(std::span<const Fold> folds, const SidePair& pair) {
  std::vector<Fold> compared;
  bool any = false;
  for (const Fold& fold : folds) {
    Fold& one = compared.emplace_back();
    one.train = fold.*pair.rows_in;
    one.test = fold.*pair.rows_of;
    any = any || (!one.train.empty() && !one.test.empty());
  }
  return any ? compared : std::vector<Fold>();
}

namespace {

constexpr uint32_t kFree = std::numeric_limits<uint32_t>::max();

std::vector<uint32_t> distinct(std::vector<uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

class Matching {
 public:
  Matching(size_t left, size_t right)
      : edges_(left), partner_of_left_(left, kFree), partner_of_right_(right, kFree) {}

  void add(uint32_t left, uint32_t right) { edges_[left].push_back(right); }

  // Finds a maximum matching in rounds of shortest augmenting paths.
  void match() {
    while (layer()) {
      next_.assign(edges_.size(), 0);
      for (uint32_t l = 0; l < edges_.size(); ++l)
        if (partner_of_left_[l] == kFree) augment(l);
    }
  }

  // Computes the cover from alternating paths that start at free vertices of the left side: the unreached
  // vertices of the left side, and the reached ones of the right side.
  void cover(std::vector<char>& left, std::vector<char>& right) const {
    left.assign(edges_.size(), 1);
    right.assign(partner_of_right_.size(), 0);
    std::vector<uint32_t> open;
    for (uint32_t l = 0; l < left.size(); ++l)
      if (partner_of_left_[l] == kFree) {
        left[l] = 0;
        open.push_back(l);
      }
    while (!open.empty()) {
      const uint32_t l = open.back();
      open.pop_back();
      for (const uint32_t r : edges_[l]) {
        if (right[r] != 0) continue;
        right[r] = 1;
        const uint32_t partner = partner_of_right_[r];  // it exists, or the matching could grow
        if (left[partner] == 0) continue;
        left[partner] = 0;
        open.push_back(partner);
      }
    }
  }

 private:
  // Computes the distances of left vertices from free ones. Returns false if no free vertex of the right side
  // is reachable.
  bool layer() {
    depth_.assign(edges_.size(), kFree);
    std::vector<uint32_t> open;
    for (uint32_t l = 0; l < edges_.size(); ++l)
      if (partner_of_left_[l] == kFree) {
        depth_[l] = 0;
        open.push_back(l);
      }
    bool reached = false;
    for (size_t at = 0; at < open.size(); ++at)
      for (const uint32_t r : edges_[open[at]]) {
        const uint32_t l = partner_of_right_[r];
        if (l == kFree) {
          reached = true;
        } else if (depth_[l] == kFree) {
          depth_[l] = depth_[open[at]] + 1;
          open.push_back(l);
        }
      }
    return reached;
  }

  // Augments along a path, without recursion: a path may be as long as the graph.
  void augment(uint32_t start) {
    std::vector<std::pair<uint32_t, uint32_t>> path;  // (left, right) edges to take
    uint32_t l = start;
    for (;;) {
      if (next_[l] == edges_[l].size()) {
        depth_[l] = kFree;
        if (path.empty()) return;
        l = path.back().first;
        path.pop_back();
        continue;
      }
      const uint32_t r = edges_[l][next_[l]++];
      const uint32_t other = partner_of_right_[r];
      if (other == kFree) {
        path.emplace_back(l, r);
        break;
      }
      if (depth_[other] != depth_[l] + 1) continue;
      path.emplace_back(l, r);
      l = other;
    }
    for (const auto& [left, right] : path) {
      partner_of_left_[left] = right;
      partner_of_right_[right] = left;
    }
  }

  std::vector<std::vector<uint32_t>> edges_;  // by left vertex
  std::vector<uint32_t> partner_of_left_, partner_of_right_;
  std::vector<uint32_t> depth_;
  std::vector<size_t> next_;
};

}  // namespace

std::pair<std::vector<uint32_t>, std::vector<uint32_t>> least_cover(
    std::span<const std::pair<uint32_t, uint32_t>> pairs) {
  std::vector<uint32_t> left, right;
  for (const auto& [l, r] : pairs) {
    left.push_back(l);
    right.push_back(r);
  }
  left = distinct(std::move(left));
  right = distinct(std::move(right));
  const auto place = [](const std::vector<uint32_t>& all, uint32_t number) {
    return static_cast<uint32_t>(std::lower_bound(all.begin(), all.end(), number) - all.begin());
  };
  Matching matching(left.size(), right.size());
  for (const auto& [l, r] : pairs) matching.add(place(left, l), place(right, r));
  matching.match();
  std::vector<char> left_in, right_in;
  matching.cover(left_in, right_in);
  std::pair<std::vector<uint32_t>, std::vector<uint32_t>> cover;
  for (size_t i = 0; i < left.size(); ++i)
    if (left_in[i] != 0) cover.first.push_back(left[i]);
  for (size_t i = 0; i < right.size(); ++i)
    if (right_in[i] != 0) cover.second.push_back(right[i]);
  return cover;
}

}  // namespace standfast
