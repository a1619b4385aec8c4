// rationales.jsonl.gz of a cell, unpacked: any bytes give rationales with consistent parts, or one line of
// refusal. Written again, they read back the same.
#include "fuzz/reading.h"
#include "standfast/study/record/rationales_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  using fuzz::require;
  const auto file = parse_rationales({reinterpret_cast<const char*>(data), size}, "rationales.jsonl.gz");
  if (!file) {
    require(file.error().kind == ErrorKind::data && file.error().message.find('\n') == std::string::npos);
    return 0;
  }
  for (const auto& side : file->sides)
    for (const auto& one : side.rationales) {
      require(one.truth < file->classes.size());
      require(!one.value || *one.value < file->values.size());
      for (const auto* spans : {&one.rationale.units, &one.cue, &one.frame})
        for (size_t i = 0; i < spans->size(); ++i)
          require((*spans)[i].begin < (*spans)[i].end &&
                  (i == 0 || (*spans)[i - 1].end <= (*spans)[i].begin));
      for (size_t i = 0; i < one.rationale.chosen.size(); ++i)
        require(one.rationale.chosen[i] < one.rationale.units.size() &&
                (i == 0 || one.rationale.chosen[i - 1] < one.rationale.chosen[i]));
    }
  const std::string text = rationales_text(*file);
  const auto again = parse_rationales(text, "again");
  require(again.has_value() && rationales_text(*again) == text);
  return 0;
}
