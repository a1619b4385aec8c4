// Writing corpora: the counterpart of read.h. What is written reads back as the same corpus (same data hash),
// except that a folder holds nothing but author, topic, id and text.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/pairs.h"
#include "standfast/corpus/read/read.h"

namespace standfast {

// Columns are called id, text and by their role (author, topic, label, source, date); missing values are
// absent (JSONL) or empty (CSV, TSV). A path ending in .gz or .zst is compressed; "-" is standard output.
//   jsonl       one object a line
//   csv, tsv    RFC 4180 with a header; fields are quoted where needed, and an empty text always. A NUL
//   character is a
//               data error: no CSV reader takes it.
//   folder      TOPIC/AUTHOR_TITLE.txt or AUTHOR_TITLE.txt; see read.h. The folder must be new or empty. An
//   author or
//               topic that a file name cannot hold, and labels, sources or dates, are data errors.
// format: by the name where it is guess (output_format). rows: which documents, in this order.
Status write_corpus(const Corpus& corpus, const std::string& path, Format format = Format::guess,
                    std::optional<std::span<const uint32_t>> rows = std::nullopt);

// PAN files: {"id", "fandoms": [topic, topic], "pair": [text, text]} and {"id", "same", "authors"}. Without a
// topic column there are no fandoms, without authors no authors. truth_path "" leaves the truth out. ids:
// pairs.ids, or pair_id() where these are empty.
Status write_pan(const Corpus& corpus, const PairSet& pairs, const std::string& pairs_path,
                 const std::string& truth_path);

}  // namespace standfast
