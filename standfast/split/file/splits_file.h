// splits.json: a split as a file that can be shared, checked and used again.
//
//   {"schema": "standfast-splits/1",
//    "tool": "standfast 0.2.0",
//    "data": {"name": "posts.jsonl", "sha256": "...", "documents": 12000},
//    "method": "topic-k-fold", "options": {...}, "seed": 0, "reason": "...",
//    "sample": {"method": "hits", "options": {...}, "seed": 0, "vectors": "word tf-idf",
//               "topics": ["in order of selection"], "leakage": [...], "groups": {"topic": "its group"},
//               "notes": [], "rows": ["0-99", 105]},
//    "unit": "row",
//    "folds": [{"train": ["0-79"], "validation": [], "test": [80, 82, "84-99"]}],
//    "left_out": [], "notes": [], "statistics": {...}}
//
// With unit "row" documents are named by their 0-based position in the corpus: a whole number, or
// "first-last" with both ends included. With unit "id" each entry is an id, as text. Texts that were not read
// in NFC have "form" and "fold-letters" in "data" (text/reading_form.h). A fold that keeps documents
// aside lists them in "aside", which is omitted if it is empty. If a split was drawn several times, each fold
// has its "repeat", from 0. "purged": {"group": 12, "text": 3} counts the documents of "aside" that a purge
// took out of train (split/purge.h). "candidates" lists the alternatives that the method tried before it
// chose, if it did: [{"k": 23, "seed": 0, "whole": 1, "documents": 1098, "missing": 632, "chosen": true}].
// "clusters" describes the clusters of a method that makes clusters: {"classes": ["hate", "normal"],
// "counts": [[3, 4], [0, 2]], "tested": [[0, 1], [0, 2]], "documents": [["0-6"], [7, 8]]}, by cluster and
// class, with "tested" for the first fold. Only schema, data.sha256, unit and folds are required, so a file
// for splits made elsewhere is easy to write; clusters and statistics are for readers and are ignored when a
// file is read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/file/statistics.h"
#include "standfast/text/reading_form.h"

namespace standfast {

enum class RowUnit : uint8_t { row, id };

std::string write_splits(const Corpus& corpus, const Sample& sample, const Split& split,
                         const SplitStatistics& statistics, RowUnit unit = RowUnit::row);

// The content of the file, before it is bound to a corpus.
struct RowList {
  struct Range {
    uint32_t first, last;  // both included
  };
  std::vector<Range> ranges;     // unit row
  std::vector<std::string> ids;  // unit id
};
struct SplitsFile {
  struct Fold {
    RowList train, validation, test, aside;
    uint32_t repeat = 0;
    standfast::Fold::Purged purged = {};
  };
  std::string where;  // file name, for messages
  std::string tool, data_name, data_hash;
  ReadingForm form;  // the reading form of the texts that data_hash covers
  RowUnit unit = RowUnit::row;
  Split split;    // without folds and left_out
  Sample sample;  // without topics, groups and rows
  bool has_sample = false;
  std::vector<std::string> sample_topics;
  std::vector<std::pair<std::string, std::string>> sample_groups;
  RowList sample_rows;
  std::vector<Fold> folds;
  RowList left_out;
};

// Returns true if the file was made for exactly these documents, byte for byte, in any of the reading forms.
// The corpus may have been read in a form other than the file's.
bool made_for(const SplitsFile& file, const Corpus& corpus);

// Parses a splits.json. Data errors name the file, and the line or the field.
Result<SplitsFile> parse_splits(std::string_view json, const std::string& where);

}  // namespace standfast
