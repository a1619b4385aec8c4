#include "standfast/feature/document/feature_memo.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace standfast {
namespace {

// The number of kept entries: the training documents by id, as a fit sees them, and as they were given;
// validation documents.
constexpr size_t kMost = 3;

bool same_texts(std::span<const std::string_view> a, std::span<const std::string_view> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](std::string_view x, std::string_view y) {
    return x.data() == y.data() && x.size() == y.size();
  });
}

std::vector<std::string_view> by_place(std::span<const std::string_view> texts) {
  std::vector<std::string_view> sorted(texts.begin(), texts.end());
  std::sort(sorted.begin(), sorted.end(), [](std::string_view a, std::string_view b) {
    return a.data() != b.data() ? std::less<>()(a.data(), b.data()) : a.size() < b.size();
  });
  return sorted;
}

template <class Entry>
void keep(std::vector<Entry>& entries, Entry entry) {
  if (entries.size() == kMost) entries.erase(entries.begin());
  entries.push_back(std::move(entry));
}

}  // namespace

Status FeatureMemo::fit(DocumentFeatures& features, std::span<const std::string_view> texts, int threads,
                        CountedTexts* counted) {
  Texts sorted = by_place(texts);
  for (const Learned& before : learned_) {
    if (!(before.features.options() == features.options()) || !same_texts(before.texts, sorted)) continue;
    features = before.features;
    return {};
  }
  SF_TRY(features.fit(texts, threads, counted));
  keep(learned_, {std::move(sorted), features});
  return {};
}

std::shared_ptr<const CsrMatrix> FeatureMemo::rows(const DocumentFeatures& features,
                                                   std::span<const std::string_view> texts, int threads,
                                                   CountedTexts* counted) {
  for (const Made& before : made_)
    if (before.features.same_as(features) && same_texts(before.texts, texts)) return before.rows;
  auto rows = std::make_shared<const CsrMatrix>(features.transform(texts, threads, counted));
  keep(made_, {{texts.begin(), texts.end()}, features, rows});
  return rows;
}

}  // namespace standfast
