#include "standfast/rewrite/judgement.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/t_tests.h"
#include "standfast/rewrite/prompt.h"

namespace standfast {
namespace {

constexpr size_t kMostObjects = 16;  // objects of an answer that are read
constexpr uint64_t kFewestForInterval = 10;

// Returns the object that begins at `begin`, up to its closing bracket; empty if none closes it.
std::string_view object_at(std::string_view text, size_t begin) {
  int depth = 0;
  bool in_string = false;
  for (size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\')
        ++at;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return text.substr(begin, at + 1 - begin);
    }
  }
  return {};
}

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// Reads a mark: 5, 5.0 or "5".
template <class Json>
std::optional<uint8_t> mark_of(const Json& value) {
  double number = 0;
  if (value.is_number()) {
    number = value.template get<double>();
  } else if (value.is_string()) {
    const auto& text = value.template get_ref<const std::string&>();
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  }
  for (uint8_t mark = 1; mark <= 5; ++mark)
    if (number == mark) return mark;
  return std::nullopt;
}

std::optional<Judgement> judgement_in(std::string_view object) {
  const auto json = parse_json(object);
  if (!json || !json->is_object()) return std::nullopt;
  Judgement judgement{};
  for (size_t q = 0; q < kJudgeQuestions; ++q) {
    const std::string wanted = lower_ascii(judge_questions()[q].name);
    std::optional<uint8_t> mark;
    for (const auto& [key, value] : json->items()) {
      if (lower_ascii(key) != wanted) continue;
      if (mark) return std::nullopt;
      mark = mark_of(value);
      if (!mark) return std::nullopt;
    }
    if (!mark) return std::nullopt;
    judgement[q] = *mark;
  }
  return judgement;
}

// Removes the model's reasoning. Reasoning that does not end leaves no answer.
std::string without_thoughts(std::string_view answer) {
  constexpr std::string_view kBegin = "<think>", kEnd = "</think>";
  std::string rest;
  if (const size_t end = answer.find(kEnd); end < answer.find(kBegin))
    answer.remove_prefix(std::min(end, answer.size()));
  for (;;) {
    if (answer.starts_with(kEnd)) answer.remove_prefix(kEnd.size());
    const size_t begin = std::min(answer.find(kBegin), answer.size());
    rest += answer.substr(0, begin);
    const size_t end = answer.find(kEnd, begin);
    if (begin == answer.size() || end == std::string_view::npos) return rest;
    answer.remove_prefix(end);
  }
}

}  // namespace

std::optional<Judgement> read_judgement(std::string_view answer, std::string_view question) {
  // A quoted question may have lost the white space at its ends.
  while (question.ends_with('\n') || question.ends_with(' ')) question.remove_suffix(1);
  while (question.starts_with('\n') || question.starts_with(' ')) question.remove_prefix(1);
  if (const size_t echo = answer.find(question); !question.empty() && echo != std::string_view::npos)
    answer.remove_prefix(echo + question.size());
  const std::string said = without_thoughts(answer);
  answer = said;
  std::optional<Judgement> judgement;
  size_t begin = answer.find('{');
  for (size_t tries = 0; begin != std::string_view::npos && tries < kMostObjects; ++tries) {
    if (const auto found = judgement_in(object_at(answer, begin))) {
      if (judgement && *judgement != *found) return std::nullopt;
      judgement = found;
    }
    begin = answer.find('{', begin + 1);
  }
  return judgement;
}

std::vector<JudgedQuestion> judged_questions(std::span<const Judgement> judgements) {
  std::vector<JudgedQuestion> judged;
  for (size_t q = 0; q < kJudgeQuestions; ++q) {
    JudgedQuestion one{.name = judge_questions()[q].name, .n = judgements.size()};
    std::vector<double> values;
    for (const Judgement& judgement : judgements) {
      values.push_back(judgement[q]);
      ++one.counts[judgement[q] - 1U];
    }
    if (!values.empty()) {
      const SampleMoments found = moments(values);
      one.mean = found.mean;
      if (one.n >= kFewestForInterval && found.sd > 0) {
        const double half = student_critical(0.05, static_cast<double>(one.n - 1)) * found.sd /
                            std::sqrt(static_cast<double>(one.n));
        one.interval = Interval{std::max(1.0, found.mean - half), std::min(5.0, found.mean + half)};
      }
      one.saturated = one.n >= kFewestForInterval &&
                      *std::max_element(one.counts.begin(), one.counts.end()) * 10 >= one.n * 9;
    }
    judged.push_back(std::move(one));
  }
  return judged;
}

}  // namespace standfast
