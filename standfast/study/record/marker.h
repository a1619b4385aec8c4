// Markers: how a run folder says that a unit is done, and how it tells damage from data.
//
// A unit's marker is written last. It lists every other file that the unit wrote, with size and SHA-256, and
// ends in a seal: the SHA-256 of its own text without the seal. So a file that was cut, changed or deleted is
// seen, and a changed marker too. Whoever reads a file of a run checks it first; whoever continues a run
// makes damaged units again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/json.h"
#include "standfast/base/result.h"

namespace standfast {

// JSON as the files of a run hold it: indented, ending in a line break, whatever bytes names have.
std::string file_text(const nlohmann::ordered_json& json);

// The same of an object that is not empty, with the member "seal" added as the last.
std::string sealed_text(const nlohmann::ordered_json& json);
// Lines of a file, and a last line {"seal": "..."} over all of them.
std::string sealed_lines(std::string lines);

// Reads a sealed file. A data error names the file and says what is wrong: not there, damaged, or of another
// schema than the one wanted ("standfast-record/2"), so made by another version (which may have had no
// seals).
Result<nlohmann::ordered_json> read_sealed(const std::string& path, std::string_view schema);
Result<std::string> read_sealed_lines(const std::string& path);  // without the seal's line

// For packed files that a unit wrote: their digest vouches for them, and answers of a model that says the
// same of every item pack far better than texts do. 1,032 to 1 is the most that gzip can.
inline constexpr UnpackLimit kOwnFiles{.ratio = 1032};

// A file that a unit wrote. The path is relative to the folder of the run.
struct UnitFile {
  std::string path;
  uint64_t bytes = 0;
  std::string sha256;
};

// The member "files" of a marker: files of the run as they are now, and back.
Result<nlohmann::ordered_json> describe_files(const std::string& run, const std::vector<std::string>& paths);
Result<std::vector<UnitFile>> files_of(const nlohmann::ordered_json& marker);

enum class Check {
  sizes,    // every file is there and has its size; nothing is read
  digests,  // and holds what was written; all of it is read
};
// What is wrong with files that a marker lists, for a message ("predictions.jsonl.gz has 0 bytes, not 4711"),
// or "".
std::string damage_of(const std::string& run, const std::vector<UnitFile>& files, Check check);

// A file that is sealed, or listed with its digest, and yet does not hold what it should: somebody edited it.
Failure unreadable_part(const std::string& path, const std::string& why);

// Runs `body`, which takes the JSON of a run's file apart. A member that is missing or has another type
// becomes a data error that names the file and says what to do.
template <class Body>
Status take_apart(const std::string& path, const Body& body) {
  try {
    body();
    return {};
  } catch (const nlohmann::json::exception& problem) {
    return unreadable_part(path, problem.what());
  }
}

}  // namespace standfast
