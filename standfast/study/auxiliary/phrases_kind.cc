#include "standfast/study/auxiliary/kinds.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

class PhrasesReader final : public AuxiliaryReader {
 public:
  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const auto entries, read_phrases(path));
    return AuxiliaryContent{.entries = entries.size()};
  }
};

}  // namespace

AuxiliaryCatalog::Entry phrases_kind() {
  return {
      .name = std::string(kPhrasesKind),
      .summary = "One phrase of one or more words a line, each once; a line that begins with # is a comment.",
      .citation = "",
      .traits = {.holds = "phrases"},
      .options = {},
      .make = [](const Options&) { return std::make_unique<PhrasesReader>(); }};
}

}  // namespace standfast
