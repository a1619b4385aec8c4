// The verifier `delta`: Burrows' Delta and its family (see delta_space.h), calibrated on held-out pairs.
// Specification: Burrows 2002, "Delta: a measure of stylistic difference and a guide to likely authorship";
// Argamon 2008; Smith and Aldridge 2011; Eder 2015.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/parallel.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/calibrated_verifier.h"
#include "standfast/model/verify/delta_space.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/verifiers.h"

namespace standfast {
namespace {

constexpr const char* kWordsBlob = "words.json";

struct DeltaOptions {
  DeltaVariant variant = DeltaVariant::cosine;
  uint64_t words = 500;
  bool between_spaces = false;
  DistanceOptions distance = {};
};

class Delta final : public DistanceVerifier {
 public:
  explicit Delta(const DeltaOptions& options)
      : DistanceVerifier("delta", true, options.distance),
        variant_(options.variant),
        words_(options.words),
        space_(options.between_spaces) {}

 protected:
  const char* undefined_where() const override { return "a document without words"; }

  Status learn(const PairView& train, const ModelContext& context) override {
    const DocumentsOfPairs documents(train.pairs);
    documents_ = documents.rows.size();
    return space_.fit(texts_of(*train.corpus, documents.rows), words_, context.threads);
  }

  Result<std::vector<double>> distances(const PairView& view, const ModelContext& context) const override {
    std::vector<double> result(view.pairs.size(), std::numeric_limits<double>::quiet_NaN());
    SF_TRY(for_pair_blocks(view, kPairBlockBytes,
                           [&](const PairView& block, std::span<const size_t> places) -> Status {
                             block_distances(block, places, context.threads, result);
                             return {};
                           }));
    return result;
  }

  void block_distances(const PairView& block, std::span<const size_t> places, int threads,
                       std::vector<double>& result) const {
    const DocumentsOfPairs documents(block.pairs);
    const auto texts = space_.take(texts_of(*block.corpus, documents.rows), threads);
    constexpr size_t kGrain = 64;
    parallel_ranges(places.size(), threads, kGrain, [&](size_t begin, size_t end, int) {
      std::vector<double> a(space_.words()), b(space_.words());
      for (size_t i = begin; i < end; ++i) {
        const size_t x = documents.index_of(block.pairs[i].a), y = documents.index_of(block.pairs[i].b);
        if (texts.words[x] == 0 || texts.words[y] == 0) continue;
        space_.z(texts, x, a);
        space_.z(texts, y, b);
        result[places[i]] = delta_distance(variant_, a, b);
      }
    });
  }

  void describe(nlohmann::ordered_json& facts) const override {
    facts["variant"] = kDeltaVariants[static_cast<size_t>(variant_)];
    facts["words"] = space_.words();
    facts["constant_words_dropped"] = space_.constant_words();
    facts["documents"] = documents_;
  }
  void save_parts(ModelState& state) const override {
    state.fields["documents"] = documents_;
    state.blobs[kWordsBlob] = space_.save();
  }
  Status restore_parts(const ModelState& state) override {
    const auto blob = state.blobs.find(kWordsBlob);
    if (blob == state.blobs.end()) return data_error(fmt::format("the saved model has no {}", kWordsBlob));
    state.fields.at("documents").get_to(documents_);
    return space_.restore(blob->second);
  }

 private:
  DeltaVariant variant_;
  uint64_t words_, documents_ = 0;
  DeltaSpace space_;
};

}  // namespace

VerifierCatalog::Entry delta_entry() {
  using O = DeltaOptions;
  OptionTable<O> table;
  table.words_in_order("variant", &O::variant, kDeltaVariants,
                       "burrows (mean absolute difference), cosine, eder (frequent words weigh more) or "
                       "quadratic (Euclidean; Argamon)");
  table
      .add("words", &O::words,
           "most frequent words of the training texts, usually 100 to 1000; more words let topic in")
      .at_least(1);
  add_word_rule(table, &O::between_spaces);
  table.include(&O::distance, distance_option_table());
  return {
      .name = "delta",
      .summary =
          "Burrows' Delta: distance of frequent words' z-scores, as a probability learned on "
          "held-out pairs",
      .citation =
          "Burrows 2002, Delta: a measure of stylistic difference and a guide to likely authorship, "
          "Literary and Linguistic Computing 17(3); Evert et al. 2017, Understanding and explaining Delta "
          "measures for authorship attribution",
      .traits = {.symmetric = true, .deterministic = true, .calibrates = true},
      .options = table,
      .make = made_as<Verifier, Delta>(table)};
}

}  // namespace standfast
