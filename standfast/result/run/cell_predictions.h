// Readers of the answers of a cell (docs/run-folder.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/read/string_index.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// A map from names to codes, numbered in order of first occurrence. Cells are read in a fixed order, so codes
// are reproducible.
class Interner {
 public:
  uint32_t code(std::string_view name) {
    const auto name_of = [this](uint32_t code) { return std::string_view(names_[code]); };
    if (const auto known = codes_.find_or_add(name, name_of)) return *known;
    names_.emplace_back(name);
    return size() - 1;
  }
  uint32_t size() const { return static_cast<uint32_t>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  StringIndex codes_;
};

// Reads the answers of a cell of classification. text: the contents of the file; path: its name in messages.
// classes: the label set; the probabilities of a line follow its order. side: the side that every line must
// name. groups: null if the study has no group. values: the values of the cue that was planted in the fold;
// null without a cue. A data error names file and line.
Status read_class_predictions(const std::string& path, std::string text, std::string_view side,
                              const std::vector<std::string>& classes, Interner& documents, Interner& authors,
                              Interner& topics, ClassPredictions& out, Interner* groups = nullptr,
                              const std::vector<std::string>* values = nullptr);

// Returns the hash of a pair's id, as in CellPredictions::id.
uint64_t hash_of_id(std::string_view id);

// Reads the answers of a cell of verification. text: the contents of the file; path: its name in messages.
// side: the side that every line must name. groups: null if the study has no group. ids: true to read ids. A
// data error names file and line.
Status read_pair_predictions(const std::string& path, std::string text, std::string_view side,
                             Interner& authors, Interner& topics, CellPredictions& out,
                             Interner* groups = nullptr, bool ids = false);

// Finds the documents of the pairs of the same file: document_a and document_b. places: all documents of the
// corpus, by id. The id of a pair is the ids of its documents with a "|" between them. Document ids may
// contain a "|" too. If the id of a pair can then be cut in two ways, both documents are kNoCode.
Status read_documents_of_pairs(const std::string& path, std::string text,
                               const std::unordered_map<std::string, uint32_t>& places, Interner& documents,
                               CellPredictions& out);

}  // namespace standfast::result
