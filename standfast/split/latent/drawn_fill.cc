#include "standfast/split/latent/drawn_fill.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/numpy_legacy.h"
#include "standfast/corpus/groups.h"

namespace standfast {
namespace {

constexpr uint32_t kReleasedSeed = 42;

std::optional<uint32_t> filler(const ClusterChoice& choice, const std::vector<bool>& tested,
                               FillerSize compared) {
  std::optional<uint32_t> best;
  uint64_t least = 0;
  for (uint32_t j = 0; j < choice.clustering.k; ++j) {
    const auto& counts = choice.clustering.counts[j];
    if (tested[j]) continue;
    bool enough = true;
    for (size_t c = 0; c < counts.size(); ++c) enough &= counts[c] >= choice.gaps[c];
    if (!enough) continue;
    const auto end =
        compared == FillerSize::first_two_classes && counts.size() > 2 ? counts.begin() + 2 : counts.end();
    const uint64_t size = std::accumulate(counts.begin(), end, uint64_t{0});
    if (best && size >= least) continue;
    best = j;
    least = size;
  }
  return best;
}

}  // namespace

OptionTable<FillOptions> fill_table() {
  using O = FillOptions;
  OptionTable<O> table;
  table.words_in_order(
      "filler-size", &O::filler_size, std::vector<std::string>{"all-classes", "first-two-classes"},
      "the cluster that fills the gap is the smallest with enough documents; first-two-classes: as in the "
      "released code, sizes are compared without a third class");
  table.words_in_order(
      "generator", &O::generator, std::vector<std::string>{"standfast", "numpy-legacy"},
      "draw of the documents that fill the gap: by id and the seed of the split, or as in the released "
      "code (places in the file, always seed 42)");
  return table;
}

Fill draw_fill(const Corpus& corpus, const LatentDocuments& documents, const ClusterChoice& choice,
               const FillOptions& options, uint64_t seed) {
  Fill fill;
  if (std::ranges::all_of(choice.gaps, [](uint32_t gap) { return gap == 0; })) return fill;
  std::vector<bool> tested(choice.clustering.k, false);
  for (const uint32_t j : choice.chosen) tested[j] = true;
  fill.cluster = filler(choice, tested, options.filler_size);
  NumpyLegacy legacy(kReleasedSeed);
  std::vector<uint32_t> place_of(corpus.size(), 0);
  for (uint32_t place = 0; place < documents.rows.size(); ++place) place_of[documents.rows[place]] = place;
  for (uint32_t c = 0; c < choice.gaps.size(); ++c) {
    std::vector<uint32_t> rows;
    for (uint32_t place = 0; place < documents.rows.size(); ++place) {
      const uint32_t cluster = choice.clustering.means.cluster_of[place];
      if (documents.class_of[place] == c && (fill.cluster ? cluster == *fill.cluster : !tested[cluster]))
        rows.push_back(documents.rows[place]);
    }
    if (options.generator == FillDraw::numpy_legacy) {
      std::ranges::sort(rows);
      rows = legacy.shuffled(rows);
    } else {
      rows = shuffled_rows(corpus, rows, seed, "split/subset-sum/fill");
    }
    for (const uint32_t row : std::span(rows).first(choice.gaps[c])) fill.places.push_back(place_of[row]);
  }
  return fill;
}

}  // namespace standfast
