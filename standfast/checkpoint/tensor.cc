#include "standfast/checkpoint/tensor.h"

#include <bit>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast {
namespace {

struct Known {
  std::string_view name;
  NumberFormat format;
};
constexpr Known kKnown[] = {{"F64", {TensorType::f64, 8}},       {"F32", {TensorType::f32, 4}},
                            {"F16", {TensorType::f16, 2}},       {"BF16", {TensorType::bf16, 2}},
                            {"I64", {TensorType::i64, 8}},       {"I32", {TensorType::i32, 4}},
                            {"I16", {TensorType::i16, 2}},       {"I8", {TensorType::i8, 1}},
                            {"U8", {TensorType::u8, 1}},         {"BOOL", {TensorType::boolean, 1}},
                            {"U16", {TensorType::other, 2}},     {"U32", {TensorType::other, 4}},
                            {"U64", {TensorType::other, 8}},     {"F8_E4M3", {TensorType::other, 1}},
                            {"F8_E5M2", {TensorType::other, 1}}, {"F8_E8M0", {TensorType::other, 1}}};

float half_to_float(uint16_t half) {
  const uint32_t sign = (half & 0x8000U) << 16, exponent = (half >> 10) & 0x1FU, fraction = half & 0x3FFU;
  if (exponent == 0) {  // zero, or a number below the normal ones: fraction * 2^-24
    const float size = static_cast<float>(fraction) * 0x1p-24F;
    return std::bit_cast<float>(std::bit_cast<uint32_t>(size) | sign);
  }
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000U | fraction << 13);
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

template <class T>
T at(const char* bytes, size_t i) {
  T value;
  std::memcpy(&value, bytes + i * sizeof value, sizeof value);
  return value;
}

size_t bytes_of(TensorType type) {
  for (const Known& known : kKnown)
    if (known.format.type == type) return known.format.bytes;
  return 1;
}

}  // namespace

std::string_view name_of(TensorType type) {
  for (const Known& known : kKnown)
    if (known.format.type == type && type != TensorType::other) return known.name;
  return "another type";
}

std::optional<NumberFormat> number_format_named(std::string_view name) {
  for (const Known& known : kKnown)
    if (known.name == name) return known.format;
  return std::nullopt;
}

uint64_t TensorInfo::numbers() const {
  uint64_t product = 1;
  for (const uint64_t size : shape) product *= size;
  return product;
}

std::string shape_text(const std::vector<uint64_t>& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

bool is_floating(TensorType type) {
  return type == TensorType::f64 || type == TensorType::f32 || type == TensorType::f16 ||
         type == TensorType::bf16;
}

void to_floats(TensorType type, const char* bytes, size_t count, float* out) {
  if (type == TensorType::f32) {
    if (count > 0) std::memcpy(out, bytes, count * sizeof(float));
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    if (type == TensorType::f64)
      out[i] = static_cast<float>(at<double>(bytes, i));
    else if (type == TensorType::f16)
      out[i] = half_to_float(at<uint16_t>(bytes, i));
    else
      out[i] = std::bit_cast<float>(uint32_t{at<uint16_t>(bytes, i)} << 16);
  }
}

std::vector<float> floats_of(const TensorInfo& tensor, const char* bytes) {
  std::vector<float> out(tensor.numbers());
  if (tensor.strides.empty()) {
    to_floats(tensor.type, bytes, out.size(), out.data());
    return out;
  }
  const size_t width = bytes_of(tensor.type);
  std::vector<uint64_t> at(tensor.shape.size(), 0);
  for (float& number : out) {
    uint64_t place = 0;
    for (size_t d = 0; d < at.size(); ++d) place += at[d] * tensor.strides[d];
    to_floats(tensor.type, bytes + place * width, 1, &number);
    for (size_t d = at.size(); d-- > 0 && ++at[d] == tensor.shape[d];) at[d] = 0;
  }
  return out;
}

std::string guess_of_content(std::string_view bytes) {
  if (bytes.starts_with("version https://git-lfs"))
    return "; it is a pointer of Git LFS, run \"git lfs pull\"";
  if (bytes.starts_with("<")) return "; it is a web page, so the download failed";
  if (bytes.starts_with("PK")) return "; it is a zip file: is it a pytorch_model.bin under another name?";
  if (bytes.starts_with("GGUF")) return "; it is a GGUF file, which is not supported";
  return "; is the file damaged?";
}

}  // namespace standfast
