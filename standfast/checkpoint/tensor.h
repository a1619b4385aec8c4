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
  size_t bytes;  // of one number
};
// As safetensors names it: "F32". Formats that nobody here reads are TensorType::other; nothing if there is no such one.
std::optional<NumberFormat> number_format_named(std::string_view name);

struct TensorInfo {
  std::string name;
  TensorType type = TensorType::f32;
  std::vector<uint64_t> shape;  // none: one number
  uint64_t begin = 0, end = 0;  // bytes of its file

  uint64_t numbers() const;
};

// "[30522, 384]"
std::string shape_text(const std::vector<uint64_t>& shape);

// The numbers that the bytes hold, as floats: of F32, F16, BF16 and F64 (little-endian, at any alignment, which
// must be there).
bool is_floating(TensorType type);
void to_floats(TensorType type, const char* bytes, size_t count, float* out);

}  // namespace standfast
