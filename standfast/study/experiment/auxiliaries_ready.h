// Whether the auxiliary files of a study are what their kinds say, and belong to its corpora. Asked before
// anything runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// A file as it was read.
struct AuxiliaryFile {
  std::string name, kind, path;
  uint64_t entries = 0;
  std::string holds;  // what its entries are, plural: "words"
};

// read(), then look_at() for each corpus of the study, as it was read, then finish().
class AuxiliariesReady {
 public:
  // Reads all files. A data error names the file in the study, its path and line, and guesses the mistake.
  static Result<AuxiliariesReady> read(const StudySpec& study, const std::string& study_folder);

  const std::vector<AuxiliaryFile>& files() const { return files_; }  // in the order of the study

  void look_at(const std::string& name, const Corpus& corpus);
  // For files whose entries belong to documents: tells the sink how many belong to none. A data error if that
  // is all of them.
  Status finish(Sink& sink) const;

 private:
  // The entries of a file that belong to no document so far.
  struct Unmatched {
    size_t file = 0;  // of files_
    std::vector<std::string> ids;
  };
  std::vector<AuxiliaryFile> files_;
  std::vector<Unmatched> unmatched_;
  std::string corpus_, document_;  // the first corpus with a document, and the id of that
};

}  // namespace standfast
