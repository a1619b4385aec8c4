// How a corpus is to be read, and what reading it found.
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
#include "standfast/corpus/read/keep_frequent.h"

namespace standfast {

enum class Format { guess, jsonl, csv, tsv, folder, pan };

// What to do with a row that cannot be used as it is (bad JSON, missing text, duplicate id, bad UTF-8, too
// long).
enum class BadRowPolicy {
  fail,    // stop with file:line
  skip,    // leave the row out and count it
  repair,  // mend what can be mended (bad UTF-8 -> U+FFFD, missing or duplicate id -> made from the row
           // number); skip the rest
};

// A column beside the roles: the value of a column of the file, or the beginning of it.
struct AttributeRule {
  std::string name;   // under which the corpus has it; no role's
  std::string from;   // a column of the file; "id": the id of the document
  std::string until;  // "": the whole value; else what stands before the nth of these. Fewer than n: no value
  uint64_t nth = 1;   // 1 or more
  bool operator==(const AttributeRule&) const = default;
};
// The value that the rule makes of one of its column.
std::optional<std::string_view> attribute_value(const AttributeRule& rule, std::string_view value);
// "" or why the corpus can have no attribute of that name.
std::string objection_to_attribute(std::string_view name);

// A document is wanted if an attribute of it has this value.
struct AttributeValue {
  std::string name, value;
  bool operator==(const AttributeValue&) const = default;
};

struct ReadOptions {
  Format format = Format::guess;       // by file name, then by the first bytes
  std::string text_column, id_column;  // "" = guess by name; an ambiguous guess is a usage error
  std::array<std::string, kRoles.size()> role_columns;  // by role; "" = guess, "none" = do not map
  // By role: keep only documents with this value; "" = all. A value that no document has is a data error.
  std::array<std::string, kRoles.size()> only;
  std::vector<AttributeValue> only_attributes;  // the same of attributes, each of which must be among these
  std::vector<AttributeRule> attributes;
  Frequent frequent;  // of the documents that `only` keeps
  BadRowPolicy bad_rows = BadRowPolicy::fail;
  uint64_t max_row_bytes = uint64_t{256} << 20;  // a longer row is a bad row
  size_t block_bytes = size_t{1} << 20;          // fetched at a time; grows for a longer row
  uint64_t limit = 0;                            // read at most this many documents; 0 = all
  Sink* sink = &null_sink();                     // told the guesses and the counts of skipped and mended rows
};

struct ReadReport {
  Format format = Format::guess;                        // as resolved
  std::vector<std::string> columns;                     // all columns seen
  std::array<std::string, kRoles.size()> role_columns;  // as resolved; "" = none
  std::string text_column, id_column;
  uint64_t rows = 0, skipped = 0, repaired = 0;
  uint64_t not_asked_for = 0;  // left out by `only`
  uint64_t infrequent = 0;     // left out by `frequent`
  uint64_t empty_texts = 0;    // kept, counted
};

// One of several files of a corpus, and what it is called in the attribute "part" of its documents.
struct CorpusPart {
  std::string name, path;
  bool operator==(const CorpusPart&) const = default;
};
inline constexpr const char* kPartAttribute = "part";

// Of a set of PAN problems; labelled: their truth is known.
struct PanProblems {
  Corpus corpus;
  PairSet pairs;
  bool labelled = false;
};

}  // namespace standfast
