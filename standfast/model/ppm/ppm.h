// The verifier `ppm`: two cross-entropies of a pair, each text under a PPM model of the other, and a logistic
// regression on them. Specification: the compression baseline of PAN's authorship verification tasks
// 2020-2023; Teahan and Harper 2003.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "standfast/model/verify/verifier.h"

namespace standfast {

enum class PpmEscape {
  none,  // the baselines' own model: the longest context that knows the character, without escape
         // probabilities
  c,
  d,  // true PPMC and PPMD, with exclusions
};

inline constexpr std::array<std::string_view, 3> kPpmEscapes = {"none", "c", "d"};  // in their order

struct PpmOptions {
  int order = 5;  // longest context, 0..5
  PpmEscape escape = PpmEscape::none;
};

// Returns the bits per code point of `text` under the model of `model_text`; NaN for an empty text.
double ppm_cross_entropy(std::string_view model_text, std::string_view text, const PpmOptions& options = {});

// Pair features of PPM, two unrounded numbers a pair: bits per code point of document b under the model of
// document a, and of a under the model of b; NaN for an empty document. Each document's model is built once
// for all its partners.
class PpmPairFeatures final : public PairFeatures {
 public:
  explicit PpmPairFeatures(PpmOptions options) : options_(options) {}
  size_t width() const override { return 2; }
  std::string identity() const override;  // "ppm/5/none"
  Status compute(const PairView& pairs, int threads, Sink& sink, DenseMatrix& out) const override;

 private:
  PpmOptions options_;
};

VerifierCatalog::Entry ppm_entry();

}  // namespace standfast
