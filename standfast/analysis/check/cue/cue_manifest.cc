#include "standfast/analysis/check/cue/cue_manifest.h"

#include "standfast/base/parse_json.h"

namespace standfast {

Result<CueManifest> parse_cue_manifest(std::string_view text, const std::string& name) {
  SF_ASSIGN(const auto json, parse_json(text, name));
  if (!json.is_object()) return data_error(name + ": is no manifest of standfast shortcut");
  CueManifest manifest;
  const auto take = [&](const char* member, std::optional<std::string>& to) {
    if (const auto found = json.find(member); found != json.end() && found->is_string())
      to = found->get<std::string>();
  };
  take("target", manifest.target);
  take("cue_column", manifest.cue_column);
  if (const auto files = json.find("files"); files != json.end() && files->is_object())
    for (const auto& [file, facts] : files->items())
      if (facts.is_object() && facts.contains("sha256") && facts["sha256"].is_string())
        manifest.digests[file] = facts["sha256"].get<std::string>();
  return manifest;
}

}  // namespace standfast
