#include "standfast/answers/class_predictions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "standfast/answers/prediction_lines.h"
#include "standfast/base/csv_cell.h"
#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/metric/classes/classification_tally.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr double kSumTolerance = 1e-3, kPredictedTolerance = 1e-9;
constexpr int kFewestDecimals = 2;  // the least decimals that probabilities are taken to be rounded to

struct PredictionRow {
  std::optional<std::string> id, predicted;
  std::vector<std::pair<uint32_t, double>> values;  // classes are coded by first appearance
  int decimals = kFewestDecimals;                   // the most that a value was written with
  bool has_values = false, ranks_only = false;
  bool no_answer = false;  // the row says that there is no answer
};

// The codes of classes, in the order in which they appear.
class Names {
 public:
  uint32_t code(const std::string& name) {
    return codes_.try_emplace(name, static_cast<uint32_t>(codes_.size())).first->second;
  }
  // Returns the names in ascending order, and the place of each code among them.
  std::vector<std::string> sorted(std::vector<uint32_t>& place) const {
    std::vector<std::string> names;
    place.resize(codes_.size());
    for (const auto& [name, code] : codes_) {
      place[code] = static_cast<uint32_t>(names.size());
      names.push_back(name);
    }
    return names;
  }

 private:
  std::map<std::string, uint32_t> codes_;
};

Result<double> check_probability(double value, std::string_view name) {
  if (value >= 0 && value <= 1) return value;
  return data_error(fmt::format(
      "the probability of \"{}\" is {}, not a number from 0 to 1{}", shorten(name), value,
      std::isfinite(value) ? " (is it a distance or a decision value?)" : " (did a model divide by zero?)"));
}

Status json_values(ondemand::value value, std::string_view key, Names& names, PredictionRow& row) {
  if (row.has_values)
    return data_error(fmt::format("there is more than one of \"probabilities\" and \"scores\""));
  row.has_values = true;
  row.ranks_only = key == "scores";
  ondemand::object object;
  const auto malformed = [&] {
    return data_error(fmt::format("\"{}\" is not an object {{class: number, ...}}", key));
  };
  if (value.get_object().get(object)) return malformed();
  for (auto field : object) {
    std::string_view name;
    ondemand::value number;
    if (field.unescaped_key().get(name) || field.value().get(number)) return malformed();
    const std::string text(name);
    SF_ASSIGN(double p, json_number(number, text, &row.decimals));
    SF_ASSIGN(p, check_probability(p, text));
    row.values.emplace_back(names.code(text), p);
  }
  return {};
}

Result<PredictionRow> parse_json_line(ondemand::parser& parser, std::string_view line, size_t capacity,
                                      Names& names) {
  PredictionRow row;
  const auto member = [&](std::string_view key, ondemand::value value) -> Status {
    if (key == "id") {
      SF_ASSIGN(row.id, json_text(value, "id"));
    } else if (key == "predicted") {
      row.no_answer = value.is_null().value_unsafe();
      if (row.no_answer) return {};
      SF_ASSIGN(row.predicted, json_text(value, "predicted"));
    } else if (key == "probabilities" || key == "scores") {
      SF_TRY(json_values(value, std::string(key), names, row));
    }
    return {};
  };
  SF_TRY(for_each_member(parser, line, capacity, member));
  return row;
}

class PredictionTable {
 public:
  Status begin(std::string_view header, Names& names) {
    separator_ = guess_separator(header);
    SF_ASSIGN(const auto fields, split_fields(header, separator_));
    std::unordered_set<std::string> seen;
    for (const auto& field : fields) {
      if (!seen.insert(field).second)
        return data_error(fmt::format("two columns are called \"{}\"; keep one", shorten(field)));
      columns_.push_back(field == "id" || field == "predicted" ? 0 : names.code(field));
      classes_ = classes_ || (field != "id" && field != "predicted");
    }
    names_ = fields;
    if (!seen.contains("id") || fields.size() < 2)
      return data_error(
          "neither JSON lines nor a table with a header that has id and predicted or classes (id,predicted "
          "or id,ann,bob)");
    return {};
  }

  Result<PredictionRow> parse(std::string_view line) const {
    SF_ASSIGN(const auto fields, split_fields(line, separator_));
    if (fields.size() != columns_.size())
      return data_error(fmt::format("{} fields, but the first line has {}", fields.size(), columns_.size()));
    PredictionRow row;
    row.has_values = classes_;
    bool says_nothing = classes_;  // all cells are empty but the id
    for (size_t i = 0; i < fields.size(); ++i)
      says_nothing = says_nothing && (fields[i].empty() || names_[i] == "id");
    row.no_answer = says_nothing;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (names_[i] == "id") {
        row.id = fields[i];
      } else if (says_nothing) {
        if (names_[i] != "predicted") row.values.emplace_back(columns_[i], 0.0);
      } else if (names_[i] == "predicted") {
        row.predicted = fields[i];
        row.no_answer = fields[i].empty();
      } else {
        const auto number = parse_number(fields[i]);
        if (!number)
          return data_error(fmt::format(
              "column \"{}\" holds \"{}\", not a number{}", shorten(names_[i]), shorten(fields[i]),
              has_decimal_comma(fields[i])
                  ? " (a decimal comma? a point is expected: 0.5)"
                  : "; every column but id and predicted is a class with its probability"));
        row.decimals = std::max(row.decimals, written_decimals(fields[i]));
        SF_ASSIGN(const double p, check_probability(*number, names_[i]));
        row.values.emplace_back(columns_[i], p);
      }
    }
    return row;
  }

 private:
  char separator_ = ',';
  bool classes_ = false;
  std::vector<std::string> names_;
  std::vector<uint32_t> columns_;
};

// The limit for any number of classes: beyond it, values are no rounded probabilities.
constexpr double kMostOffSum = 0.25;

// Sorts the values by class and scales them to sum to 1. Messages say what is wrong with the probabilities.
Status finish(std::vector<std::pair<uint32_t, double>>& values, int decimals) {
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (size_t k = 0; k < values.size(); ++k) {
    if (k > 0 && values[k].first == values[k - 1].first) return data_error("names a class twice");
    sum += values[k].second;
  }
  // Each value may be off by half a unit of the last digit that was written. A sum at the bound is within it,
  // in whatever order the values were added.
  const auto classes = static_cast<double>(values.size());
  const double bound = std::clamp(classes * 0.5 * std::pow(10.0, -decimals), kSumTolerance, kMostOffSum);
  if (!(std::abs(sum - 1) <= bound + 1e-9))
    return data_error(fmt::format(
        "has probabilities whose sum is {:.6g}, not 1 (of {} values with {} decimals it may be off by "
        "{:.3g})",
        sum, values.size(), decimals, bound));
  if (std::abs(sum - 1) > 1e-12)
    for (auto& value : values) value.second /= sum;
  return {};
}

// A collector of rows as they come, which then puts the classes in the order of their names.
class Collector {
 public:
  Names names;

  Status take(PredictionRow row) {
    if (!row.id) return data_error("there is no \"id\"");
    if (!known_.insert(*row.id).second)
      return data_error(fmt::format("the id {} occurred before; one line per document", shorten(*row.id)));
    const std::string who = shorten(*row.id);
    if (row.no_answer) return take_no_answer(std::move(row), who);
    if (!row.has_values && !row.predicted)
      return data_error(fmt::format("{} has neither \"predicted\" nor \"probabilities\"", who));
    if (!began_) {
      began_ = true;
      read_.has_probabilities = row.has_values;
      read_.ranks_only = row.ranks_only;
    } else if (read_.has_probabilities != row.has_values) {
      return data_error(fmt::format("{} has {}probabilities, the lines before have {}", who,
                                    row.has_values ? "" : "no ", row.has_values ? "none" : "some"));
    } else if (read_.ranks_only != row.ranks_only) {
      return data_error(fmt::format("{} has \"{}\", the lines before do not", who,
                                    row.ranks_only ? "scores" : "probabilities"));
    }
    if (row.has_values)
      if (auto status = finish(row.values, row.decimals); !status)
        return data_error(who + " " + status.error().message);
    read_.ids.push_back(std::move(*row.id));
    predicted_.push_back(row.predicted ? names.code(*row.predicted) : kNone);
    rows_.push_back(std::move(row.values));
    return {};
  }

  Status take_no_answer(PredictionRow row, const std::string& who) {
    if (std::any_of(row.values.begin(), row.values.end(), [](const auto& v) { return v.second > 0; }))
      return data_error(fmt::format("{} has probabilities and yet no answer", who));
    read_.ids.push_back(std::move(*row.id));
    predicted_.push_back(kNoAnswer);
    rows_.emplace_back();
    return {};
  }

  Result<ClassPredictions> done(const std::string& name) {
    std::vector<uint32_t> place;
    read_.classes = names.sorted(place);
    if (read_.has_probabilities) read_.probabilities.columns_count = read_.classes.size();
    uint64_t entries = 0;
    for (const auto& row : rows_) entries += row.size();
    read_.probabilities.columns.resize(entries);
    read_.probabilities.values.resize(entries);
    uint64_t at = 0;
    for (size_t i = 0; i < rows_.size(); ++i) {
      auto& row = rows_[i];
      for (auto& [code, p] : row) code = place[code];
      std::sort(row.begin(), row.end());
      SF_ASSIGN(const uint32_t answer, answer_of(i, row, place, name));
      read_.predicted.push_back(answer);
      for (const auto& [column, p] : row) {
        read_.probabilities.columns[at] = column;
        read_.probabilities.values[at++] = p;
      }
      read_.probabilities.begin.push_back(at);
    }
    return std::move(read_);
  }

  uint64_t& blank_lines() { return read_.blank_lines; }

 private:
  using Row = std::vector<std::pair<uint32_t, double>>;

  // Returns the answer of a line. All later code takes the most probable class for the answer, the first
  // among equals. So if a line names another of them, this one becomes more probable than they are, by the
  // least that a number can be.
  Result<uint32_t> answer_of(size_t line, Row& row, const std::vector<uint32_t>& place,
                             const std::string& name) const {
    if (predicted_[line] == kNoAnswer) return kNoAnswer;
    // The most probable class; of equal ones the first.
    const auto best = std::max_element(row.begin(), row.end(),
                                       [](const auto& x, const auto& y) { return x.second < y.second; });
    if (predicted_[line] == kNone) return best->first;
    const uint32_t said = place[predicted_[line]];
    if (row.empty()) return said;
    const auto own = std::find_if(row.begin(), row.end(), [&](const auto& v) { return v.first == said; });
    const double p = own == row.end() ? 0 : own->second;
    if (best->second > p + kPredictedTolerance)
      return data_error(fmt::format(
          "{}: {} is predicted as \"{}\" (probability {:.6g}), but \"{}\" is more probable ({:.6g})", name,
          shorten(read_.ids[line]), shorten(read_.classes[said]), p, shorten(read_.classes[best->first]),
          best->second));
    if (best != own && own != row.end()) own->second = std::nextafter(best->second, 2.0);
    return said;
  }

  static constexpr uint32_t kNone = kNoAnswer - 1;  // the row does not name a class
  bool began_ = false;                              // a line with an answer has been read
  ClassPredictions read_;
  std::vector<uint32_t> predicted_;
  std::vector<std::vector<std::pair<uint32_t, double>>> rows_;
  std::unordered_set<std::string> known_;
};

std::string table_field(std::string_view text) {
  return text.empty() ? "\"\"" : csv_cell(text);
}

}  // namespace

Result<ClassPredictions> parse_class_predictions(std::string content, const std::string& name) {
  Collector collector;
  ondemand::parser parser;
  PredictionTable table;
  std::optional<bool> is_json;
  const auto take = [&](std::string_view line, size_t capacity) -> Status {
    if (!is_valid_utf8(line)) return data_error("not UTF-8 (iconv -t UTF-8 makes it so)");
    if (!is_json) {
      SF_ASSIGN(is_json, is_json_line(line));
      if (!*is_json) return table.begin(line, collector.names);
    }
    SF_ASSIGN(PredictionRow row,
              *is_json ? parse_json_line(parser, line, capacity, collector.names) : table.parse(line));
    return collector.take(std::move(row));
  };
  SF_TRY(for_each_line(std::move(content), name, collector.blank_lines(), take));
  return collector.done(name);
}

Result<ClassPredictions> read_class_predictions(const std::string& path) {
  SF_ASSIGN(std::string content, read_file(path));
  return parse_class_predictions(std::move(content), path == "-" ? "standard input" : path);
}

bool names_classes(const std::string& path) {
  auto content = read_file(path);
  if (!content) return false;
  bool found = false;
  uint64_t blank_lines = 0;
  ondemand::parser parser;
  const auto first = [&](std::string_view line, size_t capacity) -> Status {
    const auto look = [&](std::string_view key, ondemand::value) -> Status {
      found = found || key == "predicted" || key == "probabilities" || key == "scores";
      return {};
    };
    SF_ASSIGN(const bool is_json, is_json_line(line));
    if (is_json) {
      SF_TRY(for_each_member(parser, line, capacity, look));
    } else {
      SF_ASSIGN(const auto fields, split_fields(line, guess_separator(line)));
      found = std::find(fields.begin(), fields.end(), "predicted") != fields.end();
    }
    return data_error("");  // the other lines are not read
  };
  static_cast<void>(for_each_line(std::move(*content), path, blank_lines, first));
  return found;
}

Result<ClassPredictionWriter> ClassPredictionWriter::make(std::vector<std::string> classes, Format format,
                                                          bool estimates) {
  if (format == Format::table)
    for (const auto& name : classes)
      if (name == "id" || name == "predicted" || name.find_first_of("\r\n") != std::string::npos)
        return data_error(fmt::format("a table of predictions cannot have a class \"{}\"; write JSON lines",
                                      shorten(name)));
  ClassPredictionWriter writer;
  writer.classes_ = std::move(classes);
  writer.format_ = format;
  writer.estimates_ = estimates;
  return writer;
}

std::string ClassPredictionWriter::header() const {
  if (format_ == Format::jsonl) return "";
  std::string out = "id,predicted";
  for (const auto& name : classes_) (out += ',') += table_field(name);
  return out + "\n";
}

std::string ClassPredictionWriter::line(std::string_view id, std::span<const double> row) const {
  const uint32_t answer = predicted_class(row);
  const std::string_view predicted = answer == kNoAnswer ? std::string_view() : classes_[answer];
  if (format_ == Format::table) {
    std::string out = table_field(id) + "," + table_field(predicted);
    for (const double p : row) out += fmt::format(",{}", p);
    return out + "\n";
  }
  std::string out = "{\"id\":";
  append_json_string(out, id);
  out += ",\"predicted\":";
  if (answer == kNoAnswer) return out + "null}\n";
  append_json_string(out, predicted);
  out += estimates_ ? ",\"probabilities\":{" : ",\"scores\":{";
  for (size_t c = 0; c < row.size(); ++c) {
    if (c > 0) out += ',';
    append_json_string(out, classes_[c]);
    out += fmt::format(":{}", row[c]);
  }
  return out + "}}\n";
}

}  // namespace standfast
