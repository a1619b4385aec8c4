// Writers of corpora: the counterpart of read.h. A written corpus reads back as the same corpus (same data
// hash, same attributes), except that a folder holds nothing but author, topic, id and text.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "standfast/corpus/column.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/pairs.h"
#include "standfast/corpus/read/read.h"

namespace standfast {

// An attribute to write, under its own name.
struct WrittenAttribute {
  std::string name;             // name of an attribute of the corpus
  std::string separator = ";";  // CSV and TSV: the text between the elements of a list
  bool bare = false;            // JSONL: texts that are a number, true or false are written without quotes
};

// Writes a corpus. Columns are called id, text and by their role (author, topic, label, source, date);
// missing values are absent (JSONL) or empty (CSV, TSV). A path ending in .gz or .zst is compressed; "-" is
// standard output.
//   jsonl       one object a line
//   csv, tsv    RFC 4180 with a header; fields are quoted where needed, and an empty text always. A NUL
//               character is a data error: no CSV reader takes it. A list is its elements with the separator
//               between them, and the separator alone where there are none; a data error where the reader
//               would not find the same elements again.
//   folder      TOPIC/AUTHOR_TITLE.txt or AUTHOR_TITLE.txt; see read.h. The folder must be new or empty. An
//               author or topic that a file name cannot hold, and labels, sources, dates or attributes, are
//               data errors.
// format: by the name where it is guess (output_format). rows: the documents to write, in this order.
// attributes: written beside the roles, in this order.
Status write_corpus(const Corpus& corpus, const std::string& path, Format format = Format::guess,
                    std::optional<std::span<const uint32_t>> rows = std::nullopt,
                    std::span<const WrittenAttribute> attributes = {});

// Returns why no file of the format gives a column of this name back, or "": then to write it is a data
// error.
std::string objection_to_column(Format format, std::string_view name);

// Returns the role that a reader of such a file would guess for an attribute of the corpus by its name
// ("author"), or "another column" where it could not tell the two apart; "" for a column that is read as it
// is.
std::string mistaken_for(const Corpus& corpus, Format format, const Attribute& attribute);

// Writes PAN files: {"id", "fandoms": [topic, topic], "pair": [text, text]} and {"id", "same", "authors"}.
// Without a topic column there are no fandoms, without authors no authors. truth_path "" leaves the truth
// out. ids: pairs.ids, or pair_id() where these are empty; a data error, and nothing is written, if two pairs
// have one of these.
Status write_pan(const Corpus& corpus, const PairSet& pairs, const std::string& pairs_path,
                 const std::string& truth_path);

// Conversion of an attribute's value to JSON.

// Appends a string, a number or a list of strings; nothing where there is no value.
void append_json_value(std::string& to, const AttributeInput& value);

}  // namespace standfast
