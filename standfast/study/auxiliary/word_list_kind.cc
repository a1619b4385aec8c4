#include "standfast/study/auxiliary/kinds.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

class WordListReader final : public AuxiliaryReader {
 public:
  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const auto entries, read_word_list(path));
    return AuxiliaryContent{.entries = entries.size()};
  }
};

}  // namespace

AuxiliaryCatalog::Entry word_list_kind() {
  return {.name = std::string(kWordListKind),
          .summary = "One word a line; a line that begins with # is a comment.",
          .citation = "",
          .traits = {.holds = "words"},
          .options = {},
          .make = [](const Options&) { return std::make_unique<WordListReader>(); }};
}

}  // namespace standfast
