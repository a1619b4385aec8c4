// Settings of the model hub and its cache in the environment, by the same variables as the hub's own Python
// library (huggingface_hub, "Environment variables"), so that its downloads and ours are one.
#pragma once

#include <string>

#include "standfast/base/environment.h"
#include "standfast/base/result.h"
#include "standfast/http/address.h"

namespace standfast {

// Returns the folder: HF_HUB_CACHE, else HUGGINGFACE_HUB_CACHE, else hub/ in HF_HOME, else in
// XDG_CACHE_HOME/huggingface, else in ~/.cache/huggingface. A "~/" at the beginning is the home. A usage
// error where there is none of them, nor a home.
Result<std::string> hub_cache_folder(const Environment& environment);

struct HubSettings {
  std::string cache;
  HttpAddress endpoint;    // HF_ENDPOINT, else https://huggingface.co; its target has no "/" at the end
  std::string token = {};  // HF_TOKEN, else the content of the file HF_TOKEN_PATH (default: token in HF_HOME)
  bool offline = false;    // HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE: 1, on, yes or true
};
// Reads the settings. A usage error for an invalid address and for a token with a line break in it. With
// HF_HUB_DISABLE_IMPLICIT_TOKEN there is no token.
Result<HubSettings> hub_settings(const Environment& environment);

}  // namespace standfast
