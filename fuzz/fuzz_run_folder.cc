// A run folder in which one file has other bytes. The first byte of the input chooses the file. The second
// byte decides if its seal (or the digest in its unit's marker) is rewritten, as if a worker had written the
// file. Any bytes give records and a status, or one line of refusal.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fuzz/require_line.h"
#include "fuzz/scratch.h"
#include "standfast/base/json.h"
#include "standfast/result/run/run_reader.h"
#include "standfast/study/record/marker.h"
#include "standfast/study/record/status.h"
#include "tests/support/run_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace standfast;

struct Run {
  fuzz::Scratch scratch;
  std::string folder = scratch.path();
  std::vector<std::string> files;  // relative, ascending

  Run() {
    standfast::testing::RunFolderOptions options;
    options.authors = 4;
    options.topics = 5;
    options.folds = 1;
    options.pairs = 6;
    standfast::testing::make_run_folder(folder, options);
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), folder).string());
    std::sort(files.begin(), files.end());
  }
};

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Run run;
  if (size < 2) return 0;
  const std::string name = run.files[data[0] % run.files.size()], path = run.folder + "/" + name;
  std::string bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const bool marker = name.ends_with("record.json") || name.ends_with("artifact.json");
  const bool sealed_anew = data[1] % 4 != 0;
  if (sealed_anew && name == "plan.jsonl") bytes = sealed_lines(std::move(bytes));
  if (sealed_anew && (marker || name == "provenance.json")) {
    const auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
    if (json.is_object() && !json.empty()) bytes = sealed_text(json);
  }
  const std::string before = bytes_of(path);
  put(path, bytes);
  // The marker belongs to the unit that wrote the file.
  std::string owner, owner_before;
  if (sealed_anew && !marker && name != "plan.jsonl" && name != "provenance.json")
    for (const auto& file : run.files) {
      if (!file.ends_with("record.json") && !file.ends_with("artifact.json")) continue;
      const std::string text = bytes_of(run.folder + "/" + file);
      if (text.find("\"" + name + "\"") == std::string::npos) continue;
      owner = run.folder + "/" + file;
      owner_before = text;
      auto json = nlohmann::ordered_json::parse(text);
      json.erase("seal");
      json["files"] = *describe_files(run.folder, {name});
      put(owner, sealed_text(json));
      break;
    }
  fuzz::require_line(result::read_run(run.folder));
  fuzz::require_line(read_status(RunFolder(run.folder), Check::digests));
  put(path, before);
  if (!owner.empty()) put(owner, owner_before);
  return 0;
}
