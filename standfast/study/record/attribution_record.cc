#include "standfast/study/record/attribution_record.h"

#include "standfast/study/record/attributions_file.h"

namespace standfast {

Result<AttributionRecord> read_attribution_record(const std::string& path, uint32_t top, ExplainedIds& ids) {
  SF_ASSIGN(const AttributionsFile file, read_attributions(path));
  AttributionRecord record;
  record.score_key() = file;
  record.method = file.method;
  record.output = file.output;
  record.why_not = file.why_not;
  record.class_names = file.classes;
  auto& numbers = ids[file.corpus];
  for (const auto& from : file.sides) {
    AttributedSide side{.side = from.side, .documents = from.documents, .explained = {}, .document = {}};
    for (const auto& document : from.explained) {
      const std::string value = document.value == kNoValue ? "" : file.values[document.value];
      side.explained.push_back(
          measured_document(document.attribution, document.planted, value, std::nullopt, top));
      side.document.push_back(
          numbers.try_emplace(document.id, static_cast<uint32_t>(numbers.size())).first->second);
      side.tokens += document.attribution.tokens.size();
      side.evaluations += document.attribution.evaluations;
      side.cut += document.attribution.cut ? 1 : 0;
      side.estimates += document.attribution.errors.data.size();
      for (const double error : document.attribution.errors.data) side.error_squares += error * error;
    }
    record.sides.push_back(std::move(side));
  }
  return record;
}

}  // namespace standfast
