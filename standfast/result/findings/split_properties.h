// Properties of the splits of a study (its analyses), and their correlation with the scores of models.
//
// A draw is a condition with a seed. The value of a measure on a draw is the mean over the folds in which it
// is defined (over_folds, analysis/split/split_analysis.h): what `standfast analyze --splits` prints for the
// same split. Of a condition: the mean over its draws in which it is defined, with the standard deviation
// over them.
//
// The correlation tells whether, over the splits of this study, the score of a model goes with the property.
// It is Pearson's r between the value of the property on a draw and the model's score on the draw: the mean
// of the metric that is shown first over the folds of the draw in which it is defined, from the first fit of
// each. A draw of which a fold has no answers is left out and not counted in n. It is computed twice:
//   draws       each draw is a point. Its p takes draws as independent, but draws of one condition are alike and share
//               documents (and a splitter that draws nothing repeats itself). So its p is too small.
//   conditions  each condition is a point: means over the draws that have both numbers. Then repeated draws are no
//               further evidence. Conditions of one corpus still share documents.
// Both describe these splits; they do not show that the property is the cause.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/split/test_overlap.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct SplitProperty {
  size_t analysis = 0, condition = 0;  // places in SplitProperties::analyses and RunRecords::conditions
  std::string group, name;             // as SplitMeasure
  bool property = false;
  struct Draw {
    uint64_t seed = 0;
    std::optional<double> value;
    uint64_t used = 0, total = 0;  // items, in all folds
    std::string note;              // the reason for no value, or the number of folds it is taken over
  };
  std::vector<Draw> draws;         // draws that have the measure, in the order of the run
  std::optional<double> mean, sd;  // over draws with a value; sd with divisor n - 1, of two at least
  uint64_t defined = 0;            // draws with a value
  uint64_t draws_there = 0;        // draws of the condition that were analysed
};

struct SplitCorrelation {
  size_t model = 0;  // place in RunRecords; never the chance model
  bool of_conditions = false;
  PropertyCorrelation found;  // property: "lengths words: test-mean"; holm: of all of this kind on the corpus
};

struct SplitProperties {
  std::vector<std::string> analyses;           // names in the study
  std::vector<SplitProperty> measures;         // by analysis, then condition, then as the analysis lists them
  std::vector<SplitCorrelation> correlations;  // draws before conditions; by property, then model
  uint64_t draws = 0, conditions = 0;          // that were analysed
};

// Computes the properties and correlations of a corpus. Controls are conditions like others. Sides other than
// the test items take no part. Conditions with a shortcut take no part in correlations, because their splits
// are the splits of other conditions.
SplitProperties split_properties(const RunRecords& run, const Summary& summary, size_t corpus);

// Returns the name of a measure with its group: "words: test-mean", or "mean" without one.
std::string name_of_measure(const std::string& group, const std::string& name);

}  // namespace standfast::result
