// attributions.jsonl.gz of a run, unpacked: any bytes give attributions with consistent parts, or one line of
// refusal. Written again, they read back the same.
#include <cmath>

#include "fuzz/reading.h"
#include "standfast/study/record/attributions_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  using fuzz::require;
  const auto file = parse_attributions({reinterpret_cast<const char*>(data), size}, "attributions.jsonl.gz");
  if (!file) {
    require(file.error().kind == ErrorKind::data && file.error().message.find('\n') == std::string::npos);
    return 0;
  }
  for (const auto& side : file->sides)
    for (const auto& document : side.explained) {
      const Attribution& one = document.attribution;
      require(document.truth < file->classes.size());
      require(document.value == kNoValue || document.value < file->values.size());
      require(one.shares.rows == one.tokens.size() && one.shares.columns == file->classes.size());
      require(one.base.size() == file->classes.size() && one.prediction.size() == one.base.size());
      for (const auto* spans : {&one.tokens, &document.planted})
        for (size_t i = 0; i < spans->size(); ++i)
          require((*spans)[i].begin < (*spans)[i].end &&
                  (i == 0 || (*spans)[i - 1].end <= (*spans)[i].begin));
      for (const double share : one.shares.data) require(std::isfinite(share));
    }
  const auto text = attributions_text(*file);
  require(text.has_value());
  const auto again = parse_attributions(*text, "again");
  require(again.has_value() && *attributions_text(*again) == *text);
  return 0;
}
