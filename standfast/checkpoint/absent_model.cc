#include "standfast/checkpoint/absent_model.h"

#include <filesystem>
#include <string_view>

#include <fmt/format.h>

namespace standfast {
namespace {

namespace fs = std::filesystem;

struct Instead {
  std::string_view ending, what;
};
constexpr Instead kInstead[] = {
    {"adapter_config.json", "it holds an adapter (PEFT): merge it into its model and save that"},
    {"tf_model.h5", "its weights are TensorFlow's: load and save the model with transformers"},
    {"flax_model.msgpack", "its weights are Flax's: load and save the model with transformers"},
    {".onnx", "its weights are ONNX's: take the folder that they were made from"},
    {".gguf", "its weights are GGUF's, which are not read: take the folder that they were made from"},
    {".ckpt.index", "its weights are TensorFlow's: convert them with transformers"}};

// Returns "ORG/NAME" for a folder "models--ORG--NAME" with snapshots, as the hub's own library keeps models;
// else "".
std::string name_in_cache(const std::string& folder) {
  constexpr std::string_view kBegin = "models--";
  fs::path path = fs::path(folder).lexically_normal();
  if (path.filename().empty()) path = path.parent_path();  // "FOLDER/"
  std::string name = path.filename().string();
  std::error_code problem;
  if (!name.starts_with(kBegin) || !fs::is_directory(path / "snapshots", problem)) return "";
  name.erase(0, kBegin.size());
  if (const size_t at = name.find("--"); at != std::string::npos) name.replace(at, 2, "/");
  return name;
}

}  // namespace

Failure absent_model(const std::string& folder, const std::string& lacking) {
  std::error_code problem;
  if (!fs::exists(folder, problem))
    return missing_error(fmt::format(
        "{}: there is no such folder; a model of the hub comes by \"standfast pull ORG/NAME\"", folder));
  if (!fs::is_directory(folder, problem))
    return missing_error(fmt::format("{}: is a file, and the folder of a model is expected", folder));
  if (fs::is_empty(folder, problem))
    return missing_error(fmt::format(
        "{}: the folder is empty; a model of the hub comes by \"standfast pull ORG/NAME\"", folder));
  if (const std::string name = name_in_cache(folder); !name.empty())
    return missing_error(fmt::format(
        "{}: a cache of the hub keeps a model here; give its name ({}) or a folder of its snapshots", folder,
        name));
  std::string_view guess = "is it the folder of a model?";
  for (const Instead& instead : kInstead)
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
      if (at->path().filename().string().ends_with(instead.ending))
        return missing_error(fmt::format("{}: {} is not there; {}", folder, lacking, instead.what));
  return missing_error(fmt::format("{}: {} is not there; {}", folder, lacking, guess));
}

}  // namespace standfast
