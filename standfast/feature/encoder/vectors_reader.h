// Reader of vectors that another program made: NumPy's .npy (float32 or float64, documents x numbers) or JSON
// lines {"id": ..., "vector": [...]}, plain, .gz or .zst. All errors are data errors that name the file and
// the line, row or id.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct VectorTable {
  std::vector<std::string> ids;                    // distinct; empty: rows are in the order of the corpus
  std::variant<FloatMatrix, DenseMatrix> vectors;  // finite, at least one column
};

// Parses JSON lines. file: for messages.
Result<VectorTable> parse_vector_lines(std::string_view text, const std::string& file);
Result<VectorTable> parse_vector_array(std::string_view bytes, const std::string& file);
// Parses one id a line; a byte order mark and CR LF are accepted.
Result<std::vector<std::string>> parse_ids(std::string_view text, const std::string& file);

// Reads a file of either format, which is detected from the first bytes. ids_path "": the file beside it that
// `standfast encode` writes (vectors.npy: vectors.ids.txt) if it is there.
Result<VectorTable> read_vector_table(const std::string& path, const std::string& ids_path);

// Returns "vectors.ids.txt" for "vectors.npy".
std::string ids_path_beside(const std::string& path);
// Returns "vectors.ids.json", which pairs the vectors with the ids by their digests.
std::string pairing_path_beside(const std::string& path);

// Writes the three files of `standfast encode --out vectors.npy`, the pairing first: an interrupted write
// leaves files that are refused, never the ids of one corpus beside the vectors of another.
Status write_vector_array(const std::string& path, std::string_view array, std::string_view ids);
// Returns a data error if there is a pairing that does not match; vectors of other tools have none.
Status check_pairing(const std::string& path, std::string_view array, std::string_view ids);

}  // namespace standfast
