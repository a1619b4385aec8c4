#include "standfast/result/run/fold_answers.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace standfast::result {

std::string answers_of(const std::string& run_folder, const CellRecord& cell) {
  return fmt::format("{}/cells/{}/{}", run_folder, cell.folder, cell.answers_file);
}

std::string split_name(const CellRecord& cell) {
  return fmt::format("{}--{}--seed{}", cell.corpus, cell.drawn, cell.seed);
}

std::vector<const CellRecord*> one_cell_a_fold(const RunRecords& run) {
  std::vector<const CellRecord*> folds;
  const auto key = [](const CellRecord& c) { return std::tie(c.corpus, c.condition, c.seed, c.fold); };
  for (const auto& cell : run.cells)
    if (cell.ok && std::none_of(folds.begin(), folds.end(),
                                [&](const CellRecord* other) { return key(*other) == key(cell); }))
      folds.push_back(&cell);
  return folds;
}

}  // namespace standfast::result
