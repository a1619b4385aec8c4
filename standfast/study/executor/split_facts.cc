#include "standfast/study/executor/split_facts.h"

#include <fmt/format.h>

#include "standfast/base/json.h"

namespace standfast {

Result<SplitFacts> facts_of_split(const RunFolder& folder, const Unit& splits) {
  SplitFacts facts;
  if (folder.state(splits).state != RunFolder::State::done) return facts;
  SF_ASSIGN(const auto marker, folder.read_marker(splits, Check::sizes));
  SF_TRY(take_apart(folder.marker(splits), [&] { marker.at("folds").get_to(facts.folds); }));
  if (facts.folds == 0)
    return data_error(
        fmt::format("{}: says 0 folds; delete its folder and run again", folder.marker(splits)));
  return facts;
}

}  // namespace standfast
