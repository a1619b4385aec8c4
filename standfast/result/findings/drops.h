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
// (control_chain.h): the loss on each step from the reference along the controls to the condition. Parts add
// up to the drop.
// - The first part, "data and class mix", is the loss from the reference to the first control. It is the cost
//   of other fold sizes and another mix of classes.
// - Each next part is named after the column or block that its control keeps and the control before it does
//   not.
// - The last part is the rest, from the last control to the condition.
//
// The last part is called "topic" only if both of these hold:
// - Hardly any tested block leaves documents in training: the last control trades whole blocks or every block
//   is of one class, and the condition itself tears at most one block in twenty.
// - The blocks travel with topics, and every known column that travels with topics is kept whole by the
//   blocks (analysis/leak/companions.h).
// Otherwise it is called "topic and what travels with it", with the columns in brackets.
//
// - Compared: accuracy under one condition of the chain minus accuracy under the next. A control, all its
//   trades taken together, estimates the expected accuracy of a random split with the mix that the control
//   keeps (split/matched_control.h).
// - Items: all answered test documents of the two conditions. So if the survival table compares the same two
//   conditions, the part equals the loss there, with the same interval and p. The other parts are computed in
//   the same way (control_chain.h). n of a part counts the answers of its second condition.
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
