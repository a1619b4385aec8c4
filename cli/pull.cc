// standfast pull: downloads a model from the hub into the hub's own cache. No other command downloads
// anything.
#include "standfast/hub/pull.h"

#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/memory.h"
#include "standfast/http/client.h"

namespace standfast::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

bool wait_for(double seconds) {
  for (const auto begin = Clock::now(); seconds_since(begin) < seconds;) {
    if (interrupted()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return !interrupted();
}

void show(const PullOptions& options, const Pulled& pulled, bool json, double seconds) {
  uint64_t bytes = 0, downloaded = 0;
  size_t files = 0, checked = 0;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& file : pulled.files) {
    bytes += file.bytes;
    downloaded += file.came;
    files += file.downloaded ? 1 : 0;
    checked += file.checked ? 1 : 0;
    list.push_back({{"name", file.name},
                    {"bytes", file.bytes},
                    {"downloaded", file.downloaded},
                    {"checked", file.checked}});
  }
  if (json) {
    print(json_text({{"model", options.model},
                     {"revision", options.revision},
                     {"commit", pulled.commit},
                     {"folder", pulled.folder},
                     {"bytes", bytes},
                     {"downloaded", downloaded},
                     {"files", list}},
                    2) +
          "\n");
    return;
  }
  const std::string how =
      files == 0
          ? "all were there"
          : fmt::format("{} downloaded, {} in {:.1f} s ({}/s)", files, shown_bytes(downloaded), seconds,
                        shown_bytes(static_cast<uint64_t>(static_cast<double>(downloaded) /
                                                          std::max(seconds, 0.001))));
  const size_t unchecked = pulled.files.size() - checked;
  print(fmt::format("model   {}\ncommit  {} ({})\nfiles   {}, {}; {}; {}\nfolder  {}\n", options.model,
                    pulled.commit, options.revision, pulled.files.size(), shown_bytes(bytes), how,
                    unchecked == 0
                        ? std::string("checked by their digests")
                        : fmt::format("{} checked by their digests, {} not checked: the server gives none",
                                      checked, unchecked),
                    pulled.folder));
}

Status run(const PullOptions& options, bool json) {
  const Environment environment = process_environment();
  SF_ASSIGN(const HubSettings settings, hub_settings(environment));
  catch_interrupts();
  const auto begin = Clock::now();
  const auto pulled =
      pull(options, settings, {http_transport({.head = 60}, environment, interrupted), wait_for, terminal()});
  if (!pulled && pulled.error().kind == ErrorKind::interrupted)
    return fail(ErrorKind::interrupted, "pull: interrupted; the same command continues where it stopped");
  if (!pulled) return with_context("pull", pulled.error());
  show(options, *pulled, json, seconds_since(begin));
  return {};
}

}  // namespace

Command pull_command() {
  return {
      "pull", "Download a model from the Hugging Face hub into its cache", [](Args& args) {
        struct Given {
          PullOptions options;
          bool json = false;
        };
        auto given = std::make_shared<Given>();
        args.text("MODEL", given->options.model, "ORG/NAME, as sentence-transformers/all-MiniLM-L6-v2", true);
        args.text("--revision", given->options.revision, "A branch, a tag or a commit");
        args.text("--folder,~--to", given->options.folder, "A folder for the files, in place of the cache")
            .new_folder();
        args.flag("--json", given->json, "As JSON");
        args.footer(
            "Only the files that are read are downloaded, and each is checked. HF_TOKEN, HF_ENDPOINT, "
            "HF_HOME, "
            "HF_HUB_CACHE and HF_HUB_OFFLINE are heeded.");
        args.example("standfast pull sentence-transformers/all-MiniLM-L6-v2",
                     "Download a model into the cache, where studies find it by its name");
        return [given] { return run(given->options, given->json); };
      }};
}

}  // namespace standfast::cli
