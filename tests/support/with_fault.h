// Runs of the program with one system call that fails or kills it (tests/faults/injector.cc).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "standfast/base/file.h"
#include "tests/support/study_run.h"

namespace standfast::testing {

struct FaultOutcome {
  int code = 0;        // 1000 + signal if it was killed
  uint64_t calls = 0;  // the number of calls made
  std::string said;
};

// Runs the program. counts, output: paths of files to write. at 0: nothing fails, and calls are counted.
inline FaultOutcome run_with_fault(const std::vector<std::string>& words, const std::string& counts,
                                   const std::string& output, const char* call, uint64_t at,
                                   const char* what) {
  constexpr size_t kCounts = 5;  // fields of the injector's file: calls of each kind, and the first process
  std::ofstream(counts, std::ios::binary) << std::string(kCounts * 8, '\0');
  const std::vector<std::pair<const char*, std::string>> environment = {
      {"LD_PRELOAD", STANDFAST_FAULTS_LIBRARY},
      {"FAULTS_FILE", counts},
      {"FAULTS_CALL", call},
      {"FAULTS_AT", std::to_string(at)},
      {"FAULTS_DO", what}};
  for (const auto& [name, value] : environment) ::setenv(name, value.c_str(), 1);
  Process process(words, output);
  for (const auto& [name, value] : environment) ::unsetenv(name);
  FaultOutcome outcome;
  outcome.code = process.wait();
  outcome.said = read_file(output).value_or("");
  std::ifstream file(counts, std::ios::binary);
  uint64_t numbers[kCounts] = {};
  file.read(reinterpret_cast<char*>(numbers), sizeof numbers);
  for (size_t i = 0; i + 1 < kCounts; ++i) outcome.calls += numbers[i];
  return outcome;
}

}  // namespace standfast::testing
