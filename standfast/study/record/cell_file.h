// record.json of a cell (docs/run-folder.md): what was fitted, and its scores on each side on which it was
// examined. Only this code writes and reads it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/planted_record.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

inline constexpr const char* kRecordSchema = "standfast-record/3";

struct CellScore {
  std::string metric;
  std::optional<double> value;  // nothing: undefined on these items
  uint64_t n_used = 0, n_total = 0;
  bool operator==(const CellScore&) const = default;
};

// One side of a cell.
struct CellSide {
  std::string side = kTestSide;
  std::string predictions;                 // the file of its answers, beside the record
  uint64_t n = 0;                          // items asked
  std::map<std::string, uint64_t> counts;  // number of them by property that the task counts: "same"
  std::vector<CellScore> scores;
  uint64_t count(const std::string& what) const;
  bool operator==(const CellSide&) const = default;
};

struct CellFile : ScoreKey {
  std::string task;
  bool ok = true;
  std::string reason;                           // why it failed; then there are no sides, and maybe no counts
  std::map<std::string, uint64_t> fold_counts;  // "train", "validation" ...: items of the fold
  std::string profile;
  std::vector<std::string> classes;            // of tasks with a target: the label set
  bool probabilities = true;                   // the answers estimate probabilities
  std::optional<PlantedRecord> shortcut = {};  // of a condition with a shortcut
  std::string rationales =
      {};  // the file of its rationales, beside the record; "" where its model gives none
  std::vector<CellSide> sides;                                      // the test items come first
  nlohmann::ordered_json facts = nlohmann::ordered_json::object();  // what the model reports about its fit
  uint64_t count(const std::string& what) const;
  bool operator==(const CellFile&) const = default;
};

// values: by metric; nothing if the metric is undefined on the n items.
std::vector<CellScore> cell_scores(const std::vector<std::string>& metrics,
                                   const std::vector<std::optional<double>>& values, uint64_t n);

// A file with the key of the unit filled in.
CellFile cell_file(const Unit& cell, const StudySpec& study);
// The same for a cell that could not be done. The reason becomes one printable line.
CellFile failed_cell_file(const Unit& cell, const StudySpec& study, const std::string& reason);
// The file name of the answers of a side: predictions.jsonl.gz, predictions-<side>.jsonl.gz.
std::string predictions_name(const std::string& side);

// The score key of a marker. Throws as the library does.
ScoreKey key_in_record(const nlohmann::ordered_json& json);

// To a marker, without the files that the unit wrote and without seal; and back. A data error names the path
// and says what is wrong.
nlohmann::ordered_json to_json(const CellFile& cell);
Result<CellFile> cell_from_json(const nlohmann::ordered_json& json, const std::string& path);

}  // namespace standfast
