// standfast compare RUN --test ...: tests over the folds of a run.
#pragma once

#include <string>
#include <vector>

#include "cli/answers_args.h"

namespace standfast::cli {

struct CompareRunArgs {
  std::string test;
  std::string hits, random;
  std::vector<std::string> predictions;  // NAME=FOLDER
  bool kendall = false;

  void declare(Args& args);
};

// Whether the folder was written by `standfast run`, judged by its files.
bool is_run_folder(const std::string& path);

Status compare_run(const std::string& run_folder, const CompareRunArgs& given, const AnswersArgs& shared,
                   const std::string& metric, bool json);

}  // namespace standfast::cli
