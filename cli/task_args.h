// The flags by which a command is told whether it deals with pairs (verification) or documents
// (classification), and which column is the class.
#pragma once

#include <string>

#include "cli/args.h"
#include "standfast/corpus/corpus.h"

namespace standfast::cli {

enum class Task { verification, classification };

struct TaskArgs {
  std::string task = "guess", target;

  void declare(Args& args);
  // The role that --target names, or, without it, the only one of author and label that the corpus has.
  Result<Role> role(const Corpus& corpus) const;
};

// The task that training this model on this input is: as told, or the family of the model's name; for a name
// of both families classification where a target is given, verification where the input holds pairs.
Result<Task> task_of_training(const TaskArgs& args, const std::string& model, const std::string& path,
                              const std::string& format, bool has_truth);

}  // namespace standfast::cli
