// What classifiers lose from the reference to each other condition, and the parts of this loss. Topics are
// the units, because documents of one topic are not independent. docs/topic-statistics.md gives the reason
// for each number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/result/findings/all_topic_scores.h"
#include "standfast/result/findings/class_test_options.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

// The drop from the reference to another condition, and its parts where the condition has matched controls
// (control_chain.h): what is lost on each step from the reference along the controls to the condition. The first part
// is data: reference - first control, the cost of less and different training data. The next ones have the names of
// what each control keeps beyond the one before it: a column that it matches, or a block. The last part is what is left
// from the last control to the condition. Parts add up to the drop. A control of several trades counts as the mean of
// the trades.
//
// What is compared depends on the controls.
//
// Without `match` (Drop::over_units): all parts are taken over the units that every condition of the chain tested, with
// the weights of the shifted condition. The first part is called "data", or "data and" the names of the block where
// there is no control of single documents. The rest has the name of the unit, such as "topic"; without a control of
// blocks it is "topic and what travels with it"; where documents are the units it is "condition".
//
// With `match` (not over_units): a split that tests a region of a space tests other documents than its controls do, and
// few documents are in all. So each part is a difference of two scores, each of all answers of its condition.
// - Compared: accuracy under one condition of the chain minus accuracy under the next. Controls estimate the expected
//   accuracy of a random split with the mix that they keep, on both sides (split/matched_control.h). The last part is
//   the accuracy that the mix alone leaves, minus that of the split: what the region (or what else the split chose)
//   costs. It holds both that the tested documents are harder and that training lacks their like.
// - Items: all answered test documents of the two, all seeds and trades together; in a corpus where topics or authors
//   are the units, those that have one. n of a part counts the answers of its second condition.
// - Population: other documents of the same kind, and the models that were fitted. A document counts once, with all
//   that it adds under both conditions: documents that both test are paired, and the sums of a part have one error over
//   all units (topics and authors, or documents where nothing clusters them; metric/stat/unit_estimate.h).
// - Zero: 0, a split that picks its sides at random within the strata of the last control.
// The rest is called "latent region" where the condition splits a space, as above where it keeps topics apart, else
// "what is left".
struct Drop {
  size_t condition = 0, model = 0;
  bool over_units = true;  // parts are taken over common units; false: each is a difference of two scores
  std::vector<size_t> controls;  // in the order of the chain; only controls that answered
  std::vector<std::optional<double>> sd_over_trades;  // of each control's score
  struct Part {
    double difference = 0;
    std::optional<double> low, high, p;           // of the recommended test (metric/stat/unit_estimate.h)
    std::optional<double> paired_p, sign_flip_p;  // over topics alone; only over_units
    uint64_t topics = 0, n = 0;                   // units that count; answers of the second condition in them
    std::string why_not;                          // why there is no test
    std::optional<double> one_trade_sd;  // how much it would vary if each control were only one trade
  };
  Part all;
  // With their names, in the order of the chain: the first is data, the last is what is left. Empty without a control.
  std::vector<std::pair<std::string, Part>> parts;

  // Holm's correction over the drops of the corpus. Each drop takes part with one p: that of its last part
  // where it has a control, else that of the whole drop. Nothing where there is no test; such a drop takes no
  // part in the correction.
  std::optional<double> p_holm;

  // The main part of the drop: what is left where there is a control, else the whole drop.
  const Part& asked() const { return parts.empty() ? all : parts.back().second; }
};
// scores: of the same run.
std::vector<Drop> drops(const RunRecords& run, const Summary& summary, const AllTopicScores& scores,
                        const ClassTestOptions& options);

}  // namespace standfast::result
