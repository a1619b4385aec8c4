#include "standfast/answers/answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/answers/prediction_lines.h"
#include "standfast/base/file.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

// The content of one line of either file.
struct AnswerRow {
  std::optional<std::string> id;
  std::optional<double> value;
  std::optional<bool> same;
  std::vector<std::string> authors;
  bool from_list = false;
};

// Checks that the score is allowed, and returns it. `raw`: the value as it stood in the file.
Result<double> check_score(double value, std::string_view raw, OutOfRange rule, uint64_t& outside) {
  if (!std::isfinite(value))
    return data_error(
        fmt::format("the score {} is not a finite number (did a model divide by zero?)", shorten(raw)));
  if (value >= 0 && value <= 1) return value;
  if (rule == OutOfRange::refuse)
    return data_error(
        fmt::format("the score {} lies outside [0, 1] (is it a distance or a logit? map it to [0, 1] "
                    "first)",
                    shorten(raw)));
  ++outside;
  return rule == OutOfRange::keep ? value : value < 0 ? 0.0 : 1.0;
}

// ---- JSON lines ----

Status json_value(ondemand::value value, AnswerRow& row) {
  ondemand::json_type type;
  if (value.type().get(type)) return data_error("\"value\" is malformed (NaN and Infinity are not JSON)");
  if (type != ondemand::json_type::array) {
    SF_ASSIGN(row.value, json_number(value, "value"));
    row.from_list = false;
    return {};
  }
  ondemand::array list;
  if (value.get_array().get(list)) return data_error("\"value\" is a malformed list");
  int seen = 0;
  for (auto element : list) {
    ondemand::value inner;
    if (element.get(inner)) return data_error("\"value\" is a malformed list");
    if (++seen == 1) {
      SF_ASSIGN(row.value, json_number(inner, "value"));
    }
  }
  if (seen != 1)
    return data_error(fmt::format("\"value\" is a list of {} elements; one number is expected", seen));
  row.from_list = true;
  return {};
}

Status json_authors(ondemand::value value, AnswerRow& row) {
  row.authors.clear();
  ondemand::array list;
  if (value.get_array().get(list)) return data_error("\"authors\" is not a list of two names");
  for (auto element : list) {
    ondemand::value inner;
    if (element.get(inner)) return data_error("\"authors\" is not a list of two names");
    SF_ASSIGN(row.authors.emplace_back(), json_text(inner, "authors"));
  }
  if (row.authors.size() != 2)
    return data_error(fmt::format("\"authors\" has {} names, not two", row.authors.size()));
  return {};
}

// Names that other tools give the score; only guessed at in messages, because each means other things
// elsewhere.
constexpr std::array<std::string_view, 14> kOtherNames = {
    "prob",   "proba",      "p",          "p_same", "prob_same", "probability", "score",
    "scores", "similarity", "prediction", "pred",   "y_pred",    "y_score",     "confidence"};

// Guesses the name for the message about a missing score: "; is it \"prob\"? (names: id, prob)".
std::string other_name_of_score(const std::vector<std::string>& names) {
  std::string guess;
  for (const auto known : kOtherNames)
    if (guess.empty() && std::find(names.begin(), names.end(), known) != names.end())
      guess = fmt::format("; rename \"{}\", if it is the score", known);
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min<size_t>(names.size(), 8); ++i) shown.push_back(shorten(names[i]));
  return fmt::format("{} (there are {}{})", guess, fmt::join(shown, ", "), names.size() > 8 ? ", ..." : "");
}

// Parses a line, which must have room behind it for simdjson's padding.
Result<AnswerRow> parse_json_line(ondemand::parser& parser, std::string_view line, size_t capacity,
                                  bool want_truth) {
  AnswerRow row;
  const auto member = [&](std::string_view key, ondemand::value value) -> Status {
    if (key == "id") {
      SF_ASSIGN(row.id, json_text(value, "id"));
    } else if (key == "value" && !want_truth) {
      SF_TRY(json_value(value, row));
    } else if (key == "same") {
      bool same = false;
      if (!value.get_bool().get(same)) {
        row.same = same;
      } else {
        SF_ASSIGN(const double number, json_number(value, "same"));
        if (number != 0 && number != 1) return data_error("\"same\" is neither true nor false");
        row.same = number == 1;
      }
    } else if (key == "authors" && want_truth) {
      SF_TRY(json_authors(value, row));
    }  // other values are skipped
    return {};
  };
  SF_TRY(for_each_member(parser, line, capacity, member));
  if (row.id && !want_truth && !row.value && !row.same) {
    std::vector<std::string> names;
    SF_TRY(for_each_member(parser, line, capacity, [&](std::string_view key, ondemand::value) -> Status {
      names.emplace_back(key);
      return {};
    }));
    return data_error("there is no \"value\"" + other_name_of_score(names));
  }
  return row;
}

// ---- tables ----

class AnswerTable {
 public:
  // Reads the first line, which is the header unless its second field is a number.
  Status begin(std::string_view first_line, bool want_truth, bool& is_header) {
    separator_ = guess_separator(first_line);
    SF_ASSIGN(const auto fields, split_fields(first_line, separator_));
    columns_ = fields.size();
    is_header = fields.size() < 2 || !parse_number(fields[1]);
    if (!is_header) {
      if (want_truth) return data_error("a table of truth needs a header with id and same");
      if (fields.size() != 2)
        return data_error(fmt::format(
            "{} columns and no header; name the columns in the first line (id,score)", fields.size()));
      id_ = 0;
      value_ = 1;
      return {};
    }
    for (size_t i = 0; i < fields.size(); ++i) {
      std::string name = fields[i];
      std::transform(name.begin(), name.end(), name.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
      std::optional<size_t>* target = nullptr;
      if (name == "id") target = &id_;
      if (!want_truth && (name == "score" || name == "value" || name == "probability")) target = &value_;
      if (name == "same" || name == "label") target = &same_;
      if (name == "author_a" || name == "author1") target = &author_a_;
      if (name == "author_b" || name == "author2") target = &author_b_;
      if (target == nullptr) continue;
      if (*target) return data_error(fmt::format("two columns could be \"{}\"; keep one", name));
      *target = i;
    }
    if (!id_ || (want_truth ? !same_ : !value_))
      return data_error(want_truth
                            ? std::string("the header needs the columns id and same")
                            : "neither JSON lines nor a table with the columns id and score" +
                                  other_name_of_score(fields) + "; for predicted classes, give --target");
    return {};
  }

  Result<AnswerRow> parse(std::string_view line, bool want_truth) const {
    SF_ASSIGN(const auto fields, split_fields(line, separator_));
    if (fields.size() != columns_)
      return data_error(fmt::format("{} fields, but the first line has {}", fields.size(), columns_));
    AnswerRow row;
    row.id = fields[*id_];
    if (!want_truth) {
      row.value = parse_number(fields[*value_]);
      if (!row.value)
        return data_error(fmt::format(
            "the score \"{}\" is not a number{}", shorten(fields[*value_]),
            has_decimal_comma(fields[*value_]) ? " (a decimal comma? a point is expected: 0.5)" : ""));
      return row;
    }
    const std::string& same = fields[*same_];
    const bool yes = same == "1" || same == "true" || same == "True" || same == "TRUE";
    if (!yes && same != "0" && same != "false" && same != "False" && same != "FALSE")
      return data_error(fmt::format("same is \"{}\", neither true nor false", shorten(same)));
    row.same = yes;
    if (author_a_ && author_b_) row.authors = {fields[*author_a_], fields[*author_b_]};
    return row;
  }

 private:
  char separator_ = ',';
  size_t columns_ = 0;
  std::optional<size_t> id_, value_, same_, author_a_, author_b_;
};

// Calls take(row) for every row of the file. "name:line" is put before an error of reading or of take().
template <class Take>
Status for_each_row(std::string content, const std::string& name, bool want_truth, uint64_t& blank_lines,
                    const Take& take) {
  ondemand::parser parser;
  AnswerTable table;
  std::optional<bool> is_json;
  return for_each_line(
      std::move(content), name, blank_lines, [&](std::string_view line, size_t capacity) -> Status {
        if (!is_valid_utf8(line)) return data_error("not UTF-8 (iconv -t UTF-8 makes it so)");
        if (!is_json) {
          SF_ASSIGN(is_json, is_json_line(line));
          if (!*is_json) {
            bool is_header = false;
            SF_TRY(table.begin(line, want_truth, is_header));
            if (is_header) return {};
          }
        }
        SF_ASSIGN(AnswerRow row, *is_json ? parse_json_line(parser, line, capacity, want_truth)
                                          : table.parse(line, want_truth));
        if (!row.id) return data_error("there is no \"id\"");
        return take(std::move(row));
      });
}

Result<std::string> find_in_folder(const std::string& path, const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return path;
  for (const char* ending : {"", ".gz", ".zst"}) {
    const fs::path candidate = fs::path(path) / (file + ending);
    if (fs::exists(candidate, ignored)) return candidate.string();
  }
  return data_error(fmt::format("{}: the folder holds no {} (nor .gz, .zst)", path, file));
}

}  // namespace

Result<Answers> parse_answers(std::string content, const std::string& name, OutOfRange rule) {
  Answers answers;
  std::unordered_map<std::string, size_t> place;
  SF_TRY(for_each_row(std::move(content), name, false, answers.blank_lines, [&](AnswerRow row) -> Status {
    if (!row.value) {
      row.value = *row.same ? 1.0 : 0.0;
      ++answers.from_same;
    }
    SF_ASSIGN(const double score,
              check_score(*row.value, fmt::format("{}", *row.value), rule, answers.outside));
    answers.lists += row.from_list;
    const auto [found, is_new] = place.try_emplace(*row.id, answers.predictions.ids.size());
    if (is_new) {
      answers.predictions.ids.push_back(std::move(*row.id));
      answers.predictions.values.push_back(score);
    } else {
      if (answers.duplicates++ == 0) answers.first_repeated = answers.predictions.ids[found->second];
      answers.predictions.values[found->second] = score;
    }
    return {};
  }));
  return answers;
}

Result<Truth> parse_truth(std::string content, const std::string& name) {
  Truth truth;
  std::unordered_map<std::string, size_t> place;
  std::unordered_map<std::string, uint32_t> code_of;
  const auto code = [&](std::string& author) {
    const auto [found, is_new] = code_of.try_emplace(author, static_cast<uint32_t>(truth.authors.size()));
    if (is_new) truth.authors.push_back(std::move(author));
    return found->second;
  };
  SF_TRY(for_each_row(std::move(content), name, true, truth.blank_lines, [&](AnswerRow row) -> Status {
    if (!row.same) return data_error("there is no \"same\" (are these answers instead of the truth?)");
    if (!place.try_emplace(*row.id, truth.ids.size()).second)
      return data_error(
          fmt::format("the id {} occurred before; a truth must be unambiguous", shorten(*row.id)));
    truth.ids.push_back(std::move(*row.id));
    truth.same.push_back(*row.same ? 1 : 0);
    truth.author_a.push_back(row.authors.empty() ? kNoAuthor : code(row.authors[0]));
    truth.author_b.push_back(row.authors.empty() ? kNoAuthor : code(row.authors[1]));
    return {};
  }));
  if (truth.ids.empty()) return data_error(name + ": the truth is empty");
  return truth;
}

Result<Answers> read_answers(const std::string& path, OutOfRange rule) {
  SF_ASSIGN(const std::string file, find_in_folder(path, "answers.jsonl"));
  SF_ASSIGN(std::string content, read_file(file));
  return parse_answers(std::move(content), file, rule);
}

Result<Truth> read_truth(const std::string& path) {
  SF_ASSIGN(const std::string file, find_in_folder(path, "truth.jsonl"));
  SF_ASSIGN(std::string content, read_file(file));
  return parse_truth(std::move(content), file);
}

JoinedAnswers join(const Truth& truth, const Predictions& predictions) {
  std::unordered_map<std::string_view, size_t> place;
  place.reserve(truth.ids.size());
  for (size_t i = 0; i < truth.ids.size(); ++i) place.emplace(truth.ids[i], i);
  JoinedAnswers joined;
  joined.scores.assign(truth.ids.size(), 0.5);
  std::vector<bool> answered(truth.ids.size());
  for (size_t k = 0; k < predictions.ids.size(); ++k) {
    const auto found = place.find(predictions.ids[k]);
    if (found == place.end()) {
      if (joined.extra++ == 0) joined.first_extra = predictions.ids[k];
      continue;
    }
    joined.scores[found->second] = predictions.values[k];
    answered[found->second] = true;
  }
  joined.missing = static_cast<uint64_t>(std::count(answered.begin(), answered.end(), false));
  const auto first_missing = std::find(answered.begin(), answered.end(), false);
  if (first_missing != answered.end())
    joined.first_missing = truth.ids[static_cast<size_t>(first_missing - answered.begin())];
  return joined;
}

}  // namespace standfast
