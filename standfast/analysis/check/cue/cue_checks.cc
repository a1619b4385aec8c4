#include "standfast/analysis/check/cue/cue_checks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/analysis/scan/text_form.h"
#include "standfast/corpus/read/attribute_rule.h"

namespace standfast {
namespace {

constexpr uint32_t kLeastOfWord = 5;    // training documents that begin with the word
constexpr size_t kMostValuesSeen = 50;  // in a column; numbers may have more

std::vector<TextForm> forms_of(const CheckedData& data) {
  std::vector<TextForm> forms;
  for (const auto text : data.cue->texts) forms.push_back(text_form(text));
  return forms;
}

std::vector<SeenValues> seen_forms(const CheckedData& data, std::initializer_list<FormFeature> features) {
  const auto forms = forms_of(data);
  std::vector<SeenValues> all;
  for (const FormFeature feature : features) {
    const FormValues& values = form_values(feature);
    SeenValues seen{fmt::format("\"{}\"", values.name), {}, {}, {}};
    for (const auto name : values.values) seen.names.emplace_back(name);
    for (const auto& form : forms) seen.code.push_back(form.of(feature));
    all.push_back(std::move(seen));
  }
  return all;
}

std::vector<SeenValues> seen_lengths(const CheckedData& data, CueTarget target) {
  std::vector<double> words, characters;
  for (const auto& form : forms_of(data)) {
    words.push_back(form.words);
    characters.push_back(form.characters);
  }
  return {cut_sizes(data, target, "the number of words", words, "words"),
          cut_sizes(data, target, "the number of characters", characters, "characters")};
}

std::vector<SeenValues> seen_first_word(const CheckedData& data) {
  const CueTable& table = *data.cue;
  std::vector<std::string> word(table.rows());
  std::map<std::string, uint32_t> documents;
  for (uint32_t row = 0; row < table.rows(); ++row) {
    lower_word(text_form(table.texts[row]).first_word, word[row]);
    if (row >= table.first(CueSide::train) && row < table.last(CueSide::train)) ++documents[word[row]];
  }
  SeenValues seen{"the first word", std::vector<uint32_t>(table.rows(), 0), {"another word"}, {}};
  std::map<std::string_view, uint32_t> code;
  for (const auto& [name, count] : documents)
    if (count >= kLeastOfWord) {
      code[name] = static_cast<uint32_t>(seen.names.size());
      seen.names.push_back(name.empty() ? "no word" : name);
    }
  for (uint32_t row = 0; row < table.rows(); ++row)
    if (const auto found = code.find(word[row]); found != code.end()) seen.code[row] = found->second;
  return {seen};
}

// Parses values as numbers; nothing if one of them is none.
std::optional<std::vector<double>> numbers_of(const Column& column) {
  std::vector<double> of_name, of_row;
  for (const auto& name : column.names) {
    const auto number = number_of(name);
    if (!number || !std::isfinite(*number)) return std::nullopt;
    of_name.push_back(*number);
  }
  for (const uint32_t code : column.codes) of_row.push_back(code == kMissing ? NAN : of_name[code]);
  return of_row;
}

std::vector<SeenValues> seen_columns(const CheckedData& data, CueTarget target) {
  std::vector<SeenValues> all;
  for (const auto& [name, values] : data.cue->columns) {
    if (values.names.size() <= kMostValuesSeen)
      all.push_back({fmt::format("the column {}", name), values.codes, values.names, {}});
    else if (const auto numbers = numbers_of(values))
      all.push_back(cut_sizes(data, target, fmt::format("the column {}", name), *numbers, name));
  }
  return all;
}

std::vector<SeenValues> seen_place(const CheckedData& data) {
  const CueTable& table = *data.cue;
  SeenValues seen{"the place in the file", std::vector<uint32_t>(table.rows(), kMissing), {}, {}};
  for (int tenth = 1; tenth <= 10; ++tenth) seen.names.push_back(fmt::format("tenth {} of the file", tenth));
  for (size_t s = 0; s < kCueSides.size(); ++s)
    for (uint32_t row = table.begin[s]; row < table.end[s]; ++row)
      seen.code[row] =
          static_cast<uint32_t>(uint64_t{row - table.begin[s]} * 10 / (table.end[s] - table.begin[s]));
  return {seen};
}

using SeenFor = std::function<std::vector<SeenValues>(CueTarget)>;

CueAnswers answers_to(const CheckedData& data, const SeenFor& seen_for, std::string_view nothing = "") {
  CueAnswers found;
  std::vector<std::pair<CueTarget, SeenValues>> questions;
  for (const CueTarget target : kCueTargets) {
    if (auto objection = objection_to_target(data, target); !objection.empty()) {
      found.why_not = std::move(objection);
      continue;
    }
    for (auto& seen : seen_for(target)) questions.emplace_back(target, std::move(seen));
  }
  if (questions.empty()) {
    if (found.why_not.empty()) found.why_not = nothing;
    return found;
  }
  found.why_not.clear();
  // Each question has two tests; the smallest possible p must survive the correction for all of them.
  const auto dealings = static_cast<uint32_t>(std::max<size_t>(999, 400 * questions.size() - 1));
  for (const auto& [target, seen] : questions) found.answers.push_back(ask(data, target, seen, dealings));
  return found;
}

DataOutcome outcome_of(const CheckedData& data, std::string_view code) {
  auto found = cue_answers(data, code);
  if (!found.why_not.empty()) return not_asked(found.why_not);
  return outcome_of_answers(data, std::move(found.answers));
}

}  // namespace

CueAnswers cue_answers(const CheckedData& data, std::string_view code) {
  if (!data.cue) return {"no planted cue is known (--shortcut DIR, or --train, --test and --cue-column)", {}};
  const auto forms = [&](std::initializer_list<FormFeature> features) {
    return answers_to(data, [&, features](CueTarget) { return seen_forms(data, features); });
  };
  if (code == "SF351") return answers_to(data, [&](CueTarget target) { return seen_lengths(data, target); });
  if (code == "SF352") return answers_to(data, [&](CueTarget) { return seen_first_word(data); });
  if (code == "SF353") return forms({FormFeature::leading_space, FormFeature::trailing_space});
  if (code == "SF354") return forms({FormFeature::outer_quotes});
  if (code == "SF355") return forms({FormFeature::line_breaks});
  if (code == "SF356") return forms({FormFeature::beyond_ascii});
  if (code == "SF357") return forms({FormFeature::end_mark});
  if (code == "SF358")
    return answers_to(
        data, [&](CueTarget target) { return seen_columns(data, target); },
        "no other column has 2 to 50 values or numbers (--column)");
  if (code == "SF359") {
    auto found = answers_to(data, [&](CueTarget) { return seen_place(data); });
    for (size_t k = 0, asked = found.answers.size(); k < asked; ++k)
      found.answers.push_back(ask_row_before(data, found.answers[k].target));
    return found;
  }
  return {fmt::format("{} is not a check of cues", code), {}};
}

DataOutcome check_length_tells_cue(const CheckedData& data) {
  return outcome_of(data, "SF351");
}
DataOutcome check_first_word_tells_cue(const CheckedData& data) {
  return outcome_of(data, "SF352");
}
DataOutcome check_white_space_tells_cue(const CheckedData& data) {
  return outcome_of(data, "SF353");
}
DataOutcome check_quotes_tell_cue(const CheckedData& data) {
  return outcome_of(data, "SF354");
}
DataOutcome check_line_breaks_tell_cue(const CheckedData& data) {
  return outcome_of(data, "SF355");
}
DataOutcome check_characters_tell_cue(const CheckedData& data) {
  return outcome_of(data, "SF356");
}
DataOutcome check_end_tells_cue(const CheckedData& data) {
  return outcome_of(data, "SF357");
}
DataOutcome check_column_tells_cue(const CheckedData& data) {
  return outcome_of(data, "SF358");
}
DataOutcome check_row_order_tells_cue(const CheckedData& data) {
  return outcome_of(data, "SF359");
}

}  // namespace standfast
