// The verifier `prior`: every pair gets the share of same-author pairs in training, so the majority's answer.
// It is the baseline that a model must beat, and the chance level of survival. Training pairs of one class
// only are fine here (the answer is 0 or 1).
#include <algorithm>
#include <cmath>
#include <optional>

#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/verifiers.h"

namespace standfast {
namespace {

class PriorVerifier final : public Verifier {
 public:
  Status fit(const PairView& train, const PairView& validation, const ModelContext&) override {
    fitted_.reset();
    LearnedPairs counts;
    for (const auto& view : {train, validation})
      for (const auto& pair : view.pairs) {
        ++counts.pairs;
        counts.same += pair.same ? 1 : 0;
      }
    if (counts.pairs == 0) return data_error("prior: no training pairs");
    fitted_ = counts;
    return {};
  }

  Status score(const PairView&, std::span<double> out, const ModelContext&) const override {
    if (!fitted_) return usage_error("prior: asked for scores before it was fitted");
    // Training pairs may be balanced. A share of exactly 0.5 would then be "no answer" to every pair, c@1
    // would be 0, and chance would be far below the score of guessing. So a tie is answered "different", by
    // the least possible margin.
    std::fill(out.begin(), out.end(),
              2 * fitted_->same == fitted_->pairs ? std::nextafter(0.5, 0.0) : share(*fitted_));
    return {};
  }

  nlohmann::ordered_json facts() const override { return fields().facts(fitted_); }
  Result<ModelState> save() const override { return saved_fields("prior", fields(), fitted_); }
  Status restore(const ModelState& state) override {
    SF_ASSIGN(fitted_, fields_in(state, "prior", fields()));
    return {};
  }

 private:
  static double share(const LearnedPairs& counts) {
    return static_cast<double>(counts.same) / static_cast<double>(counts.pairs);
  }
  static FieldTable<LearnedPairs> fields() {
    FieldTable<LearnedPairs> table = some_pairs_fields();
    table.fact("share_same", share);
    table.fact("majority", [](const LearnedPairs& c) { return 2 * c.same > c.pairs ? "same" : "different"; });
    table.fact("majority_share", [](const LearnedPairs& c) { return std::max(share(c), 1 - share(c)); });
    return table;
  }

  std::optional<LearnedPairs> fitted_;
};

}  // namespace

VerifierCatalog::Entry prior_entry() {
  return {.name = "prior",
          .summary = "Answers every pair with the share of same-author pairs in training: the chance level",
          .citation = "",
          .traits = {.chance = true},
          .options = {},
          .make = [](const Options&) -> Result<std::unique_ptr<Verifier>> {
            return std::make_unique<PriorVerifier>();
          }};
}

}  // namespace standfast
