// What a judge, a language model, says of rewrites: four numbers from 1 to 5 each (prompt.h), and their means.
//
// What a mean is: of the answers of this judge with this prompt to the pairs that it answered, over n of n pairs; the
// population is the documents that pairs were made of, so the interval is over pairs. It says nothing about a person's
// judgement. A judge that gives nearly every pair the same number tells no rewrites apart (the means of the paper are
// 4.00 and 5.00 in places); such a question is marked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {

inline constexpr size_t kJudgeQuestions = 4;
using Judgement = std::array<uint8_t, kJudgeQuestions>;  // 1..5, in the order of judge_questions()

// The four numbers in an answer: those of the JSON objects in it that have all of them. What a model thinks before (<think> to
// </think>, or all before an end without a beginning) is no answer. Keys in any case; 5, 5.0 and "5" are one number. Nothing if there
// is no object, if a number is missing or no whole number from 1 to 5, or if two objects say different things. question: where an answer repeats it, its numbers are no answer.
std::optional<Judgement> read_judgement(std::string_view answer, std::string_view question = {});

struct JudgedQuestion {
  std::string name;
  uint64_t n = 0;                   // pairs that were answered
  std::optional<double> mean = {};  // nothing without an answer
  std::optional<Interval> interval =
      {};  // 95 %, by t over pairs; nothing below ten, or where all answers are equal
  std::array<uint64_t, 5> counts = {};  // of the answers 1 to 5
  bool saturated = false;               // nine of ten answers or more are the same
};

// By question.
std::vector<JudgedQuestion> judged_questions(std::span<const Judgement> judgements);

}  // namespace standfast
