// Record of a cell, record.json (docs/run-folder.md): the fitted model, and its scores on each side on which
// it was examined. Only this code writes and reads it.
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
  uint64_t n = 0;                          // number of items
  std::map<std::string, uint64_t> counts;  // numbers of items by property that the task counts: "same"
  std::vector<CellScore> scores;
  uint64_t count(const std::string& what) const;
  bool operator==(const CellSide&) const = default;
};

struct CellFile : ScoreKey {
  std::string task;
  bool ok = true;
  std::string reason;  // reason of the failure; then there are no sides, and maybe no counts
  std::map<std::string, uint64_t> fold_counts;  // items of the fold, by part: "train", "validation" ...
  std::string profile;
  std::vector<std::string> classes;            // the label set; only for tasks with a target
  bool probabilities = true;                   // the answers estimate probabilities
  std::optional<PlantedRecord> shortcut = {};  // only for a condition with a shortcut
  // The file of its rationales, beside the record; "" where its model gives none.
  std::string rationales = {};
  std::vector<CellSide> sides;  // the test items come first
  // Facts that the model reports about its fit.
  nlohmann::ordered_json facts = nlohmann::ordered_json::object();
  uint64_t count(const std::string& what) const;
  bool operator==(const CellFile&) const = default;
};

// Returns the scores of a cell. values: by metric; nothing if the metric is undefined on the n items.
std::vector<CellScore> cell_scores(const std::vector<std::string>& metrics,
                                   const std::vector<std::optional<double>>& values, uint64_t n);

// Returns a record with the key of the unit filled in.
CellFile cell_file(const Unit& cell, const StudySpec& study);
// Returns the record of a cell that could not be done. The reason becomes one printable line.
CellFile failed_cell_file(const Unit& cell, const StudySpec& study, const std::string& reason);
// Returns the file name of the answers of a side: predictions.jsonl.gz, predictions-<side>.jsonl.gz.
std::string predictions_name(const std::string& side);

// Reads the score key of a marker. Throws as the library does.
ScoreKey key_in_record(const nlohmann::ordered_json& json);

// Convert between a record and its marker, without the files that the unit wrote and without seal. A data
// error names the path and the problem.
nlohmann::ordered_json to_json(const CellFile& cell);
Result<CellFile> cell_from_json(const nlohmann::ordered_json& json, const std::string& path);

}  // namespace standfast
