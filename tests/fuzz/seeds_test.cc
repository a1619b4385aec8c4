// Every fuzz target starts, and takes its seeds and a few hundred inputs near them, without clang and in
// seconds. So a target that no longer fits what it tests is seen at once. scripts/maintain/fuzz searches;
// this does not. A target aborts where a law is broken, so CTest runs each in a process of its own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/rng.h"

// CMake writes the list of targets: fuzz/fuzz_<name>.cc as a function of this program.
#define STANDFAST_FUZZ_TARGET(name) extern "C" int fuzz_##name(const uint8_t* data, size_t size);
#include "fuzz/targets.inc"
#undef STANDFAST_FUZZ_TARGET

namespace standfast::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr size_t kInputs = 300, kMostSeeds = 100, kMostBytes = 1 << 16;

std::vector<std::string> seeds_of(const std::string& name) {
  std::vector<std::string> paths;
  const fs::path folder = fs::path(STANDFAST_SOURCE_DIR) / "fuzz" / "corpus" / name;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  if (paths.size() > kMostSeeds) paths.resize(kMostSeeds);
  std::vector<std::string> seeds = {""};  // some targets make their input from edits, and need no seeds
  for (const auto& path : paths) seeds.push_back(*read_file(path));
  return seeds;
}

std::string bytes(Rng& rng, size_t most) {
  std::string made(rng.below(most + 1), '\0');
  for (char& byte : made) byte = static_cast<char>(rng.below(256));
  return made;
}

std::string changed(std::string input, Rng& rng) {
  for (uint64_t edits = 1 + rng.below(4); edits > 0; --edits) {
    const size_t at = rng.below(input.size() + 1),
                 length = std::min(input.size() - at, size_t{1} + rng.below(16));
    switch (rng.below(5)) {
      case 0:
        input.replace(at, length, bytes(rng, 8));
        break;
      case 1:
        input.resize(at);
        break;
      case 2:
        input.insert(at, input.substr(at, length));
        break;
      case 3:
        input.erase(at, length);
        break;
      default:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << rng.below(8)));
    }
  }
  return input;
}

struct Target {
  const char* name;
  int (*run)(const uint8_t* data, size_t size);
};
constexpr Target kTargets[] = {
#define STANDFAST_FUZZ_TARGET(name) {#name, fuzz_##name},
#include "fuzz/targets.inc"
#undef STANDFAST_FUZZ_TARGET
};

class FuzzTargets : public ::testing::TestWithParam<Target> {};

TEST_P(FuzzTargets, TakeSeedsAndInputsNearThem) {
  const Target& target = GetParam();
  const auto run = [&](std::string input) {
    input.resize(std::min(input.size(), kMostBytes));
    EXPECT_EQ(target.run(reinterpret_cast<const uint8_t*>(input.data()), input.size()), 0);
  };
  const auto seeds = seeds_of(target.name);
  for (const auto& seed : seeds) run(seed);
  Rng rng(1, "test/fuzz", target.name);
  for (size_t i = 0; i < kInputs; ++i) {
    const std::string& seed = seeds[rng.below(seeds.size())];
    run(seed.empty() ? bytes(rng, 64) : changed(seed, rng));
  }
}

INSTANTIATE_TEST_SUITE_P(All, FuzzTargets, ::testing::ValuesIn(kTargets),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace standfast::fuzz
