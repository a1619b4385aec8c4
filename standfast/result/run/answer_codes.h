// The codes of documents, authors and topics in the answers of records that were made in memory.
#pragma once

#include "standfast/corpus/corpus.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

enum class AnswerCodes : uint8_t {
  // By first occurrence in the cells, as in records that are read from a run folder.
  by_occurrence,
  // In the order of the corpus: documents by row, authors by name (both also those that no cell tests), tested
  // topics by name. So corpora of one design have the same codes, whatever their folds test.
  of_corpus,
};

// Before: the answers of the run to this corpus have the codes of the corpus, and cells are sorted. Fills
// tested_authors, tested_topics and tested_documents.
void number_answers(AnswerCodes codes, const Corpus& corpus, CorpusInfo& info, RunRecords& run);

}  // namespace standfast::result
