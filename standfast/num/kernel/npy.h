// NumPy's .npy files (format versions 1.0, 2.0 and 3.0; NEP 1): one array of one or two dimensions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// An array in C order and in the byte order of the machine, whatever order the file has.
struct NpyArray {
  std::vector<size_t> shape;  // one or two lengths
  std::variant<std::vector<float>, std::vector<double>, std::vector<uint32_t>, std::vector<uint64_t>> data;
};

// Reads the types f4, f8, u4 and u8. Data errors begin with `file` and say what is wrong: it is not a .npy
// file, the version is unknown, the type or shape is another one, or there are fewer or more bytes than the
// shape needs.
Result<NpyArray> parse_npy(std::string_view bytes, const std::string& file);

// Returns a view of the numbers in place, without a copy. The array must be a table of f4 in C order, in the
// byte order of the machine and at an address that is aligned for floats; npy_bytes and NumPy write such
// files. Data errors as above; another type or order is a data error too.
Result<MatrixView<const float>> view_npy(std::string_view bytes, const std::string& file);

// Returns the bytes of a whole file: version 1.0, little endian, C order. columns = 0 makes it
// one-dimensional.
std::string npy_bytes(std::span<const float> data, size_t rows, size_t columns = 0);
std::string npy_bytes(std::span<const double> data, size_t rows, size_t columns = 0);
std::string npy_bytes(std::span<const uint32_t> data, size_t rows, size_t columns = 0);
std::string npy_bytes(std::span<const uint64_t> data, size_t rows, size_t columns = 0);

}  // namespace standfast
