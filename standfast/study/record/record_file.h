// Files of a unit that hold one record each, as an indented JSON object. A table of fields describes the
// record.
#pragma once

#include <string>

#include "standfast/base/field_table.h"
#include "standfast/base/file.h"
#include "standfast/base/sealed.h"
#include "standfast/study/record/marker.h"

namespace standfast {

// Reads a file of a run that holds one JSON object.
Result<nlohmann::ordered_json> read_object(const std::string& path);

template <class Record>
std::string record_text(const FieldTable<Record>& fields, const Record& record) {
  return file_text(fields.write(record));
}

// Returns the record of an object that `path` holds. A data error names the file and the problem of the
// record.
template <class Record>
Result<Record> record_from(const FieldTable<Record>& fields, const nlohmann::ordered_json& json,
                           const std::string& path) {
  Record record;
  SF_TRY(take_apart(path, [&] { fields.take(json, record); }));
  if (const std::string wrong = fields.objection(record); !wrong.empty()) return unreadable_part(path, wrong);
  return record;
}

template <class Record>
Result<Record> read_record(const FieldTable<Record>& fields, const std::string& path) {
  SF_ASSIGN(const auto json, read_object(path));
  return record_from(fields, json, path);
}

}  // namespace standfast
