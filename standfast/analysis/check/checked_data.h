// The input of the data checks (data_checks.h): the documents of a corpus, or of a training and a test file,
// and the folds over them; and the documents of each side of a planted cue.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/analysis/leak/vector_leaks.h"
#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/topic/topic_similarity.h"

namespace standfast {

// The sides of documents with a planted cue.
enum class CueSide : uint8_t { train, dev, test, original, anti };
inline constexpr std::array<std::string_view, 5> kCueSides = {"train", "dev", "test", "original",
                                                              "anti-test"};

struct CueTableColumn {
  std::string name;
  Column values;
};

// Documents with a planted cue, by side: the input of the checks of unintended cues (SF35x). `standfast
// shortcut --out` writes such files; files of any other tool are accepted too.
struct CueTable {
  // By side: its rows [begin, end); none if there is no such file. Train, dev and test come first, so their
  // rows are the same as in the data checks.
  std::array<uint32_t, kCueSides.size()> begin = {}, end = {};
  std::vector<std::string_view> texts;  // by row; views of the corpora, which must stay
  std::string cue_name, label_name;
  Column cue, label;                    // cue: the value planted in the document
  std::vector<CueTableColumn> columns;  // all others with at least 2 values
  // Columns that duplicate the cue or the label, value by value; they are no cue of their own.
  std::vector<std::string> same_as_target;

  uint32_t rows() const { return static_cast<uint32_t>(texts.size()); }
  bool has(CueSide side) const { return begin[static_cast<size_t>(side)] < end[static_cast<size_t>(side)]; }
  uint32_t first(CueSide side) const { return begin[static_cast<size_t>(side)]; }
  uint32_t last(CueSide side) const { return end[static_cast<size_t>(side)]; }  // one past the last row
};

// By side: its documents, or null. Train and test are required, and must have both columns.
using CueSides = std::array<const Corpus*, kCueSides.size()>;
// Builds the table. A data error names the file that lacks a column or has no value of it. cue: a role or an
// attribute.
Result<CueTable> cue_table(const CueSides& sides, const std::string& label, const std::string& cue);

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
