#include "standfast/study/record/attributions_file.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/study/record/span_lines.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
using namespace span_lines;

constexpr const char* kAttributionsSchema = "standfast-attributions/1";

// --- writing

template <class Numbers>
void append_numbers(std::string& line, const Numbers& numbers) {
  line += "[";
  for (size_t i = 0; i < numbers.size(); ++i)
    line += fmt::format("{}{}", i > 0 ? ", " : "", static_cast<float>(numbers[i]) + 0.0F);  // no -0
  line += "]";
}

template <class Numbers>
bool all_finite(const Numbers& numbers) {
  return std::ranges::all_of(numbers, [](double v) { return std::isfinite(static_cast<float>(v)); });
}

bool all_finite(const Attribution& one) {
  return all_finite(one.shares.data) && all_finite(one.base) && all_finite(one.prediction) &&
         all_finite(one.elsewhere);
}

void append_rows(std::string& line, std::string_view key, const DenseMatrix& matrix) {
  line += fmt::format(R"(, "{}": [)", key);
  for (size_t i = 0; i < matrix.rows; ++i) {
    if (i > 0) line += ", ";
    append_numbers(line, matrix.row(i));
  }
  line += "]";
}

std::string document_line(std::string_view side, const ExplainedDocument& document) {
  const Attribution& one = document.attribution;
  std::string line = fmt::format(R"({{"side": {}, "id": {}, "class": {})", json_text(Json(side)),
                                 json_text(Json(document.id)), document.truth);
  if (document.value != kNoValue) line += fmt::format(R"(, "value": {})", document.value);
  append_spans(line, "planted", document.planted);
  append_spans(line, "tokens", one.tokens);
  for (const auto& [key, numbers] :
       {std::pair{"base", &one.base}, {"prediction", &one.prediction}, {"elsewhere", &one.elsewhere}}) {
    line += fmt::format(R"(, "{}": )", key);
    append_numbers(line, *numbers);
  }
  append_rows(line, "shares", one.shares);
  if (one.errors.rows > 0 && all_finite(one.errors.data)) append_rows(line, "errors", one.errors);
  line += fmt::format(R"(, "evaluations": {}, "exact": {})", one.evaluations, one.exact());
  if (one.cut) line += R"(, "cut": true)";
  return line + "}\n";
}

// --- reading

// Reads the numbers. to: as many numbers as there are classes.
void take_numbers(const dom::array& numbers, std::span<double> to) {
  size_t n = 0;
  for (const dom::element number : numbers) {
    const auto value = static_cast<float>(double(number.get_double()));
    if (n < to.size()) to[n] = value;
    if (!std::isfinite(value)) throw WrongLine{"a number is too large"};
    ++n;
  }
  if (n != to.size()) throw WrongLine{fmt::format("{} numbers for {} classes", n, to.size())};
}

std::vector<double> numbers_at(const dom::object& object, const char* key, size_t classes) {
  std::vector<double> numbers(classes);
  take_numbers(object[key].get_array(), numbers);
  return numbers;
}

DenseMatrix rows_at(const dom::object& object, const char* key, size_t tokens, size_t classes) {
  DenseMatrix matrix(tokens, classes);
  size_t row = 0;
  for (const dom::element numbers : dom::array(object[key].get_array())) {
    if (row < matrix.rows) take_numbers(numbers.get_array(), matrix.row(row));
    ++row;
  }
  if (row != tokens) throw WrongLine{fmt::format("{} rows of {} for {} tokens", row, key, tokens)};
  return matrix;
}

std::vector<uint64_t> read_attributions_head(const dom::object& head, AttributionsFile& file) {
  require_schema(head, kAttributionsSchema);
  file.corpus = text_at(head, "corpus");
  file.condition = text_at(head, "condition");
  file.model = text_at(head, "model");
  file.seed = head["seed"].get_uint64();
  file.fold = place_at(head, "fold", 0xffffffffU);
  file.method = text_at(head, "method");
  file.output = text_at(head, "output");
  file.classes = texts_at(head, "classes");
  if (!head["values"].error()) file.values = texts_at(head, "values");
  if (!head["why_not"].error()) file.why_not = text_at(head, "why_not");
  std::vector<uint64_t> explained;
  for (const dom::element one : dom::array(head["sides"].get_array())) {
    const dom::object side = one.get_object();
    file.sides.push_back({text_at(side, "side"), side["documents"].get_uint64(), {}});
    explained.push_back(side["explained"].get_uint64());
    if (explained.back() > file.sides.back().documents)
      throw WrongLine{"more documents are explained than a side has"};
  }
  return explained;
}

ExplainedDocument read_document(const dom::object& line, const AttributionsFile& file) {
  const size_t classes = file.classes.size();
  ExplainedDocument document;
  document.id = text_at(line, "id");
  document.truth = place_at(line, "class", classes);
  if (!line["value"].error()) document.value = place_at(line, "value", file.values.size());
  document.planted = spans_at(line, "planted");
  Attribution& one = document.attribution;
  one.tokens = spans_at(line, "tokens");
  one.base = numbers_at(line, "base", classes);
  one.prediction = numbers_at(line, "prediction", classes);
  one.elsewhere = numbers_at(line, "elsewhere", classes);
  one.shares = rows_at(line, "shares", one.tokens.size(), classes);
  if (!line["errors"].error()) {
    one.errors = rows_at(line, "errors", one.tokens.size(), classes);
    if (std::ranges::any_of(one.errors.data, [](double v) { return v < 0; }))
      throw WrongLine{"a standard error is below 0"};
  }
  one.evaluations = line["evaluations"].get_uint64();
  if (!line["cut"].error()) one.cut = line["cut"].get_bool();
  const bool exact = line["exact"].get_bool();
  if (exact && one.cut) throw WrongLine{"it is exact and cut"};
  one.estimated = !exact && !one.cut;
  return document;
}

// Reads the line of a document. Documents are grouped by side, in the order of the head.
void read_document_line(const dom::object& line, const std::vector<uint64_t>& explained, size_t& side,
                        AttributionsFile& file) {
  while (side < file.sides.size() && file.sides[side].explained.size() == explained[side]) ++side;
  if (side == file.sides.size() || text_at(line, "side") != file.sides[side].side)
    throw WrongLine{"a document of another side than the head names"};
  file.sides[side].explained.push_back(read_document(line, file));
}

}  // namespace

Result<std::string> attributions_text(const AttributionsFile& file) {
  Json head = {{"schema", kAttributionsSchema}, {"corpus", file.corpus}, {"condition", file.condition},
               {"model", file.model},           {"seed", file.seed},     {"fold", file.fold},
               {"method", file.method},         {"output", file.output}, {"classes", file.classes}};
  if (!file.values.empty()) head["values"] = file.values;
  if (!file.why_not.empty()) head["why_not"] = file.why_not;
  head["sides"] = Json::array();
  for (const auto& side : file.sides)
    head["sides"].push_back(
        {{"side", side.side}, {"explained", side.explained.size()}, {"documents", side.documents}});
  std::string text = json_text(head) + "\n";
  for (const auto& side : file.sides)
    for (const auto& document : side.explained) {
      if (!all_finite(document.attribution))
        return data_error(
            fmt::format("the attribution of document {} is not a number", json_text(Json(document.id))));
      text += document_line(side.side, document);
    }
  return text;
}

Result<AttributionsFile> parse_attributions(std::string_view text, const std::string& path) {
  AttributionsFile file;
  std::vector<uint64_t> explained;
  size_t side = 0;
  SF_TRY(read_json_lines(text, path, [&](size_t number, const dom::object& object) {
    if (number == 1)
      explained = read_attributions_head(object, file);
    else
      read_document_line(object, explained, side, file);
  }));
  for (size_t s = 0; s < file.sides.size(); ++s)
    if (file.sides[s].explained.size() != explained[s])
      return unreadable_part(
          path, fmt::format("{} documents of side {}, the head says {}", file.sides[s].explained.size(),
                            json_text(Json(file.sides[s].side)), explained[s]));
  return file;
}

Result<AttributionsFile> read_attributions(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path, kOwnFiles));
  return parse_attributions(text, path);
}

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
