#include "standfast/study/auxiliary/kinds.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

class FrequencyListReader final : public AuxiliaryReader {
 public:
  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const auto entries, read_frequency_list(path));
    return AuxiliaryContent{.entries = entries.size()};
  }
};

}  // namespace

AuxiliaryCatalog::Entry frequency_list_kind() {
  return {
      .name = std::string(kFrequencyListKind),
      .summary =
          "A word, a tab or blanks, and its count or frequency a line; a header and comments (#) may stand there.",
      .citation = "",
      .traits = {.holds = "words with frequencies"},
      .options = {},
      .make = [](const Options&) { return std::make_unique<FrequencyListReader>(); }};
}

}  // namespace standfast
