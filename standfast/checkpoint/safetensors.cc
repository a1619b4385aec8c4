#include "standfast/checkpoint/safetensors.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"
#include "standfast/text/json_field.h"

namespace standfast {
namespace {

constexpr uint64_t kLongestHeader = 100'000'000;
constexpr size_t kMostDimensions = 16;
constexpr int64_t kMostBytes = int64_t{1} << 46;

Result<TensorInfo> tensor_of(const std::string& name, const JsonField& field, uint64_t data) {
  TensorInfo tensor;
  tensor.name = name;
  SF_ASSIGN(const auto type_field, field.at("dtype"));
  SF_ASSIGN(const std::string type_name, type_field.text());
  const auto format = number_format_named(type_name);
  if (!format) return type_field.wrong(fmt::format("\"{}\" is not a type of numbers", type_name));
  tensor.type = format->type;
  SF_ASSIGN(const auto shape, field.at("shape"));
  SF_TRY(shape.must_be_list());
  if (shape.json().size() > kMostDimensions) return shape.wrong("has too many dimensions");
  uint64_t bytes = format->bytes;
  for (size_t d = 0; d < shape.json().size(); ++d) {
    SF_ASSIGN(const int64_t size, shape.element(d).whole(0, kMostBytes));
    tensor.shape.push_back(static_cast<uint64_t>(size));
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes))
      return shape.wrong("is too large for any file");
  }
  SF_ASSIGN(const auto offsets, field.at("data_offsets"));
  SF_TRY(offsets.must_be_list());
  if (offsets.json().size() != 2) return offsets.wrong("two numbers are expected, where it begins and ends");
  SF_ASSIGN(const int64_t begin, offsets.element(0).whole(0, kMostBytes));
  SF_ASSIGN(const int64_t end, offsets.element(1).whole(begin, kMostBytes));
  if (static_cast<uint64_t>(end - begin) != bytes)
    return offsets.wrong(fmt::format("{} bytes are said to hold {} numbers of {}, which take {}", end - begin,
                                     shape_text(tensor.shape), type_name, bytes));
  tensor.begin = data + static_cast<uint64_t>(begin);
  tensor.end = data + static_cast<uint64_t>(end);
  return tensor;
}

// Checks that every byte behind the header belongs to one tensor.
Status check_places(const std::vector<TensorInfo>& tensors, uint64_t from, uint64_t to,
                    const std::string& file) {
  uint64_t at = from;
  for (const TensorInfo& tensor : tensors) {
    if (tensor.end > to)
      return data_error(
          fmt::format("{}: it has {} bytes, and the tensor \"{}\" ends at byte {}; is the download "
                      "incomplete?",
                      file, to, tensor.name, tensor.end));
    if (tensor.begin != at)
      return data_error(
          fmt::format("{}: the tensor \"{}\" begins at byte {}, and the one before it ends at {}; the "
                      "file is damaged",
                      file, tensor.name, tensor.begin, at));
    at = tensor.end;
  }
  if (at != to)
    return data_error(fmt::format(
        "{}: {} bytes behind the last tensor belong to no tensor; the file is damaged", file, to - at));
  return {};
}

}  // namespace

Result<SafetensorsHeader> parse_safetensors(std::string_view bytes, const std::string& file) {
  const auto refused = [&](const std::string& why) {
    return data_error(fmt::format("{}: not a safetensors file: {}{}", file, why, guess_of_content(bytes)));
  };
  uint64_t length = 0;
  if (bytes.size() < sizeof length) return refused(fmt::format("it has {} bytes", bytes.size()));
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > kLongestHeader || length > bytes.size() - sizeof length)
    return refused(fmt::format("its header would have {} bytes", length));
  const std::string_view header = bytes.substr(sizeof length, length);
  if (!header.starts_with('{')) return refused("its header is not a JSON object");
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(header, file + " (header)"));
  const JsonField root(json, file);
  SF_TRY(root.must_be_object());
  SafetensorsHeader out;
  for (const auto& [name, value] : json.items()) {
    const JsonField field(value, file, "tensor \"" + name + "\"");
    if (name == "__metadata__") {
      if (!value.is_object()) return JsonField(value, file, name).wrong("an object is expected");
      for (const auto& [key, text] : value.items()) {
        SF_ASSIGN(out.metadata[key], JsonField(text, file, name + "." + key).text());
      }
      continue;
    }
    SF_ASSIGN(auto tensor, tensor_of(name, field, sizeof length + length));
    out.tensors.push_back(std::move(tensor));
  }
  std::sort(out.tensors.begin(), out.tensors.end(), [](const TensorInfo& a, const TensorInfo& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  // A repeated name is one tensor here: the bytes of the other then have no owner.
  SF_TRY(check_places(out.tensors, sizeof length + length, bytes.size(), file));
  return out;
}

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

std::string safetensors_header(std::span<const TensorToWrite> tensors) {
  nlohmann::ordered_json header = {{"__metadata__", {{"format", "pt"}}}};
  uint64_t at = 0;
  for (const TensorToWrite& tensor : tensors) {
    const uint64_t end = at + tensor.numbers.size_bytes();
    header[tensor.name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {at, end}}};
    at = end;
  }
  std::string text = json_text(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the numbers begin where a reader may map them
  const uint64_t length = text.size();
  std::string out(sizeof length, '\0');
  std::memcpy(out.data(), &length, sizeof length);
  return out + text;
}

Status write_safetensors(const std::string& path, std::span<const TensorToWrite> tensors) {
  SF_ASSIGN(auto file, OutputFile::create(path));
  SF_TRY(file.write(safetensors_header(tensors)));
  for (const TensorToWrite& tensor : tensors) {
    [[maybe_unused]] uint64_t numbers = 1;
    for (const uint64_t size : tensor.shape) numbers *= size;
    assert(numbers == tensor.numbers.size());
    SF_TRY(file.write({reinterpret_cast<const char*>(tensor.numbers.data()), tensor.numbers.size_bytes()}));
  }
  return file.commit();
}

}  // namespace standfast
