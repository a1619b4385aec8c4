#include "standfast/model/verify/char_ngram.h"

#include <fmt/format.h>

#include "standfast/model/verify/ngram_distance.h"

namespace standfast {

VerifierCatalog::Entry char_ngram_entry() {
  auto specs = ngram_distance_option_specs();
  specs.insert(specs.begin(),
               {.name = "n",
                .default_value = int64_t{4},
                .meaning = "characters in an n-gram; longer ones hold more topic and are rarer"});
  return {
      .name = "char-ngram",
      .summary = "Cosine of character n-gram tf-idf vectors, with two thresholds placed on held-out pairs",
      .citation = "Kestemont et al. 2020, PAN 2020 authorship verification, naive distance baseline",
      .traits = {.symmetric = true, .deterministic = true, .calibrates = true},
      .options = std::move(specs),
      .make = [](const Options& options) -> Result<std::unique_ptr<Verifier>> {
        NgramDistanceOptions resolved;
        SF_TRY(read_ngram_distance_options(options, resolved));
        const int64_t n = options.integer("n");
        if (n < 1 || n > 64) return usage_error(fmt::format("char-ngram: n must be 1 to 64, not {}", n));
        resolved.features.min_n = resolved.features.max_n = static_cast<uint32_t>(n);
        return std::make_unique<NgramDistance>("char-ngram", resolved);
      }};
}

}  // namespace standfast
