#include "cli/pairs_run.h"

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/study/experiment/export_pairs.h"

namespace standfast::cli {

void PairsRunArgs::declare(Args& args) {
  args.text("--run", run, "Instead of CORPUS: write the pairs of every condition, seed and fold of this run");
  args.texts("--condition", conditions, "With --run: only this condition (repeatable)");
  args.flag("--test-only", test_only, "With --run: leave training and validation pairs out");
}

Status export_run(const PairsRunArgs& given, const std::string& out, bool json) {
  ExportOptions options;
  options.run = given.run;
  options.out = out;
  options.conditions = given.conditions;
  options.test_only = given.test_only;
  options.sink = &terminal();
  SF_ASSIGN(const auto folds, export_pairs(options));
  if (folds.empty()) return data_error(given.run + ": no split of this run is there yet");
  nlohmann::ordered_json document = {{"run", given.run}, {"folds", nlohmann::ordered_json::array()}};
  std::string table;
  for (const auto& fold : folds) {
    document["folds"].push_back({{"folder", fold.folder},
                                 {"train", fold.train},
                                 {"validation", fold.validation},
                                 {"test", fold.test}});
    std::string of_sides;
    for (const auto& [side, pairs] : fold.sides) {
      document["folds"].back()["sides"][side] = pairs;
      of_sides += fmt::format(", {} {}", pairs, side);
    }
    table += fmt::format("{}  {} train, {} validation, {} test{} pairs\n", fold.folder, fold.train,
                         fold.validation, fold.test, of_sides);
  }
  SF_TRY(write_file(out + "/pairs.json", json_text(document, 1) + "\n"));
  print(json ? json_text(document) + "\n" : table);
  return {};
}

}  // namespace standfast::cli
