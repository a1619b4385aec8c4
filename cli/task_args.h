// The flags that tell a command whether it works on pairs (verification) or documents (classification), and
// which column is the class.
#pragma once

#include <string>

#include "cli/args.h"
#include "standfast/corpus/corpus.h"

namespace standfast::cli {

enum class TaskKind { verification, classification };

struct TaskArgs {
  std::string task = "guess", target;

  void declare(Args& args);
  // The role that --target names. Without it: author or label, if the corpus has only one of them.
  Result<Role> role(const Corpus& corpus) const;
};

// The task of training this model on this input: the task that is asked for, or the family of the model's
// name. If both families have the name: classification if a target is given, verification if the input holds
// pairs.
Result<TaskKind> task_of_training(const TaskArgs& args, const std::string& model, const std::string& path,
                                  const std::string& format, const std::string& encoding, bool has_truth);

}  // namespace standfast::cli
