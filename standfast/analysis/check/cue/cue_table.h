// Documents with a planted cue, side by side: what the checks of cues that nobody meant (SF35x) look at. `standfast
// shortcut --out` writes such files; files of any other tool will do.
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
  // By side: its rows [begin, end); none where there is no such file. Train, dev and test come first, so that these rows
  // are those of the data checks too.
  std::array<uint32_t, kCueSides.size()> begin = {}, end = {};
  std::vector<std::string_view> texts;  // by row; views of the corpora, which must stay
  std::string cue_name, label_name;
  Column cue, label;                    // of the column of the cue: what was planted in the document
  std::vector<CueTableColumn> columns;  // all others with 2 values or more
  // Columns that say the same as the cue or the label, value by value; they are no cue of their own.
  std::vector<std::string> same_as_target;

  uint32_t rows() const { return static_cast<uint32_t>(texts.size()); }
  bool has(CueSide side) const { return begin[static_cast<size_t>(side)] < end[static_cast<size_t>(side)]; }
  uint32_t first(CueSide side) const { return begin[static_cast<size_t>(side)]; }
  uint32_t last(CueSide side) const { return end[static_cast<size_t>(side)]; }  // one behind it
};

// By side: its documents, or null. Train and test must be there, and have both columns.
using CueSides = std::array<const Corpus*, kCueSides.size()>;
// A data error names the file that lacks a column or has no value of it. cue: a role or an attribute.
Result<CueTable> cue_table(const CueSides& sides, const std::string& label, const std::string& cue);

}  // namespace standfast
