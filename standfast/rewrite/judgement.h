// Ratings of rewrites by a judge, a language model: four numbers from 1 to 5 each (prompt.h), and their
// means.
//
// A mean is over the answers of this judge, with this prompt, to the pairs that it answered, n of n pairs.
// The population is the documents that pairs were made of, so the interval is over pairs. A mean says nothing
// about human judgement. A judge that gives nearly every pair the same number does not tell rewrites apart
// (the means of the paper are 4.00 and 5.00 in places); such a question is marked.
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

// Reads the four numbers of an answer from the JSON objects in it that have all of them. A model's reasoning
// (<think> to </think>, or everything before an end tag without a beginning) is skipped. Keys are matched in
// any case; 5, 5.0 and "5" are one number. Returns nothing if there is no object, if a number is missing or
// no whole number from 1 to 5, or if two objects disagree. question: its numbers do not count where an answer
// repeats it.
std::optional<Judgement> read_judgement(std::string_view answer, std::string_view question = {});

struct JudgedQuestion {
  std::string name;
  uint64_t n = 0;                   // answered pairs
  std::optional<double> mean = {};  // empty if no pair was answered
  std::optional<Interval> interval =
      {};  // 95 %, by t over pairs; nothing below ten, or where all answers are equal
  std::array<uint64_t, 5> counts = {};  // number of answers 1 to 5
  bool saturated = false;               // at least nine of ten answers are the same
};

// Summarizes judgements by question.
std::vector<JudgedQuestion> judged_questions(std::span<const Judgement> judgements);

}  // namespace standfast
