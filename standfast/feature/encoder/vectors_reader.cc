#include "standfast/feature/encoder/vectors_reader.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>
#include <simdjson.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/num/kernel/npy.h"

namespace standfast {
namespace {

constexpr const char* kPairing = "standfast-vectors/1";

// Calls body(line, number) for every line (without its line end); stops at the first failure.
template <class Body>
Status for_each_line(std::string_view text, const Body& body) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    SF_TRY(body(line, number));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

// The line of the first occurrence of each id.
class SeenIds {
 public:
  Status add(const std::string& id, size_t line, const std::string& file) {
    const auto [found, is_new] = lines_.try_emplace(id, line);
    if (!is_new)
      return data_error(
          fmt::format("{}:{}: the id \"{}\" stands in line {} already", file, line, id, found->second));
    return {};
  }

 private:
  std::unordered_map<std::string, size_t> lines_;
};

template <class T>
Result<VectorTable> table_of(const NpyArray& array, std::vector<T> data, const std::string& file) {
  for (size_t i = 0; i < data.size(); ++i)
    if (!std::isfinite(data[i]))
      return data_error(
          fmt::format("{}: row {} (counted from 1) has {} in column {}; vectors are of finite numbers", file,
                      i / array.shape[1] + 1, data[i], i % array.shape[1] + 1));
  Dense<T> m;
  m.rows = array.shape[0];
  m.columns = array.shape[1];
  m.data = std::move(data);
  VectorTable table;
  table.vectors = std::move(m);
  return table;
}

Result<std::string> id_of(const simdjson::dom::object& object) {
  const auto value = object["id"];
  if (std::string_view text; value.get_string().get(text) == simdjson::SUCCESS) return std::string(text);
  if (int64_t number = 0; value.get_int64().get(number) == simdjson::SUCCESS) return std::to_string(number);
  return data_error("has no \"id\" that is text or a whole number");
}

}  // namespace

Result<VectorTable> parse_vector_lines(std::string_view text, const std::string& file) {
  VectorTable table;
  DenseMatrix vectors;
  SeenIds seen;
  simdjson::dom::parser parser;
  const auto read_line = [&](std::string_view line, size_t number) -> Status {
    const auto wrong = [&](const std::string& what) {
      return data_error(fmt::format("{}:{}: {}", file, number, what));
    };
    if (line.find_first_not_of(" \t") == std::string_view::npos) return {};
    simdjson::dom::element element;
    if (const auto error = parser.parse(simdjson::padded_string(line)).get(element))
      return wrong(line.find("NaN") != std::string_view::npos ||
                           line.find("Infinity") != std::string_view::npos
                       ? std::string("holds NaN or Infinity; vectors are of finite numbers")
                       : fmt::format("not JSON: {}", simdjson::error_message(error)));
    simdjson::dom::object object;
    if (element.get_object().get(object) != simdjson::SUCCESS)
      return wrong("not an object {\"id\": ..., \"vector\": [...]}");
    auto id = id_of(object);
    if (!id) return wrong(id.error().message);
    SF_TRY(seen.add(*id, number, file));
    simdjson::dom::array array;
    if (object["vector"].get_array().get(array) != simdjson::SUCCESS)
      return wrong(fmt::format("\"{}\" has no \"vector\" that is a list of numbers", *id));
    const size_t before = vectors.data.size();
    for (const auto item : array) {
      double value = 0;
      if (item.get_double().get(value) != simdjson::SUCCESS || !std::isfinite(value))
        return wrong(fmt::format("item {} of the vector of \"{}\" is not a finite number",
                                 vectors.data.size() - before + 1, *id));
      vectors.data.push_back(value);
    }
    const size_t length = vectors.data.size() - before;
    if (length == 0) return wrong(fmt::format("the vector of \"{}\" is empty", *id));
    if (vectors.rows > 0 && length != vectors.columns)
      return wrong(fmt::format("the vector of \"{}\" has {} numbers, those before it have {}", *id, length,
                               vectors.columns));
    vectors.columns = length;
    ++vectors.rows;
    table.ids.push_back(std::move(*id));
    return {};
  };
  SF_TRY(for_each_line(text, read_line));
  if (vectors.rows == 0)
    return data_error(file +
                      ": no vectors; lines of {\"id\": ..., \"vector\": [...]} or a .npy file are read");
  table.vectors = std::move(vectors);
  return table;
}

Result<VectorTable> parse_vector_array(std::string_view bytes, const std::string& file) {
  SF_ASSIGN(NpyArray array, parse_npy(bytes, file));
  if (array.shape.size() != 2 || array.shape[1] == 0)
    return data_error(fmt::format("{}: has the shape ({}) where documents x numbers are needed", file,
                                  fmt::join(array.shape, " x ")));
  if (auto* floats = std::get_if<std::vector<float>>(&array.data))
    return table_of(array, std::move(*floats), file);
  if (auto* doubles = std::get_if<std::vector<double>>(&array.data))
    return table_of(array, std::move(*doubles), file);
  return data_error(file + ": holds whole numbers where float32 or float64 are needed");
}

Result<std::vector<std::string>> parse_ids(std::string_view text, const std::string& file) {
  std::vector<std::string> ids;
  SeenIds seen;
  const auto read_line = [&](std::string_view line, size_t number) -> Status {
    ids.emplace_back(line);
    return seen.add(ids.back(), number, file);
  };
  SF_TRY(for_each_line(text, read_line));
  return ids;
}

std::string ids_path_beside(const std::string& path) {
  return (path.ends_with(".npy") ? path.substr(0, path.size() - 4) : path) + ".ids.txt";
}

std::string pairing_path_beside(const std::string& path) {
  const std::string ids = ids_path_beside(path);
  return ids.substr(0, ids.size() - std::string_view("txt").size()) + "json";
}

Status write_vector_array(const std::string& path, std::string_view array, std::string_view ids) {
  const nlohmann::ordered_json pairing = {
      {"schema", kPairing}, {"vectors_sha256", sha256_hex(array)}, {"ids_sha256", sha256_hex(ids)}};
  SF_TRY(write_file(pairing_path_beside(path), json_text(pairing, 1) + "\n"));
  SF_TRY(write_file(ids_path_beside(path), ids));
  return write_file(path, array);
}

Status check_pairing(const std::string& path, std::string_view array, std::string_view ids) {
  const std::string pairing_path = pairing_path_beside(path);
  if (!is_there(pairing_path)) return {};
  SF_ASSIGN(const std::string text, read_file(pairing_path));
  SF_ASSIGN(const auto pairing, parse_json(text, pairing_path));
  const auto digest = [&](const char* name) {
    const auto found = pairing.is_object() ? pairing.find(name) : pairing.end();
    return found != pairing.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (digest("schema") != kPairing)
    return data_error(fmt::format("{}: is not of the schema {}", pairing_path, kPairing));
  const bool other_vectors = digest("vectors_sha256") != sha256_hex(array);
  if (!other_vectors && digest("ids_sha256") == sha256_hex(ids)) return {};
  return data_error(fmt::format(
      "{0}: is not the file that {1} names, so nobody knows which vector is whose. Was encode stopped while "
      "it wrote? Then run the same command again. If you changed {0} and its rows still match {2}, remove "
      "{1}",
      other_vectors ? path : ids_path_beside(path), pairing_path,
      other_vectors ? ids_path_beside(path) : path));
}

Result<VectorTable> read_vector_table(const std::string& path, const std::string& ids_path) {
  SF_ASSIGN(const std::string bytes, read_file(path));
  if (!bytes.starts_with("\x93NUMPY")) {
    if (path.ends_with(".npy"))
      return data_error(path + ": is no .npy file, whatever its name (numpy.save makes one)");
    if (!ids_path.empty())
      return usage_error(fmt::format("{}: ids belong to a .npy file; here each line brings its own", path));
    return parse_vector_lines(bytes, path);
  }
  SF_ASSIGN(VectorTable table, parse_vector_array(bytes, path));
  const std::string beside = ids_path_beside(path);
  const std::string ids = !ids_path.empty()                                         ? ids_path
                          : is_there(beside) || is_there(pairing_path_beside(path)) ? beside
                                                                                    : "";
  if (ids.empty()) return table;
  SF_ASSIGN(const std::string text, read_file(ids));
  if (ids == beside) SF_TRY(check_pairing(path, bytes, text));
  SF_ASSIGN(table.ids, parse_ids(text, ids));
  const size_t rows = std::visit([](const auto& m) { return m.rows; }, table.vectors);
  if (table.ids.size() != rows)
    return data_error(fmt::format("{} has {} ids, {} has {} rows", ids, table.ids.size(), path, rows));
  return table;
}

}  // namespace standfast
