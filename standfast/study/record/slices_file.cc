#include "standfast/study/record/slices_file.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_rows.h"
#include "standfast/corpus/column_builder.h"
#include "standfast/study/record/marker.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSlicesSchema = "standfast-slices/1";

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Reads the head of the file.
void read_head(const simdjson::dom::object& row, SlicesFile& file) {
  file.corpus = std::string(std::string_view(row["corpus"]));
  for (const simdjson::dom::element name : row["columns"].get_array())
    file.names.emplace_back(std::string_view(name.get_string()));
}

}  // namespace

Status write_slices(const std::string& path, const std::string& name, const Corpus& corpus,
                    const std::vector<std::string>& columns) {
  std::vector<const Column*> values;
  for (const auto& column : columns) values.push_back(corpus.named_column(column));
  SF_ASSIGN(auto file, OutputFile::create(path));
  SF_TRY(file.write(line_of({{"schema", kSlicesSchema}, {"corpus", name}, {"columns", columns}})));
  std::string lines;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    Json line = {{"id", corpus.id(row)}, {"values", Json::array()}};
    for (const Column* column : values) {
      const uint32_t code = column == nullptr ? kMissing : column->codes[row];
      line["values"].push_back(code == kMissing ? Json(nullptr) : Json(column->names[code]));
    }
    lines += line_of(line);
    if (lines.size() < (size_t{1} << 16)) continue;
    SF_TRY(file.write(lines));
    lines.clear();
  }
  SF_TRY(file.write(lines));
  return file.commit();
}

Result<SlicesFile> read_slices(const std::string& path) {
  SF_ASSIGN(std::string text, read_file(path, kOwnFiles));
  const bool empty = text.empty();
  SlicesFile file;
  std::vector<ColumnBuilder> columns;
  SF_TRY(each_json_row(
      path, std::move(text), kSeeRunFolder, [&](const simdjson::dom::object& row, size_t line) -> Status {
        if (line == 1) {
          read_head(row, file);
          columns.resize(file.names.size());
          return {};
        }
        const auto place = static_cast<uint32_t>(file.places.size());
        if (!file.places.emplace(std::string_view(row["id"]), place).second)
          return data_error(fmt::format("{}:{}: its id occurred before", path, line));
        size_t k = 0;
        for (const simdjson::dom::element value : row["values"].get_array()) {
          if (k < columns.size())
            columns[k].add(value.is_null()
                               ? std::nullopt
                               : std::optional<std::string_view>(std::string_view(value.get_string())),
                           place);
          ++k;
        }
        if (k != columns.size())
          return data_error(fmt::format("{}:{}: {} values of {} columns", path, line, k, columns.size()));
        return {};
      }));
  if (empty) return data_error(path + ": is empty");
  for (auto& builder : columns) {
    const bool any = builder.any();
    Column column = std::move(builder).finish();
    if (!any) column.codes.assign(file.places.size(), kMissing);
    file.columns.push_back(std::move(column));
  }
  return file;
}

}  // namespace standfast
