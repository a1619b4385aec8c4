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

}  // namespace

Failure absent_model(const std::string& folder, const std::string& lacking) {
  std::error_code problem;
  if (!fs::exists(folder, problem))
    return missing_error(fmt::format(
        "{}: there is no such folder; a model of the hub comes by \"standfast pull ORG/NAME\"", folder));
  if (!fs::is_directory(folder, problem))
    return missing_error(fmt::format("{}: is a file, and the folder of a model is expected", folder));
  std::string_view guess = "is it the folder of a model?";
  for (const Instead& instead : kInstead)
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
      if (at->path().filename().string().ends_with(instead.ending))
        return missing_error(fmt::format("{}: {} is not there; {}", folder, lacking, instead.what));
  return missing_error(fmt::format("{}: {} is not there; {}", folder, lacking, guess));
}

}  // namespace standfast
