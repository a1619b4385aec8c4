// A cache of scores that models gave to texts: the cells of a study score the same documents again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace standfast {

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

}  // namespace standfast
