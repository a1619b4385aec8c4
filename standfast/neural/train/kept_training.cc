#include "standfast/neural/train/kept_training.h"

#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"

namespace standfast {
namespace {

constexpr size_t kHexDigits = 64;
constexpr std::string_view kStatePrefix = "training-";

std::string place_of(const std::string& scratch, const std::string& key) {
  return (std::filesystem::path(scratch) / fmt::format("{}{}", kStatePrefix, key)).string();
}
std::string digest_of(std::string_view key, std::string_view header,
                      std::span<const std::string_view> parts) {
  Sha256 digest;
  digest.add_field(key).add_field(header);
  for (const auto part : parts) digest.add_field(part);
  return digest.hex();
}

}  // namespace

bool is_training_state(std::string_view name) {
  return name.starts_with(kStatePrefix);
}

// Writes digest, length of the header, header, numbers.
Status keep_training(const std::string& scratch, const std::string& key, const nlohmann::ordered_json& header,
                     std::span<const std::span<float>> numbers) {
  SF_TRY(make_directories(scratch));
  SF_ASSIGN(auto file, OutputFile::create(place_of(scratch, key)));
  const std::string text = json_text(header);
  std::vector<std::string_view> parts;
  for (const auto& some : numbers) parts.push_back(bytes_of(some));
  SF_TRY(file.write(digest_of(key, text, parts)));
  const uint64_t length = text.size();
  SF_TRY(file.write({reinterpret_cast<const char*>(&length), sizeof length}));
  SF_TRY(file.write(text));
  for (const auto part : parts) SF_TRY(file.write(part));
  return file.commit(Flush::no);
}

std::optional<nlohmann::ordered_json> kept_training(const std::string& scratch, const std::string& key,
                                                    std::span<const std::span<float>> numbers) {
  const std::string path = place_of(scratch, key);
  if (std::error_code ignored; !std::filesystem::exists(path, ignored)) return std::nullopt;
  const auto content = read_file(path);
  uint64_t length = 0, bytes = 0;
  for (const auto& some : numbers) bytes += some.size_bytes();
  constexpr size_t kBefore = kHexDigits + sizeof length;
  if (!content || content->size() < kBefore) return std::nullopt;
  std::memcpy(&length, content->data() + kHexDigits, sizeof length);
  if (length > content->size() || content->size() != kBefore + length + bytes) return std::nullopt;
  const std::string text = content->substr(kBefore, length);
  std::vector<std::string_view> parts;
  size_t at = kBefore + length;
  for (const auto& some : numbers) {
    parts.push_back(std::string_view(*content).substr(at, some.size_bytes()));
    at += some.size_bytes();
  }
  if (digest_of(key, text, parts) != content->substr(0, kHexDigits)) return std::nullopt;
  auto header = parse_json<nlohmann::ordered_json>(text);
  if (!header) return std::nullopt;
  for (size_t i = 0; i < parts.size(); ++i) std::memcpy(numbers[i].data(), parts[i].data(), parts[i].size());
  return std::move(*header);
}

void tell_it_goes_on(Sink& sink, uint64_t updates, uint64_t planned) {
  sink.log(Level::debug, fmt::format("resumes after update {} of {}", updates, planned));
}

}  // namespace standfast
