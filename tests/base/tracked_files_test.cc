// Checks that the repository holds texts that people wrote, and nothing that was built.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

constexpr uintmax_t kMostBytes = 300'000;

// Returns the names of tracked files; none if the sources are no checkout or git is missing.
std::vector<std::string> tracked_files() {
  std::vector<std::string> names;
  FILE* pipe = ::popen("git -C '" STANDFAST_SOURCE_DIR "' ls-files -z 2>/dev/null", "r");
  if (pipe == nullptr) return names;
  std::string name;
  for (int c; (c = std::fgetc(pipe)) != EOF;)
    if (c != 0) {
      name += static_cast<char>(c);
    } else {
      names.push_back(name);
      name.clear();
    }
  ::pclose(pipe);
  return names;
}

// Returns whether a file begins as the programs, libraries and object files of the usual systems do.
bool is_built(std::string_view begin) {
  using namespace std::string_view_literals;
  for (const auto magic : {"\x7f"
                           "ELF"sv,
                           "MZ"sv, "\xfe\xed\xfa\xce"sv, "\xfe\xed\xfa\xcf"sv, "\xce\xfa\xed\xfe"sv,
                           "\xcf\xfa\xed\xfe"sv, "\xca\xfe\xba\xbe"sv, "!<arch>\n"sv, "\0asm"sv})
    if (begin.starts_with(magic)) return true;
  return false;
}

TEST(TrackedFiles, NoneIsAProgramOrLarge) {
  const auto names = tracked_files();
  if (names.empty()) GTEST_SKIP() << "the sources are no git checkout, or git is missing";
  for (const auto& name : names) {
    const fs::path path = fs::path(STANDFAST_SOURCE_DIR) / name;
    if (!fs::is_regular_file(path)) continue;  // deleted and not yet committed, or a link
    EXPECT_LE(fs::file_size(path), kMostBytes)
        << name << " is large for a source; data and programs stay outside";
    std::ifstream file(path, std::ios::binary);
    std::string begin(8, '\0');
    file.read(begin.data(), 8);
    begin.resize(static_cast<size_t>(file.gcount()));
    EXPECT_FALSE(is_built(begin)) << name << " was built: remove it with git rm --cached";
  }
}

TEST(TrackedFiles, ProgramsAreKnownByTheirFirstBytes) {
  std::ifstream self("/proc/self/exe", std::ios::binary);
  std::string begin(8, '\0');
  self.read(begin.data(), 8);
  EXPECT_TRUE(is_built(begin));
  EXPECT_FALSE(is_built("#!/bin/bash"));
}

}  // namespace
