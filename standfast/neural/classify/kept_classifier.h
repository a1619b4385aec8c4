// A fine-tuned classifier that a process loads once and that scores each text once: the cells of a study
// share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/neural/classify/sequence_classifier.h"

namespace standfast {

// A cache of scores that models gave to texts: the cells of a study score the same documents again and again.

// A cache whose key names the model and the text (a digest of both). Any thread may call it. It holds at most
// `most_bytes`: an entry that is not used while half of them fill up is forgotten.
class ScoreMemory {
 public:
  struct Scores {
    std::vector<float> of_classes;
    bool cut = false;  // the text was too long
  };
  explicit ScoreMemory(size_t most_bytes) : most_bytes_(most_bytes) {}

  std::optional<Scores> find(const std::string& key);
  void keep(const std::string& key, Scores scores);
  size_t bytes() const;  // approximate, including the overhead of containers

 private:
  // A generation of entries. Entries move from the old generation to the young one when they are used. When
  // the young one has filled half of the memory, it becomes the old one, and the previous old one is
  // forgotten.
  struct Part {
    std::unordered_map<std::string, Scores> entries;
    size_t bytes = 0;
  };
  void put(const std::string& key, Scores scores);

  size_t most_bytes_;
  mutable std::mutex mutex_;
  Part young_, old_;
};

// Size of the score memory that all models of a process share.
inline constexpr size_t kScoreMemoryBytes = size_t{64} << 20;
// Total size of files up to which recently used models stay loaded; the last one always stays.
inline constexpr size_t kKeptModelBytes = size_t{1} << 30;

// Its answers have the same bytes as a freshly loaded SequenceClassifier. Any thread may use it.
class KeptClassifier {
 public:
  // Loads the model of a folder whose files had this digest at the last check (known_digest). most_tokens: as
  // in SequenceClassifier. A data error if the files change while they are read; else the errors of
  // SequenceClassifier.
  static Result<std::shared_ptr<const KeptClassifier>> load(const std::string& folder,
                                                            const std::string& digest, size_t most_tokens);

  KeptClassifier(SequenceClassifier model, std::string digest, ScoreMemory& memory)
      : model_(std::move(model)), digest_(std::move(digest)), memory_(memory) {}

  const std::vector<std::string>& classes() const { return model_.classes(); }
  size_t most_tokens() const { return model_.most_tokens(); }
  const std::vector<std::string>& notes() const { return model_.notes(); }
  // These behave as in SequenceClassifier.
  TextScores scores(std::span<const std::string_view> texts, int threads) const;
  size_t too_long(std::span<const std::string_view> texts, int threads) const {
    return model_.too_long(texts, threads);
  }

 private:
  std::string key_of(std::string_view text) const;

  SequenceClassifier model_;
  std::string digest_;
  ScoreMemory& memory_;
};

}  // namespace standfast
