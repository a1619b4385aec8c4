#include "standfast/checkpoint/write_safetensors.h"

#include <bit>
#include <cassert>
#include <cstring>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"

namespace standfast {

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
