// The arguments of `standfast train`, for both tasks.
#pragma once

#include <functional>
#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/corpus_args.h"
#include "cli/task_args.h"

namespace standfast::cli {

struct TrainArgs {
  CorpusArgs corpus;  // or the pairs
  TaskArgs task;
  std::string model, out, truth, validation, validation_truth, document_weight, group;
  std::map<std::string, OptionValue> settings;
  std::string preset;
  double hold_out = 0.2;
  std::function<bool()> hold_out_given;
  int64_t seed = 0, jobs = 0;
  bool json = false, with_text = false;

  int threads() const;
};

Status train_verifier(const TrainArgs& given);
Status train_classifier(const TrainArgs& given);

// Prints facts for a terminal, one member a line: "weights    mean -8.2, difference -0.9".
void print_facts(const nlohmann::ordered_json& facts);

}  // namespace standfast::cli
