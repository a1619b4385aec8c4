#include "standfast/model/verify/prior.h"

#include <algorithm>
#include <cmath>

#include "standfast/base/json.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {
namespace {

class PriorVerifier final : public Verifier {
 public:
  Status fit(const PairView& train, const PairView& validation, const ModelContext&) override {
    pairs_ = same_ = 0;
    uint64_t pairs = 0, same = 0;
    for (const auto& view : {train, validation})
      for (const auto& pair : view.pairs) {
        ++pairs;
        same += pair.same ? 1 : 0;
      }
    if (pairs == 0) return data_error("prior: no training pairs");
    pairs_ = pairs;
    same_ = same;
    return {};
  }

  Status score(const PairView&, std::span<double> out, const ModelContext&) const override {
    if (pairs_ == 0) return usage_error("prior: asked for scores before it was fitted");
    // Training pairs may be balanced. A share of exactly 0.5 would then be "no answer" to every pair, c@1
    // would be 0, and chance would lie far below what guessing scores. So a tie is answered "different", by
    // the least possible margin.
    std::fill(out.begin(), out.end(), 2 * same_ == pairs_ ? std::nextafter(0.5, 0.0) : share());
    return {};
  }

  nlohmann::ordered_json facts() const override {
    if (pairs_ == 0) return nlohmann::ordered_json::object();
    return {{"pairs", pairs_},
            {"same", same_},
            {"share_same", share()},
            {"majority", 2 * same_ > pairs_ ? "same" : "different"},
            {"majority_share", std::max(share(), 1 - share())}};
  }

  Result<ModelState> save() const override {
    if (pairs_ == 0) return usage_error("prior: nothing to save before it was fitted");
    ModelState state;
    state.fields = {{"pairs", pairs_}, {"same", same_}};
    return state;
  }

  Status restore(const ModelState& state) override {
    const uint64_t pairs = state.fields.at("pairs").get<uint64_t>(),
                   same = state.fields.at("same").get<uint64_t>();
    if (pairs == 0 || same > pairs) return data_error("prior: counts of pairs that cannot be");
    pairs_ = pairs;
    same_ = same;
    return {};
  }

 private:
  double share() const { return static_cast<double>(same_) / static_cast<double>(pairs_); }

  uint64_t pairs_ = 0, same_ = 0;
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
