// Tensors as checkpoints list them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standfast {

enum class TensorType { f64, f32, f16, bf16, i64, i32, i16, i8, u8, boolean, other };

std::string_view name_of(TensorType type);

struct NumberFormat {
  TensorType type;
  size_t bytes;  // size of one number
};
// Returns the format that safetensors calls so: "F32". Formats that are not read here are TensorType::other;
// nothing if there is no such one.
std::optional<NumberFormat> number_format_named(std::string_view name);

struct TensorInfo {
  std::string name;
  TensorType type = TensorType::f32;
  std::vector<uint64_t> shape;  // none: one number
  uint64_t begin = 0, end = 0;  // bytes of its file
  // The distance in numbers from one element to the next along each dimension, where they do not lie one row
  // behind the other; else none.
  std::vector<uint64_t> strides = {};

  uint64_t numbers() const;
};

// Formats a shape: "[30522, 384]".
std::string shape_text(const std::vector<uint64_t>& shape);

// Convert the numbers in the bytes to floats: F32, F16, BF16 and F64 (little-endian, at any alignment; all of
// the bytes must be there).
bool is_floating(TensorType type);
void to_floats(TensorType type, const char* bytes, size_t count, float* out);

// Returns all numbers of a tensor, whose bytes begin there.
std::vector<float> floats_of(const TensorInfo& tensor, const char* bytes);

// Guesses which content stands in place of weights: "; it is a web page, so the download failed".
std::string guess_of_content(std::string_view bytes);

}  // namespace standfast
