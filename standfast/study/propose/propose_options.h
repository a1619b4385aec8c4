// What a study is proposed for.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/sink.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

struct ProposeOptions {
  std::string task;        // "verification", "classification"; "": what the corpus can carry
  std::string target;      // of classification: "author", "label"; "": author where there is one
  std::string study_path;  // of the study file: corpus paths start in its folder
  // The corpus as the study is to name it: path (relative to the study's folder), format, columns, filters.
  CorpusSpec corpus;
  uint64_t limit = 0;
  int threads = 1;
  Sink* sink = &null_sink();
};

}  // namespace standfast
