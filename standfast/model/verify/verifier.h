// The interface of authorship verifiers: pair of documents -> score in [0, 1]; exactly 0.5 is a non-answer.
//
// Duties, checked for every catalog entry by tests/model/conformance_test.cc: fit forgets what an earlier fit
// learned; score before fit is a usage error; the score of a pair does not depend on the other pairs; the
// same bytes for any thread count; save and restore give the same scores.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/catalog.h"
#include "standfast/base/work.h"
#include "standfast/corpus/pairs.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct ModelState;

// Features of a pair that do not depend on any fit, such as PPM's two cross-entropies. A study computes them
// once for all pairs of a corpus and hands the table to every cell, so each document's model is built once
// per study.
class PairFeatures {
 public:
  virtual ~PairFeatures() = default;
  virtual size_t width() const = 0;  // numbers per pair
  // Returns a name for everything that determines the numbers, e.g. "ppm/5/none". Models with the same
  // identity share one table, even if their other options (a radius, a classifier) differ. "" means that the
  // numbers depend on the model's name and all its options. VerifierTraits::pair_features computes the same
  // name from the options alone.
  virtual std::string identity() const { return {}; }
  // Computes the features. out: pairs.size() x width(). Row i belongs to pairs[i].
  virtual Status compute(const PairView& pairs, int threads, Sink& sink, DenseMatrix& out) const = 0;
};

// A table of PairFeatures computed earlier. A model computes the features of pairs that it lacks.
class PairFeatureTable {
 public:
  virtual ~PairFeatureTable() = default;
  // Returns the row of this ordered pair, width() numbers, or an empty span if it is not in the table.
  virtual std::span<const double> find(uint32_t a, uint32_t b) const = 0;
};

struct ModelContext : Work {
  const PairFeatureTable* pair_features = nullptr;  // table for this model's pair_features(), or null
  const PairRule* pair_rule = nullptr;              // the rule that drew the training pairs; null: unknown
};

class Verifier {
 public:
  virtual ~Verifier() = default;

  // Fits the verifier. train and validation are over disjoint sets of authors if the caller could arrange it;
  // each view has its corpus, which may be the same. The corpus also has documents of other sides: only the
  // documents of the pairs may be used (documents_of_pairs.h). A model that calibrates does so on validation,
  // or on train if validation is empty, which facts() then says. A model that does not calibrate may learn
  // from both.
  virtual Status fit(const PairView& train, const PairView& validation, const ModelContext& context) = 0;

  // Scores pairs. out.size() == pairs.pairs.size().
  virtual Status score(const PairView& pairs, std::span<double> out, const ModelContext& context) const = 0;

  // Returns the pair features that this model would like to have precomputed, or null.
  // VerifierTraits::pair_features tells this without building the model.
  virtual const PairFeatures* pair_features() const { return nullptr; }

  // Returns facts about the fit for the report: thresholds, weights, data used. Empty before fit.
  virtual nlohmann::ordered_json facts() const = 0;

  virtual Result<ModelState> save() const = 0;
  // Restores a saved fit. Exceptions of nlohmann::json may escape if a field is missing or of another type;
  // load_verifier() turns them into data errors.
  virtual Status restore(const ModelState& state) = 0;
};

struct VerifierTraits {
  bool symmetric = true;      // score(a, b) == score(b, a)
  bool deterministic = true;  // independent of the seed
  bool calibrates = false;    // uses validation pairs to place thresholds
  bool chance = false;        // its score is the score of guessing
  bool topics_only = false;   // it sees the topics of texts, but not their style
  bool in_batches = false;    // learns in random batches, and resumes after a kill (Work::scratch)
  // Returns the identity of its pair features under resolved options, for planning. Null, or returns nothing,
  // if it has none.
  std::function<std::optional<std::string>(const Options&)> pair_features = {};
};

std::vector<TraitLine> describe(const VerifierTraits& traits);

using VerifierCatalog = Catalog<Verifier, VerifierTraits>;
const VerifierCatalog& verifiers();

}  // namespace standfast
