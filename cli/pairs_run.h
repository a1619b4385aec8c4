// standfast pairs --run: the pairs of a run as PAN problems.
#pragma once

#include <string>
#include <vector>

#include "cli/args.h"

namespace standfast::cli {

struct PairsRunArgs {
  std::string run;
  std::vector<std::string> conditions;
  bool test_only = false;

  void declare(Args& args);
};

Status export_run(const PairsRunArgs& given, const std::string& out, bool json);

}  // namespace standfast::cli
