// Markers: files that record that a unit is done, and that reveal damage.
//
// A unit's marker is written last. It lists every other file that the unit wrote, with size and SHA-256. It
// ends in a seal: the SHA-256 of its own text without the seal. So a file or a marker that was cut, changed
// or deleted is noticed. Code that reads a file of a run checks it first; code that continues a run makes
// damaged units again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/base/sealed.h"

namespace standfast {

// Reads a sealed file. A data error names the file and its problem: it is missing, or damaged, or has another
// schema than the wanted one ("standfast-record/2"). In the last case another version wrote it (which may
// have had no seals).
Result<nlohmann::ordered_json> read_sealed(const std::string& path, std::string_view schema);
Result<std::string> read_sealed_lines(const std::string& path);  // without the line of the seal

// The limit for unpacking files that a unit wrote. Their digest protects them. If a model gives the same
// answer to every item, its answers are packed far more tightly than texts. The highest ratio of gzip is
// 1,032 to 1.
inline constexpr UnpackLimit kOwnFiles{.ratio = 1032};

// The end of a message about a file of a run whose content is not as described.
inline constexpr std::string_view kSeeRunFolder = " (see docs/run-folder.md)";

// A file that a unit wrote. The path is relative to the folder of the run.
struct UnitFile {
  std::string path;
  uint64_t bytes = 0;
  std::string sha256;
};

// The member "files" of a marker: describe_files makes it from the present files of the run; files_of reads
// it.
Result<nlohmann::ordered_json> describe_files(const std::string& run, const std::vector<std::string>& paths);
Result<std::vector<UnitFile>> files_of(const nlohmann::ordered_json& marker);

enum class Check {
  sizes,    // every file exists and has its size; nothing is read
  digests,  // also every file has its content; all is read
};
// Returns the damage of files that a marker lists, as a message ("predictions.jsonl.gz has 0 bytes, not
// 4711"), or "".
std::string damage_of(const std::string& run, const std::vector<UnitFile>& files, Check check);

// Returns the error for a file of a run that has changed since it was written. what: the file and its
// problem; it may be such a message already. label: of the unit that wrote it; "": unknown. The message says
// what to do.
Failure damaged_part(std::string what, std::string_view label = {});

// Returns the error for a file that is sealed, or listed with its digest, but whose content is not as
// expected: it was edited.
Failure unreadable_part(const std::string& path, const std::string& why);

// Runs `body`, which reads the members of a file's JSON. If a member is missing or has another type, the
// result is a data error that names the file and says what to do.
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
