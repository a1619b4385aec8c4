// Command lines of programs: any text gives words or one line of refusal.
#include <cstdlib>

#include "standfast/base/child_program.h"
#include "standfast/base/split_command.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto words = split_command({reinterpret_cast<const char*>(data), size});
  if (!words) {
    if (words.error().message.empty() || words.error().kind != ErrorKind::usage) std::abort();
    return 0;
  }
  if (words->empty() || words->front().empty()) std::abort();
  size_t all = 0;
  for (const auto& word : *words) {
    if (word.find('\0') != std::string::npos) std::abort();
    all += word.size();
  }
  if (all > size) std::abort();
  return 0;
}
