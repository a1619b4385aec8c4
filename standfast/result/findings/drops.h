// What classifiers lose from the reference to each other condition, and what the loss is made of. Topics are
// the units, because documents of one topic are not independent; docs/topic-statistics.md says why each
// number is there.
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

// The drop from the reference to each other condition, and where that has matched controls, its parts.
// Data, reference - control of single documents, is the cost of less and other training data. A block is the
// loss from there to the control of the smallest block, from that control to the next larger one, and so on.
// Topic is the loss from the last control to the condition; without a control of blocks it is "topic and what
// travels with it". A control of several trades counts as their mean. All parts are taken over the units that
// every condition of the chain tested, with the weights of the shifted condition. So
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

  // Holm's correction over the drops of the corpus, each by one p: that of its topic part where it has a
  // control, else that of the whole drop. Nothing where there is no test, which takes no part in it.
  std::optional<double> p_holm;

  // Data, blocks and topic in this order, with their names; none without a control.
  std::vector<std::pair<std::string, Part>> parts() const;
  // The part that is asked about: what the topic costs where a control tells it apart, else all.
  const Part& asked() const { return topic ? *topic : all; }
};
// scores: of the same run.
std::vector<Drop> drops(const RunRecords& run, const Summary& summary, const AllTopicScores& scores,
                        const ClassTestOptions& options);

}  // namespace standfast::result
