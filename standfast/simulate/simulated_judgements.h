// Judgements: the result of each test and interval on one synthetic corpus, by the report's own statistics,
// from the records of its studies. See design_errors.h for the questions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/simulate/synthetic_study.h"

namespace standfast::simulate {

struct Judgement {
  std::string question, method;
  bool question_is_difference = false;
  bool is_null = false;          // there is no effect, so to find one is an error
  std::optional<double> truth;   // where it is known exactly; else it is the mean over corpora
  bool shown_by_report = false;  // see DesignError
  // The question's value, value / base, the same for all methods. Over corpora: mean of value / mean of
  // base.
  double value = 0, base = 1;
  std::optional<double> p;  // for differences
  std::optional<Interval> interval;
};

// Judge a corpus: the same questions and methods in the same order for every corpus of a design. resamples:
// for bootstraps of scores and for the topic shortcut test; for differences ten times as many.
Result<std::vector<Judgement>> judge_classification(const SyntheticDesign& design,
                                                    const SyntheticCorpus& corpus, double level,
                                                    uint32_t resamples);
Result<std::vector<Judgement>> judge_verification(const SyntheticDesign& design,
                                                  const SyntheticCorpus& corpus, double level,
                                                  uint32_t resamples);

// Convert results that the report itself shows to judgements.
Judgement judged_score(std::string question, const Estimate& shown);
// exact: without an effect the truth is 0 for each corpus, and not only on average over corpora.
Judgement judged_difference(std::string question, const Difference& shown, bool is_null, bool exact);
// lead, base_lead: the lead over guessing, under the condition and under its baseline.
Judgement judged_share(std::string question, const Estimate& shown, double lead, double base_lead);

}  // namespace standfast::simulate
