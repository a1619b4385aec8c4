#include "standfast/study/executor/undrawn.h"

#include <fmt/format.h>

#include "standfast/sample/topics.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

constexpr uint64_t kMostBytes = 1 << 20;  // half a minute on two processors

// Ten epochs of learning take about as long as reading thirty times.
constexpr uint64_t kMostBytesToLearn = kMostBytes / 32;

std::string why_slow(const Corpus& corpus, const std::string& what, std::span<const uint32_t> rows,
                     uint64_t most) {
  uint64_t bytes = 0;
  for (const uint32_t row : rows) bytes += corpus.text(row).size();
  if (bytes <= most) return "";
  return fmt::format(
      "{} {} texts ({:.1f} MB) first, which may take minutes; the run does it once, and keeps it", what,
      rows.size(), static_cast<double>(bytes) / 1e6);
}

Result<std::string> why_slow_to_encode(const Corpus& corpus, const std::string& encoder,
                                       std::span<const uint32_t> rows, const StudyCatalogs& catalogs) {
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(encoder));
  if (!entry->traits.slow) return std::string();
  return why_slow(corpus, fmt::format("\"{}\" would encode", encoder), rows, kMostBytes);
}

// What learns in batches is a network.
Result<std::string> why_slow_to_learn(const Corpus& corpus, const std::string& model,
                                      std::span<const uint32_t> rows, const StudyCatalogs& catalogs) {
  SF_ASSIGN(const auto* entry, catalogs.classifiers->find(model));
  if (!entry->traits.in_batches) return std::string();
  return why_slow(corpus, fmt::format("\"{}\" would learn from", model), rows, kMostBytesToLearn);
}

}  // namespace

Result<std::string> why_undrawn(const Corpus& corpus, const ConditionSpec& condition, const Unit& splits,
                                const StudyCatalogs& catalogs) {
  std::string why;
  if (condition.encoder && !splits.need(vectors_kind()).empty()) {
    // Where the pool cannot be made, drawing says why.
    if (const auto pool = topic_pool(corpus, static_cast<uint64_t>(pool_min_docs(condition)))) {
      SF_ASSIGN(why, why_slow_to_encode(corpus, condition.encoder->name, pool->rows, catalogs));
    }
  }
  if (!why.empty() || splits.need(space_kind()).empty()) return why;
  const auto rows = rows_of_space(corpus, condition, catalogs);
  if (!rows) return why;
  const std::string& maker = condition.space->maker.name;
  return condition.space->of_model ? why_slow_to_learn(corpus, maker, *rows, catalogs)
                                   : why_slow_to_encode(corpus, maker, *rows, catalogs);
}

}  // namespace standfast
