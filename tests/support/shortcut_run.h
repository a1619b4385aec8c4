// Handmade records of a run with shortcuts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/result/run/records.h"
#include "tests/support/forged_run.h"

namespace standfast::testing {

// Adds the three sides of a condition with the shortcut "single-term".
inline void add_shortcut_condition(result::RunRecords& run, const std::string& name, double lambda) {
  for (const char* side : {kTestSide, kOriginalSide, kAntiTestSide}) {
    result::ConditionInfo info;
    info.name = result::name_of_side(name, side);
    info.sampler = "all";
    info.splitter = "hold-out";
    info.side = side;
    if (info.name != name) info.side_of = name;
    info.shortcut = result::ShortcutInfo{"single-term", "mixture", lambda, 1, {}};
    info.setting = "single-term, mixture";
    run.conditions.push_back(std::move(info));
  }
}

// A test document and its three answers; kNoCode for no answer. The cue: 0 "none", 1 "honestly".
struct ThreeAnswers {
  uint32_t document = 0, truth = 0;
  uint32_t test = 0, original = 0, anti = 0;
  uint8_t cue = 0, anti_cue = 1;
  uint32_t topic = result::kNoCode;
};

inline constexpr size_t kForgedValues = 2;

// Returns a record for `none` and `honestly` in which class 0 goes with the first value and the last class
// with the second.
inline PlantedRecord forged_planting(size_t classes, double lambda) {
  PlantedRecord record;
  record.kind = "single-term";
  record.law = "mixture";
  record.lambda = lambda;
  record.values = {"none", "honestly"};
  record.suggests = {0, static_cast<uint32_t>(classes - 1)};
  for (auto* counts : {&record.train, &record.test, &record.anti_test}) {
    counts->documents.assign(classes * kForgedValues, 0);
    counts->target.assign(classes * kForgedValues, 0.5);
  }
  return record;
}

// Adds a finished cell with its three sides, with accuracy among its scores. The classes of the corpus must
// be set before.
inline void add_shortcut_cell(result::RunRecords& run, const std::string& condition, const std::string& model,
                              const std::vector<ThreeAnswers>& answers, uint64_t seed = 1,
                              uint32_t fold = 0) {
  const size_t classes = run.corpora.front().classes.size();
  PlantedRecord planting = forged_planting(classes, 1);
  for (const auto& one : answers) {
    ++planting.test.documents[one.truth * kForgedValues + one.cue];
    ++planting.anti_test.documents[one.truth * kForgedValues + one.anti_cue];
  }
  const auto shared = std::make_shared<const PlantedRecord>(planting);
  for (const char* side : {kTestSide, kOriginalSide, kAntiTestSide}) {
    auto& cell = add_cell(run, result::name_of_side(condition, side), model, fold, seed);
    cell.drawn = condition;
    cell.side = side;
    cell.shortcut = shared;
    std::vector<ForgedAnswer> of_side;
    uint64_t right = 0;
    for (const auto& one : answers) {
      const uint32_t answer = side == std::string(kTestSide)       ? one.test
                              : side == std::string(kOriginalSide) ? one.original
                                                                   : one.anti;
      of_side.push_back({one.document, one.truth, answer, one.topic});
      cell.classified.cue.push_back(side == std::string(kTestSide)       ? one.cue
                                    : side == std::string(kOriginalSide) ? kNoCue
                                                                         : one.anti_cue);
      right += answer == one.truth ? 1 : 0;
    }
    add_answers(run, cell, of_side);
    cell.scores.push_back({"accuracy", static_cast<double>(right) / static_cast<double>(answers.size()),
                           answers.size(), answers.size()});
  }
}

}  // namespace standfast::testing
