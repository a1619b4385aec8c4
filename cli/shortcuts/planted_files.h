// The output files of `standfast shortcut`: one JSON line for each document, each side in an order drawn by
// the seed.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/read/read_options.h"
#include "standfast/shortcut/planted_fold.h"

namespace standfast::cli {

// Reserved column names: the planted values are written to these columns, and the last one distinguishes the
// parts of a corpus.
inline constexpr std::array<std::string_view, 4> kPlantedColumns = {"cue", "cue_spans", "cue_frames",
                                                                    kPartAttribute};

// One side to write. values, spans and joined: by row; null for the original.
struct PlantedSide {
  std::string name;  // the file name, without ".jsonl"
  const Corpus* corpus = nullptr;
  std::vector<uint32_t> rows = {};  // in the order of the file
  const std::vector<uint8_t>* values = nullptr;
  const std::vector<std::vector<PlantedSpan>>* spans = nullptr;
  const std::vector<JoinedColumn>* joined = nullptr;
};

// Returns train, dev (if there is one), test, original and anti; the last three have the same documents in
// the same order. original: the corpus as it was read. The order depends on the seed and the ids alone.
std::vector<PlantedSide> planted_sides(const PlantedFold& fold, const Corpus& original, uint64_t seed);

// Writes {"id", "text", roles, other columns, "cue", "cue_spans", "cue_frames", joined columns} to
// FOLDER/NAME.jsonl. cue: the name of the value. A joined column replaces a column of the corpus with the
// same name. cue_spans: [begin, end) of the planted text, in characters (code points) of the text; absent if
// nothing is planted.
Status write_side(const PlantedSide& side, const std::vector<std::string>& values, const std::string& folder);

}  // namespace standfast::cli
