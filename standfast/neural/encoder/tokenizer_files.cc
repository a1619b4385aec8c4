#include "standfast/neural/encoder/tokenizer_files.h"

#include <filesystem>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"

namespace standfast {
namespace {

Result<std::string> adapted(const std::string& name, std::string content, size_t most) {
  const bool is_all = name == "tokenizer.json";
  if (!is_all && name != "tokenizer_config.json") return content;
  SF_ASSIGN(auto json, parse_json<nlohmann::ordered_json>(content, name));
  if (is_all) {
    const auto cut = json.find("truncation");
    const bool left = cut != json.end() && cut->is_object() && cut->value("direction", "Right") == "Left";
    json["truncation"] = nullptr;
    if (left)
      json["truncation"] = {
          {"direction", "Left"}, {"max_length", most}, {"strategy", "LongestFirst"}, {"stride", 0}};
    json["padding"] = nullptr;
  } else {
    json["model_max_length"] = most;
  }
  return json_text(json, 2) + "\n";
}

}  // namespace

Result<TokenizerFiles> TokenizerFiles::read(const token::Tokenizer& tokenizer, const std::string& folder,
                                            size_t most) {
  TokenizerFiles out;
  bool configured = false;
  for (const std::string& name : tokenizer.files()) {
    SF_ASSIGN(std::string content, read_file((std::filesystem::path(folder) / name).string()));
    SF_ASSIGN(content, adapted(name, std::move(content), most));
    out.files_.emplace_back(name, std::move(content));
    configured = configured || name == "tokenizer_config.json";
  }
  if (!configured) {
    SF_ASSIGN(std::string content, adapted("tokenizer_config.json", "{}", most));
    out.files_.emplace_back("tokenizer_config.json", std::move(content));
  }
  return out;
}

Status TokenizerFiles::write(const std::string& folder) const {
  for (const auto& [name, content] : files_)
    SF_TRY(write_file((std::filesystem::path(folder) / name).string(), content));
  return {};
}

}  // namespace standfast
