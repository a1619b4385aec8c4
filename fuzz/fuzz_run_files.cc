// The files of a run that workers read: pairs, pair features, vectors, measures of style, provenance. The
// first byte of the input says which. Any bytes give a value or one line of refusal.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>

#include <unistd.h>

#include "standfast/study/features_file.h"
#include "standfast/study/marker.h"
#include "standfast/study/pairs_file.h"
#include "standfast/study/provenance.h"
#include "standfast/study/style_file.h"
#include "standfast/study/vectors_file.h"

namespace {

namespace fs = std::filesystem;
using namespace standfast;

struct Place {
  std::string folder;
  Place() {
    const fs::path memory = "/dev/shm";  // no disk is waited for
    std::error_code none;
    folder = ((fs::is_directory(memory, none) ? memory : fs::temp_directory_path()) /
              ("standfast-fuzz-files-" + std::to_string(::getpid())))
                 .string();
    fs::create_directories(folder);
  }
  ~Place() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  std::string put(const std::string& name, const std::string& bytes) const {
    const std::string path = folder + "/" + name;
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    return path;
  }
};

template <class T>
void require_line(const Result<T>& result) {
  if (result) return;
  const std::string& line = result.error().message;
  if (line.empty() || line.find('\n') != std::string::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Place place;
  if (size < 1) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 5) {
    case 0: {
      const auto pairs = read_pairs(place.put("pairs.jsonl.gz", bytes), 100);
      require_line(pairs);
      if (pairs)
        for (const auto& fold : *pairs)
          for (const auto* side : {&fold.train, &fold.validation, &fold.test})
            for (const Pair& pair : *side)
              if (pair.a >= 100 || pair.b >= 100) std::abort();
      break;
    }
    case 1: {
      const auto features = FeaturesFile::open(place.put("features.bin", bytes));
      require_line(features);
      if (features)
        for (uint32_t a = 0; a < 4; ++a)
          for (const double value : (*features)->find(a, a + 1))
            [[maybe_unused]] volatile double touched = value;
      break;
    }
    case 2: {
      place.put("vectors.npy", bytes);
      std::vector<uint32_t> rows(3);
      std::iota(rows.begin(), rows.end(), 0U);
      require_line(read_vectors(place.folder, rows));
      break;
    }
    case 3:
      require_line(read_style(place.put("style_interaction.json", bytes)));
      break;
    default: {
      const auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
      place.put("provenance.json", json.is_object() && !json.empty() ? sealed_text(json) : bytes);
      require_line(read_provenance(RunFolder(place.folder), study_catalogs()));
    }
  }
  return 0;
}
