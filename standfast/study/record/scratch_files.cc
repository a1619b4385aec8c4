#include "standfast/study/record/scratch_files.h"

#include <filesystem>
#include <vector>

#include "standfast/base/unique_name.h"
#include "standfast/neural/train/kept_training.h"
#include "standfast/study/record/marker.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

bool is_of_a_unit(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name.ends_with(".part") || is_training_state(name) || is_temporary_name(name)) return true;
  if (name.starts_with("features-") && name.ends_with(".bin")) return true;  // its marker comes after it
  return read_sealed(path.string() + (path.extension() == ".json" ? "" : ".json"), kScratchSchema)
      .has_value();
}

}  // namespace

void remove_scratch_files(const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(folder, ignored))) return;
  std::vector<fs::path> found;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end; at.increment(ignored))
    if (is_of_a_unit(at->path())) found.push_back(at->path());
  for (const auto& one : found) fs::remove_all(one, ignored);
  fs::remove(folder, ignored);
}

}  // namespace standfast
