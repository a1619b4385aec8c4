// Readers of splits: splits.json, bound to the rows of a corpus, or any format that holds all folds of a
// split, such as lists in JSON or in a folder (fold_lists.h), or the two lines of an index file.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/split/file/splits_file.h"

namespace standfast {

// A split bound to the rows of a corpus.
struct Splits {
  Sample sample;
  Split split;
};
// Finds every row and name in the corpus; an error names the one that is missing. Does not compare the hash.
Result<Splits> bind_splits(const SplitsFile& file, const Corpus& corpus);

// Binds the split, but refuses a fold that names a document twice or on two sides, and a file made for other
// data; with unit "id" other data only cause a warning.
Result<Splits> bind_splits_of(const SplitsFile& file, const Corpus& corpus, Sink& sink);
// Reads a splits.json and binds it with bind_splits_of.
Result<Splits> read_splits(const std::string& path, const Corpus& corpus, Sink& sink);

enum class SplitForm : uint8_t { splits_json, fold_lists, index_file };

struct AnySplit {
  SplitForm form = SplitForm::splits_json;
  // The file's description of itself; for formats other than splits.json only `where` is set.
  SplitsFile file;
  Splits splits;
};

// Reads a split of any format. The format is detected from the first bytes of the file; a folder always holds
// lists. A data error if no format fits, and whatever the readers of the formats refuse. A splits.json made
// for other data is refused; with unit "id" it only causes a warning. Documents in no fold are left out; a
// splits.json lists them itself. For the other formats the sample is the whole corpus, row numbers refer to
// the file (file_rows.h, which also explains part), and a warning counts the rows that reading left out.
Result<AnySplit> read_any_split(const std::string& path, const Corpus& corpus, Sink& sink,
                                const std::string& part = "");

// Detects the format. content: unused for a folder.
Result<SplitForm> form_of_split(const std::string& path, std::string_view content);

}  // namespace standfast
