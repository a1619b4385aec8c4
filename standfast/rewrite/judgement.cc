#include "standfast/rewrite/judgement.h"

#include <algorithm>
#include <cmath>

#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/t_tests.h"
#include "standfast/rewrite/prompt.h"

namespace standfast {
namespace {

constexpr size_t kMostObjects = 16;  // that an answer is searched for
constexpr uint64_t kFewestForInterval = 10;

// The object that begins at `begin`, up to its bracket; empty where none closes it.
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

std::optional<Judgement> judgement_in(std::string_view object) {
  const auto json = parse_json(object);
  if (!json || !json->is_object()) return std::nullopt;
  Judgement judgement{};
  for (size_t q = 0; q < kJudgeQuestions; ++q) {
    const auto at = json->find(judge_questions()[q].name);
    if (at == json->end() || !at->is_number_integer() || *at < 1 || *at > 5) return std::nullopt;
    judgement[q] = at->get<uint8_t>();
  }
  return judgement;
}

}  // namespace

std::optional<Judgement> read_judgement(std::string_view answer, std::string_view question) {
  // White space at the ends of the question may be lost.
  while (question.ends_with('\n') || question.ends_with(' ')) question.remove_suffix(1);
  while (question.starts_with('\n') || question.starts_with(' ')) question.remove_prefix(1);
  if (const size_t echo = answer.find(question); !question.empty() && echo != std::string_view::npos)
    answer.remove_prefix(echo + question.size());
  size_t begin = answer.find('{');
  for (size_t tries = 0; begin != std::string_view::npos && tries < kMostObjects; ++tries) {
    if (const auto found = judgement_in(object_at(answer, begin))) return found;
    begin = answer.find('{', begin + 1);
  }
  return std::nullopt;
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
