// Lists of function words: any bytes give words or one line of refusal. Features made with these words can be
// saved and restored.
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "standfast/feature/document/document_features.h"
#include "standfast/text/line_lists.h"
#include "standfast/text/utf8.h"

namespace {

// A file in memory, and its path.
struct MemoryFile {
  int fd = ::memfd_create("words", 0);
  std::string path = "/proc/self/fd/" + std::to_string(fd);
  void hold(const uint8_t* data, size_t size) const {
    if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto words = parse_word_list(text, "fuzz");
  if (!words) {
    if (words.error().message.empty()) std::abort();
    return 0;
  }
  for (const auto& word : *words)
    if (word.empty() || !is_valid_utf8(word)) std::abort();

  static const MemoryFile file;
  file.hold(data, size);
  for (const WordRule rule : {WordRule::paper, WordRule::letters, WordRule::spaces}) {
    DocumentFeatureOptions options;
    options.families = {Family::function_words};
    options.function_words = file.path;
    options.words = rule;
    DocumentFeatures features(options), other(options);
    if (!features.fit(std::vector<std::string_view>{"the cat and the dog", text})) continue;
    if (!other.restore(features.save())) std::abort();
    if (other.save() != features.save()) std::abort();
  }
  return 0;
}
