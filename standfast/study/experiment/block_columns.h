// Block columns: columns that group documents within topics (a thread, a case, a book). They are guessed from
// the names of columns. All other columns that group documents (a site, a genre, an office) are included too:
// pairs may share them, and the loss that a control leaves may be due to them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Returns whether corpora use this name for texts of one occasion. "Thread-ID" counts as "thread_id".
bool is_block_name(std::string_view name);

// The block columns of a corpus, which must outlive this object.
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

}  // namespace standfast
