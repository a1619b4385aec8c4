// The pools of train and of test, and the check that pools which must not overlap do not.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/shortcut/draw/text_pool.h"

namespace standfast {

// Pools of partner texts by side. If only one file is given, each text belongs to one of the two sides,
// decided by the least key of the rows that have it, so no text is on both sides.
class SidedPool {
 public:
  SidedPool(std::string train, std::string test, PoolColumns columns, std::vector<std::string> only)
      : train_path_(std::move(train)),
        test_path_(std::move(test)),
        columns_(std::move(columns)),
        only_(std::move(only)) {}
  // Returns the pool of a side, reading it on the first call; test and anti-test share one. A data error or a
  // warning if two files share texts (check_apart).
  Result<const TextPool*> of(PlantSide side, Sink& sink) const;

 private:
  std::string train_path_, test_path_;
  PoolColumns columns_;
  std::vector<std::string> only_;
  mutable std::mutex mutex_;
  mutable std::optional<TextPool> train_, test_;
};

// Two pools that check_apart() compares by their shared texts (exactly equal, each counted once). A tenth or
// more of the smaller pool is a data error, fewer are a warning: large collections repeat a few short texts.
// names: the two pools, as the message names them. harm: the effect of a shared text.
struct ComparedPools {
  std::vector<const TextPool*> first, second;
  std::string names, harm;
};
Status check_apart(const ComparedPools& pools, Sink& sink);

}  // namespace standfast
