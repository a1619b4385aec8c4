#include "standfast/neural/classify/score_memory.h"

#include <utility>

namespace standfast {
namespace {

// Returns the size of an entry: its node, its place in the table, and the blocks of the key and of the
// numbers.
size_t bytes_of(const std::string& key, const ScoreMemory::Scores& scores) {
  constexpr size_t kNode = sizeof(std::pair<const std::string, ScoreMemory::Scores>) + 5 * sizeof(void*),
                   kBlock = 2 * sizeof(void*);
  return kNode + key.size() + kBlock + scores.of_classes.size() * sizeof(float) + kBlock;
}

}  // namespace

std::optional<ScoreMemory::Scores> ScoreMemory::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (const auto at = young_.entries.find(key); at != young_.entries.end()) return at->second;
  const auto at = old_.entries.find(key);
  if (at == old_.entries.end()) return std::nullopt;
  Scores scores = std::move(at->second);
  old_.bytes -= bytes_of(key, scores);
  old_.entries.erase(at);
  put(key, scores);
  return scores;
}

void ScoreMemory::keep(const std::string& key, Scores scores) {
  const std::lock_guard lock(mutex_);
  if (!young_.entries.contains(key) && !old_.entries.contains(key)) put(key, std::move(scores));
}

size_t ScoreMemory::bytes() const {
  const std::lock_guard lock(mutex_);
  return young_.bytes + old_.bytes;
}

void ScoreMemory::put(const std::string& key, Scores scores) {
  const size_t bytes = bytes_of(key, scores);
  if (bytes > most_bytes_ / 2) return;
  if (young_.bytes + bytes > most_bytes_ / 2) old_ = std::exchange(young_, {});
  young_.bytes += bytes;
  young_.entries.emplace(key, std::move(scores));
}

}  // namespace standfast
