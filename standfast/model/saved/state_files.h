// The own files of a fitted model (ModelFiles) in its folder: MODEL/checkpoint/, which other programs load
// directly. model.json has size and SHA-256 of each; both are computed while a file is read piece by piece.
#pragma once

#include <string>

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {

inline constexpr const char* kStateFilesFolder = "checkpoint";

// Writes the files below the folder of the model. Returns, by name relative to it ("checkpoint/config.json"):
// {"bytes", "sha256"}, in ascending order. A data error if the model writes nothing, or something that
// ModelFiles does not allow.
Result<nlohmann::ordered_json> write_state_files(const std::string& model_folder, const ModelFiles& files);

// Returns the folder of the files, if they are the saved ones: `listed` is the result of write_state_files.
// Else a data error names a file that is missing, changed, or unlisted; files whose name begins with a dot
// are ignored. Exceptions of nlohmann::json may escape.
Result<std::string> checked_state_files(const std::string& model_folder,
                                        const nlohmann::ordered_json& listed);

}  // namespace standfast
