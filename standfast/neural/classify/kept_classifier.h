// A fine-tuned classifier that a process loads once and that scores each text once: the cells of a study
// share it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/neural/classify/score_memory.h"
#include "standfast/neural/classify/sequence_classifier.h"

namespace standfast {

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
