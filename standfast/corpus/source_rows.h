// The file and row that each document was read from. Filters, bad rows and several files make the row differ
// from the place of the document in the corpus, and the author of a list of row numbers saw the file. Defined
// in corpus.cc, as a corpus keeps it; so the corpus is only named here.
//
// A row is a line of a .jsonl file or a record of a table without its header, from 0. Blank lines are no
// rows, bad rows are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/text/reading_form.h"

namespace standfast {

class Corpus;

struct SourceFile {
  std::string name;   // the part's name; "" where the corpus is one file
  uint64_t rows = 0;  // rows read, kept or not
  bool whole = true;  // false: a limit ended reading, and there may be more rows
};

struct SourceRows {
  std::vector<SourceFile> files;  // none: the corpus was made in memory, and document i is row i
  std::vector<uint32_t> file;     // by document; empty: all are in the first file
  std::vector<uint64_t> row;      // by document; empty: document i is row i
  uint64_t row_of(uint32_t document) const { return row.empty() ? document : row[document]; }
  size_t file_of(uint32_t document) const { return file.empty() ? 0 : file[document]; }
};

const SourceRows& source_rows(const Corpus& corpus);
void set_source_rows(Corpus& corpus, SourceRows rows);

// The normal form in which the texts of a corpus were read. Defined in corpus.cc, as a corpus keeps it; so
// the corpus is only named here.

class Corpus;

// Returns the form; nothing if the corpus was made in memory.
std::optional<ReadingForm> form_of(const Corpus& corpus);
void set_form(Corpus& corpus, const ReadingForm& form);

// Computes Corpus::data_hash() of the same documents, had their texts been brought into this form.
std::string hash_in_form(const Corpus& corpus, const ReadingForm& form);

}  // namespace standfast
