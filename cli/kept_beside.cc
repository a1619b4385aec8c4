#include "cli/kept_beside.h"

#include <filesystem>
#include <vector>

#include "standfast/base/stale_temporaries.h"
#include "standfast/neural/train/kept_training.h"

namespace standfast::cli {

namespace fs = std::filesystem;

std::string parts_beside(const std::string& out) {
  fs::path folder(out);
  if (folder.filename().empty()) folder = folder.parent_path();
  return folder.string() + ".parts";
}

void remove_training_parts(const std::string& parts) {
  std::error_code ignored;
  std::vector<fs::path> states;
  for (const auto& entry : fs::directory_iterator(parts, ignored))
    if (const std::string name = entry.path().filename().string();
        is_training_state(name) || is_stale_temporary(name))
      states.push_back(entry.path());
  for (const auto& state : states) fs::remove(state, ignored);
  fs::remove(parts, ignored);  // only if it is empty
}

}  // namespace standfast::cli
