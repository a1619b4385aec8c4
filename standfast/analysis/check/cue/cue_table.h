// Documents with a planted cue, by side: the input of the checks of unintended cues (SF35x). `standfast
// shortcut --out` writes such files; files of any other tool are accepted too.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

enum class CueSide : uint8_t { train, dev, test, original, anti };
inline constexpr std::array<std::string_view, 5> kCueSides = {"train", "dev", "test", "original",
                                                              "anti-test"};

struct CueTableColumn {
  std::string name;
  Column values;
};

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

}  // namespace standfast
