// Folders of texts: no access out of bounds; policies agree.
// Input: two bytes of options, then files, separated by a line "---". The first line of a file is its name.
#include <string>

#include "fuzz/reading.h"
#include "fuzz/scratch.h"
#include "standfast/corpus/read/readers.h"

namespace {

// Returns a name that stays inside the folder: at most one slash, for one subfolder; no part begins with a
// dot.
std::string safe_name(std::string_view wanted, size_t number) {
  std::string name;
  bool slash = false;
  for (const char c : wanted.substr(0, 100)) {
    if (c == '\0' || (c == '/' && (slash || name.empty()))) continue;
    slash = slash || c == '/';
    name += c;
  }
  if (name.empty() || name.front() == '.' || name.back() == '/' || name.find("/.") != std::string::npos)
    return std::to_string(number) + ".txt";
  return name;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  static const fuzz::Scratch folder;
  const auto input = fuzz::take_input(data, size);
  folder.clear();
  constexpr std::string_view kParting = "\n---\n";
  std::string_view rest = input.bytes;
  for (size_t number = 0; number < 8 && !rest.empty(); ++number) {
    const std::string_view file = rest.substr(0, rest.find(kParting));
    rest.remove_prefix(std::min(rest.size(), file.size() + kParting.size()));
    const size_t line = std::min(file.find('\n'), file.size());
    try {
      folder.write(safe_name(file.substr(0, line), number), file.substr(std::min(line + 1, file.size())));
    } catch (const std::filesystem::filesystem_error&) {
      // A file exists in place of a folder, or a name is too long.
    }
  }
  fuzz::check_policies(input, [&](const ReadOptions& options, size_t) {
    ReadReport report;
    return read_folder(folder.path(), options, report);
  });
  return 0;
}
