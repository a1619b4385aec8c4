// Record of the shortcut that was planted in a cell's fold: the member "shortcut" of the cell's record
// (docs/run-folder.md). It holds counts and names of values, and no text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/result.h"
#include "standfast/shortcut/planted_fold.h"

namespace standfast {

// Documents by class and value of the cue, and the probability with which each value was to be drawn.
struct PlantedCounts {
  std::vector<uint64_t> documents;  // classes x values, row-major
  std::vector<double> target;       // the same; each row sums to 1
  uint64_t of(size_t klass, size_t value, size_t values) const { return documents[klass * values + value]; }
  bool operator==(const PlantedCounts&) const = default;
};

struct PlantedRecord {
  std::string kind, law;
  double lambda = 1, test_lambda = 1;
  std::vector<std::string> values;       // values of the cue, 1 to 255
  std::vector<uint32_t> suggests;        // by value: the class that it accompanies in train; kMissing: none
  DroppedDocuments dropped;              // dropped documents of the fold
  PlantedCounts train, test, anti_test;  // train: with validation
  size_t classes() const { return values.empty() ? 0 : test.documents.size() / values.size(); }
  bool operator==(const PlantedRecord&) const = default;
};

nlohmann::ordered_json to_json(const PlantedRecord& record);
// Parses a record. classes: of the cell. May throw exceptions of nlohmann::json. A data error names the part
// that does not fit.
Result<PlantedRecord> planted_record_from_json(const nlohmann::ordered_json& json, size_t classes);

// Name of the member of a line of predictions with the value of the cue in the document. Documents without a
// planted cue have no such member.
inline constexpr const char* kCueKey = "cue";
inline constexpr uint8_t kNoCue = 255;  // stands for no place in `values`

}  // namespace standfast
