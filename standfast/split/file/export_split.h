// A split for tools that do not read splits.json.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

// CSV "id,fold": the fold in which each document is tested; empty where in none. A data error if one is
// tested twice.
Result<std::string> fold_column(const Corpus& corpus, const Split& split);
// CSV "k,seed,whole,documents,missing,chosen": what the method tried. A data error where it tried nothing.
Result<std::string> candidates_csv(const Split& split);
// One folder with fold-<i>-<side>.txt, one 0-based row number a line; sides without documents have no file.
Status write_index_lists(const std::string& folder, const Split& split);

}  // namespace standfast
