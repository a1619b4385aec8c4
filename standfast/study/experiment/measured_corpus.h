// Facts of a corpus that the measures of all its drawn conditions need (judge.h), computed once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

struct MeasuredCorpus {
  std::vector<BlockValues> blocks = {};
  // By row: the number of its group of documents with the same text (corpus/duplicate/duplicates.h), kMissing
  // where no other document has the text. Empty if no text occurs twice.
  std::vector<uint32_t> copies = {};
  // Columns without whose value a document cannot be tested in some condition of the study.
  std::vector<std::string> columns = {};
};

MeasuredCorpus measured_corpus(const StudySpec& study, const Corpus& corpus, std::vector<BlockValues> blocks);

// Returns the columns by which the sample or the split of a condition selects documents, so that documents
// without a value may be left out: required roles and columns named by options, except the target.
std::vector<std::string> needed_columns(const StudySpec& study, const ConditionSpec& condition);

// Returns these columns for all conditions of the study, each once.
std::vector<std::string> needed_columns(const StudySpec& study);

}  // namespace standfast
