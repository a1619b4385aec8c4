#include "standfast/study/record/planted_record.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/corpus/column.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// Returns one row for each class.
template <class Number>
Json table_json(const std::vector<Number>& cells, size_t values) {
  Json rows = Json::array();
  for (size_t i = 0; values > 0 && i < cells.size(); i += values) {
    Json row = Json::array();
    for (size_t v = 0; v < values; ++v) row.push_back(cells[i + v]);
    rows.push_back(std::move(row));
  }
  return rows;
}

template <class Number>
Result<std::vector<Number>> table_from(const Json& json, const char* name, size_t classes, size_t values) {
  std::vector<Number> cells;
  for (const Json& row : json)
    for (const Json& cell : row) cells.push_back(cell.get<Number>());
  if (json.size() != classes || cells.size() != classes * values ||
      std::any_of(json.begin(), json.end(), [&](const Json& row) { return row.size() != values; }))
    return data_error(fmt::format("shortcut: {} is not one row a class and one number a value", name));
  return cells;
}

Json counts_json(const PlantedCounts& counts, size_t values) {
  return {{"documents", table_json(counts.documents, values)}, {"target", table_json(counts.target, values)}};
}

Result<PlantedCounts> counts_from(const Json& json, const char* name, size_t classes, size_t values) {
  PlantedCounts counts;
  SF_ASSIGN(counts.documents, table_from<uint64_t>(json.at("documents"), name, classes, values));
  SF_ASSIGN(counts.target, table_from<double>(json.at("target"), name, classes, values));
  return counts;
}

Result<DroppedDocuments> dropped_from(const Json& json, size_t classes) {
  const Json& all = json.at("dropped");
  DroppedDocuments dropped{std::vector<uint64_t>(classes), std::vector<uint64_t>(classes)};
  if (!json.contains("dropped_train")) {
    if (all == 0) return dropped;
    return data_error(
        "shortcut: an earlier version made this record, and did not count dropped documents by class; "
        "give the study a new run folder");
  }
  json.at("dropped_train").get_to(dropped.train);
  json.at("dropped_test").get_to(dropped.test);
  if (dropped.train.size() != classes || dropped.test.size() != classes)
    return data_error("shortcut: dropped documents are not one number for each class");
  if (all != dropped.all()) return data_error("shortcut: dropped is not the sum over classes");
  return dropped;
}

}  // namespace

Json to_json(const PlantedRecord& record) {
  const size_t values = record.values.size();
  Json suggests = Json::array();
  for (const uint32_t klass : record.suggests) suggests.push_back(klass == kMissing ? Json() : Json(klass));
  return {{"kind", record.kind},
          {"lambda", record.lambda},
          {"test_lambda", record.test_lambda},
          {"law", record.law},
          {"values", record.values},
          {"suggests", std::move(suggests)},
          {"dropped", record.dropped.all()},
          {"dropped_train", record.dropped.train},
          {"dropped_test", record.dropped.test},
          {"train", counts_json(record.train, values)},
          {"test", counts_json(record.test, values)},
          {"anti_test", counts_json(record.anti_test, values)}};
}

Result<PlantedRecord> planted_record_from_json(const Json& json, size_t classes) {
  PlantedRecord record;
  json.at("kind").get_to(record.kind);
  json.at("lambda").get_to(record.lambda);
  json.at("test_lambda").get_to(record.test_lambda);
  json.at("law").get_to(record.law);
  json.at("values").get_to(record.values);
  for (const Json& klass : json.at("suggests"))
    record.suggests.push_back(klass.is_null() ? kMissing : klass.get<uint32_t>());
  SF_ASSIGN(record.dropped, dropped_from(json, classes));
  const size_t values = record.values.size();
  if (values == 0 || values >= kNoCue)
    return data_error(fmt::format("shortcut: {} values where 1 to {} are possible", values, kNoCue - 1));
  if (record.suggests.size() != values ||
      std::any_of(record.suggests.begin(), record.suggests.end(),
                  [&](uint32_t k) { return k != kMissing && k >= classes; }))
    return data_error("shortcut: suggests is not one class, or null, for each value");
  SF_ASSIGN(record.train, counts_from(json.at("train"), "train", classes, values));
  SF_ASSIGN(record.test, counts_from(json.at("test"), "test", classes, values));
  SF_ASSIGN(record.anti_test, counts_from(json.at("anti_test"), "anti_test", classes, values));
  return record;
}

}  // namespace standfast
