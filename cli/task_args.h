// The flags that choose the task, pairs (verification) or documents (classification), and the column of the
// classes.
#pragma once

#include <string>

#include "cli/args.h"
#include "standfast/corpus/corpus.h"

namespace standfast::cli {

enum class TaskKind { verification, classification };

struct TaskArgs {
  std::string task = "guess", target;

  void declare(Args& args);
  // Returns the role that --target names. Without --target: author or label, if the corpus has only one of
  // them.
  Result<Role> role(const Corpus& corpus) const;
};

// Returns the task of training this model on this input: the requested task, or else the family of the
// model's name. If both families have the name, the task is classification if a target is given, and
// verification if the input holds pairs.
Result<TaskKind> task_of_training(const TaskArgs& args, const std::string& model, const std::string& path,
                                  const std::string& format, const std::string& encoding, bool has_truth);

}  // namespace standfast::cli
