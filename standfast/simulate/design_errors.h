// Error rates of the tests and intervals of a report on corpora of a given design, whose truth is known
// (simulate/synthetic_study.h): a study in memory (simulate/synthetic_study.h) gives the records of a run,
// and the statistics are the ones that the report takes from them. metric/topics/test_simulation.h asks the
// same of tables of right answers, faster and with more knobs.
//
// Questions of classification:
//   accuracy-iid     accuracy under ordinary folds
//   accuracy-novel   accuracy under leave-one-topic-out
//   macro-f1-novel   macro F1 under the same; balanced-accuracy-novel, kappa-novel, mcc-novel likewise: the
//                    class is the author, so these hold over other authors only if classes are sampled
//   drop             accuracy under the matched control minus accuracy under leave-one-topic-out; the truth
//                    is 0 where neither topics nor threads are in any text
//   words            two classifiers that read halves of every text, under leave-one-topic-out: truth 0
//   vocabulary       two classifiers that know halves of the vocabulary: truth 0
//   lost             points lost of the survival table, from the control (with threads: from the control that
//                    keeps them whole)
//   survives         the share of the survival table, from the same; the truth is 1 where topics are in no
//                    text
//   balanced-accuracy-lost, balanced-accuracy-survives   the same of balanced accuracy
//   data             part of the points lost from ordinary folds
//   whole-block      the cost of posts by others in the thread that stay in training, where authors share
//                    threads
//   block, topic     the other parts, where there are threads; topic: the truth is 0 where topics are in no
//                    text
//
// Questions of verification, about AUC unless it says otherwise (conditions: simulate/synthetic_study.h):
//   auc-reference, auc-random, auc-hits    under shuffled folds, random topics, HITS
//   lost, survives                         of the survival table, from shuffled folds to HITS
//   c@1-lost, c@1-ranking, c@1-threshold   of c@1: points lost and their parts; overall-... likewise
//   words, vocabulary                      two verifiers, under HITS: truth 0
//   raven, raven-average                   R - H and (H + R) / 2 of the topic shortcut test
//   raven-of-two                           its p of two verifiers, the smaller after Holm's correction
//
// HITS chooses topics by the texts that are then scored. So without topics in the texts the points lost are 0
// only on average over corpora. Where the truth is not known it is the mean over corpora; the truth of a
// share is the ratio of the mean leads.
//
// There are two truths. "These authors": the mean score of the authors of the corpus over other topics and
// documents; taken from the other corpora of its set, so there are at least two. "All authors": the mean over
// corpora of other authors too. Where the truth is 0 it is 0 for both.
//
// Errors are standard errors of means over sets, which are independent; corpora of one set are not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/simulate/synthetic_study.h"

namespace standfast::simulate {

struct DesignErrorOptions {
  uint32_t sets = 200, blocks = 1;  // blocks: corpora a set; with 1 only zeros are known for these authors
  double level = 0.95;              // level of intervals; tests are at 1 - level
  uint32_t resamples = 999;         // for scores; for differences ten times as many, as in the report
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
  std::optional<MonteCarlo> rejects;    // for tests where the truth is 0: the error of the first kind
  std::optional<MonteCarlo> holds;      // intervals that hold the truth of these authors
  std::optional<MonteCarlo> holds_all;  // ... of all authors
  MonteCarlo shown;                     // corpora in which there is an interval, or else a p
  std::optional<double> width;          // mean width of intervals
};

struct DesignQuestion {
  std::string name;
  bool is_null = false;           // there is no effect, so to find one is an error
  std::optional<double> truth;    // where it is known exactly
  double mean = 0;                // over all corpora; of shares the ratio of the mean leads
  bool has_mean = true;           // false: a share of a lead that is not there on average (three errors)
  double sd = 0;                  // between corpora of one set (all corpora where a set is one)
  std::optional<double> sd_sets;  // between the means of sets, less the part due to sd
};

struct DesignErrors {
  uint64_t corpora = 0, documents = 0, topics = 0, authors = 0;  // documents ...: of one corpus
  std::vector<DesignQuestion> questions;
  std::vector<DesignError> errors;
  const DesignError* find(std::string_view question, std::string_view method) const;  // null: there is none
};

// Runs the simulation. Usage errors: no sets, a level outside (0, 1); and the errors of synthetic_corpora()
// and synthetic_records().
Result<DesignErrors> design_errors(const SyntheticDesign& design, const DesignErrorOptions& options,
                                   Sink& sink = null_sink());

}  // namespace standfast::simulate
