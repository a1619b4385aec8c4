// A fine-tuned classifier that is loaded once in a process and answers a text once: the cells of a study share it.
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

// The models of a process have one memory of so many bytes.
inline constexpr size_t kScoreMemoryBytes = size_t{64} << 20;
// Models stay loaded while the files of those asked for last are this large together; the last one always stays.
inline constexpr size_t kKeptModelBytes = size_t{1} << 30;

// Its answers have the bytes of a SequenceClassifier that was just loaded. Any thread may use it.
class KeptClassifier {
 public:
  // The model of a folder whose files had this digest when they were looked at last (known_digest). most_tokens: as
  // SequenceClassifier takes it. A data error if the files change while they are read; else errors as it gives them.
  static Result<std::shared_ptr<const KeptClassifier>> load(const std::string& folder,
                                                            const std::string& digest, size_t most_tokens);

  KeptClassifier(SequenceClassifier model, std::string digest, ScoreMemory& memory)
      : model_(std::move(model)), digest_(std::move(digest)), memory_(memory) {}

  const std::vector<std::string>& classes() const { return model_.classes(); }
  size_t most_tokens() const { return model_.most_tokens(); }
  const std::vector<std::string>& notes() const { return model_.notes(); }
  // As those of SequenceClassifier.
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
