// Options of reading a corpus, and the report about it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/pairs.h"
#include "standfast/corpus/read/attribute_rule.h"
#include "standfast/corpus/read/keep_frequent.h"
#include "standfast/text/reading_form.h"

namespace standfast {

enum class Format { guess, jsonl, csv, tsv, folder, pan };

// The meaning of a quote at the start of a field of CSV or TSV.
enum class Quotes {
  around,  // it opens a quoted field, which may hold separators and line breaks
  none     // a character like others; a line is a row
};

// Policies for a row that cannot be used as it is (bad JSON, missing text, duplicate id, bad UTF-8, too
// long).
enum class BadRowPolicy {
  fail,    // stop with file:line
  skip,    // leave the row out and count it
  repair,  // mend what can be mended (bad UTF-8 of a text -> U+FFFD, missing or duplicate id -> made from the
           // row number); skip the rest, also rows whose names would have U+FFFD
};

struct ReadOptions {
  Format format = Format::guess;       // by file name, then by the first bytes
  std::string encoding;                // encoding of all files read (text/encodings.h); "": UTF-8
  std::string text_column, id_column;  // "" = guess by name; an ambiguous guess is a usage error
  std::array<std::string, kRoles.size()> role_columns;  // by role; "" = guess, "none" = do not map
  // By role: keep only documents with this value; "" = all. A value that no document has is a data error.
  std::array<std::string, kRoles.size()> only;
  // The same for attributes, each of which must be among these and of a kind that can be chosen by
  // (objection_to_wanted).
  std::vector<AttributeValue> only_attributes;
  std::vector<AttributeRule> attributes;
  // Roles and category attributes in which values that look alike are one (odd_values.h), for `only` and
  // `frequent` too.
  std::vector<std::string> join_values;
  Frequent frequent;  // among the documents that `only` keeps
  Quotes quotes = Quotes::around;
  ReadingForm form;  // the form of the texts
  BadRowPolicy bad_rows = BadRowPolicy::fail;
  uint64_t max_row_bytes = uint64_t{256} << 20;  // a longer row is a bad row
  size_t block_bytes = size_t{1} << 20;          // bytes fetched at a time; grows for a longer row
  uint64_t limit = 0;                            // read at most this many documents; 0 = all
  Sink* sink = &null_sink();                     // gets the guesses and the counts of skipped and mended rows
};

struct ReadReport {
  Format format = Format::guess;                        // as resolved
  std::vector<std::string> columns;                     // all columns seen
  std::array<std::string, kRoles.size()> role_columns;  // as resolved; "" = none
  std::string text_column, id_column;
  uint64_t rows = 0, skipped = 0, repaired = 0;
  uint64_t not_asked_for = 0;    // left out by `only`
  uint64_t infrequent = 0;       // left out by `frequent`
  uint64_t empty_texts = 0;      // kept, counted
  uint64_t in_another_form = 0;  // texts that the form changed
};

// One of several files of a corpus, and its value in the attribute "part" of its documents.
struct CorpusPart {
  std::string name, path;
  bool operator==(const CorpusPart&) const = default;
};
inline constexpr const char* kPartAttribute = "part";

// A set of PAN problems; labelled: their truth is known.
struct PanProblems {
  Corpus corpus;
  PairSet pairs;
  bool labelled = false;
};

}  // namespace standfast
