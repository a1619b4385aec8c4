#include "standfast/hub/settings.h"

#include <initializer_list>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/paths.h"

namespace standfast {
namespace {

constexpr std::string_view kHub = "https://huggingface.co";

std::optional<std::string> first_of(const Environment& environment,
                                    std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (auto value = environment(name)) return value;
  return std::nullopt;
}

bool is_on(const std::optional<std::string>& value) {
  if (!value) return false;
  std::string big = *value;
  for (char& c : big) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return big == "1" || big == "ON" || big == "YES" || big == "TRUE";
}

std::string with_home(const Environment& environment, const std::string& path) {
  const auto home = environment("HOME");
  return home && (path == "~" || path.starts_with("~/")) ? *home + path.substr(1) : path;
}

// Returns the folder where the hub's library keeps its token, apart from its cache.
Result<std::string> hub_home(const Environment& environment) {
  if (const auto home = environment("HF_HOME")) return with_home(environment, *home);
  if (const auto caches = environment("XDG_CACHE_HOME"))
    return with_home(environment, *caches) + "/huggingface";
  if (environment("HOME")) return with_home(environment, "~/.cache/huggingface");
  return usage_error(
      "there is no home folder (HOME), and so no cache of models; set HF_HUB_CACHE to a "
      "folder");
}

std::string without_blanks(const std::string& text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

Result<std::string> hub_token(const Environment& environment) {
  if (is_on(environment("HF_HUB_DISABLE_IMPLICIT_TOKEN"))) return "";
  std::string token;
  if (const auto given = first_of(environment, {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"})) {
    token = without_blanks(*given);
  } else {
    std::string path;
    if (const auto named = environment("HF_TOKEN_PATH"))
      path = with_home(environment, *named);
    else if (const auto home = hub_home(environment))
      path = *home + "/token";
    if (!path.empty() && is_file(path)) {
      SF_ASSIGN(const std::string text, read_plain_file(path));
      token = without_blanks(text);
    }
  }
  // The message must not show the token.
  for (const char c : token)
    if (c <= ' ' || c >= '\x7f')
      return usage_error("the token of the hub (HF_TOKEN, HF_TOKEN_PATH) has a character that no token has");
  return token;
}

}  // namespace

Result<std::string> hub_cache_folder(const Environment& environment) {
  if (const auto given = first_of(environment, {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"}))
    return with_home(environment, *given);
  SF_ASSIGN(const std::string home, hub_home(environment));
  return home + "/hub";
}

Result<HubSettings> hub_settings(const Environment& environment) {
  HubSettings settings;
  SF_ASSIGN(settings.cache, hub_cache_folder(environment));
  const std::string url = environment("HF_ENDPOINT").value_or(std::string(kHub));
  const auto address = http_address(url);
  // An address with a password in it is not shown.
  if (!address && address.error().kind == AddressFlaw::Kind::password)
    return usage_error("HF_ENDPOINT holds a user name or a password; leave them out, and set HF_TOKEN");
  if (!address)
    return usage_error(
        fmt::format("HF_ENDPOINT: the address \"{}\" {}, such as {}", url, address.error().what, kHub));
  if (url.find_first_of("?#") != std::string::npos)
    return usage_error(
        fmt::format("HF_ENDPOINT: \"{}\" has a \"?\" or a \"#\"; give the part before it", url));
  settings.endpoint = *address;
  std::string& path = settings.endpoint.target;
  while (path.ends_with('/')) path.pop_back();
  SF_ASSIGN(settings.token, hub_token(environment));
  settings.offline = is_on(first_of(environment, {"HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"}));
  return settings;
}

}  // namespace standfast
