// Files of a run that workers read: pairs, pair features, vectors, slices, provenance. The first byte of the
// input chooses the file. Any bytes give a value or one line of refusal.
#include <cstdlib>
#include <numeric>
#include <string>

#include "fuzz/require_line.h"
#include "fuzz/scratch.h"
#include "standfast/base/json.h"
#include "standfast/study/record/features_file.h"
#include "standfast/study/record/marker.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/slices_file.h"
#include "standfast/study/record/vectors_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  using fuzz::require_line;
  static const fuzz::Scratch scratch;
  const auto put = [](const std::string& name, const std::string& bytes_of_it) {
    scratch.write(name, bytes_of_it);
    return scratch.path() + "/" + name;
  };
  if (size < 1) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 5) {
    case 0: {
      const auto pairs = read_pairs(put("pairs.jsonl.gz", bytes), 100);
      require_line(pairs);
      const auto inside = [](const std::vector<Pair>& some) {
        for (const Pair& pair : some)
          if (pair.a >= 100 || pair.b >= 100) std::abort();
      };
      if (!pairs) break;
      for (const auto& fold : pairs->folds)
        for (const auto* side : {&fold.train, &fold.validation, &fold.test}) inside(*side);
      for (const auto& side : pairs->sides) inside(side.pairs);
      break;
    }
    case 1: {
      const auto features = FeaturesFile::open(put("features.bin", bytes));
      require_line(features);
      if (features)
        for (uint32_t a = 0; a < 4; ++a)
          for (const double value : (*features)->find(a, a + 1))
            [[maybe_unused]] volatile double touched = value;
      break;
    }
    case 2: {
      put("vectors.npy", bytes);
      std::vector<uint32_t> rows(3);
      std::iota(rows.begin(), rows.end(), 0U);
      require_line(read_vectors(scratch.path(), rows));
      break;
    }
    case 3: {
      const auto slices = read_slices(put("slices.jsonl.gz", bytes));
      require_line(slices);
      if (slices)
        for (const auto& column : slices->columns) {
          if (column.codes.size() != slices->places.size()) std::abort();
          for (const uint32_t code : column.codes)
            if (code != kMissing && code >= column.names.size()) std::abort();
        }
      break;
    }
    default: {
      const auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
      put("provenance.json", json.is_object() && !json.empty() ? sealed_text(json) : bytes);
      require_line(read_provenance(RunFolder(scratch.path()), study_catalogs()));
    }
  }
  return 0;
}
