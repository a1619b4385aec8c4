// Outline of the answers of a corpus: classes and tested topics, counted before anything is computed from
// them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

struct AnswerOutline {
  std::vector<uint64_t> of_class;              // classification: answers to documents of each class
  bool any_topic = false, any_author = false;  // classification: some document has one
  // Codes of the topics that the folds test, by (condition, seed). Empty if answers name no topics.
  std::map<std::pair<std::string, uint64_t>, std::set<uint32_t>> tested_topics;
};

// Reads the answers of every finished cell once, one cell at a time.
AnswerOutline answer_outline(const RunRecords& run, size_t corpus);

}  // namespace standfast::result
