// Drops of classifiers: the accuracy lost from the reference to each other condition, and the parts of this
// loss. docs/drop-parts.md defines the comparisons.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/topic_scores.h"

namespace standfast::result {

// The drop from the reference to another condition, and its parts where the condition has matched controls
// (control_chain.h): the loss on each step from the reference along the controls to the condition. The first
// part is data and class mix: reference - first control, the cost of folds of other sizes with other classes.
// The next parts are named after the column or block that each control keeps beyond the one before it. The
// last part is the rest from the last control to the condition. It is called "topic" only if nothing else
// that is known travels with topics:
// - The last control trades whole blocks, or every block is of one class. In both cases the condition itself
//   tears at most one block in twenty. Otherwise documents of a tested block may stay in training.
// - These blocks travel with topics, and no column travels with topics that they do not keep whole
//   (analysis/leak/companions.h).
// Otherwise it is "topic and what travels with it", with the columns in brackets. Parts add up to the drop.
//
// - Compared: accuracy under one condition of the chain minus accuracy under the next. Controls estimate the
//   expected accuracy of a random split with the mix that they keep (split/matched_control.h); all trades
//   together.
// - Items: all answered test documents of the two. So a part between two conditions that the survival table
//   compares is that very number, with its interval and p, and the others are made in the same way
//   (chain_losses.h). n of a part counts the answers of its second condition.
// - Population: other documents, authors and topics of the same kind, and the models that were fitted
//   (metric/stat/unit_estimate.h).
// - Zero: 0.
struct Drop {
  size_t condition = 0, model = 0;
  bool matched = false;          // some control matches more than the class
  std::vector<size_t> controls;  // in the order of the chain; only controls that answered
  std::vector<std::optional<double>> sd_over_trades;  // of each control's score
  struct Part {
    size_t from = 0, to = 0;  // conditions: places in RunRecords
    double difference = 0;
    std::optional<double> low, high, p;
    uint64_t topics = 0, n = 0;          // units tested by either condition; answers of the second
    std::string why_not;                 // the reason for no test
    std::optional<double> one_trade_sd;  // SD of the difference if each control had only one trade
  };
  Part all;
  // Named parts in the order of the chain: the first is data and class mix, the last is the rest. Empty
  // without a control.
  std::vector<std::pair<std::string, Part>> parts;

  // Holm's correction over the drops of the corpus. Each drop takes part with one p: the p of its last part
  // if it has a control, else the p of the whole drop. Nothing if there is no test; such a drop takes no part
  // in the correction.
  std::optional<double> p_holm;

  // Returns the main part of the drop: the rest if there is a control, else the whole drop.
  const Part& asked() const { return parts.empty() ? all : parts.back().second; }
};
// Computes the drops of one corpus, to which `scores` belong. summary, scores: of the same run.
std::vector<Drop> drops(const RunRecords& run, const Summary& summary, const AllTopicScores& scores);

}  // namespace standfast::result
