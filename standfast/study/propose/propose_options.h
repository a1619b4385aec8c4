// Options of a proposal: the task and the corpus.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/sink.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

struct ProposeOptions {
  std::string task;        // "verification", "classification"; "": a task that the corpus allows
  std::string target;      // for classification: "author", "label"; "": author if there is one
  std::string study_path;  // path of the study file: corpus paths start in its folder
  // The corpus as the study will name it: path (relative to the study's folder), format, columns, filters.
  CorpusSpec corpus;
  uint64_t limit = 0;
  // Path of a sentence encoder, for the vectors by which HITS compares topics; "": none is installed.
  std::string sentence_model;
  int threads = 1;
  Sink* sink = &null_sink();
};

}  // namespace standfast
