#include "standfast/study/executor/undrawn.h"

#include <fmt/format.h>

#include "standfast/sample/topics.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

constexpr uint64_t kMostBytes = 1 << 20;  // half a minute on two processors

Result<std::string> why_slow(const Corpus& corpus, const std::string& encoder, std::span<const uint32_t> rows,
                             const StudyCatalogs& catalogs) {
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(encoder));
  if (!entry->traits.slow) return std::string();
  uint64_t bytes = 0;
  for (const uint32_t row : rows) bytes += corpus.text(row).size();
  if (bytes <= kMostBytes) return std::string();
  return fmt::format(
      "\"{}\" would encode {} texts ({:.1f} MB) first, which may take minutes; the run does it once, and keeps it",
      encoder, rows.size(), static_cast<double>(bytes) / 1e6);
}

}  // namespace

Result<std::string> why_undrawn(const Corpus& corpus, const ConditionSpec& condition, const Unit& splits,
                                const StudyCatalogs& catalogs) {
  std::string why;
  if (condition.encoder && !splits.need(vectors_kind()).empty()) {
    // Where the pool cannot be made, drawing says why.
    if (const auto pool = topic_pool(corpus, static_cast<uint64_t>(pool_min_docs(condition)))) {
      SF_ASSIGN(why, why_slow(corpus, condition.encoder->name, pool->rows, catalogs));
    }
  }
  if (!why.empty() || splits.need(space_kind()).empty() || condition.space->of_model) return why;
  const auto rows = rows_of_space(corpus, condition, catalogs);
  if (!rows) return why;
  return why_slow(corpus, condition.space->maker.name, *rows, catalogs);
}

}  // namespace standfast
