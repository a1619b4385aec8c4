// Scores that models gave to texts before: the cells of a study ask one model about the same documents again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace standfast {

// By a key that names the model and the text (a digest of both). Any thread may call it. It holds `most_bytes` at most: what
// nobody asked for while half of them filled up is forgotten.
class ScoreMemory {
 public:
  struct Scores {
    std::vector<float> of_classes;
    bool cut = false;  // the text was too long
  };
  explicit ScoreMemory(size_t most_bytes) : most_bytes_(most_bytes) {}

  std::optional<Scores> find(const std::string& key);
  void keep(const std::string& key, Scores scores);
  size_t bytes() const;  // about, with what the containers take

 private:
  // Entries move from the old to the young when they are asked for. When the young have filled half of the memory they
  // become the old, and the old are forgotten.
  struct Part {
    std::unordered_map<std::string, Scores> entries;
    size_t bytes = 0;
  };
  void put(const std::string& key, Scores scores);

  size_t most_bytes_;
  mutable std::mutex mutex_;
  Part young_, old_;
};

}  // namespace standfast
