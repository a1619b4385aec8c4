// Whether the corpora have the columns that a study names. If the target of a study is missing, every cell of
// the corpus would fail.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// check() is called for each corpus of the study, as it was read; then finish() once.
class ColumnsReady {
 public:
  explicit ColumnsReady(const StudySpec& study, const StudyCatalogs& catalogs);

  // The target, the columns of blocks, splitters and weights, and the roles that samplers, splitters and pairs need, as
  // far as this corpus is asked for them. A data error
  // names the corpus, its file, the column, who asks for it, the columns of the file and the likeliest one.
  Status check(const CorpusSpec& spec, const Corpus& corpus, const ReadReport& report);
  // Slices and the group may be missing in some corpora, because their tables have no such slice. One that no
  // corpus has is a data error.
  Status finish() const;

 private:
  const StudySpec& study_;
  const StudyCatalogs& catalogs_;
  // Slices that no corpus had so far, and what is wrong with each in the first corpus.
  std::vector<std::pair<std::string, Failure>> slices_;
  bool begun_ = false;
};

}  // namespace standfast
