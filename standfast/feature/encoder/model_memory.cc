#include "standfast/feature/encoder/model_memory.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "standfast/checkpoint/sentence_folder.h"
#include "standfast/checkpoint/weights.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

// Returns the bytes of the weights; 0 if they cannot be read.
uint64_t bytes_of_weights(const fs::path& folder) {
  const auto weights = Weights::open(folder.string());
  if (!weights) return 0;
  uint64_t bytes = 0;
  for (const auto& tensor : weights->tensors()) bytes += tensor.numbers() * sizeof(float);
  for (const auto& name : weights->files()) {
    std::error_code code;
    const uint64_t size = fs::file_size(folder / name, code);
    if (!code) bytes += size;
  }
  return bytes;
}

}  // namespace

uint64_t memory_of_model(const std::string& folder) {
  const auto said = read_sentence_folder(folder);
  if (!said) return 0;
  uint64_t bytes = bytes_of_weights(fs::path(folder) / said->transformer);
  if (bytes == 0) return 0;
  for (const auto& dense : said->dense) bytes += bytes_of_weights(fs::path(folder) / dense.folder);
  return bytes + kModelMarginBytes;
}

}  // namespace standfast
