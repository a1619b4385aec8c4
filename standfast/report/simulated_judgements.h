// What each test and interval says of one synthetic corpus: the answers made into the records of a run, and
// the report's own statistics taken of them. See design_errors.h for the questions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/interval.h"
#include "standfast/study/synthetic_run.h"

namespace standfast::report {

struct Judgement {
  std::string question, method;
  bool question_is_difference = false;
  bool is_null = false;          // the truth is 0
  bool shown_by_report = false;  // see DesignError
  double value = 0;              // of the question: the same for all methods
  std::optional<double> p;       // of differences
  std::optional<Interval> interval;
};

// The same questions and methods in the same order for every corpus of a design.
Result<std::vector<Judgement>> judge_corpus(const SyntheticDesign& design, const SyntheticAnswers& answers,
                                            double level, uint32_t resamples);

}  // namespace standfast::report
