// Files of a run that hold one record: any bytes give a record of each kind, or one line of refusal. Written
// again, a record reads back to the same bytes.
#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/record_file.h"

namespace {

using namespace standfast;

template <class Read, class Write>
void read_and_write(const nlohmann::ordered_json& json, const Read& read, const Write& write) {
  const auto record = read(json);
  fuzz::require_line(record);
  if (!record) return;
  const std::string text = json_text(write(*record));
  const auto parsed = parse_json(text);
  fuzz::require(parsed.has_value());
  const auto again = read(*parsed);
  fuzz::require(again && json_text(write(*again)) == text);
}

template <class Record>
void read_and_write(const nlohmann::ordered_json& json, const FieldTable<Record>& fields) {
  read_and_write(
      json, [&](const auto& from) { return record_from(fields, from, "record.json"); },
      [&](const Record& record) { return fields.write(record); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto json = json_or_discarded({reinterpret_cast<const char*>(data), size});
  if (!json.is_object()) return 0;
  read_and_write(json, map_fields());
  read_and_write(json, near_fields());
  read_and_write(json, analysis_fields());
  read_and_write(json, design_fields());
  read_and_write(json, style_fields());
  read_and_write(json, summary_fields());
  read_and_write(json, similarity_fields());
  read_and_write(json, corpus_fields());
  read_and_write(
      json, [](const auto& from) { return cell_from_json(from, "record.json"); },
      [](const CellFile& cell) { return to_json(cell); });
  return 0;
}
