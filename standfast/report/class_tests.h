// The tables of a run of classification that test: means over folds with their standard errors, models
// against each other, and what part of a drop is topic. Topics are the units throughout, because documents of
// one topic are not independent; docs/topic-statistics.md says why each number is there.
#pragma once

#include <optional>
#include <string>
#include <utility>
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

// The drop from the reference to each other condition, and where that has matched controls, its parts.
// reference - control of single documents is what less and other training data cost. From there to the
// control of the smallest block, from that to the next and so on each part is what that block costs, and what
// is lost from the last control to the condition is topic; where no control has a block, topic and what
// travels with it. A control of several trades counts with all of them, as their mean. All parts are taken
// over the units that every condition of the chain tested, weighted by those of the shifted condition, so
// they add up.
struct Drop {
  size_t condition = 0, model = 0;
  std::vector<size_t> controls;  // from single documents to the largest block; those that answered
  std::vector<std::optional<double>> sd_over_trades;  // of each control's score
  struct Part {
    double difference = 0;
    std::optional<double> low, high, p;           // of the test to go by (MatchedTopics::lost)
    std::optional<double> paired_p, sign_flip_p;  // over topics alone
    uint64_t topics = 0, n = 0;
    std::string why_not;                 // where there is no test
    std::optional<double> one_trade_sd;  // how much it would vary if each control were a single trade
  };
  Part all;
  std::optional<Part> data, topic;
  std::string data_name, topic_name;                 // "data"; "topic" or "topic and what travels with it"
  std::vector<std::pair<std::string, Part>> blocks;  // by name of the block, the smallest first

  // Data, blocks and topic in this order, with their names; none without a control.
  std::vector<std::pair<std::string, Part>> parts() const;
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
