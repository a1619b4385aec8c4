#include "standfast/study/record/features_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#include <fmt/format.h>

#include "standfast/base/file.h"

namespace standfast {
namespace {

static_assert(std::endian::native == std::endian::little,
              "features.bin is written in the byte order of the machine");

constexpr std::string_view kMagic = "SFPAIRS1";
constexpr size_t kHeader = 24;

template <class T>
std::string_view bytes_of(std::span<const T> items) {
  return {reinterpret_cast<const char*>(items.data()), items.size_bytes()};
}

}  // namespace

Status write_features(const std::string& path, std::span<const Pair> pairs, const DenseMatrix& features) {
  assert(features.rows == pairs.size());
  SF_ASSIGN(auto file, OutputFile::create(path));
  const std::array<uint64_t, 2> sizes = {features.columns, pairs.size()};
  SF_TRY(file.write(kMagic));
  SF_TRY(file.write(bytes_of(std::span<const uint64_t>(sizes))));
  std::vector<std::array<uint32_t, 2>> keys;
  keys.reserve(pairs.size());
  for (const Pair& pair : pairs) keys.push_back({pair.a, pair.b});
  assert(std::is_sorted(keys.begin(), keys.end()));
  SF_TRY(file.write(bytes_of(std::span<const std::array<uint32_t, 2>>(keys))));
  SF_TRY(file.write(bytes_of(std::span<const double>(features.data))));
  return file.commit();
}

Result<std::unique_ptr<FeaturesFile>> FeaturesFile::open(const std::string& path) {
  SF_ASSIGN(MappedFile map, MappedFile::open(path));
  const auto damaged = [&] {
    return data_error(
        fmt::format("{}: not a whole table of pair features; delete its folder and run again", path));
  };
  const char* data = map.bytes().data();
  const size_t bytes = map.bytes().size();
  if (bytes < kHeader) return damaged();
  std::unique_ptr<FeaturesFile> file(new FeaturesFile(std::move(map)));
  uint64_t pairs = 0;
  std::memcpy(&file->width_, data + 8, 8);
  std::memcpy(&pairs, data + 16, 8);
  constexpr uint64_t kLimit = uint64_t{1} << 40;
  if (std::string_view(data, 8) != kMagic || file->width_ > 65536 || pairs > kLimit ||
      bytes != kHeader + pairs * 8 + pairs * file->width_ * 8)
    return damaged();
  file->keys_ = {reinterpret_cast<const std::array<uint32_t, 2>*>(data + kHeader), pairs};
  file->values_ = {reinterpret_cast<const double*>(data + kHeader + pairs * 8), pairs * file->width_};
  return file;
}

std::span<const double> FeaturesFile::find(uint32_t a, uint32_t b) const {
  const std::array<uint32_t, 2> key = {a, b};
  const auto found = std::lower_bound(keys_.begin(), keys_.end(), key);
  if (found == keys_.end() || *found != key) return {};
  return values_.subspan(static_cast<size_t>(found - keys_.begin()) * width_, width_);
}

}  // namespace standfast
