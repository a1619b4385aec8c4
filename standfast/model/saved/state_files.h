// The own files of a fitted model (ModelFiles) in its folder: MODEL/checkpoint/, which other programs load as it is.
// model.json has size and SHA-256 of each; both are taken while a file is read piece by piece.
#pragma once

#include <string>

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {

inline constexpr const char* kStateFilesFolder = "checkpoint";

// Writes them below the folder of the model. By name relative to it ("checkpoint/config.json"): {"bytes", "sha256"}, in
// ascending order. A data error if the model writes nothing, or something that ModelFiles does not allow.
Result<nlohmann::ordered_json> write_state_files(const std::string& model_folder, const ModelFiles& files);

// The folder with the files, if they are what was saved: `listed` is what write_state_files gave. Else a data error that
// names a file which is missing, changed, or not among them; files whose name begins with a dot are no matter. Exceptions of
// nlohmann::json may escape.
Result<std::string> checked_state_files(const std::string& model_folder,
                                        const nlohmann::ordered_json& listed);

}  // namespace standfast
