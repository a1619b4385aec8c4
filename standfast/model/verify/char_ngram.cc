// The verifier `char-ngram`: cosine of character 4-gram tf-idf vectors with two thresholds (PAN's distance
// baseline, CharNGram in Sawatphol et al. 2024).
#include "standfast/model/verify/ngram_distance.h"
#include "standfast/model/verify/verifiers.h"

namespace standfast {
namespace {

struct CharNgramOptions {
  uint32_t n = 4;
  NgramDistanceOptions distance = {};
};

}  // namespace

VerifierCatalog::Entry char_ngram_entry() {
  OptionTable<CharNgramOptions> table;
  table.add("n", &CharNgramOptions::n, "characters in an n-gram; longer ones hold more topic and are rarer")
      .between(1, 64);
  table.include(&CharNgramOptions::distance, ngram_distance_table());
  table.preset("pan20", "the script of PAN 2020: fitted and calibrated on the training pairs",
               {{"calibration", std::string("literal")},
                {"objective", std::string("pan20")},
                {"fit-set", std::string("pairs")}});
  table.preset("pan21", "the same for PAN 2021, whose objective includes the Brier score",
               {{"calibration", std::string("literal")},
                {"objective", std::string("pan21")},
                {"fit-set", std::string("pairs")}});
  return {
      .name = "char-ngram",
      .summary = "Cosine of character n-gram tf-idf vectors, with two thresholds placed on held-out pairs",
      .citation =
          "Kestemont et al. 2020, Overview of the Cross-Domain Authorship Verification Task at PAN 2020, "
          "naive distance baseline",
      .traits = {.symmetric = true, .deterministic = true, .calibrates = true},
      .options = table,
      .make = made_by<Verifier>(table, [](const CharNgramOptions& options) {
        return std::make_unique<NgramDistance>(
            "char-ngram", TfidfOptions{.min_n = options.n, .max_n = options.n}, options.distance);
      })};
}

}  // namespace standfast
