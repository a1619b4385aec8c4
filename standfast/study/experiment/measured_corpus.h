// Facts of a corpus that the measures of all its drawn conditions need (judge.h), computed once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

// Returns whether corpora use this name for texts of one occasion. "Thread-ID" counts as "thread_id".
bool is_block_name(std::string_view name);

// The block columns of a corpus, which must outlive this object: columns that group documents within topics
// (a thread, a case, a book), guessed from the names of columns. All other columns that group documents (a
// site, a genre, an office) are included too: pairs may share them, and the loss that a control leaves may be
// due to them.
class BlockColumns {
 public:
  // Begins with the columns that have a role about which the study does not ask.
  BlockColumns(const StudySpec& study, const Corpus& corpus);
  // Adds a column, unless it is another name of the author, of the topic or of a column that was added
  // before, or groups nothing. may_be_block: false where its name does not suggest a block.
  void add(const std::string& name, Column column, bool may_be_block);
  std::vector<BlockValues> take() && { return std::move(blocks_); }

 private:
  const Column *topics_, *authors_, *classes_;
  bool of_pairs_;
  std::vector<BlockValues> blocks_;
};

// Returns the block columns of a corpus that was made in memory: its roles and its categories.
std::vector<BlockValues> blocks_in_memory(const StudySpec& study, const Corpus& corpus);

// Returns the columns of the corpus that group documents within topics (analysis/leak/condition_measures.h):
// columns with a role that the study does not ask about, and columns of the file whose name suggests it
// (thread, case ...). Where pairs are drawn or documents trade places, also all other columns that may group
// documents, under any name: pairs may share them, and the loss that a control leaves may be due to them.
// Columns of the file are read once more, without the texts, unless the corpus has them. Columns that cannot
// be read are skipped, and so are other names of the author and of the topic.
std::vector<BlockValues> blocks_of(const StudySpec& study, const CorpusSpec& spec,
                                   const std::string& study_folder, const Corpus& corpus);
// Returns whether any part of the study asks for block columns: a control, which may trade them, or pairs,
// which may share them.
bool needs_blocks(const StudySpec& study);
// Returns measured_corpus() with the block columns, if any part of the study asks for them.
MeasuredCorpus measured_corpus(const StudySpec& study, const CorpusSpec& spec,
                               const std::string& study_folder, const Corpus& corpus);
// Returns the block columns that a control could trade; none if the corpus has no topics.
std::vector<BlockColumn> tradable(const Corpus& corpus, const std::vector<BlockValues>& blocks);

}  // namespace standfast
