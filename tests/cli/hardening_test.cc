// Tests of the program as it was linked: it has what cmake/options.cmake asks of compiler and linker.
#include <array>
#include <cstdio>
#include <string>

#include <gmock/gmock.h>

namespace standfast {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
  std::array<char, 4096> block{};
  for (size_t n = 0; (n = std::fread(block.data(), 1, block.size(), pipe)) > 0;) out.append(block.data(), n);
  ::pclose(pipe);
  return out;
}
std::string readelf(const std::string& flags, const std::string& file = STANDFAST_BINARY) {
  return output_of("LC_ALL=C readelf -W " + flags + " '" + file + "'");
}

class Hardening : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::string(STANDFAST_SANITIZERS).empty()) GTEST_SKIP() << "sanitizers bring checks of their own";
    if (readelf("-h").empty()) GTEST_SKIP() << "readelf (binutils) is not here, so nobody looked";
  }
};

TEST_F(Hardening, TheProgramMayLieAnywhereAndItsTablesAreFixedAtTheStart) {
  EXPECT_THAT(readelf("-h"), ContainsRegex("Type: +DYN"));
  const std::string dynamic = readelf("-d");
  EXPECT_THAT(dynamic, ContainsRegex("FLAGS_1.*PIE"));
  EXPECT_THAT(dynamic, HasSubstr("BIND_NOW"));
  EXPECT_THAT(dynamic, Not(HasSubstr("TEXTREL")));
  const std::string segments = readelf("-l");
  EXPECT_THAT(segments, HasSubstr("GNU_RELRO"));
  EXPECT_THAT(segments, ContainsRegex("GNU_STACK .* RW "));
  EXPECT_THAT(segments, Not(ContainsRegex("GNU_STACK .* RWE ")));
}

TEST_F(Hardening, StacksAreGuardedAndBuffersChecked) {
  const std::string symbols = readelf("--dyn-syms");
  EXPECT_THAT(symbols, HasSubstr("__stack_chk_fail"));
  if (std::string(STANDFAST_BUILD_TYPE) == "Debug")
    GTEST_SKIP() << "a build without optimisation has no FORTIFY";
  EXPECT_THAT(symbols, ContainsRegex("__[a-z]+_chk@"));
}

TEST_F(Hardening, BranchesAndReturnsAreMarkedForTheProcessor) {
#ifndef __x86_64__
  GTEST_SKIP() << "only x86-64 has these marks";
#endif
  const std::string notes = readelf("-n");
  EXPECT_THAT(notes, HasSubstr("SHSTK"));
  const std::string main =
      output_of("objdump -d --no-show-raw-insn --disassemble=main '" STANDFAST_BINARY "'");
  EXPECT_TRUE(main.empty() || main.find("endbr64") != std::string::npos) << "-fcf-protection";
  // The linker sets the mark for indirect branches only if the start files of the C library have it too.
  std::string start = output_of("c++ -print-file-name=Scrt1.o");
  while (!start.empty() && start.back() == '\n') start.pop_back();
  const bool promised = readelf("-n", start).find("IBT") != std::string::npos;
  EXPECT_TRUE(!promised || notes.find("IBT") != std::string::npos);
}

}  // namespace
}  // namespace standfast
