#include "standfast/result/run/fold_answers.h"

#include <set>
#include <tuple>

#include <fmt/format.h>

#include "standfast/study/record/split_name.h"

namespace standfast::result {

std::string answers_of(const std::string& run_folder, const CellRecord& cell) {
  return fmt::format("{}/cells/{}/{}", run_folder, cell.folder, cell.answers_file);
}

std::string split_name(const CellRecord& cell) {
  return standfast::split_name(cell.corpus, cell.drawn, cell.seed);
}

std::string split_name(const MissingCell& cell) {
  const std::string drawn = cell.condition.substr(0, cell.condition.find('/'));  // name_of_side
  return standfast::split_name(cell.corpus, drawn, cell.seed);
}

Result<std::string> the_only(const std::vector<std::string>& files, const CellRecord& cell) {
  if (files.size() > 1)
    return data_error(fmt::format("{} and {} both answer fold {} of {}; remove the one that does not count",
                                  files[0], files[1], cell.fold, split_name(cell)));
  return files.empty() ? std::string() : files.front();
}

std::vector<const CellRecord*> one_cell_a_fold(const RunRecords& run) {
  std::vector<const CellRecord*> folds;
  std::set<std::tuple<std::string, std::string, uint64_t, uint32_t>> seen;
  for (const auto& cell : run.cells)
    if (cell.ok && seen.emplace(cell.corpus, cell.condition, cell.seed, cell.fold).second)
      folds.push_back(&cell);
  return folds;
}

}  // namespace standfast::result
