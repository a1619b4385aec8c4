// The tables of a run of classification that test: means over folds with their standard errors, models
// against each other, and what part of a drop is topic. Topics are the units throughout, because documents of
// one topic are not independent; docs/topic-statistics.md says why each number is there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/report/run_reader.h"
#include "standfast/report/summary.h"
#include "standfast/report/table.h"

namespace standfast::report {

struct ClassTestOptions {
  double level = 0.95;  // of intervals
  uint64_t seed = 0;    // of random sign flips, where there are too many topics to try all
  int threads = 1;
};

// Mean and spread over the folds of each condition and model: plain, as for ordinary cross-validation, and
// weighted by test documents, as for one fold a topic (tables 5 and 6 of the novel-topic paper). Several
// seeds: the mean of each number over them.
Table fold_mean_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric);

// Every pair of models under every condition: difference in accuracy by topic, weighted, with the paired test
// and beside it the others that one may be asked for. p of Holm over the pairs of a condition. Nothing with
// fewer than two models beside prior.
std::optional<Table> model_test_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                      const ClassTestOptions& options);

// The drop from the reference to each other condition, and where that has a matched control, its two parts:
// reference - control is what less and other training data cost, control - shifted what the topic costs.
struct Drop {
  size_t condition = 0, model = 0;
  std::optional<size_t> control;
  struct Part {
    double difference = 0;
    std::optional<double> low, high, p;           // of the test to go by (topic_scores.h)
    std::optional<double> paired_p, sign_flip_p;  // over topics alone
    uint64_t topics = 0, n = 0;
    std::string why_not;  // where there is no test
  };
  Part all;
  std::optional<Part> data, topic;
};
std::vector<Drop> drops(const RunRecords& run, const Summary& summary, size_t corpus,
                        const ClassTestOptions& options);
// With Holm's correction over the drops of the table (of one corpus), each by one p: that of its topic part
// where it has a control, else that of the whole drop. Nothing where no condition is the reference.
std::optional<Table> drop_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                const std::vector<Drop>& drops, const ClassTestOptions& options);
// One sentence per model and condition that has a control.
std::vector<std::string> drop_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                        const std::vector<Drop>& drops);

}  // namespace standfast::report
