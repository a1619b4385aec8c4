// Manifests of planted shortcuts: any bytes give names or one line of refusal, and white space around them
// changes nothing.
#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/analysis/check/cue/cue_files.h"
#include "standfast/text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto manifest = parse_cue_manifest(bytes, "fuzz");
  fuzz::require_line(manifest);
  if (!manifest) return 0;
  for (const auto* name : {&manifest->target, &manifest->cue_column})
    fuzz::require(!*name || is_valid_utf8(**name));
  const auto padded = parse_cue_manifest(" \n" + bytes + "\n ", "fuzz");
  fuzz::require(padded && padded->target == manifest->target && padded->cue_column == manifest->cue_column);
  return 0;
}
