// Slices file, slices.jsonl.gz: the value of each document in each sliced column.
//
//   {"schema": "standfast-slices/1", "corpus": "posts", "columns": ["part", "source"]}
//   {"id": "d1", "values": ["train", null]}          one line for each document, in the order of the corpus
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

inline constexpr const char* kSlicesFile = "slices.jsonl.gz";

// Writes the values. columns: roles and attributes. A column that no document has is null in every line.
Status write_slices(const std::string& path, const std::string& name, const Corpus& corpus,
                    const std::vector<std::string>& columns);

struct SlicesFile {
  std::string corpus;
  std::vector<std::string> names;                    // names of the columns
  std::vector<Column> columns;                       // by name, then by place of the document
  std::unordered_map<std::string, uint32_t> places;  // places of documents, by id
};
Result<SlicesFile> read_slices(const std::string& path);

}  // namespace standfast
