#include "standfast/base/checkpoint_file.h"

#include <filesystem>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"

namespace standfast {
namespace {

std::string part_path(const std::string& folder, std::string_view key) {
  return folder + "/" + std::string(key) + ".part";
}
// Returns the header of a part: a digest of its key and bytes, so that a part of another key is rejected.
std::string head_of(std::string_view key, std::string_view bytes) {
  return Sha256().add_field(key).add_field(bytes).hex() + "\n";
}

}  // namespace

Status write_checkpoint(const std::string& folder, std::string_view key, std::string_view bytes) {
  SF_TRY(make_directories(folder));
  std::string content = head_of(key, bytes);
  content += bytes;
  return write_file(part_path(folder, key), content);
}

std::optional<std::string> read_checkpoint(const std::string& folder, std::string_view key) {
  auto content = read_file(part_path(folder, key));
  if (!content) return std::nullopt;
  constexpr size_t kHead = 65;
  if (content->size() < kHead) return std::nullopt;
  std::string bytes = content->substr(kHead);
  if (content->compare(0, kHead, head_of(key, bytes)) != 0) return std::nullopt;
  return bytes;
}

void remove_checkpoints(const std::string& folder) {
  std::error_code ignored;
  std::vector<std::filesystem::path> parts;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".part") parts.push_back(entry.path());
  for (const auto& part : parts) std::filesystem::remove(part, ignored);
  std::filesystem::remove(folder, ignored);
}

}  // namespace standfast
