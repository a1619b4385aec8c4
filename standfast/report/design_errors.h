// How often the tests and intervals of a report err on corpora of a given design, whose truth is known
// (study/synthetic_run.h): whole texts, features, a classifier, folds, and the statistics as the report takes
// them. metric/test_simulation.h asks the same of tables of right answers, faster and with more knobs.
//
// Questions:
//   accuracy-iid     accuracy under ordinary folds
//   accuracy-novel   accuracy under leave-one-topic-out
//   macro-f1-novel   macro F1 under the same
//   drop             accuracy under the matched control minus that under leave-one-topic-out; the truth is 0
//                    where topics are in no text
//   words            two classifiers that read halves of every text, under leave-one-topic-out: truth 0
//   vocabulary       two classifiers that know halves of the vocabulary: truth 0
//
// Two truths. These authors: what the authors of the corpus would score on average over other topics and
// documents; taken from the other corpora of its set, so there are at least two. All authors: the mean over
// corpora of other authors too. Where the truth is 0 it is 0 for both.
//
// Errors are those of means over sets, which are independent; corpora of one set are not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/study/synthetic_run.h"

namespace standfast::report {

struct DesignErrorOptions {
  uint32_t sets = 200, blocks = 1;  // blocks: corpora a set; with 1 only zeros are known for these authors
  double level = 0.95;              // of intervals; tests are at 1 - level
  uint32_t resamples = 999;         // of scores; of differences ten times as many, as in the report
  int threads = 1;                  // changes no byte
};

// A share with its Monte-Carlo standard error; n corpora took part.
struct MonteCarlo {
  double share = 0;
  std::optional<double> error;  // nothing with one set
  uint64_t n = 0;
};

struct DesignError {
  std::string question, method;
  bool shown_by_report = false;         // the interval or the p that a report goes by
  std::optional<MonteCarlo> rejects;    // of tests where the truth is 0: the error of the first kind
  std::optional<MonteCarlo> holds;      // intervals that hold the truth of these authors
  std::optional<MonteCarlo> holds_all;  // ... of all authors
  std::optional<double> width;          // mean, of intervals
};

struct DesignQuestion {
  std::string name;
  bool is_null = false;           // the truth is 0
  double mean = 0;                // over all corpora
  double sd = 0;                  // between corpora of one set (all corpora where a set is one)
  std::optional<double> sd_sets;  // between the means of sets, less what sd makes of it
};

struct DesignErrors {
  uint64_t corpora = 0, documents = 0, topics = 0, authors = 0;  // documents ...: of one corpus
  std::vector<DesignQuestion> questions;
  std::vector<DesignError> errors;
  const DesignError* find(std::string_view question, std::string_view method) const;  // null: there is none
};

// Usage errors: no sets, a level outside (0, 1); and what synthetic_set() says.
Result<DesignErrors> design_errors(const SyntheticDesign& design, const DesignErrorOptions& options,
                                   Sink& sink = null_sink());

}  // namespace standfast::report
