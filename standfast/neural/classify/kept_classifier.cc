#include "standfast/neural/classify/kept_classifier.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/neural/sentence/model_files.h"

namespace standfast {
namespace {

struct Loaded {
  std::tuple<std::string, std::string, size_t> key;  // folder, digest, tokens
  uint64_t bytes = 0;
  std::shared_ptr<const KeptClassifier> model;
};

// Unloads the models that exceed the limit; the most recent ones come first.
void let_go(std::list<Loaded>& loaded) {
  uint64_t bytes = 0;
  for (auto at = loaded.begin(); at != loaded.end();) {
    bytes += at->bytes;
    at = at != loaded.begin() && bytes > kKeptModelBytes ? loaded.erase(at) : std::next(at);
  }
}

ScoreMemory& memory_of_process() {
  static ScoreMemory memory(kScoreMemoryBytes);
  return memory;
}

}  // namespace

Result<std::shared_ptr<const KeptClassifier>> KeptClassifier::load(const std::string& folder,
                                                                   const std::string& digest,
                                                                   size_t most_tokens) {
  static std::mutex mutex;
  static std::list<Loaded> loaded;
  const std::lock_guard lock(mutex);  // others that need the same model wait until it is loaded
  std::tuple key(folder, digest, most_tokens);
  const auto at = std::ranges::find(loaded, key, &Loaded::key);
  if (at != loaded.end()) {
    loaded.splice(loaded.begin(), loaded, at);
    return at->model;
  }
  SF_ASSIGN(auto model, SequenceClassifier::load(folder, most_tokens));
  SF_ASSIGN(const KnownDigest now, known_digest(folder));
  if (now.sha256 != digest)
    return data_error(fmt::format("{}: its files changed while they were read", folder));
  auto made = std::make_shared<const KeptClassifier>(std::move(model), digest, memory_of_process());
  loaded.push_front({std::move(key), now.bytes, made});
  let_go(loaded);
  return made;
}

std::string KeptClassifier::key_of(std::string_view text) const {
  return Sha256().add_field(digest_).add_number(model_.most_tokens()).add_field(text).hex();
}

TextScores KeptClassifier::scores(std::span<const std::string_view> texts, int threads) const {
  TextScores out{FloatMatrix(texts.size(), classes().size()), std::vector<uint8_t>(texts.size())};
  const auto put = [&](size_t i, std::span<const float> row, bool cut) {
    std::ranges::copy(row, out.scores.row(i).begin());
    out.cut[i] = cut;
  };
  std::vector<std::string_view> fresh;
  std::vector<std::string> keys;
  std::vector<size_t> places;
  for (size_t i = 0; i < texts.size(); ++i) {
    std::string key = key_of(texts[i]);
    if (const auto known = memory_.find(key)) {
      put(i, known->of_classes, known->cut);
      continue;
    }
    fresh.push_back(texts[i]);
    keys.push_back(std::move(key));
    places.push_back(i);
  }
  const TextScores made = model_.scores(fresh, threads);
  for (size_t k = 0; k < fresh.size(); ++k) {
    const auto row = made.scores.row(k);
    put(places[k], row, made.cut[k] != 0);
    memory_.keep(keys[k], {{row.begin(), row.end()}, made.cut[k] != 0});
  }
  return out;
}

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
