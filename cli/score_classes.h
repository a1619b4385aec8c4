// `standfast score` for classifiers: predicted classes against a column of a corpus.
#pragma once

#include <string>
#include <vector>

#include "cli/answers_args.h"
#include "cli/corpus_args.h"
#include "cli/task_args.h"
#include "standfast/metric/classes/classification_profile.h"

namespace standfast::cli {

struct ClassScoreArgs {
  TaskArgs task;
  CorpusArgs truth;  // the columns; the path is --truth
  bool ranking = false, by_class = false;

  void declare(Args& args);
  static std::vector<std::string> profile_names();
  // Returns classification if it is asked for, or if a target or a classification profile is given. If
  // nothing decides, not even a profile (""), the file of answers does, provided that it is a regular file.
  Result<TaskKind> task_of(const std::string& profile, const std::string& answers) const;
};

Status score_classes(const ClassScoreArgs& given, const AnswersArgs& shared, const std::string& predictions,
                     bool json);

}  // namespace standfast::cli
