// A table of the alternatives that a method tried before it chose. It holds no split.
#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/split/export/exporter.h"

namespace standfast {
namespace {

class CandidatesExport final : public Exporter {
 public:
  Status holds(const Corpus&, const Split& split) const override {
    if (!split.candidates.empty()) return {};
    return data_error(fmt::format(
        "{} chooses among no candidates, so there are none to export (closest-split and subset-sum-split do)",
        split.method.empty() ? "this split" : split.method));
  }

 private:
  Status write_held(const Corpus&, const Split& split, const std::string& path) const override {
    std::string csv = "k,seed,whole,documents,missing,chosen\n";
    for (const auto& one : split.candidates)
      csv += fmt::format("{},{},{},{},{},{}\n", one.k, one.seed, one.whole, one.documents, one.missing,
                         one.chosen);
    return write_file(path, csv);
  }
};

}  // namespace

ExporterCatalog::Entry candidates_exporter() {
  return {.name = "candidates",
          .summary = "A CSV of the candidates that the method tried, such as numbers of clusters.",
          .citation = "",
          .traits = {},
          .options = {},
          .make = [](const Options&) -> Result<std::unique_ptr<Exporter>> {
            return std::make_unique<CandidatesExport>();
          }};
}

}  // namespace standfast
