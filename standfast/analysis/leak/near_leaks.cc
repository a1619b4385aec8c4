#include "standfast/analysis/leak/near_leaks.h"

#include <algorithm>
#include <tuple>

#include "standfast/analysis/leak/least_cover.h"
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

}  // namespace standfast
