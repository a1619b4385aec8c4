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

// The drop from the reference to another condition, and its parts where the condition has matched controls.
// - Data: reference - control of single documents. This is the cost of less and different training data.
//   Without that control it ends at the smallest block, and is called "data and" the names of the block.
// - A block: the loss from there to the control of the smallest block, from that control to the control of
//   the next larger block, and so on.
// - Topic: the loss from the last control to the condition. It has the name of the unit, such as "topic";
//   without a control of blocks it is "topic and what travels with it"; where documents are the units it is
//   "condition".
// A control of several trades counts as the mean of the trades. All parts are taken over the units that every
// condition of the chain tested, with the weights of the shifted condition. So they add up to the drop.
struct Drop {
  size_t condition = 0, model = 0;
  std::vector<size_t> controls;  // from single documents to the largest block; only controls that answered
  std::vector<std::optional<double>> sd_over_trades;  // of each control's score
  struct Part {
    double difference = 0;
    std::optional<double> low, high, p;           // of the recommended test (MatchedTopics::lost)
    std::optional<double> paired_p, sign_flip_p;  // over topics alone
    uint64_t topics = 0, n = 0;
    std::string why_not;                 // why there is no test
    std::optional<double> one_trade_sd;  // how much it would vary if each control were only one trade
  };
  Part all;
  std::optional<Part> data, topic;
  std::string data_name, topic_name;                 // as named above
  std::vector<std::pair<std::string, Part>> blocks;  // by name of the block, smallest first

  // Holm's correction over the drops of the corpus. Each drop takes part with one p: that of its topic part
  // where it has a control, else that of the whole drop. Nothing where there is no test; such a drop takes no
  // part in the correction.
  std::optional<double> p_holm;

  // Data, blocks and topic in this order, with their names. Empty without a control.
  std::vector<std::pair<std::string, Part>> parts() const;
  // The main part of the drop: the cost of the topic where a control separates it, else the whole drop.
  const Part& asked() const { return topic ? *topic : all; }
};
// scores: of the same run.
std::vector<Drop> drops(const RunRecords& run, const Summary& summary, const AllTopicScores& scores,
                        const ClassTestOptions& options);

}  // namespace standfast::result
