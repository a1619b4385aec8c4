// The input of the data checks (data_checks.h): the documents of a corpus, or of a training and a test file,
// and the folds over them.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/check/cue/cue_table.h"
#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/analysis/leak/vector_leaks.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/topic/topic_similarity.h"

namespace standfast {

struct CheckedColumn {
  std::string name;         // the role or the attribute
  Column column;            // one code for each row
  bool kept_apart = false;  // the caller says that no value of it may be on both sides
};

// Documents whose vectors are near to vectors of another side, for the folds of CheckedData.
struct CheckedVectors {
  std::string space;                  // source of the vectors
  double tau = 0;                     // cosines from this value on are near
  std::vector<FoldVectorLeaks> test;  // test against train and validation
  std::array<std::vector<FoldVectorLeaks>, kOtherSides.size()> others =
      {};  // in the order of kOtherSides; empty: no fold has both
};

struct CheckedData {
  std::vector<std::string_view> texts, ids;  // by row; views of the corpora, which must stay
  std::vector<CheckedColumn> columns;        // roles except dates, and category attributes
  std::vector<Fold> folds;                   // none: there are no sides
  // With two files: rows below this belong to the training file (or to validation), the others to the test
  // file.
  std::optional<uint32_t> first_of_test;
  bool ids_are_made = false;  // made from row numbers, in at least one file
  Duplicates duplicates;
  bool near = true;            // near duplicates were looked for
  std::string near_in_words;   // "80 % of their 5-word runs"
  bool topics_merged = false;  // the topic column has groups of topics, which `similarity` does not know
  // The topics of the corpus, compared with each other by code; null: they were not compared.
  const TopicSimilarity* similarity = nullptr;
  std::optional<CheckedVectors> vectors = {};  // nothing: vectors were not compared
  // A planted cue and its sides; rows below size() are the same as here. Nothing: no cue is known.
  std::optional<CueTable> cue = {};
  uint64_t seed = 0;  // seed of random halves and permutations

  uint32_t size() const { return static_cast<uint32_t>(texts.size()); }
  bool has_sides() const { return !folds.empty(); }
  const Column* column(std::string_view name) const;  // null: there is none
};

// Collects the data of a corpus. groups: names of columns of which no value may be on both sides. A data
// error for a missing column. group_of_topic: from a sample that merged topics (corpus/fold.h), else empty.
Result<CheckedData> checked_data(const Corpus& corpus, std::vector<Fold> folds,
                                 const std::vector<std::string>& groups, const DuplicateOptions& options,
                                 std::span<const uint32_t> group_of_topic = {});
// Collects the data of two or three files: rows of training, of validation (null: none) and of the test, in
// this order. Values of columns are compared by name. texts: if given, replace the texts of the files, row by
// row. joined: columns in which spellings of one value are unified over all files.
Result<CheckedData> checked_data(const Corpus& train, const Corpus& test,
                                 const std::vector<std::string>& groups, const DuplicateOptions& options,
                                 const Corpus* validation = nullptr,
                                 std::span<const std::string_view> texts = {},
                                 const std::vector<std::string>& joined = {});

enum class CheckedSide : uint8_t { none, train, test };
// Calls body(fold, sides) for each fold. sides: by row; train: a row of train or of validation, both of which
// a model has seen.
void for_each_fold(const CheckedData& data,
                   const std::function<void(size_t fold, const std::vector<CheckedSide>& sides)>& body);

}  // namespace standfast
