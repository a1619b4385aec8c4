// standfast doctor: the abilities of this installation on this machine.
#include <filesystem>

#include <fmt/format.h>

#include "cli/commands.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/memory.h"
#include "standfast/base/parallel.h"
#include "standfast/http/trust.h"
#include "standfast/hub/cache.h"
#include "standfast/hub/settings.h"
#include "standfast/model/program/scratch_folder.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"
#include "standfast/version.h"

namespace standfast::cli {
namespace {

struct Finding {
  std::string what, says;
  bool well = true;
};

std::string memory() {
  const auto [total, available] = machine_memory();
  return total > 0 ? fmt::format("{}, {} available", shown_bytes(total), shown_bytes(available)) : "unknown";
}

// Writes a small file and reads it back, plain and compressed.
Finding temporary_folder() {
  std::error_code code;
  const auto parent = std::filesystem::temp_directory_path(code);
  if (code) return {"temporary folder", fmt::format("none: {} (set TMPDIR)", code.message()), false};
  const auto folder = ScratchFolder::make();
  if (!folder) return {"temporary folder", folder.error().message, false};
  for (const char* name : {"file", "file.gz", "file.zst"}) {
    const std::string path = folder->file(name), text = "standfast\n";
    const auto written = write_file(path, text);
    const auto read = written ? read_file(path) : Result<std::string>(Failure(written.error()));
    if (!read) return {"temporary folder", read.error().message, false};
    if (*read != text)
      return {"temporary folder", fmt::format("{}: the bytes read differ from the bytes written", path),
              false};
  }
  const auto space = std::filesystem::space(parent, code);
  return {"temporary folder",
          code ? parent.string()
               : fmt::format("{}, {:.1f} GiB free; plain, .gz and .zst work", parent.string(),
                             static_cast<double>(space.available) / (1 << 30))};
}

struct Models {
  std::string cache, trouble;  // one of them is empty
  std::vector<CachedModel> found;
};

Models models() {
  const auto cache = hub_cache_folder(process_environment());
  if (!cache) return {.cache = "", .trouble = cache.error().message, .found = {}};
  return {.cache = *cache, .trouble = "", .found = cached_models(*cache)};
}

std::string says_of_models(const Models& models) {
  if (!models.trouble.empty()) return models.trouble;
  return models.found.empty() ? fmt::format("none in {} (standfast pull)", models.cache)
                              : fmt::format("{} in {}", models.found.size(), models.cache);
}

// Describes the certificates. Only network servers need them, so their absence is no error.
std::string certificates() {
  const auto trusted = trusted_certificates(process_environment());
  if (trusted.found())
    return trusted.file.empty() || trusted.folder.empty()
               ? trusted.file + trusted.folder
               : fmt::format("{} and {}", trusted.file, trusted.folder);
  return fmt::format("none in {}: no https (SSL_CERT_FILE names a file with some)",
                     fmt::join(trusted.tried, ", "));
}

std::string line_of_model(const CachedModel& model) {
  return fmt::format("  {}, {}, {}{}{}\n", model.model, shown_bytes(model.bytes), model.commit,
                     model.refs.empty() ? "" : fmt::format(" ({})", fmt::join(model.refs, ", ")),
                     model.whole ? "" : "; only in part");
}

nlohmann::ordered_json list_of_models(const Models& models) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& model : models.found)
    list.push_back({{"model", model.model},
                    {"commit", model.commit},
                    {"refs", model.refs},
                    {"bytes", model.bytes},
                    {"whole", model.whole}});
  return list;
}

Status run(bool json) {
  const Models cached = models();
  const std::vector<Finding> findings = {
      {"version", fmt::format("standfast {}, {} {}", kVersion, kCompiler, kBuildType)},
      {"processors", std::to_string(available_threads())},
      {"memory", memory()},
      temporary_folder(),
      {"components", fmt::format("{} samplers, {} splitters, {} verifiers", samplers().entries().size(),
                                 splitters().entries().size(), verifiers().entries().size())},
      {"network", "used only by pull and by commands with an --endpoint"},
      {"host names", how_host_names_are_found()},
      {"certificates", certificates()},
      {"models", says_of_models(cached)},
  };
  bool well = true;
  nlohmann::ordered_json out;
  for (const auto& finding : findings) {
    well = well && finding.well;
    out[finding.what] = {{"says", finding.says}, {"ok", finding.well}};
    if (!json)
      print(fmt::format("{:<18} {}{}\n", finding.what, finding.well ? "" : "NOT WELL: ", finding.says));
  }
  if (json) out["models"]["cached"] = list_of_models(cached);
  if (!json)
    for (const auto& model : cached.found) print(line_of_model(model));
  if (json) print(json_text(out, 2) + "\n");
  if (!well) return missing_error("doctor: something here does not work (see above)");
  return {};
}

}  // namespace

Command doctor_command() {
  return {"doctor", "Report what this installation can do on this machine", [](Args& args) {
            auto json = std::make_shared<bool>(false);
            args.flag("--json", *json, "As JSON");
            args.example("standfast doctor", "Check this installation");
            return [json] { return run(*json); };
          }};
}

}  // namespace standfast::cli
