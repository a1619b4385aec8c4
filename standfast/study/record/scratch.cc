#include "standfast/study/record/scratch.h"

#include <filesystem>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/record/run_folder.h"

namespace standfast {
Scratch::Scratch(const RunFolder& folder, const Unit& unit)
    : run_(folder.path()), folder_("scratch/" + unit.key) {}

Result<std::string> Scratch::place(const std::string& name) const {
  SF_TRY(make_directories(run_ + "/" + folder_));
  return run_ + "/" + folder_ + "/" + name;
}

Status Scratch::keep(const std::string& name) const {
  nlohmann::ordered_json marker = {{"schema", kScratchSchema}};
  SF_ASSIGN(marker["files"], describe_files(run_, {folder_ + "/" + name}));
  return write_file(run_ + "/" + folder_ + "/" + name + ".json", sealed_text(marker));
}

std::string Scratch::find(const std::string& name) const {
  const std::string path = run_ + "/" + folder_ + "/" + name;
  const auto marker = read_sealed(path + ".json", kScratchSchema);
  if (!marker) return "";
  const auto files = files_of(*marker);
  const bool sound = files && files->size() == 1 && files->front().path == folder_ + "/" + name &&
                     damage_of(run_, *files, Check::digests).empty();
  return sound ? path : "";
}

void Scratch::remove() const {
  if (!is_own_folder(run_ + "/scratch")) return;
  remove_scratch_files(run_ + "/" + folder_);
  std::error_code ignored;
  std::filesystem::remove(run_ + "/scratch", ignored);  // removed only if it is empty
}

}  // namespace standfast
